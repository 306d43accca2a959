import { t } from '@vscode/l10n';
import type { ParametersOf, ResponseOf } from '../api/defineOperation.ts';
import { parseJson, stringifyJson } from '../api/json.ts';
import type { MarketCacheEntry } from '../api/marketCache.ts';
import { MarketError } from '../api/marketError.ts';
import type { MarketCallOptions, MarketService } from '../api/marketService.ts';
import { type OperationName, type Operations, operations } from '../api/operations.ts';
import type { ParameterEncoding } from '../api/parameterEncoding.ts';
import { joinPath, parseServiceUrl } from '../api/parseServiceUrl.ts';
import { type PartialResponse, readPartialResponse } from '../api/partialResponse.ts';
import { validateParameters, validateResponse } from '../api/validation.ts';
import { Deadline } from '../http/deadline.ts';
import { type HttpRequest, HttpRequester, type HttpResponse } from '../http/httpRequester.ts';
import { isJsonTooDeep } from '../http/jsonDepth.ts';
import { decompressBody, ResponseBodyError } from '../http/responseBody.ts';
import { type RetryClock, systemRetryClock, TransientError, withRetries } from '../http/retry.ts';
import { SecretRedactor } from '../http/secretRedactor.ts';
import { HttpTransport, type HttpTransportOptions } from '../http/transport.ts';
import {
  errorFromTransport,
  possiblySentMessage,
  timeoutMessage,
} from '../http/transportErrors.ts';
import { encodeParameters } from './encodeParameters.ts';
import { type MarketCacheStreamOptions, readMarketCacheEntries } from './marketCacheStream.ts';
import { normalizeLandResponse } from './normalizeLandResponse.ts';

export interface HttpMarketClientOptions extends HttpTransportOptions {
  /** `{base_url}`: https, or http on this machine. */
  readonly baseUrl: string;
  /** `{landing_url}`; without one, landing is refused. */
  readonly landingUrl?: string;
  /** For the origin of `baseUrl` alone. */
  readonly apiKey: string;
  /** For the origin of `landingUrl`, where that is another; without it, landing is refused there. */
  readonly landingApiKey?: string;
  readonly encoding?: ParameterEncoding;
  /** Whole time of one request with its repetitions; for a stream, of each wait for more. */
  readonly timeoutMilliseconds?: number;
  /** Most of one answer, unpacked. */
  readonly maxResponseBytes?: number;
  /** Whole time of a market cache that is read as a stream, and most of it. */
  readonly streamTimeoutMilliseconds?: number;
  readonly maxStreamBytes?: number;
  readonly retryClock?: RetryClock;
}

/** What a caller may add to a request over HTTP. */
export interface HttpCallOptions extends MarketCallOptions {
  /** Awaited before the request is sent again after a transient error, which it may forbid. */
  readonly beforeRetry?: () => Promise<void>;
}

/** Clients of the market cache are known to wait this long. */
const defaultTimeoutMilliseconds = 30_000;
const defaultMaxResponseBytes = 64 * 1024 * 1024;
const defaultStreamTimeoutMilliseconds = 600_000;
/** Four times the largest known market cache. */
const defaultMaxStreamBytes = 1024 * 1024 * 1024;

/** The ten operations over HTTP. Every failure is a MarketError; none holds the key. */
export class HttpMarketClient {
  readonly service: MarketService;
  readonly #transport: HttpTransport;
  readonly #requester: HttpRequester;
  /** `null` where the landing URL has another origin, and no key of its own. */
  readonly #landingRequester: HttpRequester | null;
  readonly #redactor: SecretRedactor;
  readonly #baseUrl: URL;
  readonly #landingUrl: URL | null;
  readonly #encoding: ParameterEncoding;
  readonly #timeoutMilliseconds: number;
  readonly #maxResponseBytes: number;
  readonly #streamTimeoutMilliseconds: number;
  readonly #maxStreamBytes: number;
  readonly #retryClock: RetryClock;

