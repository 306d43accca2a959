import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { type ClientOptions, WebSocket } from 'ws';
import { ApiKeys } from '../../../../src/backend/server/apiKeys.ts';
import { KeyShares } from '../../../../src/backend/server/keyShares.ts';
import {
  RpcWebSocketServer,
  type RpcWebSocketServerOptions,
} from '../../../../src/backend/server/rpcWebSocketServer.ts';
import { LandingError } from '../../../../src/engine/rpc/landingError.ts';
import type { Subscriber, Subscription } from '../../../../src/engine/sandbox/rpc/subscriptions.ts';
import { openServed, servedKey } from './servedDouble.ts';

export class FakeSubscription implements Subscription {
  readonly notification = 'slotNotification';
  readonly stopped = Promise.withResolvers<void>();
  readonly started = Promise.withResolvers<Subscriber>();

  start(subscriber: Subscriber): void {
    this.started.resolve(subscriber);
  }

  stop(): void {
    this.stopped.resolve();
  }
}

/**
 * The HTTP server of `serve` with its WebSockets, over a node whose only method is slotSubscribe.
 */
export async function openWebSockets(
  context: TestContext,
  options: Partial<RpcWebSocketServerOptions> = {},
) {
  const subscriptions: FakeSubscription[] = [];
  const log: string[] = [];
  const keys = options.keys ?? ApiKeys.ofOne(servedKey);
  const rpcWebSockets = new RpcWebSocketServer({
    keys,
    shares: new KeyShares(keys, undefined),
    open: async (method) => {
      if (method !== 'slotSubscribe') throw new LandingError(-32_601, 'Method not found');
      const subscription = new FakeSubscription();
      subscriptions.push(subscription);
      return subscription;
    },
    onUnexpected: (error) => log.push(String(error)),
    ...options,
  });
  const served = await openServed(context, { rpc: async () => 'ok', rpcWebSockets });
  return { ...served, log, rpcWebSockets, subscriptions };
}

export class WebSocketClient {
  readonly socket: WebSocket;
  readonly #messages: unknown[] = [];
  #wake = () => {};

  constructor(context: TestContext, url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(url, options);
    context.after(() => this.socket.terminate());
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) => {
      this.#messages.push(JSON.parse(String(data)));
      this.#wake();
    });
  }

  static async open(context: TestContext, port: number): Promise<WebSocketClient> {
    const headers = { 'x-api-key': servedKey };
    const client = new WebSocketClient(context, `ws://127.0.0.1:${port}/rpc`, { headers });
    await once(client.socket, 'open');
    return client;
  }

  send(body: unknown): void {
    this.socket.send(typeof body === 'string' ? body : JSON.stringify(body));
  }

  /** Oldest first. */
  async next(): Promise<unknown> {
    while (this.#messages.length === 0) {
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    return this.#messages.shift();
  }

  async ask(method: string, params: readonly unknown[] = []): Promise<unknown> {
    this.send({ jsonrpc: '2.0', id: 1, method, params });
    return await this.next();
  }
}

/** The close code of a connection; 1006 if it was cut off. */
export async function closeCode({ socket }: WebSocketClient): Promise<number> {
  const [code] = await once(socket, 'close');
  return code as number;
}

/** 101 for an accepted connection, otherwise the status of the rejection. */
export function handshakeStatus({ socket }: WebSocketClient): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('close', () => reject(new Error('closed without a response')));
  });
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
