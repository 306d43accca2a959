import type { Duplex } from 'node:stream';
import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { maxRetryAfterSeconds } from '../../api/marketError.ts';
import { parseServiceUrl } from '../../api/parseServiceUrl.ts';
import { Deadline } from '../../http/deadline.ts';
import { firstHeaderValue, HttpRequester, type NetworkOptions } from '../../http/httpRequester.ts';
import { parseJsonBody } from '../../http/jsonBody.ts';
import {
  freeMemory,
  maxResponseBytes,
  ResponseBodyError,
  readBody,
} from '../../http/responseBody.ts';
import { type Clock, systemClock } from '../../http/retry.ts';
import { SecretRedactor } from '../../http/secretRedactor.ts';
import { parseRetryAfter } from '../../http/statusErrors.ts';
import { connectionProblem } from '../../http/transportErrors.ts';
import { RpcError, type RpcErrorKind, rpcErrorCodes } from './rpcError.ts';

export interface RpcClientOptions {
  /** May contain a key, which is never shown. */
  readonly url: string;
  readonly network?: NetworkOptions;
  readonly clock?: Clock;
  readonly timeoutMilliseconds?: number;
  /** Concurrent requests; further requests are queued. */
  readonly connections?: number;
}

const defaultTimeoutMilliseconds = 20_000;
const responseLimits = { receivedBytes: maxResponseBytes, decompressedBytes: maxResponseBytes };
/** Only for the message of an error. */
const errorBodyLimits = { receivedBytes: 64 * 1024, decompressedBytes: 64 * 1024 };
/** Longer waits fail at once with the retry time. */
const maxWaitMilliseconds = 20_000;
const defaultPauseMilliseconds = 1_000;

/** JSON-RPC over HTTP to one node. Every failure is an RpcError without the key. */
export class RpcClient {
  readonly #endpoint: RpcEndpoint;
  readonly #clock: Clock;
  readonly #timeoutMilliseconds: number;
  readonly #requester: HttpRequester;
  /** Set after the node has rate-limited the client. */
  #pausedUntil = 0;
  #id = 0;

