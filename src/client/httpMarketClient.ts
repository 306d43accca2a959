import { t } from '@vscode/l10n';
import type { MarketCacheEntry } from '../interface/marketCache.ts';
import { MarketError } from '../interface/marketError.ts';
import type { CallOptions, MarketService } from '../interface/marketService.ts';
import type { ParametersOf, ResultOf } from '../interface/operation.ts';
import { type OperationName, type Operations, operations } from '../interface/operations.ts';
import type { ParameterEncoding } from '../interface/parameterEncoding.ts';
import { type ReadableParts, readParts } from '../interface/readableParts.ts';
import { joinPath, serviceUrl } from '../interface/serviceUrl.ts';
import { checkParameters, checkResult, parseWire, stringifyWire } from '../interface/wire.ts';
import { BadBody, unpackedBody } from './answerBody.ts';
import { Deadline } from './deadline.ts';
import { encodeParameters } from './encodeParameters.ts';
import { type Asked, Exchange, type OpenAnswer } from './exchange.ts';
import { HiddenKey } from './hiddenKey.ts';
import { isTooDeep } from './jsonDepth.ts';
import { landingAnswer } from './landingAnswer.ts';
import { type CacheStreamOptions, cacheEntries } from './marketCacheStream.ts';
import { PassingFailure, type RetryClock, systemRetryClock, withRetries } from './retry.ts';
import { Transport, type TransportOptions } from './transport.ts';
import { errorOfTransport, perhapsTaken, tookTooLong } from './transportErrors.ts';

export interface HttpMarketClientOptions extends TransportOptions {
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
  readonly answerLimitBytes?: number;
  /** Whole time of a market cache that is read as a stream, and most of it. */
  readonly streamTimeoutMilliseconds?: number;
  readonly streamLimitBytes?: number;
  readonly retryClock?: RetryClock;
}

/** What a caller may add to a request over HTTP. */
export interface AskedOptions extends CallOptions {
  /** Awaited before the request is sent again after a passing failure, which it may forbid. */
  readonly beforeRetry?: () => Promise<void>;
}

/** Clients of the market cache are known to wait this long. */
const defaultTimeoutMilliseconds = 30_000;
const defaultAnswerLimitBytes = 64 * 1024 * 1024;
const defaultStreamTimeoutMilliseconds = 600_000;
/** Four times the largest known market cache. */
const defaultStreamLimitBytes = 1024 * 1024 * 1024;

/** The ten operations over HTTP. Every failure is a MarketError; none holds the key. */
export class HttpMarketClient {
  readonly service: MarketService;
  readonly #transport: Transport;
  readonly #exchange: Exchange;
  /** `null` where the landing URL has another origin, and no key of its own. */
  readonly #landingExchange: Exchange | null;
  readonly #hiddenKey: HiddenKey;
  readonly #baseUrl: URL;
  readonly #landingUrl: URL | null;
  readonly #encoding: ParameterEncoding;
  readonly #timeoutMilliseconds: number;
  readonly #answerLimitBytes: number;
  readonly #streamTimeoutMilliseconds: number;
  readonly #streamLimitBytes: number;
  readonly #retryClock: RetryClock;

