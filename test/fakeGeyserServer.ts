import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  status,
} from '@grpc/grpc-js';
import type { RpcBlock } from '../src/engine/decode/rpcBlock.ts';
import { encodeBlockUpdate, encodeSlotUpdate } from './geyserBlocks.ts';
import { decodeMessage } from './geyserProtocol.ts';

type Call = ServerDuplexStream<Buffer, Buffer>;

export interface FakeSubscription {
  readonly request: Record<string, unknown>;
  readonly pings: number[];
  send(update: Buffer): void;
  /** Without a bank id, as servers of before Alpenglow send it. */
  sendBlock(slot: number, block: RpcBlock, bankId?: number): void;
  /** The slot is decided, with this bank if the server says it. */
  confirm(slot: number, bankId?: number): void;
  fail(code: number, details?: string): void;
  end(): void;
}

const asIs = (bytes: Buffer): Buffer => bytes;

export class FakeGeyserServer {
  readonly subscriptions: FakeSubscription[] = [];
  /** Expected token; others get UNAUTHENTICATED. */
  token = '';
  /** Called for each subscription after its first request. */
  onSubscribe: (subscription: FakeSubscription) => void = () => undefined;
  onPing: (subscription: FakeSubscription) => void = () => undefined;
  /** False: the Subscribe method does not exist. */
  readonly #hasSubscribe: boolean;
  #server = new Server();
  #port = 0;

  constructor({ hasSubscribe = true } = {}) {
    this.#hasSubscribe = hasSubscribe;
  }

  async listen(port = 0): Promise<string> {
    this.#server = new Server({ 'grpc.max_send_message_length': -1 });
    if (this.#hasSubscribe) {
      const subscribe = {
        path: '/geyser.Geyser/Subscribe',
        requestStream: true,
        responseStream: true,
        requestSerialize: asIs,
        requestDeserialize: asIs,
        responseSerialize: asIs,
        responseDeserialize: asIs,
      };
      this.#server.addService({ subscribe }, { subscribe: (call: Call) => this.#subscribe(call) });
    }
    this.#port = await new Promise<number>((resolve, reject) =>
      this.#server.bindAsync(
        `127.0.0.1:${port}`,
        ServerCredentials.createInsecure(),
        (error, bound) => (error ? reject(error) : resolve(bound)),
      ),
    );
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Closes all connections; `listen` on the same port restarts the server. */
  stop(): number {
    this.#server.forceShutdown();
    return this.#port;
  }

  /** Error text that echoes the token. */
  #refusal(metadata: Metadata): string {
    return `no such token: ${String(metadata.get('x-token')[0])}`;
  }

  #isAccepted(metadata: Metadata): boolean {
    return this.token === '' || metadata.get('x-token')[0] === this.token;
  }

  #subscribe(call: Call): void {
    call.on('error', () => undefined);
    call.sendMetadata(new Metadata());
    if (!this.#isAccepted(call.metadata)) {
      call.emit('error', { code: status.UNAUTHENTICATED, details: this.#refusal(call.metadata) });
      return;
    }
    let subscription: (FakeSubscription & { pings: number[] }) | null = null;
    call.on('data', (bytes: Buffer) => {
      const request = decodeMessage('SubscribeRequest', bytes);
      if (subscription === null) {
        const send = (update: Buffer): void => {
          call.write(update);
        };
        subscription = {
          request,
          pings: [],
          send,
          sendBlock: (slot, block, bankId) => send(encodeBlockUpdate(slot, block, bankId)),
          confirm: (slot, bankId) => send(encodeSlotUpdate(slot, 'confirmed', bankId)),
          fail: (code, details = '') => call.emit('error', { code, details }),
          end: () => call.end(),
        };
        this.subscriptions.push(subscription);
        this.onSubscribe(subscription);
      } else {
        const ping = request['ping'] as { id?: number } | undefined;
        if (ping === undefined) return;
        subscription.pings.push(ping.id ?? 0);
        this.onPing(subscription);
      }
    });
    call.on('end', () => call.end());
  }
}