  /** Throws a MarketError of kind `bad-parameter` for an unusable URL. */
  constructor({
    url,
    network = {},
    clock = systemClock,
    timeoutMilliseconds = defaultTimeoutMilliseconds,
    connections = 1,
  }: RpcClientOptions) {
    this.#endpoint = new RpcEndpoint(url);
    this.#clock = clock;
    this.#timeoutMilliseconds = timeoutMilliseconds;
    this.#requester = new HttpRequester(network, {
      timeoutMilliseconds,
      connections,
      allowH2: false,
      // The fastest encoding to decompress.
      headers: { 'accept-encoding': 'gzip' },
    });
  }

  get origin(): string {
    return this.#endpoint.origin;
  }

  /**
   * Returns the unchecked `result`. Rejects with the signal's reason when it aborts. `parse`
   * converts the response body, whose memory is freed afterwards.
   */
  async call(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    parse: (body: Buffer) => Promise<unknown> = parseJsonBody,
  ): Promise<unknown> {
    await this.#waitForRateLimit(method, signal);
    const deadline = new Deadline(this.#timeoutMilliseconds, signal);
    let statusCode: number;
    let retryAfter: string | undefined;
    let body: Buffer;
    try {
      const response = await this.#requester.request(
        {
          url: this.#endpoint.url,
          method: 'POST',
          body: JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params }),
        },
        deadline.signal,
      );
      statusCode = response.statusCode;
      retryAfter = firstHeaderValue(response.headers['retry-after']);
      body = await readBody(
        response.body,
        firstHeaderValue(response.headers['content-encoding']),
        statusCode === 200 ? responseLimits : errorBodyLimits,
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw this.#transportError(method, error, deadline.isExpired);
    } finally {
      deadline.clear();
    }
    if (statusCode !== 200) throw await this.#statusError(method, statusCode, retryAfter, body);
    try {
      return await this.#result(method, body, parse);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error;
    } finally {
      freeMemory(body);
    }
  }

  /** The most likely first. They may contain a key. */
  get webSocketUrls(): readonly URL[] {
    return this.#endpoint.webSocketUrls;
  }

  /** Rejects if the URL has no WebSocket. The caller destroys the socket. */
  async openWebSocket(url: URL, signal: AbortSignal): Promise<Duplex> {
    return await this.#requester.openWebSocket(url, signal);
  }

  async close(): Promise<void> {
    await this.#requester.close();
  }

  async #waitForRateLimit(method: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (;;) {
      const now = this.#clock.now();
      // A clock that was set back must not extend the wait.
      this.#pausedUntil = Math.min(this.#pausedUntil, now + maxRetryAfterSeconds * 1_000);
      const milliseconds = this.#pausedUntil - now;
      if (milliseconds <= 0) return;
      if (milliseconds > maxWaitMilliseconds) throw this.#rateLimitError(method, milliseconds);
      await this.#clock.delay(milliseconds, signal);
    }
  }

  async #result(
    method: string,
    body: Buffer,
    parse: (body: Buffer) => Promise<unknown> = parseJsonBody,
  ): Promise<unknown> {
    let response: unknown;
    try {
      response = await parse(body);
    } catch (error) {
      throw this.#transportError(method, error, false);
    }
    if (!isObject(response)) {
      throw this.#createError('unreadable', t('{0}: the response is not JSON-RPC', method));
    }
    const { error, result } = response;
    if (error !== undefined && error !== null) {
      const { code, message } = isObject(error) ? error : {};
      if (code === 429 || code === rpcErrorCodes.rateLimited) {
        throw this.#rateLimited(method, null);
      }
      const said = typeof message === 'string' ? message : t('unspecified error');
      const details = typeof code === 'number' ? { code } : {};
      throw this.#createError('node-error', `${method}: ${said}`, details);
    }
    if (result === undefined) {
      throw this.#createError('unreadable', t('{0}: the response has no result', method));
    }
    return result;
  }

  async #statusError(
    method: string,
    statusCode: number,
    header: string | undefined,
    body: Buffer,
  ): Promise<RpcError> {
    const seconds = parseRetryAfter(header, this.#clock.now());
    const retryAfterMilliseconds = seconds === undefined ? null : seconds * 1_000;
    if (statusCode === 429) return this.#rateLimited(method, retryAfterMilliseconds);
    // Some nodes send ordinary JSON-RPC errors with an error status.
    try {
      await this.#result(method, body);
    } catch (error) {
      if (RpcError.is(error) && error.kind === 'node-error' && statusCode < 500) return error;
    }
    const status = `${method}: HTTP ${statusCode}`;
    if (statusCode >= 500) return this.#createError('failing', status, { retryAfterMilliseconds });
    if (statusCode >= 300 && statusCode < 400) {
      return this.#createError(
        'refused',
        t('{0}: the node redirects. Enter its final URL.', method),
      );
    }
    return this.#createError(
      'refused',
      statusCode === 401 || statusCode === 403
        ? t('{0}: HTTP {1}. Check the key in the RPC URL.', method, statusCode)
        : status,
    );
  }

  #rateLimited(method: string, retryAfterMilliseconds: number | null): RpcError {
    const pause = retryAfterMilliseconds ?? defaultPauseMilliseconds;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + pause);
    return this.#rateLimitError(method, retryAfterMilliseconds);
  }

  #rateLimitError(method: string, retryAfterMilliseconds: number | null): RpcError {
    const seconds = Math.ceil((retryAfterMilliseconds ?? 0) / 1_000);
    const message =
      seconds === 0
        ? t('{0}: rate limited (429)', method)
        : seconds < maxRetryAfterSeconds
          ? t('{0}: rate limited (429); retry in {1} s', method, seconds)
          : t(
              '{0}: rate limited (429); the node requires {1} s or longer; retry in {1} s',
              method,
              seconds,
            );
    return this.#createError('rate-limited', message, { retryAfterMilliseconds });
  }

  #transportError(method: string, error: unknown, isExpired: boolean): RpcError {
    if (error instanceof ResponseBodyError) {
      return this.#createError(
        'unreadable',
        t('{0}: unreadable response: {1}', method, error.message),
      );
    }
    // The original error is not attached: it may contain the request.
    const problem = isExpired ? t('request timed out') : connectionProblem(error);
    return this.#createError('unreachable', `${method}: ${problem}`);
  }

  #createError(
    kind: RpcErrorKind,
    message: string,
    details?: ConstructorParameters<typeof RpcError>[2],
  ): RpcError {
    const text = t('Node {0}: {1}', this.origin, message);
    return new RpcError(kind, this.#endpoint.redact(text), details);
  }
}

/** Shorter path segments ("v1", "rpc") are not secret; redacting them would garble messages. */
const minSecretLength = 6;
const maxMessageLength = 300;

/** Path and query may contain a key, so only `origin` may be shown. */
class RpcEndpoint {
  readonly origin: string;
  readonly url: URL;
  readonly #redactor: SecretRedactor;

  /** Throws a MarketError of kind `bad-parameter` whose message does not contain the URL. */
  constructor(text: string) {
    this.url = parseServiceUrl(text, 'RPC URL', { parameter: 'rpc-url', allowsQuery: true });
    this.origin = this.url.origin;
    this.#redactor = new SecretRedactor(findSecrets(this.url));
  }

  /**
   * Providers serve both protocols on one URL; Agave serves WebSockets on the next port (8900 for
   * 8899). That is another origin, so its URL has no path or query, which may contain a key.
   */
  get webSocketUrls(): readonly URL[] {
    const { url } = this;
    const nextPort = Number(url.port) + 1;
    if (url.port === '' || nextPort > 65_535) return [url];
    const next = new URL(url.origin);
    next.port = String(nextPort);
    return [url, next];
  }

  /** Shortens an external text and removes all parts of the URL that may be a key. */
  redact(text: string): string {
    return this.#redactor.redactText(text).slice(0, maxMessageLength);
  }
}

function findSecrets(url: URL): string[] {
  // Names of query parameters are not secret.
  const values = url.search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [...values, ...url.pathname.split('/')]
    .flatMap((part) => [part, decode(part)])
    .filter((part) => part.length >= minSecretLength);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
