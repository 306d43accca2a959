import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { t } from '@vscode/l10n';
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ProgressType,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { MarketError } from '../../api/marketError.ts';
import {
  type ChannelProgress,
  channelCodec,
  channelMethods,
  type Goodbye,
  type LogLine,
} from '../../backend/protocol/channelProtocol.ts';
import type { ConnectionStatus } from '../../backend/protocol/connectionProtocol.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import { parseCallError, parseLanding, parseLogLine, parseStatus } from './channelMessages.ts';
import { ChannelLostError, performHandshake } from './handshake.ts';

/** A process that does not answer the handshake within this is not ours, or hangs. */
const handshakeTimeoutMilliseconds = 5_000;

/** Requests that a window may make once it has proved itself. */
export type ChannelMethod = Exclude<
  keyof typeof channelMethods,
  'hello' | 'authenticate' | 'status' | 'log' | 'goodbye' | 'landing'
>;

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ChannelProgress) => void) | undefined;
}

const progressType = new ProgressType<ChannelProgress>();

export interface ChannelClientOptions {
  readonly socketPath: string;
  readonly secret: string;
  /** Version of the extension; the process must have the same. */
  readonly version: string;
  readonly onStatus: (status: ConnectionStatus) => void;
  readonly onLog: (line: LogLine) => void;
  /** A landing is new or has changed. */
  readonly onLanding?: (entry: LandingEntry) => void;
  /** The connection broke, after it was open and without `close` having been called. */
  readonly onDisconnect: () => void;
}

/** One proven connection to the backend. */
export class ChannelClient {
  readonly #socket: Socket;
  readonly #connection: MessageConnection;
  readonly #options: ChannelClientOptions;
  /** The other side has proved itself: before that, nothing that it says counts. */
  #isAuthenticated = false;
  #isOpen = false;
  #isClosing = false;

  private constructor(socket: Socket, options: ChannelClientOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#handleClose());
    const reader = new StreamMessageReader(socket, channelCodec);
    reader.partialMessageTimeout = 0;
    this.#connection = createMessageConnection(
      reader,
      new StreamMessageWriter(socket, channelCodec),
    );
    this.#connection.onError(() => socket.destroy());
    this.#connection.onNotification(channelMethods.status, (value: unknown) => {
      const status = this.#isAuthenticated ? parseStatus(value) : null;
      if (status !== null) options.onStatus(status);
    });
    this.#connection.onNotification(channelMethods.landing, (value: unknown) => {
      const entry = this.#isAuthenticated ? parseLanding(value) : null;
      if (entry !== null) options.onLanding?.(entry);
    });
    this.#connection.onNotification(channelMethods.log, (value: unknown) => {
      const line = this.#isAuthenticated ? parseLogLine(value) : null;
      if (line !== null) options.onLog(line);
    });
    this.#connection.listen();
  }

  /**
   * Connects and shakes hands. Throws the socket's own error where nobody listens (see
   * `isNotListening`), a ChannelLostError where the other side hangs up before it has said yes or
   * no, otherwise an Error that says why the other side is not to be talked to.
   */
  static async open(options: ChannelClientOptions): Promise<ChannelClient> {
    const socket = await connectSocket(options.socketPath);
    const client = new ChannelClient(socket, options);
    let hasTimedOut = false;
    const timeout = setTimeout(() => {
      hasTimedOut = true;
      socket.destroy();
    }, handshakeTimeoutMilliseconds);
    try {
      await performHandshake(client.#connection, {
        ...options,
        onAuthenticated: () => {
          client.#isAuthenticated = true;
        },
      });
      client.#isOpen = true;
      return client;
    } catch (error) {
      const isLost = socket.destroyed && !hasTimedOut;
      client.close();
      if (!isLost) throw error;
      throw new ChannelLostError(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timeout);
    }
  }

  /**
   * The answer to one request, raw amounts as bigint. Every failure is a MarketError, but for an
   * UnknownConnectionError where the connection must be opened (again) first.
   */
  async request(
    method: ChannelMethod,
    request: object,
    { signal, onProgress }: RequestOptions = {},
  ): Promise<unknown> {
    if (signal?.aborted === true) throw cancelledError();
    const source = new CancellationTokenSource();
    // The caller is let go at once; the process hears of it and stops its work.
    const aborted = Promise.withResolvers<never>();
    const abort = () => {
      source.cancel();
      aborted.reject(cancelledError());
    };
    signal?.addEventListener('abort', abort, { once: true });
    const progressToken = onProgress === undefined ? undefined : randomUUID();
    const subscription =
      onProgress === undefined || progressToken === undefined
        ? undefined
        : this.#connection.onProgress(progressType, progressToken, onProgress);
    try {
      const answer: Promise<unknown> = this.#connection.sendRequest(
        method,
        progressToken === undefined ? request : { ...request, progressToken },
        source.token,
      );
      return await Promise.race([answer, aborted.promise]);
    } catch (error) {
      throw parseCallError(error);
    } finally {
      signal?.removeEventListener('abort', abort);
      subscription?.dispose();
      source.dispose();
    }
  }

  /** Says goodbye, so that the process does not take the window for dead, and hangs up. */
  async goodbye(): Promise<void> {
    this.#isClosing = true;
    // The extension host's own parent: a reload leaves it running.
    const goodbye: Goodbye = { editorProcessId: process.ppid };
    await this.#connection.sendNotification(channelMethods.goodbye, goodbye).catch(() => undefined);
    this.#socket.end();
  }

  close(): void {
    this.#isClosing = true;
    this.#socket.destroy();
    this.#connection.dispose();
  }

  #handleClose(): void {
    const isUnexpected = this.#isOpen && !this.#isClosing;
    this.#isOpen = false;
    if (isUnexpected) this.#options.onDisconnect();
    // Requests that are open end with it.
    this.#connection.dispose();
  }
}

function connectSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

const notListeningCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED']);

/** Whether connecting failed because there is no process (any more). */
export const isNotListening = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && notListeningCodes.has(error.code);

const cancelledError = () => new MarketError('cancelled', t('Cancelled'));
