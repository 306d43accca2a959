import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { t } from '@vscode/l10n';
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
import { MarketError } from '../../interface/marketError.ts';
import type { CallErrorData } from '../callProtocol.ts';
import type { ConnectionStatus } from '../connectionProtocol.ts';
import { UnknownConnectionError } from '../connections/connections.ts';
import { isObject } from '../connections/readRequest.ts';
import { errorData } from '../errorData.ts';
import type { LandingEntry } from '../landingProtocol.ts';
import {
  type ChannelProgress,
  channelEncoding,
  channelMethods,
  type HelloAnswer,
  type LogLine,
  marketErrorCode,
  noncePattern,
  proofOfSecret,
  protocolVersion,
  unknownConnectionCode,
} from '../protocol.ts';

/** A stranger gets this long, and this many bytes, to show that it knows the secret. */
const strangerMilliseconds = 2_000;
const strangerBytesMaximum = 8 * 1024;
/** Requests that a window may make once it has proved itself. */
const windowMethods = [
  channelMethods.open,
  channelMethods.close,
  channelMethods.call,
  channelMethods.testConnection,
  channelMethods.loadPools,
  channelMethods.poolStats,
  channelMethods.poolPage,
  channelMethods.poolSearch,
  channelMethods.poolDetail,
  channelMethods.lookupTable,
  channelMethods.fetchImage,
  channelMethods.readTransaction,
  channelMethods.useTool,
  channelMethods.adopt,
  channelMethods.prepareLanding,
  channelMethods.land,
  channelMethods.landings,
  channelMethods.forgetLandings,
  channelMethods.latestBlockhash,
  channelMethods.airdrop,
] as const;
export type WindowMethod = (typeof windowMethods)[number];

const progressType = new ProgressType<ChannelProgress>();

/** One request of a window. */
export interface WindowRequest {
  readonly window: WindowConnection;
  readonly method: WindowMethod;
  readonly parameters: unknown;
  readonly signal: AbortSignal;
  /** Told to the window if it wants to hear of it. */
  readonly onProgress: (progress: ChannelProgress) => void;
}

/** How a window has gone. */
export interface Leaving {
  readonly how: 'goodbye' | 'broken';
  /** Of the editor that it belonged to; `null` where it did not say. */
  readonly editorProcessId: number | null;
}

export interface WindowConnectionOptions {
  readonly socket: Socket;
  readonly secret: string;
  readonly version: string;
  /** Answers a request; throws a MarketError or an UnknownConnectionError. */
  readonly answer: (request: WindowRequest) => Promise<unknown>;
  readonly onAuthenticated: (window: WindowConnection) => void;
  readonly onLeft: (window: WindowConnection, leaving: Leaving) => void;
  /** Told of strangers that were cut off and of failures that are no MarketError. */
  readonly onTrouble: (message: string) => void;
}

type Stage = 'new' | 'greeted' | 'authenticated' | 'left';

/** One end of the channel: a stranger until it proves that it knows the secret, then a window. */
export class WindowConnection {
  readonly #options: WindowConnectionOptions;
  readonly #connection: MessageConnection;
  readonly #gone = new AbortController();
  readonly #patience: NodeJS.Timeout;
  #stage: Stage = 'new';
  #saidGoodbye = false;
  #editorProcessId: number | null = null;
  #nonces = { clientNonce: '', serverNonce: randomBytes(32).toString('hex') };
  #bytes = 0;

