import type { Duplex } from 'node:stream';
import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { joinLabel, joinSentences } from '../../api/join.ts';
import { maxRetryAfterSeconds } from '../../api/marketError.ts';
import { parseServiceUrl } from '../../api/parseServiceUrl.ts';
import { Deadline } from '../../http/deadline.ts';
import { firstHeaderValue, HttpRequester, type NetworkOptions } from '../../http/httpRequester.ts';
import { parseJsonBody } from '../../http/jsonBody.ts';
import {
  classifyProviderError,
  providerMessage,
  requestedWaitSeconds,
} from '../../http/providerErrors.ts';
import { ProxyError } from '../../http/proxyError.ts';
import { maxResponseBytes, ResponseBodyError, readBody } from '../../http/responseBody.ts';
import { type Clock, systemClock } from '../../http/retry.ts';
import { SecretRedactor } from '../../http/secretRedactor.ts';
import { parseRetryAfter } from '../../http/statusErrors.ts';
import { connectionProblem, timeoutProblem } from '../../http/transportErrors.ts';
import { RpcError, type RpcErrorKind } from './rpcError.ts';

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
/** The end of a longer wait is named by its time. */
const longestCountedSeconds = 60;
/** Longer waits fail at once with the retry time. */
const maxWaitMilliseconds = 20_000;
const defaultPauseMilliseconds = 1_000;

/** JSON-RPC over HTTP to one node. Every failure is an RpcError without the key. */
export class RpcClient {
  readonly #endpoint: RpcEndpoint;
  readonly #clock: Clock;
  readonly #timeoutMilliseconds: number;
  readonly #requester: HttpRequester;
  #wasReached = false;
  /** Set after the node has rate-limited the client. */
  #pausedUntil = 0;
  #id = 0;

  /** Throws a MarketError of kind `bad-parameter` for an unusable URL or proxy. */
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
      url: this.#endpoint.url,
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
      this.#wasReached = true;
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
    parse: (body: Buffer) => Promise<unknown>,
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
    if (error !== undefined && error !== null) throw this.#refusal(method, 200, response);
    if (result === undefined) {
      throw this.#createError('unreadable', t('{0}: the response has no result', method));
    }
    return result;
  }

  /** Some nodes send ordinary JSON-RPC errors with an error status. */
  async #statusError(
    method: string,
    statusCode: number,
    header: string | undefined,
    body: Buffer,
  ): Promise<RpcError> {
    if (statusCode >= 300 && statusCode < 400) {
      return this.#createError(
        'refused',
        t('{0}: the node redirects. Enter its final URL.', method),
      );
    }
    const seconds = parseRetryAfter(header, this.#clock.now());
    const parsed = await parseJsonBody(body).catch(() => body.toString());
    return this.#refusal(method, statusCode, parsed, seconds);
  }

  /** `said`: the response's JSON, or its text. */
  #refusal(
    method: string,
    statusCode: number,
    said: unknown,
    retryAfterSeconds = requestedWaitSeconds(said),
  ): RpcError {
    const code = errorCode(said);
    const text = providerMessage(said);
    const kind = classifyProviderError({ statusCode, code, text });
    const retryAfterMilliseconds =
      retryAfterSeconds === undefined ? null : retryAfterSeconds * 1_000;
    if (kind === 'rate-limited') return this.#rateLimited(method, retryAfterMilliseconds, text);
    const status = statusCode === 200 ? '' : `HTTP ${statusCode}`;
    const problem = [status, text].filter(Boolean).reduce(joinLabel, method);
    const message = problem === method ? joinLabel(method, t('unspecified error')) : problem;
    return this.#createError(kind, joinSentences([message, adviceOf(kind)]), {
      ...(typeof code === 'number' && { code }),
      retryAfterMilliseconds,
    });
  }

  #rateLimited(method: string, retryAfterMilliseconds: number | null, said: string): RpcError {
    const pause = retryAfterMilliseconds ?? defaultPauseMilliseconds;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + pause);
    return this.#rateLimitError(method, retryAfterMilliseconds, said);
  }

  #rateLimitError(method: string, retryAfterMilliseconds: number | null, said = ''): RpcError {
    const seconds = Math.ceil((retryAfterMilliseconds ?? 0) / 1_000);
    // The message of a long wait is shown until its end.
    const end = new Date(Math.ceil(this.#clock.now() / 1_000 + seconds) * 1_000);
    const endTime = end.toISOString().slice(11, 19);
    const message =
      seconds === 0
        ? t('{0}: rate limited', method)
        : seconds <= longestCountedSeconds
          ? t('{0}: rate limited; retry in {1} s', method, seconds)
          : seconds < maxRetryAfterSeconds
            ? t('{0}: rate limited; retry at {1} UTC', method, endTime)
            : t(
                '{0}: rate limited; the node requires {1} s or longer; retry at {2} UTC',
                method,
                seconds,
                endTime,
              );
    const repeats = message.toLowerCase().includes(said.toLowerCase().replace(/[.!\s]+$/, ''));
    return this.#createError('rate-limited', repeats ? message : joinLabel(message, said), {
      retryAfterMilliseconds,
    });
  }

  #transportError(method: string, error: unknown, isExpired: boolean): RpcError {
    if (error instanceof ResponseBodyError) {
      return this.#createError(
        'unreadable',
        t('{0}: unreadable response: {1}', method, error.message),
      );
    }
    // The original error is not attached: it may contain the request.
    const problem = isExpired
      ? timeoutProblem(this.#requester.proxyLabelFor(this.#endpoint.url))
      : connectionProblem(error);
    // A proxy that let the node through before may do so again; followers must not end.
    const isPermanent = !this.#wasReached && error instanceof ProxyError && error.isPermanent;
    const kind = isPermanent ? 'proxy-refused' : 'unreachable';
    if (error instanceof ProxyError) return this.#createError(kind, problem);
    const host = new URL(this.origin).host;
    const text = t('Cannot reach {0} ({1})', host, problem);
    return new RpcError(kind, this.#endpoint.redact(text));
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

/** JSON-RPC puts the code into `error`; some gateways put it at the top. */
function errorCode(said: unknown): unknown {
  if (!isObject(said)) return undefined;
  const { error, code } = said;
  return isObject(error) ? error['code'] : code;
}

/** What the user can do; empty if the message says enough. */
function adviceOf(kind: RpcErrorKind): string {
  if (kind === 'refused' || kind === 'denied') return t('Check the RPC URL and the key in it.');
  if (kind === 'plan-lacks-method') {
    return t('Your plan does not include this. Upgrade it, or use another node.');
  }
  return '';
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
