import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { provingListener } from '../provingListener.ts';

export const testBlockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';

const serviceKey = 'service-key-1';

export class FakeLandingService {
  readonly bodies: string[] = [];
  /** Method and path, except proofs of the key. */
  readonly requests: string[] = [];
  readonly keys: unknown[] = [];
  answer: (body: { id: number; params: unknown[] }, response: ServerResponse) => void = () =>
    undefined;
  transaction: (response: ServerResponse) => void = (response) =>
    response.writeHead(404).end('{"statusCode":404,"error":"Not Found","message":"unknown"}');
  /** Whether it cannot prove that it knows the key, like every service except `serve`. */
  isUnproven = false;
  readonly #server: Server = createServer(
    provingListener(
      () => (this.isUnproven ? null : serviceKey),
      (request, response) => void this.#serve(request, response),
    ),
  );

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get settings(): ServiceSettings {
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { kind: 'service', baseUrl: url, landingUrl: url, apiKey: serviceKey };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    this.requests.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') {
      const text = Buffer.concat(pieces).toString();
      this.bodies.push(text);
      this.keys.push(request.headers['x-api-key']);
      this.answer(JSON.parse(text), response);
    } else if (request.url?.startsWith('/transaction?') === true) this.transaction(response);
    else response.writeHead(500).end('{}');
  }
}

/** A node, and block engine, for which every account has 5 SOL and every signature is finalized. */
export class FakeLandingNode {
  readonly methods: string[] = [];
  /** First parameter of each `sendTransaction` and `sendBundle`. */
  readonly sent: unknown[] = [];
  /** They override the default ones. */
  readonly answers = new Map<string, (params: readonly unknown[]) => unknown>();
  readonly #server: Server = createServer(
    (request, response) => void this.#serve(request, response),
  );

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString());
    this.methods.push(method);
    const account = { lamports: 5_000_000_000, owner: '1'.repeat(32), data: ['', 'base64'] };
    const inContext = (value: unknown) => ({ context: { slot: 50 }, value });
    const answers: Readonly<Record<string, () => unknown>> = {
      getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
      isBlockhashValid: () => inContext(true),
      getLatestBlockhash: () => inContext({ blockhash: testBlockhash, lastValidBlockHeight: 200 }),
      getMultipleAccounts: () => inContext(params[0].map(() => account)),
      simulateTransaction: () => inContext({ err: null, logs: [], unitsConsumed: 450 }),
      getSignatureStatuses: () =>
        inContext([{ slot: 51, err: null, confirmationStatus: 'finalized' }]),
      sendTransaction: () => {
        this.sent.push(params[0]);
        return encodeBase58(Uint8Array.from(Buffer.from(params[0], 'base64').subarray(1, 65)));
      },
      sendBundle: () => {
        this.sent.push(params[0]);
        return 'bundle-7';
      },
    };
    response.setHeader('content-type', 'application/json');
    const answer = this.answers.get(method) ?? answers[method];
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answer?.(params) ?? null }));
  }
}
