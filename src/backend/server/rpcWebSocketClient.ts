import type { RawData, WebSocket } from 'ws';
import { parseJson, stringifyJson } from '../../api/json.ts';
import { LandingError } from '../../engine/rpc/landingError.ts';
import { rpcErrorCodes } from '../../engine/rpc/rpcError.ts';
import type { Subscription } from '../../engine/sandbox/rpc/subscriptions.ts';
import { handleRpcBody, rpcParseError } from './rpcResponse.ts';

/** `null` while the node starts. */
export type RpcSubscriptionOpener = (
  method: string,
  params: readonly unknown[],
) => Promise<Subscription> | null;

export interface RpcWebSocketClientOptions {
  readonly open: RpcSubscriptionOpener;
  readonly nextId: () => number;
  readonly maxSubscriptions: number;
  /** Limit of unsent bytes for a client that reads slowly. */
  readonly maxBufferedBytes: number;
  readonly onUnexpected: (error: unknown) => void;
}

/** After this many unanswered requests, reading pauses and further ones stay in the socket. */
const maxPendingMessages = 64;

/** One client with its subscriptions: requests run in sequence, with notifications in between. */
export class RpcWebSocketClient {
  readonly #socket: WebSocket;
  readonly #options: RpcWebSocketClientOptions;
  readonly #subscriptions = new Map<number, Subscription>();
  /** Opened by the current request; they start after its response was sent. */
  #opened: number[] = [];
  #pending = 0;
  #work: Promise<void> = Promise.resolve();
  #isAlive = true;

  constructor(socket: WebSocket, options: RpcWebSocketClientOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('message', (data) => this.#receive(data));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    // An error closes the connection, and `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#stopAll());
  }

  /** Terminates a connection that has not answered the previous ping. */
  ping(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }

  #receive(data: RawData): void {
    this.#pending += 1;
    if (this.#pending === maxPendingMessages) this.#socket.pause();
    this.#work = this.#work.then(async () => {
      await this.#answer(String(data)).catch((error) => this.#fail(error));
      if (this.#pending === maxPendingMessages) this.#socket.resume();
      this.#pending -= 1;
    });
  }

  async #answer(text: string): Promise<void> {
    const call = (method: string, params: readonly unknown[]) => this.#call(method, params);
    const body = parseBody(text);
    const response =
      body === null
        ? stringifyJson(rpcParseError)
        : await handleRpcBody(call, body.value, () => undefined);
    if (response !== null) this.#send(response);
    for (const id of this.#opened.splice(0)) this.#start(id);
  }

  #call(method: string, params: readonly unknown[]): Promise<unknown> | null {
    if (method.endsWith('Unsubscribe')) return this.#unsubscribe(params[0]);
    if (this.#subscriptions.size >= this.#options.maxSubscriptions) {
      throw new LandingError(
        rpcErrorCodes.internalError,
        `Subscription refused: at most ${this.#options.maxSubscriptions} for each connection`,
      );
    }
    const opening = this.#options.open(method, params);
    return opening === null ? null : this.#add(opening);
  }

  async #add(opening: Promise<Subscription>): Promise<number> {
    const subscription = await opening;
    const id = this.#options.nextId();
    this.#subscriptions.set(id, subscription);
    this.#opened.push(id);
    return id;
  }

  async #unsubscribe(id: unknown): Promise<true> {
    const subscription = this.#subscriptions.get(Number(id));
    if (subscription === undefined) {
      throw new LandingError(rpcErrorCodes.invalidParams, 'Invalid subscription id.');
    }
    this.#subscriptions.delete(Number(id));
    subscription.stop();
    return true;
  }

  #start(id: number): void {
    const subscription = this.#subscriptions.get(id);
    // The same batch may have ended it, or the connection may have closed.
    if (subscription === undefined || this.#socket.readyState !== this.#socket.OPEN) return;
    subscription.start({
      notify: (result) =>
        this.#send(
          stringifyJson({
            jsonrpc: '2.0',
            method: subscription.notification,
            params: { result, subscription: id },
          }),
        ),
      end: () => {
        this.#subscriptions.delete(id);
        subscription.stop();
      },
      onUnexpected: (error) => this.#fail(error),
    });
  }

  #send(message: string): void {
    // Notifications cannot be dropped, so a client that is too slow is cut off and must reconnect.
    if (this.#socket.bufferedAmount > this.#options.maxBufferedBytes) this.#socket.terminate();
    else this.#socket.send(message);
  }

  #fail(error: unknown): void {
    this.#options.onUnexpected(error);
    this.#socket.close(1011, 'Internal error');
    this.#stopAll();
  }

  #stopAll(): void {
    for (const subscription of this.#subscriptions.values()) subscription.stop();
    this.#subscriptions.clear();
  }
}

function parseBody(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseJson(text) };
  } catch {
    return null;
  }
}
