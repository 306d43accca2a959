import { t } from '@vscode/l10n';
import type { ArbscopeService } from '../api/arbscope/arbscopeService.ts';
import { eventStreamType } from '../api/arbscope/eventStream.ts';
import { throwIfCancelled } from '../api/cancellation.ts';
import { dataTimeHeader, marketHeader, parseDataTime, parseMarketHeader } from '../api/dataTime.ts';
import type { ParametersOf, ResponseOf } from '../api/defineOperation.ts';
import { stringifyJson } from '../api/json.ts';
import type { MarketCacheEntry } from '../api/marketCache.ts';
import { MarketError } from '../api/marketError.ts';
import {
  type MarketCallOptions,
  type MarketService,
  operationMethods,
} from '../api/marketService.ts';
import { type OperationName, type Operations, operations } from '../api/operations.ts';
import type { ParameterEncoding } from '../api/parameterEncoding.ts';
import { joinPath, parseServiceUrl } from '../api/parseServiceUrl.ts';
import { type PartialResponse, readPartialResponse } from '../api/partialResponse.ts';
import { validateParameters, validateResponse } from '../api/validation.ts';
import { Deadline } from '../http/deadline.ts';
import {
  type HttpRequest,
  HttpRequester,
  type HttpResponse,
  isSentOnce,
  type NetworkOptions,
} from '../http/httpRequester.ts';
import { parseJsonBody } from '../http/jsonBody.ts';
import {
  type BodyLimits,
  decompressBody,
  maxResponseBytes,
  ResponseBodyError,
  readBody,
} from '../http/responseBody.ts';
import { type Clock, retryTransient, systemClock } from '../http/retry.ts';
import { SecretRedactor } from '../http/secretRedactor.ts';
import { timeoutMessage } from '../http/transportErrors.ts';
import { ArbscopeClient, type ReadOperation } from './arbscopeClient.ts';
import { encodeParameters } from './encodeParameters.ts';
import { landingRequestUrl } from './landingUrl.ts';
import {
  collectMarketCache,
  type MarketCacheStreamOptions,
  readMarketCacheEntries,
} from './marketCacheStream.ts';
import {
  landingMessages,
  normalizeLandResponse,
  possiblySentMessage,
} from './normalizeLandResponse.ts';
import { normalizeTokenInfo } from './normalizeTokenInfo.ts';

export interface HttpMarketClientOptions extends NetworkOptions {
  /** `{base_url}`: https, or http to this machine. */
  readonly baseUrl: string;
  /** `{landing_url}`, with or without the operation's path. Without it, landing fails. */
  readonly landingUrl?: string;
  /** Sent only to the origin of `baseUrl`. */
  readonly apiKey: string;
  /** Key for the origin of `landingUrl` if it differs; landing there fails without it. */
  readonly landingApiKey?: string;
  /** Whether an http service on this machine gets the key without a proof; by default never. */
  readonly isTrustedLoopback?: (origin: string) => boolean;
  readonly encoding?: ParameterEncoding;
  /** Time limit of a request including retries; for a stream, of each wait for data. */
  readonly timeoutMilliseconds?: number;
  /** Size limit of a decompressed response. */
  readonly maxResponseBytes?: number;
  /** Time and size limits of a market cache that is read as a stream. */
  readonly streamTimeoutMilliseconds?: number;
  readonly maxStreamBytes?: number;
  readonly clock?: Clock;
  /** Called with each response that says so (`marketHeader`). */
  readonly onMarket?: (isSimulated: boolean) => void;
}

export interface HttpCallOptions extends MarketCallOptions {
  /** Awaited before a retry after a transient error; may throw to prevent the retry. */
  readonly beforeRetry?: () => Promise<void>;
}

export interface PartialHttpResponse<Result> extends PartialResponse<Result> {
  /** Current time of the service's data in Unix milliseconds, if sent (`dataTimeHeader`). */
  readonly dataTimeMilliseconds: number | undefined;
}

/** The number of windows a user is likely to open; further streams wait. */
const maxStreams = 64;
/** Known clients of the market cache wait this long. */
const defaultTimeoutMilliseconds = 30_000;
const defaultStreamTimeoutMilliseconds = 600_000;
/** Four times the largest known market cache. */
const defaultMaxStreamBytes = 1024 * 1024 * 1024;

