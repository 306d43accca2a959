import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { RpcBlock, RpcTransaction } from '../src/engine/decode/rpcBlock.ts';
import { FakeWebSocket, refuseWebSocket } from './fakeWebSocket.ts';

export type Fault =
  | { readonly kind: 'rate-limit'; readonly retryAfter?: string; readonly body?: string }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  /** No response until the caller gives up. */
  | { readonly kind: 'silence' }
  /** Closes the connection in the middle of the body. */
  | { readonly kind: 'reset' }
  /** Sends `body`, which is not a JSON-RPC response. */
  | { readonly kind: 'garbage'; readonly body: string }
  | { readonly kind: 'cut-gzip' }
  /** Without `message`, Agave's for the code. */
  | { readonly kind: 'error'; readonly code: number; readonly message?: string }
  | { readonly kind: 'null' }
  /** Sends another result. */
  | { readonly kind: 'changed'; readonly change: (result: unknown) => unknown }
  | { readonly kind: 'delay'; readonly until: () => Promise<unknown> };

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly url: string;
}

export interface FakeAccount {
  readonly owner: string;
  readonly data: Uint8Array;
}

const skippedCode = -32_007;
const notAvailableCode = -32_004;
const agaveMessages: Readonly<Record<number, string>> = {
  [-32_001]: 'Block 7 cleaned up, does not exist on node. First available block: 9',
  [notAvailableCode]: 'Block not available for slot 7',
  [-32_005]: 'Node is behind by 42 slots',
  [skippedCode]: 'Slot 7 was skipped, or missing due to ledger jump to recent snapshot',
  [-32_009]: 'Slot 7 was skipped, or missing in long-term storage',
  [-32_014]: 'Block status not yet available for slot 7',
};