  constructor(options: WindowConnectionOptions) {
    this.#options = options;
    const { socket } = options;
    this.#patience = setTimeout(
      () => this.#cutOff('it did not say who it is'),
      strangerMilliseconds,
    );
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#closed());
    socket.on('data', this.#countBytes);
    const reader = new StreamMessageReader(socket, channelEncoding);
    // Its timer would go on for ever for a message that breaks off in the middle.
    reader.partialMessageTimeout = 0;
    this.#connection = createMessageConnection(
      reader,
      new StreamMessageWriter(socket, channelEncoding),
      undefined,
      {
        messageStrategy: {
          handleMessage: (message, next) => {
            if (this.#mayHandle(message)) return next(message);
            return this.#cutOff('it sent something else than the handshake');
          },
        },
      },
    );
    this.#connection.onError(([error]) => this.#cutOff(error.message));
    this.#connection.onRequest(channelMethods.hello, (request: unknown) => this.#hello(request));
    this.#connection.onRequest(channelMethods.authenticate, (request: unknown) =>
      this.#authenticate(request),
    );
    for (const method of windowMethods) {
      this.#connection.onRequest(method, (parameters: unknown, token: CancellationToken) =>
        this.#answer(method, parameters, token),
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

  sendLog(line: LogLine): void {
    this.#notify(channelMethods.log, line);
  }

  close(): void {
    this.#options.socket.destroy();
  }

  #notify(method: string, params: object): void {
    if (this.#stage !== 'authenticated') return;
    // A window that goes while it is written to is told of by the socket's own events.
    this.#connection.sendNotification(method, params).catch(() => undefined);
  }

  #mayHandle(message: Message): boolean {
    if (this.#stage === 'authenticated') return true;
    const expected = this.#stage === 'new' ? channelMethods.hello : channelMethods.authenticate;
    return Message.isRequest(message) && message.method === expected;
  }

  #hello(request: unknown): HelloAnswer {
    const clientNonce = textMember(request, 'clientNonce');
    if (!noncePattern.test(clientNonce)) {
      this.#cutOff('its nonce is none');
      throw new ResponseError(marketErrorCode, 'The nonce must be 32 bytes in hexadecimal');
    }
    this.#stage = 'greeted';
    this.#nonces = { ...this.#nonces, clientNonce };
    return {
      protocolVersion,
      version: this.#options.version,
      serverNonce: this.#nonces.serverNonce,
      proof: proofOfSecret(this.#options.secret, 'server', this.#nonces),
    };
  }

  #authenticate(request: unknown): null {
    const given = Buffer.from(textMember(request, 'proof'));
    const expected = Buffer.from(proofOfSecret(this.#options.secret, 'client', this.#nonces));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      this.#cutOff('it does not know the secret');
      throw new ResponseError(marketErrorCode, 'The proof is wrong');
    }
    this.#stage = 'authenticated';
    clearTimeout(this.#patience);
    this.#options.socket.off('data', this.#countBytes);
    this.#options.onAuthenticated(this);
    return null;
  }

  async #answer(
    method: WindowMethod,
    parameters: unknown,
    token: CancellationToken,
  ): Promise<unknown> {
    const cancelled = new AbortController();
    const listening = token.onCancellationRequested(() => cancelled.abort());
    try {
      const signal = AbortSignal.any([cancelled.signal, this.#gone.signal]);
      const onProgress = this.#progressOf(parameters);
      return await this.#options.answer({ window: this, method, parameters, signal, onProgress });
    } catch (error) {
      throw this.#responseError(error);
    } finally {
      listening.dispose();
    }
  }

  #progressOf(parameters: unknown): (progress: ChannelProgress) => void {
    const token = isObject(parameters) ? parameters['progressToken'] : undefined;
    if (typeof token !== 'string') return () => undefined;
    return (progress) => {
      if (this.#stage !== 'authenticated') return;
      this.#connection.sendProgress(progressType, token, progress).catch(() => undefined);
    };
  }

  #responseError(error: unknown): ResponseError<CallErrorData> {
    if (error instanceof UnknownConnectionError) {
      return new ResponseError(unknownConnectionCode, error.message);
    }
    let told: MarketError;
    if (MarketError.is(error)) {
      told = error;
    } else {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#options.onTrouble(`A call failed: ${words}`);
      told = new MarketError('service-failing', t('The market process failed; its log says why'));
    }
    return new ResponseError(marketErrorCode, told.message, errorData(told));
  }

  readonly #countBytes = (chunk: Uint8Array): void => {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > strangerBytesMaximum) this.#cutOff('it sent too much');
  };

  #cutOff(why: string): void {
    if (this.#options.socket.destroyed) return;
    const who = this.#stage === 'authenticated' ? 'A window' : 'A stranger';
    this.#options.onTrouble(`${who} on the channel was cut off: ${why}`);
    this.#options.socket.destroy();
  }

  #closed(): void {
    clearTimeout(this.#patience);
    this.#gone.abort();
    this.#connection.dispose();
    const was = this.#stage;
    this.#stage = 'left';
    if (was === 'authenticated') {
      const how = this.#saidGoodbye ? 'goodbye' : 'broken';
      this.#options.onLeft(this, { how, editorProcessId: this.#editorProcessId });
    }
  }
}

function textMember(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'string' ? member : '';
}
