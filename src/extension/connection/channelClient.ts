import { connect, type Socket } from 'node:net';
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { MarketError } from '../../interface/marketError.ts';
import {
  type CallRequest,
  channelEncoding,
  channelMethods,
  type EngineStatus,
  type LogLine,
} from '../../market/protocol.ts';
import { prove } from './handshake.ts';
import { isObject, readCallError, readLogLine, readStatus } from './readMessages.ts';

/** A process that does not answer the handshake within this is not ours, or hangs. */
const handshakeMilliseconds = 5_000;

export interface ChannelClientOptions {
  readonly socketPath: string;
  readonly secret: string;
  /** Version of the extension; the process must have the same. */
  readonly version: string;
  readonly onStatus: (status: EngineStatus) => void;
  readonly onLog: (line: LogLine) => void;
  /** The connection broke, after it was open and without `close` having been called. */
  readonly onBroken: () => void;
}

/** One proven connection to the market process. */
export class ChannelClient {
  readonly #socket: Socket;
  readonly #connection: MessageConnection;
  readonly #options: ChannelClientOptions;
  /** The other side has proved itself: before that, nothing that it says counts. */
  #isProven = false;
  #isOpen = false;
  #isClosing = false;

  private constructor(socket: Socket, options: ChannelClientOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#closed());
    const reader = new StreamMessageReader(socket, channelEncoding);
    reader.partialMessageTimeout = 0;
    this.#connection = createMessageConnection(
      reader,
      new StreamMessageWriter(socket, channelEncoding),
    );
    this.#connection.onError(() => socket.destroy());
    this.#connection.onNotification(channelMethods.status, (value: unknown) => {
      const status = this.#isProven ? readStatus(value) : null;
      if (status !== null) options.onStatus(status);
    });
    this.#connection.onNotification(channelMethods.log, (value: unknown) => {
      const line = this.#isProven ? readLogLine(value) : null;
      if (line !== null) options.onLog(line);
    });
    this.#connection.listen();
  }

  /**
   * Connects and shakes hands. Throws the socket's own error where nobody listens (see
   * `nobodyListens`), otherwise an Error that says why the other side is not to be talked to.
   */
  static async open(options: ChannelClientOptions): Promise<ChannelClient> {
    const socket = await connected(options.socketPath);
    const client = new ChannelClient(socket, options);
    const patience = setTimeout(() => socket.destroy(), handshakeMilliseconds);
    try {
      await prove(client.#connection, {
        ...options,
        onProven: () => {
          client.#isProven = true;
        },
      });
      client.#isOpen = true;
      return client;
    } catch (error) {
      client.close();
      throw error;
    } finally {
      clearTimeout(patience);
    }
  }

  /** The result of one operation, raw amounts as bigint. Every failure is a MarketError. */
  async call(request: CallRequest, signal?: AbortSignal): Promise<unknown> {
    if (signal?.aborted === true) throw cancelled();
    const source = new CancellationTokenSource();
    // The caller is let go at once; the process hears of it and stops its work.
    const givenUp = Promise.withResolvers<never>();
    const abort = () => {
      source.cancel();
      givenUp.reject(cancelled());
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const answer: Promise<unknown> = this.#connection.sendRequest(
        channelMethods.call,
        request,
        source.token,
      );
      return resultOf(await Promise.race([answer, givenUp.promise]));
    } catch (error) {
      throw readCallError(error);
    } finally {
      signal?.removeEventListener('abort', abort);
      source.dispose();
    }
  }

  /** Says goodbye, so that the process does not take the window for dead, and hangs up. */
  async goodbye(): Promise<void> {
    this.#isClosing = true;
    await this.#connection.sendNotification(channelMethods.goodbye).catch(() => undefined);
    this.#socket.end();
  }

  close(): void {
    this.#isClosing = true;
    this.#socket.destroy();
    this.#connection.dispose();
  }

  #closed(): void {
    const hasBroken = this.#isOpen && !this.#isClosing;
    this.#isOpen = false;
    if (hasBroken) this.#options.onBroken();
    // Requests that are open end with it.
    this.#connection.dispose();
  }
}

function connected(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

const nobodyCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED']);

/** Whether connecting failed because there is no process (any more). */
export const nobodyListens = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && nobodyCodes.has(error.code);

function resultOf(answer: unknown): unknown {
  if (isObject(answer) && 'result' in answer) return answer['result'];
  throw new MarketError('unreadable-answer', 'The market process gave no answer that can be read.');
}

const cancelled = () => new MarketError('cancelled', 'Cancelled');
