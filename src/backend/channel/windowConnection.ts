import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { t } from '@vscode/l10n';
import type { TSchema } from 'typebox';
import {
  type CancellationToken,
  createMessageConnection,
  Message,
  type MessageConnection,
  ProgressType,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import { UnknownConnectionError } from '../connections/connectionRegistry.ts';
import { type CallErrorData, toCallErrorData } from '../protocol/callProtocol.ts';
import {
  type ChannelProgress,
  channelCodec,
  channelMethods,
  computeProof,
  type HelloResponse,
  type LogLine,
  marketErrorCode,
  noncePattern,
  protocolVersion,
  unknownConnectionCode,
  type WindowMethod,
} from '../protocol/channelProtocol.ts';
import { limitUnprovenBytes } from '../protocol/clientHandshake.ts';
import type { ConnectionStatus } from '../protocol/connectionProtocol.ts';
import type { JournalProblem, LandingEntry } from '../protocol/landingProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';
import { parseRequest, type RequestOf } from '../requests/parseRequest.ts';

const authenticationTimeoutMilliseconds = 2_000;
const progressType = new ProgressType<ChannelProgress>();

export interface WindowRequest {
  readonly window: WindowConnection;
  readonly parameters: unknown;
  readonly signal: AbortSignal;
  /** Sends progress if the window requested it; resolves when it has left this process. */
  readonly onProgress: (progress: ChannelProgress) => Promise<void>;
}

/** Throws a MarketError or an UnknownConnectionError. */
export type RequestHandler = (request: WindowRequest) => unknown;
export type RequestHandlers = Readonly<Record<WindowMethod, RequestHandler>>;

export interface Disconnection {
  readonly reason: 'goodbye' | 'broken';
  /** `null` if the window did not send it. */
  readonly editorProcessId: number | null;
}

export interface WindowConnectionOptions {
  readonly socket: Socket;
  readonly secret: string;
  readonly version: string;
  readonly handlers: RequestHandlers;
  readonly onAuthenticated: (window: WindowConnection) => void;
  readonly onDisconnected: (window: WindowConnection, leaving: Disconnection) => void;
  /** Called for disconnected unauthenticated clients and for errors other than MarketError. */
  readonly onWarning: (message: string) => void;
}

type HandshakeState = 'new' | 'greeted' | 'authenticated' | 'left';

/** One end of the channel: unauthenticated until the client proves that it knows the secret. */
export class WindowConnection {
  readonly #options: WindowConnectionOptions;
  readonly #connection: MessageConnection;
  readonly #disconnected = new AbortController();
  readonly #authenticationTimeout: NodeJS.Timeout;
  readonly #liftByteLimit: () => void;
  #handshakeState: HandshakeState = 'new';
  #saidGoodbye = false;
  #editorProcessId: number | null = null;
  #nonces = { clientNonce: '', serverNonce: randomBytes(32).toString('hex') };

  constructor(options: WindowConnectionOptions) {
    this.#options = options;
    const { socket } = options;
    this.#authenticationTimeout = setTimeout(
      () => this.#disconnect('it did not say who it is'),
      authenticationTimeoutMilliseconds,
    );
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#handleClose());
    this.#liftByteLimit = limitUnprovenBytes(socket, () => this.#disconnect('it sent too much'));
    const reader = new StreamMessageReader(socket, channelCodec);
    // The reader's timer would otherwise run forever after an incomplete message.
    reader.partialMessageTimeout = 0;
    this.#connection = createMessageConnection(
      reader,
      new StreamMessageWriter(socket, channelCodec),
      undefined,
      {
        messageStrategy: {
          handleMessage: (message, next) => {
            if (this.#isAllowed(message)) return next(message);
            return this.#disconnect('it sent something else than the handshake');
          },
        },
      },
    );
    this.#connection.onError(([error]) => this.#disconnect(error.message));
    this.#connection.onRequest(channelMethods.hello, (request: unknown) =>
      this.#handleHello(request),
    );
    this.#connection.onRequest(channelMethods.authenticate, (request: unknown) =>
      this.#handleAuthenticate(request),
    );
    for (const [method, handler] of Object.entries(options.handlers)) {
      this.#connection.onRequest(method, (parameters: unknown, token: CancellationToken) =>
        this.#handleRequest(handler, parameters, token),
      );
    }
    this.#connection.onNotification(channelMethods.goodbye, (goodbye: unknown) => {
      this.#saidGoodbye = true;
      const id = isObject(goodbye) ? goodbye['editorProcessId'] : undefined;
      if (Number.isSafeInteger(id) && Number(id) > 1) this.#editorProcessId = Number(id);
      socket.end();
    });
    this.#connection.listen();
  }

  sendStatus(status: ConnectionStatus): void {
    this.#notify(channelMethods.status, status);
  }

  sendLanding(entry: LandingEntry): void {
    this.#notify(channelMethods.landing, entry);
  }

  sendJournalProblem(problem: JournalProblem | null): void {
    this.#notify(channelMethods.journalProblem, problem ?? {});
  }

  sendLog(line: LogLine): void {
    this.#notify(channelMethods.log, line);
  }

  close(): void {
    this.#options.socket.destroy();
  }

  #notify(method: string, params: object): void {
    if (this.#handshakeState !== 'authenticated') return;
    // The socket's own events report a window that disconnects during a write.
    this.#connection.sendNotification(method, params).catch(() => undefined);
  }

  #isAllowed(message: Message): boolean {
    if (this.#handshakeState === 'authenticated') return true;
    const expected =
      this.#handshakeState === 'new' ? channelMethods.hello : channelMethods.authenticate;
    return Message.isRequest(message) && message.method === expected;
  }

  #handleHello(request: unknown): HelloResponse {
    const clientNonce = textMember(request, 'clientNonce');
    if (!noncePattern.test(clientNonce)) {
      this.#disconnect('its nonce is none');
      throw new ResponseError(marketErrorCode, 'The nonce must be 32 bytes in hexadecimal');
    }
    this.#handshakeState = 'greeted';
    this.#nonces = { ...this.#nonces, clientNonce };
    return {
      protocolVersion,
      version: this.#options.version,
      serverNonce: this.#nonces.serverNonce,
      proof: computeProof(this.#options.secret, 'server', this.#nonces),
    };
  }

  #handleAuthenticate(request: unknown): null {
    const given = Buffer.from(textMember(request, 'proof'));
    const expected = Buffer.from(computeProof(this.#options.secret, 'client', this.#nonces));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      this.#disconnect('it does not know the secret');
      throw new ResponseError(marketErrorCode, 'The proof is wrong');
    }
    this.#handshakeState = 'authenticated';
    clearTimeout(this.#authenticationTimeout);
    this.#liftByteLimit();
    this.#options.onAuthenticated(this);
    return null;
  }

  async #handleRequest(
    handler: RequestHandler,
    parameters: unknown,
    token: CancellationToken,
  ): Promise<unknown> {
    const cancelled = new AbortController();
    const listening = token.onCancellationRequested(() => cancelled.abort());
    try {
      const signal = AbortSignal.any([cancelled.signal, this.#disconnected.signal]);
      const onProgress = this.#progressReporter(parameters);
      return await handler({ window: this, parameters, signal, onProgress });
    } catch (error) {
      throw this.#responseError(error);
    } finally {
      listening.dispose();
    }
  }

  #progressReporter(parameters: unknown): WindowRequest['onProgress'] {
    const token = isObject(parameters) ? parameters['progressToken'] : undefined;
    return async (progress) => {
      if (typeof token !== 'string' || this.#handshakeState !== 'authenticated') return;
      await this.#connection.sendProgress(progressType, token, progress).catch(() => undefined);
    };
  }

  #responseError(error: unknown): ResponseError<CallErrorData> {
    if (error instanceof UnknownConnectionError) {
      return new ResponseError(unknownConnectionCode, error.message);
    }
    if (MarketError.is(error)) {
      return new ResponseError(marketErrorCode, error.message, toCallErrorData(error));
    }
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#options.onWarning(`A call failed: ${details}`);
    const failure = new MarketError(
      'service-failing',
      t('The backend failed. See the log for details.'),
    );
    return new ResponseError(marketErrorCode, failure.message, toCallErrorData(failure));
  }

  #disconnect(why: string): void {
    if (this.#options.socket.destroyed) return;
    const who = this.#handshakeState === 'authenticated' ? 'A window' : 'A stranger';
    this.#options.onWarning(`${who} on the channel was cut off: ${why}`);
    this.#options.socket.destroy();
  }

  #handleClose(): void {
    clearTimeout(this.#authenticationTimeout);
    this.#disconnected.abort();
    this.#connection.dispose();
    const was = this.#handshakeState;
    this.#handshakeState = 'left';
    if (was === 'authenticated') {
      const reason = this.#saidGoodbye ? 'goodbye' : 'broken';
      this.#options.onDisconnected(this, { reason, editorProcessId: this.#editorProcessId });
    }
  }
}

function textMember(value: unknown, name: string): string {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : '';
}

export const handle =
  <Schema extends TSchema>(
    schema: Schema,
    run: (members: RequestOf<Schema>, request: WindowRequest) => unknown,
  ): RequestHandler =>
  (request) =>
    run(parseRequest(schema, request.parameters), request);

export const callOptions = (
  { window, signal, onProgress }: WindowRequest,
  {
    priority = 'interactive',
    forceRefresh = false,
  }: Partial<Pick<ConnectionCallOptions, 'priority' | 'forceRefresh'>> = {},
): ConnectionCallOptions => ({ signal, window, onProgress, priority, forceRefresh });