  /** Throws a MarketError of kind `bad-parameter` for an address that no key may be sent to. */
  constructor(options: HttpMarketClientOptions) {
    this.#baseUrl = parseServiceUrl(options.baseUrl, t('base URL'));
    this.#landingUrl =
      options.landingUrl === undefined
        ? null
        : parseServiceUrl(options.landingUrl, t('landing URL'));
    const { apiKey, landingApiKey } = options;
    for (const key of [apiKey, landingApiKey ?? apiKey]) {
      if (/^[\x21-\x7e]+$/.test(key)) continue;
      throw new MarketError(
        'unauthorized',
        t('The API key is empty or holds spaces or other signs; enter it again'),
      );
    }
    this.#encoding = options.encoding ?? 'brackets';
    this.#timeoutMilliseconds = options.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
    this.#maxResponseBytes = options.maxResponseBytes ?? defaultMaxResponseBytes;
    this.#streamTimeoutMilliseconds =
      options.streamTimeoutMilliseconds ?? defaultStreamTimeoutMilliseconds;
    this.#maxStreamBytes = options.maxStreamBytes ?? defaultMaxStreamBytes;
    this.#retryClock = options.retryClock ?? systemRetryClock;
    this.#transport = new HttpTransport(options, {
      timeoutMilliseconds: this.#timeoutMilliseconds,
      sendsGetBodies: this.#encoding === 'body',
    });
    this.#requester = new HttpRequester(this.#transport, apiKey);
    this.#landingRequester = this.#createLandingRequester(apiKey, landingApiKey);
    this.#redactor = new SecretRedactor([apiKey, ...(landingApiKey ? [landingApiKey] : [])]);
    this.service = this.#createService();
  }

  /**
   * As the operation of `service`, but one wrong member does not lose the whole answer: see
   * `readParts`.
   */
  async callPartial<Name extends OperationName>(
    name: Name,
    parameters: ParametersOf<Operations[Name]>,
    options: HttpCallOptions = {},
  ): Promise<PartialResponse<ResponseOf<Operations[Name]>>> {
    const { response, errors } = await this.#call(name, parameters, options, (value) =>
      readPartialResponse(name, value),
    );
    return { response, errors: errors.map((fault) => this.#redactor.redact(fault)) };
  }

  /**
   * The market cache entry by entry while it arrives, for caches of any size. Nothing is asked
   * before the first entry is wanted; ending the iteration early ends the request.
   */
  async *streamMarketCache(
    parameters: ParametersOf<Operations['marketCache']>,
    options: MarketCacheStreamOptions & Pick<HttpCallOptions, 'beforeRetry'> = {},
  ): AsyncGenerator<MarketCacheEntry, void, undefined> {
    const asked = this.#buildRequest('marketCache', validateParameters('marketCache', parameters));
    const deadline = new Deadline(this.#streamTimeoutMilliseconds, options.signal);
    const { onInvalidEntry } = options;
    const limit = this.#maxStreamBytes;
    try {
      const answer = await this.#openStream(asked, deadline.signal, options.beforeRetry);
      yield* readMarketCacheEntries(
        answer,
        { receivedBytes: limit, decompressedBytes: limit },
        {
          ...options,
          ...(onInvalidEntry && {
            onInvalidEntry: (fault) => onInvalidEntry(this.#redactor.redact(fault)),
          }),
        },
      );
    } catch (error) {
      throw this.#toMarketError(asked, error, deadline);
    } finally {
      deadline.clear();
    }
  }

  /** Ends open requests and connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  #createLandingRequester(apiKey: string, landingApiKey: string | undefined): HttpRequester | null {
    if (this.#landingUrl === null || this.#landingUrl.origin === this.#baseUrl.origin) {
      return new HttpRequester(this.#transport, apiKey);
    }
    return landingApiKey === undefined ? null : new HttpRequester(this.#transport, landingApiKey);
  }

  #requesterFor({ method, summary }: HttpRequest): HttpRequester {
    const exchange = method === 'POST' ? this.#landingRequester : this.#requester;
    if (exchange !== null) return exchange;
    throw new MarketError(
      'unauthorized',
      t(
        '{0}: the API key is for {1} and is not sent to {2}; enter a key for that origin',
        summary,
        this.#baseUrl.origin,
        String(this.#landingUrl?.origin),
      ),
    );
  }

  #createService(): MarketService {
    const names = Object.keys(operations) as OperationName[];
    const methods = names.map((name) => [
      name,
      (parameters: unknown, options: MarketCallOptions = {}) =>
        this.#call(name, parameters, options, (value) => validateResponse(name, value)),
    ]);
    // Each method checks its own parameters and result; the table ties both to the name.
    return Object.fromEntries(methods) as unknown as MarketService;
  }

  async #call<Result>(
    name: OperationName,
    parameters: unknown,
    { signal, beforeRetry }: HttpCallOptions,
    read: (value: unknown) => Result,
  ): Promise<Result> {
    const checked = validateParameters(name, parameters);
    const asked = this.#buildRequest(name, checked);
    if (signal?.aborted === true) {
      throw new MarketError('cancelled', t('{0}: cancelled; nothing was sent', asked.summary));
    }
    const deadline = new Deadline(this.#timeoutMilliseconds, signal);
    try {
      const value = await this.#fetchJson(asked, deadline.signal, beforeRetry);
      if (name !== 'landTransaction') return read(value);
      const { id } = checked as ParametersOf<Operations['landTransaction']>;
      return read(normalizeLandResponse(asked.summary, value, id));
    } catch (error) {
      throw this.#toMarketError(asked, error, deadline);
    } finally {
      deadline.clear();
    }
  }

  #buildRequest(name: OperationName, parameters: unknown): HttpRequest {
    const { method, path, summary } = operations[name];
    if (method === 'POST') {
      if (this.#landingUrl === null) {
        throw new MarketError(
          'bad-parameter',
          t('{0}: this connection has no landing URL; set one to land transactions', summary),
        );
      }
      const body = stringifyJson(parameters);
      return { summary, method, url: joinPath(this.#landingUrl, path), body };
    }
    const encoded = encodeParameters(
      parameters as Readonly<Record<string, unknown>>,
      this.#encoding,
    );
    const url = joinPath(this.#baseUrl, path);
    url.search = encoded.query;
    return { summary, method, url, body: encoded.body };
  }

  #openStream(
    asked: HttpRequest,
    signal: AbortSignal,
    beforeRetry: HttpCallOptions['beforeRetry'],
  ): Promise<HttpResponse> {
    return withRetries(
      () => this.#attempt(asked, signal),
      signal,
      this.#retryClockWith(beforeRetry),
    );
  }

  #retryClockWith(beforeRetry: () => Promise<void> = async () => undefined): RetryClock {
    const { sleep, random } = this.#retryClock;
    return {
      random,
      sleep: async (milliseconds, signal) => {
        await sleep(milliseconds, signal);
        await beforeRetry();
      },
    };
  }

  async #attempt(asked: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const exchange = this.#requesterFor(asked);
    try {
      return await exchange.send(asked, signal);
    } catch (error) {
      throw exchange.toError(asked, error, signal);
    }
  }

  /** The parsed answer, not yet checked. */
  #fetchJson(
    asked: HttpRequest,
    signal: AbortSignal,
    beforeRetry: HttpCallOptions['beforeRetry'],
  ): Promise<unknown> {
    const exchange = this.#requesterFor(asked);
    return withRetries(
      async () => {
        try {
          const answer = await exchange.send(asked, signal);
          return this.#parse(answer, await this.#readBody(answer));
        } catch (error) {
          throw exchange.toError(asked, error, signal);
        }
      },
      signal,
      this.#retryClockWith(beforeRetry),
    );
  }

  async #readBody({ body, contentEncoding }: HttpResponse): Promise<Buffer> {
    const limits = {
      receivedBytes: this.#maxResponseBytes,
      decompressedBytes: this.#maxResponseBytes,
    };
    const pieces: Buffer[] = [];
    for await (const piece of decompressBody(body, contentEncoding, limits)) pieces.push(piece);
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  #parse({ contentType }: HttpResponse, bytes: Buffer): unknown {
    if (isJsonTooDeep(bytes)) throw new ResponseBodyError(t('it is nested too deeply'));
    try {
      return parseJson(new TextDecoder().decode(bytes));
    } catch {
      const isPage = /html/i.test(contentType) || /^\s*</.test(bytes.toString('latin1', 0, 64));
      throw new ResponseBodyError(
        isPage ? t('it is a web page, not JSON') : t('it is not valid JSON'),
      );
    }
  }

  /** What the caller gets to see of a failure. */
  #toMarketError(asked: HttpRequest, error: unknown, deadline: Deadline): MarketError {
    const doubt = asked.method === 'POST' ? `. ${possiblySentMessage}` : '';
    if (deadline.isCancelled) {
      return new MarketError('cancelled', `${t('{0}: cancelled', asked.summary)}${doubt}`);
    }
    if (deadline.isExpired && !MarketError.is(error) && !(error instanceof TransientError)) {
      const words = timeoutMessage(asked.url.host);
      return new MarketError('unreachable', `${asked.summary}: ${words}${doubt}`);
    }
    const known = error instanceof TransientError ? error.reason : error;
    return this.#redactor.redact(errorFromTransport(asked, known, asked.url.host));
  }
}