/**
 * The ten operations over HTTP. It chooses the key and the address of each request, sends a landing
 * once, and reads responses of services that differ from the schemas. Every failure is a MarketError
 * without keys.
 */
export class HttpMarketClient {
  readonly service: MarketService;
  /** Arbscope's own operations, for services that are an Arbscope. */
  readonly arbscope: ArbscopeService;
  readonly #requester: HttpRequester;
  /** `null` if the landing URL has another origin but no key. */
  readonly #landingRequester: HttpRequester | null;
  /** Separate, so that long-lived streams do not occupy the connections of requests. */
  #streamRequester: HttpRequester | null = null;
  readonly #redactor: SecretRedactor;
  readonly #baseUrl: URL;
  readonly #landingUrl: URL | null;
  readonly #encoding: ParameterEncoding;
  readonly #timeoutMilliseconds: number;
  readonly #options: HttpMarketClientOptions;

  /** Throws a MarketError of kind `bad-parameter` for a URL that must not receive a key. */
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
        t('The API key is empty or contains spaces or invalid characters. Enter it again.'),
      );
    }
    this.#options = options;
    this.#encoding = options.encoding ?? 'brackets';
    this.#timeoutMilliseconds = options.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
    this.#requester = this.#createRequester(this.#baseUrl, apiKey);
    const isSameOrigin =
      this.#landingUrl === null || this.#landingUrl.origin === this.#baseUrl.origin;
    this.#landingRequester = isSameOrigin
      ? this.#requester
      : this.#landingUrl === null || landingApiKey === undefined
        ? null
        : this.#createRequester(this.#landingUrl, landingApiKey);
    this.#redactor = new SecretRedactor([apiKey, ...(landingApiKey ? [landingApiKey] : [])]);
    const names = Object.keys(operations) as OperationName[];
    this.service = operationMethods<Operations>(names, (name, parameters, callOptions = {}) =>
      this.#call(name, parameters, callOptions, (value) => validateResponse(name, value)),
    );
    this.arbscope = new ArbscopeClient({
      read: (operation, parameters, callOptions, read) =>
        this.#exchange(this.#buildRead(operation, parameters), callOptions, read),
      stream: (operation, parameters, signal) =>
        this.#streamEvents(this.#buildRead(operation, parameters), signal),
      redact: (error) => this.#redactor.redact(error),
    }).service;
  }

  /** Tolerates invalid members: see `readPartialResponse`. */
  async callPartial<Name extends OperationName>(
    name: Name,
    parameters: ParametersOf<Operations[Name]>,
    options: HttpCallOptions = {},
  ): Promise<PartialHttpResponse<ResponseOf<Operations[Name]>>> {
    type Parts = PartialResponse<ResponseOf<Operations[Name]>>;
    const { errors, ...rest } = await (name === 'marketCache'
      ? // The same reader as for the stream, so that both find the same pools.
        this.#call(
          name,
          parameters,
          options,
          (parts, dataTimeMilliseconds) => ({ ...(parts as Parts), dataTimeMilliseconds }),
          (opened) => collectMarketCache(opened, this.#responseLimits()),
        )
      : this.#call(name, parameters, options, (value, dataTimeMilliseconds) => ({
          ...readPartialResponse(name, value),
          dataTimeMilliseconds,
        })));
    return { ...rest, errors: errors.map((fault) => this.#redactor.redact(fault)) };
  }

  /** Yields entries as they arrive. Ending the iteration ends the request. */
  async *streamMarketCache(
    parameters: ParametersOf<Operations['marketCache']>,
    options: MarketCacheStreamOptions & Pick<HttpCallOptions, 'beforeRetry'> = {},
  ): AsyncGenerator<readonly MarketCacheEntry[], void, undefined> {
    const request = this.#buildRequest(
      'marketCache',
      validateParameters('marketCache', parameters),
    );
    const deadline = new Deadline(
      this.#options.streamTimeoutMilliseconds ?? defaultStreamTimeoutMilliseconds,
      options.signal,
    );
    const { onFault } = options;
    const limit = this.#options.maxStreamBytes ?? defaultMaxStreamBytes;
    try {
      const response = await this.#send(
        request,
        deadline.signal,
        options.beforeRetry,
        (opened) => opened,
      );
      yield* readMarketCacheEntries(
        response,
        { receivedBytes: limit, decompressedBytes: limit },
        {
          ...options,
          ...(onFault && {
            onFault: (fault, omitted) => onFault(this.#redactor.redact(fault), omitted),
          }),
        },
      );
    } catch (error) {
      throw this.#toMarketError(request, error, deadline);
    } finally {
      deadline.clear();
    }
  }

  /** Throws a MarketError with `unprovenOrigin` if a URL gets no key; ignores other failures. */
  async requireProofs(signal: AbortSignal): Promise<void> {
    try {
      await this.#requester.requireProof(this.#baseUrl, signal);
      if (this.#landingUrl !== null) {
        await this.#landingRequester?.requireProof(this.#landingUrl, signal);
      }
    } catch (error) {
      if (MarketError.is(error) && error.unprovenOrigin !== undefined) throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([
      this.#requester.close(),
      this.#landingRequester?.close(),
      this.#streamRequester?.close(),
    ]);
  }

  /** Runs until the signal aborts. Fails if the connection is silent for longer than the limit. */
  async *#streamEvents(
    get: HttpRequest,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, void, undefined> {
    const request = { ...get, accept: eventStreamType };
    const endless = { receivedBytes: Infinity, decompressedBytes: Infinity };
    try {
      const response = await this.#send(request, signal, undefined, (opened) => opened);
      if (!response.contentType.startsWith(eventStreamType)) {
        response.body.destroy();
        throw new ResponseBodyError(t('not a stream of events'));
      }
      yield* decompressBody(response.body, response.contentEncoding, endless);
    } catch (error) {
      throwIfCancelled(signal);
      throw this.#redactor.redact(this.#requester.toMarketError(request, error));
    }
  }

  #createRequester(url: URL, apiKey: string, connections?: number): HttpRequester {
    const isTrusted = this.#options.isTrustedLoopback?.(url.origin) === true;
    return new HttpRequester(this.#options, {
      url,
      timeoutMilliseconds: this.#timeoutMilliseconds,
      allowH2: this.#encoding !== 'body',
      headers: { 'x-api-key': apiKey },
      ...(connections === undefined ? {} : { connections }),
      ...(isTrusted ? {} : { provenKey: apiKey }),
      postMessages: landingMessages,
    });
  }

  #requesterFor(request: HttpRequest): HttpRequester {
    if (request.accept === eventStreamType) {
      this.#streamRequester ??= this.#createRequester(
        this.#baseUrl,
        this.#options.apiKey,
        maxStreams,
      );
      return this.#streamRequester;
    }
    const requester = isSentOnce(request) ? this.#landingRequester : this.#requester;
    if (requester !== null) return requester;
    throw new MarketError(
      'unauthorized',
      t(
        'The API key is for {0}, not for {1}. Enter a key for that origin.',
        this.#baseUrl.origin,
        String(this.#landingUrl?.origin),
      ),
    );
  }

  async #call<Result>(
    name: OperationName,
    parameters: unknown,
    options: HttpCallOptions,
    read: (value: unknown, dataTimeMilliseconds?: number) => Result,
    receive?: (response: HttpResponse) => Promise<unknown>,
  ): Promise<Result> {
    const checked = validateParameters(name, parameters);
    const request = this.#buildRequest(name, checked);
    const readResponse = (value: unknown, dataTime: number | undefined): Result => {
      if (name === 'tokenInfo') return read(normalizeTokenInfo(value), dataTime);
      if (name !== 'landTransaction') return read(value, dataTime);
      const landing = checked as ParametersOf<Operations['landTransaction']>;
      return read(normalizeLandResponse(value, landing));
    };
    const receiveResponse =
      receive ?? ((response) => this.#readJson(response, name === 'landTransaction'));
    return await this.#exchange(request, options, readResponse, receiveResponse);
  }

  /** Sends a request; passes the JSON response and its data time to `read`. Redacts errors. */
  async #exchange<Result>(
    request: HttpRequest,
    { signal, beforeRetry }: HttpCallOptions,
    read: (value: unknown, dataTimeMilliseconds: number | undefined) => Result,
    receive = (response: HttpResponse): Promise<unknown> => this.#readJson(response),
  ): Promise<Result> {
    if (signal?.aborted === true) {
      throw new MarketError('cancelled', t('Cancelled. Nothing was sent.'));
    }
    const deadline = new Deadline(this.#timeoutMilliseconds, signal);
    try {
      const [value, dataTime] = await this.#send(
        request,
        deadline.signal,
        beforeRetry,
        async (response) => [
          await receive(response),
          parseDataTime(response.header(dataTimeHeader)),
        ],
      );
      return read(value, dataTime);
    } catch (error) {
      throw this.#toMarketError(request, error, deadline);
    } finally {
      deadline.clear();
    }
  }

  #buildRequest(name: OperationName, parameters: unknown): HttpRequest {
    const { method, path } = operations[name];
    if (method === 'POST') {
      if (this.#landingUrl === null) {
        throw new MarketError(
          'bad-parameter',
          t('This connection has no landing URL. Set one to land transactions.'),
        );
      }
      const body = stringifyJson(parameters);
      return { method, url: landingRequestUrl(this.#landingUrl, path), body };
    }
    return this.#buildRead(operations[name], parameters);
  }

  #buildRead({ method, path }: ReadOperation, parameters: unknown): HttpRequest {
    const url = joinPath(this.#baseUrl, path);
    if (method === 'POST') {
      return { method, url, body: stringifyJson(parameters), isReadOnly: true };
    }
    const members = parameters as Readonly<Record<string, unknown>>;
    const encoded = encodeParameters(members, this.#encoding);
    url.search = encoded.query;
    return { method, url, body: encoded.body };
  }

  /** Passes a successful response to `read`. Retries after a transient error. */
  #send<Result>(
    request: HttpRequest,
    signal: AbortSignal,
    beforeRetry: HttpCallOptions['beforeRetry'],
    read: (response: HttpResponse) => Result | Promise<Result>,
  ): Promise<Result> {
    const requester = this.#requesterFor(request);
    const attempt = async () => {
      try {
        const response = await requester.send(request, signal);
        const isSimulated = parseMarketHeader(response.header(marketHeader));
        if (isSimulated !== undefined) this.#options.onMarket?.(isSimulated);
        return await read(response);
      } catch (error) {
        throw requester.toError(request, error, signal);
      }
    };
    return retryTransient(attempt, signal, this.#options.clock ?? systemClock, beforeRetry);
  }

  #responseLimits(): BodyLimits {
    const limit = this.#options.maxResponseBytes ?? maxResponseBytes;
    return { receivedBytes: limit, decompressedBytes: limit };
  }

  /** `undefined` for a success without content; the text of a plain one if `allowsText`. */
  async #readJson(response: HttpResponse, allowsText = false): Promise<unknown> {
    const { body, contentType, contentEncoding } = response;
    const bytes = await readBody(body, contentEncoding, this.#responseLimits());
    if (response.statusCode !== 200 && bytes.length === 0) return undefined;
    const head = bytes.toString('latin1', 0, 64);
    const isPage = /html/i.test(contentType) || /^\s*</.test(head);
    // Landing services refuse in plain words, too.
    if (allowsText && !isPage && /^\s*[^\s{["]/.test(head)) return bytes.toString();
    return await parseJsonBody(bytes, isPage ? t('a web page, not JSON') : undefined);
  }

  #toMarketError(request: HttpRequest, error: unknown, deadline: Deadline): MarketError {
    const doubt = isSentOnce(request) ? ` ${possiblySentMessage}` : '';
    if (deadline.isCancelled) return new MarketError('cancelled', `${t('Cancelled.')}${doubt}`);
    if (deadline.isExpired && !MarketError.is(error)) {
      const { url } = request;
      const message = timeoutMessage(url.host, this.#requester.proxyLabelFor(url));
      return new MarketError('unreachable', `${message}${doubt}`);
    }
    return this.#redactor.redact(this.#requester.toMarketError(request, error));
  }
}
