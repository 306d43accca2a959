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
import { MarketError } from '../../interface/marketError.ts';
import type { ConnectionStatus } from '../../market/connectionProtocol.ts';
import type { LandingEntry } from '../../market/landingProtocol.ts';
import {
  type ChannelProgress,
  channelEncoding,
  channelMethods,
  type Goodbye,
  type LogLine,
} from '../../market/protocol.ts';
import { ChannelLostError, prove } from './handshake.ts';
import { readCallError, readLanding, readLogLine, readStatus } from './readMessages.ts';

/** A process that does not answer the handshake within this is not ours, or hangs. */
const handshakeMilliseconds = 5_000;

/** Requests that a window may make once it has proved itself. */
export type WindowMethod = Exclude<
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
    this.#connection.onNotification(channelMethods.landing, (value: unknown) => {
      const entry = this.#isProven ? readLanding(value) : null;
      if (entry !== null) options.onLanding?.(entry);
    });
    this.#connection.onNotification(channelMethods.log, (value: unknown) => {
      const line = this.#isProven ? readLogLine(value) : null;
      if (line !== null) options.onLog(line);
    });
    this.#connection.listen();
  }

  /**
   * Connects and shakes hands. Throws the socket's own error where nobody listens (see
   * `nobodyListens`), a ChannelLostError where the other side hangs up before it has said yes or
   * no, otherwise an Error that says why the other side is not to be talked to.
   */
  static async open(options: ChannelClientOptions): Promise<ChannelClient> {
    const socket = await connected(options.socketPath);
    const client = new ChannelClient(socket, options);
    let isOutOfPatience = false;
    const patience = setTimeout(() => {
      isOutOfPatience = true;
      socket.destroy();
    }, handshakeMilliseconds);
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
      const isLost = socket.destroyed && !isOutOfPatience;
      client.close();
      if (!isLost) throw error;
      throw new ChannelLostError(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(patience);
    }
  }

  /**
   * The answer to one request, raw amounts as bigint. Every failure is a MarketError, but for an
   * UnknownConnectionError where the connection must be opened (again) first.
   */
  async request(
    method: WindowMethod,
    request: object,
    { signal, onProgress }: RequestOptions = {},
  ): Promise<unknown> {
    if (signal?.aborted === true) throw cancelled();
    const source = new CancellationTokenSource();
    // The caller is let go at once; the process hears of it and stops its work.
    const givenUp = Promise.withResolvers<never>();
    const abort = () => {
      source.cancel();
      givenUp.reject(cancelled());
    };
    signal?.addEventListener('abort', abort, { once: true });
    const progressToken = onProgress === undefined ? undefined : randomUUID();
    const listening =
      onProgress === undefined || progressToken === undefined
        ? undefined
        : this.#connection.onProgress(progressType, progressToken, onProgress);
    try {
      const answer: Promise<unknown> = this.#connection.sendRequest(
        method,
        progressToken === undefined ? request : { ...request, progressToken },
        source.token,
      );
      return await Promise.race([answer, givenUp.promise]);
    } catch (error) {
      throw readCallError(error);
    } finally {
      signal?.removeEventListener('abort', abort);
      listening?.dispose();
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

const cancelled = () => new MarketError('cancelled', t('Cancelled'));