/** A fake node: a chain of blocks over JSON-RPC and HTTP, with faults on demand. */
export class FakeRpcNode {
  readonly chain = new Map<number, RpcBlock>();
  readonly accounts = new Map<string, FakeAccount>();
  readonly transactions = new Map<string, RpcTransaction>();
  readonly requests: RpcRequest[] = [];
  /** Custom responses of a test, which take precedence. */
  readonly answers = new Map<string, (params: readonly unknown[]) => unknown>();
  /** Path and query that are served; others get 401. */
  readonly secretPath: string;
  isDown = false;
  /** Slots that `getBlocks` omits although they have a block. */
  readonly unlisted = new Set<number>();
  firstAvailable = 0;
  /** Called before each response, for example to extend the chain. */
  onRequest: (request: RpcRequest) => void = () => undefined;
  /** Awaited before every response. */
  gate: Promise<unknown> = Promise.resolve();
  readonly webSocketUrls: string[] = [];
  hasWebSocket = false;
  /** Called for each subscription, before anything is sent. */
  onSubscription: (subscriber: FakeWebSocket) => void = () => undefined;
  readonly subscribers = new Set<FakeWebSocket>();
  /** Fault of a response, unless one was queued with `fail`. */
  faultOf: (request: RpcRequest) => Fault | undefined = () => undefined;
  readonly #faults: { readonly matches: (request: RpcRequest) => boolean; fault: Fault }[] = [];
  /** Long idle timeout: a busy machine must not cause additional faults. */
  readonly #server = createServer(
    { keepAliveTimeout: 60_000 },
    (request, response) => void this.#serve(request, response),
  );
  #tip = 0;

  constructor(secretPath = '/') {
    this.secretPath = secretPath;
    this.#server.on('upgrade', (request, socket) => this.#upgrade(request, socket));
  }

  /** Rejects if the port is in use. */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return this.url;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${this.secretPath}`;
  }

  async close(): Promise<void> {
    for (const { socket } of this.subscribers) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get tip(): number {
    return this.#tip;
  }

  add(slot: number, block: Omit<RpcBlock, 'parentSlot' | 'previousBlockhash'>): void {
    const parentSlot = this.#parentOf(slot);
    const previousBlockhash = this.chain.get(parentSlot)?.blockhash ?? 'genesis';
    this.chain.set(slot, { ...block, parentSlot, previousBlockhash });
    this.#tip = Math.max(this.#tip, slot);
    this.notifySlot(slot);
  }

  notifySlot(slot: number): void {
    const result = { slot, parent: slot - 1, root: Math.max(0, slot - 32) };
    const params = { result, subscription: 0 };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'slotNotification', params });
    for (const subscriber of this.subscribers) subscriber.send(text);
  }

  /** Queues a fault for each of the next matching responses. */
  fail(method: string, fault: Fault, { slot, times = 1 }: { slot?: number; times?: number } = {}) {
    for (let time = 0; time < times; time++) {
      this.#faults.push({
        matches: (request) =>
          request.method === method && (slot === undefined || request.params[0] === slot),
        fault,
      });
    }
  }

  endFaults(): void {
    this.#faults.length = 0;
  }

  get faultsLeft(): number {
    return this.#faults.length;
  }

  countOf(method: string): number {
    return this.requests.filter((request) => request.method === method).length;
  }

  #upgrade(request: IncomingMessage, socket: Duplex): void {
    this.webSocketUrls.push(request.url ?? '');
    if (!this.hasWebSocket || request.url !== this.secretPath) {
      refuseWebSocket(socket);
      return;
    }
    const subscriber = new FakeWebSocket(request, socket);
    subscriber.onText((text) => {
      const { id, method } = JSON.parse(text);
      if (method !== 'slotSubscribe') return;
      this.onSubscription(subscriber);
      subscriber.send(JSON.stringify({ jsonrpc: '2.0', result: 0, id }));
      this.subscribers.add(subscriber);
    });
    socket.once('close', () => this.subscribers.delete(subscriber));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString());
    const request: RpcRequest = { method, params, url: incoming.url ?? '' };
    this.requests.push(request);
    this.onRequest(request);
    await this.gate;
    if (this.isDown) {
      response.destroy();
      return;
    }
    if (request.url !== this.secretPath) {
      response.writeHead(401).end(`no such key: ${request.url}`);
      return;
    }
    const index = this.#faults.findIndex(({ matches }) => matches(request));
    const [failing] = index === -1 ? [] : this.#faults.splice(index, 1);
    const fault = failing?.fault ?? this.faultOf(request);
    if (fault?.kind === 'delay') await fault.until();
    const answer = { jsonrpc: '2.0', ...this.#answer(request), id };
    if (fault !== undefined && fault.kind !== 'delay') this.#fail(fault, answer, response);
    else sendJson(response, answer);
  }

  #fail(fault: Exclude<Fault, { kind: 'delay' }>, answer: object, response: ServerResponse): void {
    switch (fault.kind) {
      case 'rate-limit':
        if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
        response.writeHead(429).end(fault.body ?? 'slow down');
        break;
      case 'status':
        response.writeHead(fault.status).end(fault.body ?? '');
        break;
      case 'silence':
        break;
      case 'reset': {
        const { whole, half } = packed(answer);
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': whole.length });
        response.write(half, () => response.destroy());
        break;
      }
      case 'garbage':
        response.writeHead(200).end(fault.body);
        break;
      case 'cut-gzip':
        sendGzip(response, packed(answer).half);
        break;
      case 'error':
        sendJson(response, {
          ...answer,
          result: undefined,
          error: {
            code: fault.code,
            message: fault.message ?? agaveMessages[fault.code] ?? 'as asked for',
          },
        });
        break;
      case 'changed': {
        const result: unknown = Reflect.get(answer, 'result');
        sendJson(response, result == null ? answer : { ...answer, result: fault.change(result) });
        break;
      }
      case 'null':
        sendJson(response, { ...answer, result: null });
        break;
    }
  }

  #answer({ method, params }: RpcRequest): { result: unknown } | { error: object } {
    const [first, second] = params;
    const own = this.answers.get(method);
    if (own !== undefined) return { result: own(params) };
    switch (method) {
      case 'getSlot':
        return { result: this.#tip };
      case 'getGenesisHash':
        return { result: 'genesis' };
      case 'getFirstAvailableBlock':
        return { result: this.firstAvailable };
      case 'getBlocks':
        return { result: this.#slots(Number(first), Number(second)) };
      case 'getBlockTime':
        return { result: this.chain.get(Number(first))?.blockTime ?? null };
      case 'getBlock':
        return this.#block(Number(first));
      case 'getTransaction':
        return { result: this.transactions.get(String(first)) ?? null };
      case 'getMultipleAccounts':
        return { result: this.#accountsOf(first as string[], second) };
      default:
        return { error: { code: -32_601, message: `Method not found: ${method}` } };
    }
  }

  #slots(from: number, to: number): number[] {
    const slots: number[] = [];
    for (let slot = Math.max(from, this.firstAvailable); slot <= to; slot++) {
      if (this.chain.has(slot) && !this.unlisted.has(slot)) slots.push(slot);
    }
    return slots;
  }

  #block(slot: number): { result: unknown } | { error: object } {
    if (slot < this.firstAvailable) {
      return { error: { code: -32_001, message: `Block ${slot} cleaned up` } };
    }
    const block = this.chain.get(slot);
    if (block !== undefined) return { result: block };
    return slot > this.#tip
      ? { error: { code: notAvailableCode, message: `Block not available for slot ${slot}` } }
      : { error: { code: skippedCode, message: `Slot ${slot} was skipped` } };
  }

  #accountsOf(addresses: readonly string[], options: unknown): object {
    const { dataSlice } = options as { readonly dataSlice?: { readonly length: number } };
    const value = addresses.map((address) => {
      const account = this.accounts.get(address);
      if (account === undefined) return null;
      const data = [
        Buffer.from(account.data).subarray(0, dataSlice?.length).toString('base64'),
        'base64',
      ];
      return { owner: account.owner, lamports: 1, data, executable: false, rentEpoch: 0 };
    });
    return { context: { slot: this.#tip }, value };
  }

  #parentOf(slot: number): number {
    let parent = slot - 1;
    while (parent > 0 && !this.chain.has(parent)) parent--;
    return this.chain.has(parent) ? parent : slot - 1;
  }
}

/** Shorter responses are sent uncompressed, as servers do. */
const packedFrom = 1_024;

function sendJson(response: ServerResponse, answer: object): void {
  const text = JSON.stringify(answer);
  if (text.length >= packedFrom) sendGzip(response, gzipSync(text, { level: 1 }));
  else response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function packed(answer: object) {
  const whole = gzipSync(JSON.stringify(answer));
  return { whole, half: whole.subarray(0, Math.floor(whole.length / 2)) };
}

function sendGzip(response: ServerResponse, gzip: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(gzip);
}