  /** Throws a MarketError of kind `bad-parameter` for an address that no key may be sent to. */
  constructor(options: HttpMarketClientOptions) {
    this.#baseUrl = serviceUrl(options.baseUrl, t('base URL'));
    this.#landingUrl =
      options.landingUrl === undefined ? null : serviceUrl(options.landingUrl, t('landing URL'));
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
    this.#answerLimitBytes = options.answerLimitBytes ?? defaultAnswerLimitBytes;
    this.#streamTimeoutMilliseconds =
      options.streamTimeoutMilliseconds ?? defaultStreamTimeoutMilliseconds;
    this.#streamLimitBytes = options.streamLimitBytes ?? defaultStreamLimitBytes;
    this.#retryClock = options.retryClock ?? systemRetryClock;
    this.#transport = new Transport(options, {
      timeoutMilliseconds: this.#timeoutMilliseconds,
      hasBodies: this.#encoding === 'body',
    });
    this.#exchange = new Exchange(this.#transport, apiKey);
    this.#landingExchange = this.#exchangeOfLanding(apiKey, landingApiKey);
    this.#hiddenKey = new HiddenKey([apiKey, ...(landingApiKey ? [landingApiKey] : [])]);
    this.service = this.#makeService();
  }

  /**
   * As the operation of `service`, but one wrong member does not lose the whole answer: see
   * `readParts`.
   */
  async readParts<Name extends OperationName>(
    name: Name,
    parameters: ParametersOf<Operations[Name]>,
    options: AskedOptions = {},
  ): Promise<ReadableParts<ResultOf<Operations[Name]>>> {
    const { parts, faults } = await this.#call(name, parameters, options, (value) =>
      readParts(name, value),
    );
    return { parts, faults: faults.map((fault) => this.#hiddenKey.clean(fault)) };
  }

  /**
   * The market cache entry by entry while it arrives, for caches of any size. Nothing is asked
   * before the first entry is wanted; ending the iteration early ends the request.
   */
  async *marketCacheEntries(
    parameters: ParametersOf<Operations['marketCache']>,
    options: CacheStreamOptions & Pick<AskedOptions, 'beforeRetry'> = {},
  ): AsyncGenerator<MarketCacheEntry, void, undefined> {
    const asked = this.#asked('marketCache', checkParameters('marketCache', parameters));
    const deadline = new Deadline(this.#streamTimeoutMilliseconds, options.signal);
    const { onFault } = options;
    const limit = this.#streamLimitBytes;
    try {
      const answer = await this.#open(asked, deadline.signal, options.beforeRetry);
      yield* cacheEntries(
        answer,
        { receivedBytes: limit, unpackedBytes: limit },
        {
          ...options,
          ...(onFault && { onFault: (fault) => onFault(this.#hiddenKey.clean(fault)) }),
        },
      );
    } catch (error) {
      throw this.#failure(asked, error, deadline);
    } finally {
      deadline.end();
    }
  }

  /** Ends open requests and connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  #exchangeOfLanding(apiKey: string, landingApiKey: string | undefined): Exchange | null {
    if (this.#landingUrl === null || this.#landingUrl.origin === this.#baseUrl.origin) {
      return new Exchange(this.#transport, apiKey);
    }
    return landingApiKey === undefined ? null : new Exchange(this.#transport, landingApiKey);
  }

  #exchangeFor({ method, summary }: Asked): Exchange {
    const exchange = method === 'POST' ? this.#landingExchange : this.#exchange;
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

  #makeService(): MarketService {
    const names = Object.keys(operations) as OperationName[];
    const methods = names.map((name) => [
      name,
      (parameters: unknown, options: CallOptions = {}) =>
        this.#call(name, parameters, options, (value) => checkResult(name, value)),
    ]);
    // Each method checks its own parameters and result; the table ties both to the name.
    return Object.fromEntries(methods) as unknown as MarketService;
  }

  async #call<Result>(
    name: OperationName,
    parameters: unknown,
    { signal, beforeRetry }: AskedOptions,
    read: (value: unknown) => Result,
  ): Promise<Result> {
    const checked = checkParameters(name, parameters);
    const asked = this.#asked(name, checked);
    if (signal?.aborted === true) {
      throw new MarketError('cancelled', t('{0}: cancelled; nothing was sent', asked.summary));
    }
    const deadline = new Deadline(this.#timeoutMilliseconds, signal);
    try {
      const value = await this.#value(asked, deadline.signal, beforeRetry);
      if (name !== 'landTransaction') return read(value);
      const { id } = checked as ParametersOf<Operations['landTransaction']>;
      return read(landingAnswer(asked.summary, value, id));
    } catch (error) {
      throw this.#failure(asked, error, deadline);
    } finally {
      deadline.end();
    }
  }

  #asked(name: OperationName, parameters: unknown): Asked {
    const { method, path, summary } = operations[name];
    if (method === 'POST') {
      if (this.#landingUrl === null) {
        throw new MarketError(
          'bad-parameter',
          t('{0}: this connection has no landing URL; set one to land transactions', summary),
        );
      }
      const body = stringifyWire(parameters);
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

  #open(
    asked: Asked,
    signal: AbortSignal,
    beforeRetry: AskedOptions['beforeRetry'],
  ): Promise<OpenAnswer> {
    return withRetries(() => this.#attempt(asked, signal), signal, this.#clock(beforeRetry));
  }

  #clock(beforeRetry: () => Promise<void> = async () => undefined): RetryClock {
    const { wait, random } = this.#retryClock;
    return {
      random,
      wait: async (milliseconds, signal) => {
        await wait(milliseconds, signal);
        await beforeRetry();
      },
    };
  }

  async #attempt(asked: Asked, signal: AbortSignal): Promise<OpenAnswer> {
    const exchange = this.#exchangeFor(asked);
    try {
      return await exchange.open(asked, signal);
    } catch (error) {
      throw exchange.failed(asked, error, signal);
    }
  }

  /** The parsed answer, not yet checked. */
  #value(
    asked: Asked,
    signal: AbortSignal,
    beforeRetry: AskedOptions['beforeRetry'],
  ): Promise<unknown> {
    const exchange = this.#exchangeFor(asked);
    return withRetries(
      async () => {
        try {
          const answer = await exchange.open(asked, signal);
          return this.#parse(answer, await this.#wholeBody(answer));
        } catch (error) {
          throw exchange.failed(asked, error, signal);
        }
      },
      signal,
      this.#clock(beforeRetry),
    );
  }

  async #wholeBody({ body, contentEncoding }: OpenAnswer): Promise<Buffer> {
    const limits = {
      receivedBytes: this.#answerLimitBytes,
      unpackedBytes: this.#answerLimitBytes,
    };
    const pieces: Buffer[] = [];
    for await (const piece of unpackedBody(body, contentEncoding, limits)) pieces.push(piece);
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  #parse({ contentType }: OpenAnswer, bytes: Buffer): unknown {
    if (isTooDeep(bytes)) throw new BadBody(t('it is nested too deeply'));
    try {
      return parseWire(new TextDecoder().decode(bytes));
    } catch {
      const isPage = /html/i.test(contentType) || /^\s*</.test(bytes.toString('latin1', 0, 64));
      throw new BadBody(isPage ? t('it is a web page, not JSON') : t('it is not valid JSON'));
    }
  }

  /** What the caller gets to see of a failure. */
  #failure(asked: Asked, error: unknown, deadline: Deadline): MarketError {
    const doubt = asked.method === 'POST' ? `. ${perhapsTaken}` : '';
    if (deadline.isCancelled) {
      return new MarketError('cancelled', `${t('{0}: cancelled', asked.summary)}${doubt}`);
    }
    if (deadline.isOver && !MarketError.is(error) && !(error instanceof PassingFailure)) {
      const words = tookTooLong(asked.url.host);
      return new MarketError('unreachable', `${asked.summary}: ${words}${doubt}`);
    }
    const known = error instanceof PassingFailure ? error.reason : error;
    return this.#hiddenKey.clean(errorOfTransport(asked, known, asked.url.host));
  }
}
