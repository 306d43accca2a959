import { t } from '@vscode/l10n';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import { BodyError, readBody } from './readBody.ts';
import type { RpcEndpoint } from './rpcEndpoint.ts';
import { RpcError, type RpcErrorKind } from './rpcError.ts';

export interface RpcClientOptions {
  readonly endpoint: RpcEndpoint;
  readonly clock: Clock;
  /** Whole time of one request. */
  readonly timeoutMilliseconds: number;
  /** Most requests at a time; the rest wait their turn. */
  readonly connections: number;
  /** Carries the requests where they do not go straight to the node; closed with the client. */
  readonly dispatcher?: Dispatcher;
}

/** Several times the largest block. */
const responseLimits = { receivedBytes: 64 * 1024 * 1024, unpackedBytes: 256 * 1024 * 1024 };
/** The body of a failure is read for its words alone. */
const errorBodyLimits = { receivedBytes: 64 * 1024, unpackedBytes: 64 * 1024 };
const retryAfterMaximumMilliseconds = 120_000;
const defaultPauseMilliseconds = 1_000;

/** JSON-RPC over HTTP to one node. Every failure is an RpcFailure; none holds a key. */
export class RpcClient {
  readonly #endpoint: RpcEndpoint;
  readonly #clock: Clock;
  readonly #timeoutMilliseconds: number;
  readonly #agent: Dispatcher;
  /** Nothing is sent before this time: the node asked for patience. */
  #pausedUntil = 0;
  #id = 0;

  constructor({ endpoint, clock, timeoutMilliseconds, connections, dispatcher }: RpcClientOptions) {
    this.#endpoint = endpoint;
    this.#clock = clock;
    this.#timeoutMilliseconds = timeoutMilliseconds;
    this.#agent =
      dispatcher ??
      new Agent({
        connections,
        headersTimeout: timeoutMilliseconds,
        bodyTimeout: timeoutMilliseconds,
        connect: { timeout: timeoutMilliseconds },
      });
  }

  /** The `result` of one call, not yet checked. Rejects with the signal's reason when it aborts. */
  async call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    await this.#waitForRateLimit(signal);
    // By hand: thousands of signals made from one that lasts would each leave something with it.
    const ending = new AbortController();
    const giveUp = () => ending.abort();
    let isTimeout = false;
    const timer = setTimeout(() => {
      isTimeout = true;
      giveUp();
    }, this.#timeoutMilliseconds);
    signal.addEventListener('abort', giveUp, { once: true });
    let answer: Dispatcher.ResponseData;
    let body: Buffer;
    try {
      answer = await this.#agent.request({
        ...this.#endpoint.requestTarget(),
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params }),
        signal: ending.signal,
      });
      const encoding = singleHeader(answer.headers['content-encoding'])?.trim().toLowerCase() ?? '';
      const limits = answer.statusCode === 200 ? responseLimits : errorBodyLimits;
      body = await readBody(answer.body, encoding, limits);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw this.#transportError(method, error, isTimeout);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
    if (answer.statusCode !== 200) throw this.#statusError(method, answer, body);
    return this.#result(method, body);
  }

  /** Ends open requests and connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #waitForRateLimit(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (;;) {
      const milliseconds = this.#pausedUntil - this.#clock.now();
      if (milliseconds <= 0) return;
      await this.#clock.delay(milliseconds, signal);
    }
  }

  #result(method: string, body: Buffer): unknown {
    let answer: unknown;
    try {
      answer = JSON.parse(body.toString('utf8'));
    } catch {
      throw this.#createError('unreadable', t('{0}: the answer is no JSON', method));
    }
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
      throw this.#createError('unreadable', t('{0}: the answer is no JSON-RPC answer', method));
    }
    const { error, result } = answer as { error?: unknown; result?: unknown };
    if (error !== undefined && error !== null) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      if (code === 429) throw this.#rateLimited(method, null);
      throw new RpcError(
        'node-error',
        this.#redactedMessage(
          `${method}: ${typeof message === 'string' ? message : t('an error, no words')}`,
        ),
        typeof code === 'number' ? { code } : {},
      );
    }
    if (result === undefined) {
      throw this.#createError('unreadable', t('{0}: the answer holds no result', method));
    }
    return result;
  }

  #statusError(method: string, answer: Dispatcher.ResponseData, body: Buffer): RpcError {
    const { statusCode } = answer;
    const retryAfter = this.#retryAfter(singleHeader(answer.headers['retry-after']));
    if (statusCode === 429) return this.#rateLimited(method, retryAfter);
    // Some nodes send an ordinary JSON-RPC error with a status of its own.
    try {
      this.#result(method, body);
    } catch (error) {
      if (RpcError.is(error) && error.kind === 'node-error' && statusCode < 500) return error;
    }
    if (statusCode >= 500) {
      return new RpcError('failing', this.#redactedMessage(`${method}: HTTP ${statusCode}`), {
        retryAfterMilliseconds: retryAfter,
      });
    }
    if (statusCode >= 300 && statusCode < 400) {
      return this.#createError(
        'refused',
        t('{0}: the node redirects elsewhere; set its own URL', method),
      );
    }
    return this.#createError(
      'refused',
      statusCode === 401 || statusCode === 403
        ? t('{0}: HTTP {1}; is the key in the RPC URL right?', method, statusCode)
        : `${method}: HTTP ${statusCode}`,
    );
  }

  #rateLimited(method: string, retryAfterMilliseconds: number | null): RpcError {
    const pause = retryAfterMilliseconds ?? defaultPauseMilliseconds;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + pause);
    return new RpcError(
      'rate-limited',
      this.#redactedMessage(t('{0}: too many requests (429)', method)),
      {
        retryAfterMilliseconds,
      },
    );
  }

  /** Seconds or a date, as milliseconds from now. */
  #retryAfter(header: string | undefined): number | null {
    if (header === undefined) return null;
    const milliseconds = /^\s*\d+(\.\d+)?\s*$/.test(header)
      ? Number(header) * 1_000
      : Date.parse(header) - this.#clock.now();
    if (!Number.isFinite(milliseconds)) return null;
    return Math.min(Math.max(0, milliseconds), retryAfterMaximumMilliseconds);
  }

  #transportError(method: string, error: unknown, isTimeout: boolean): RpcError {
    if (error instanceof BodyError) {
      return this.#createError(
        'unreadable',
        t('{0}: the answer cannot be read: {1}', method, error.message),
      );
    }
    // The error itself is left out: it may hold the request.
    const code = error instanceof Error && 'code' in error ? String(error.code) : t('no answer');
    return this.#createError(
      'unreachable',
      `${method}: ${isTimeout ? t('no answer in time') : code}`,
    );
  }

  #createError(kind: RpcErrorKind, words: string): RpcError {
    return new RpcError(kind, this.#redactedMessage(words));
  }

  #redactedMessage(words: string): string {
    return this.#endpoint.redact(t('The node {0}: {1}', this.#endpoint.origin, words));
  }
}

const singleHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
