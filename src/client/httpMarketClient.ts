import { Agent } from 'undici';
import { MarketError } from '../interface/marketError.ts';
import type { CallOptions, MarketService } from '../interface/marketService.ts';
import { type OperationName, operations } from '../interface/operations.ts';
import type { ParameterEncoding } from '../interface/parameterEncoding.ts';
import { checkParameters, checkResult, parseWire, stringifyWire } from '../interface/wire.ts';
import { errorOfAnswer, errorOfTransport } from './answerErrors.ts';
import { encodeParameters } from './encodeParameters.ts';
import { joinPath, parseUrl, serviceUrl } from './serviceUrl.ts';

export interface HttpMarketClientOptions {
  /** `{base_url}`: https, or http on this machine. */
  readonly baseUrl: string;
  /** `{landing_url}`; without one, landing is refused. */
  readonly landingUrl?: string;
  readonly apiKey: string;
  readonly encoding?: ParameterEncoding;
  /** Whole time of one request. */
  readonly timeoutMilliseconds?: number;
  readonly answerLimitBytes?: number;
}

/** Clients of the market cache are known to wait this long. */
const defaultTimeoutMilliseconds = 30_000;
const defaultAnswerLimitBytes = 64 * 1024 * 1024;
const redirectsMaximum = 3;
/** An error's body is only read for its words. */
const failureLimitCharacters = 64 * 1024;

/** The ten operations over HTTP. Every failure is a MarketError; none holds the key. */
export class HttpMarketClient {
  readonly service: MarketService;
  readonly #agent: Agent;
  readonly #baseUrl: URL;
  readonly #landingUrl: URL | null;
  readonly #apiKey: string;
  readonly #encoding: ParameterEncoding;
  readonly #timeoutMilliseconds: number;

  /** Throws a MarketError of kind `bad-parameter` for an address that no key may be sent to. */
  constructor(options: HttpMarketClientOptions) {
    this.#baseUrl = serviceUrl(options.baseUrl, 'base URL');
    this.#landingUrl =
      options.landingUrl === undefined ? null : serviceUrl(options.landingUrl, 'landing URL');
    if (!/^[\x21-\x7e]+$/.test(options.apiKey)) {
      throw new MarketError('unauthorized', 'The API key is empty or holds spaces or other signs');
    }
    this.#apiKey = options.apiKey;
    this.#encoding = options.encoding ?? 'brackets';
    this.#timeoutMilliseconds = options.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
    this.#agent = new Agent({
      maxResponseSize: options.answerLimitBytes ?? defaultAnswerLimitBytes,
      headersTimeout: this.#timeoutMilliseconds,
      bodyTimeout: this.#timeoutMilliseconds,
      connect: { timeout: this.#timeoutMilliseconds },
    });
    this.service = this.#makeService();
  }

  /** Ends open requests and connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #makeService(): MarketService {
    const names = Object.keys(operations) as OperationName[];
    const methods = names.map((name) => [
      name,
      (parameters: unknown, options?: CallOptions) => this.#call(name, parameters, options?.signal),
    ]);
    // Each method checks its own parameters and result; the table ties both to the name.
    return Object.fromEntries(methods) as unknown as MarketService;
  }

  async #call(name: OperationName, parameters: unknown, signal?: AbortSignal): Promise<unknown> {
    const checked = checkParameters(name, parameters);
    const operation = operations[name];
    try {
      const text = await this.#exchange(name, checked, signal);
      return checkResult(name, this.#parse(operation.summary, text));
    } catch (error) {
      if (signal?.aborted === true) {
        throw new MarketError('cancelled', `${operation.summary}: cancelled`);
      }
      throw this.#withoutKey(errorOfTransport(operation.summary, error));
    }
  }

  /** The text of a success. */
  async #exchange(name: OperationName, parameters: unknown, signal?: AbortSignal): Promise<string> {
    const operation = operations[name];
    const timeout = AbortSignal.timeout(this.#timeoutMilliseconds);
    const request = this.#request(name, parameters);
    let url = request.url;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: operation.method,
        headers: { 'content-type': 'application/json', 'x-api-key': this.#apiKey },
        body: request.body,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      const { statusCode, headers } = answer;
      if (statusCode >= 300 && statusCode < 400) {
        await answer.body.dump();
        url = this.#redirected(name, url, single(headers['location']), redirects);
        continue;
      }
      const text = await answer.body.text();
      if (statusCode === 200) return text;
      throw errorOfAnswer({
        operation: operation.summary,
        statusCode,
        retryAfter: single(headers['retry-after']),
        body: text.slice(0, failureLimitCharacters),
      });
    }
  }

  #request(name: OperationName, parameters: unknown): { url: URL; body: string | null } {
    const { method, path, summary } = operations[name];
    if (method === 'POST') {
      if (this.#landingUrl === null) {
        throw new MarketError('bad-parameter', `${summary}: this connection has no landing URL`);
      }
      return { url: joinPath(this.#landingUrl, path), body: stringifyWire(parameters) };
    }
    const encoded = encodeParameters(
      parameters as Readonly<Record<string, unknown>>,
      this.#encoding,
    );
    const url = joinPath(this.#baseUrl, path);
    url.search = encoded.query;
    return { url, body: encoded.body };
  }

  /** Where a redirect leads, when the key may go there; a landing is never sent a second time. */
  #redirected(name: OperationName, from: URL, location: string | undefined, redirects: number) {
    const { method, summary } = operations[name];
    const to = location === undefined ? null : parseUrl(location, from);
    if (to === null || method !== 'GET' || redirects >= redirectsMaximum) {
      throw new MarketError('service-failing', `${summary}: the service sent a redirect astray`);
    }
    if (to.origin !== from.origin) {
      throw new MarketError(
        'service-failing',
        `${summary}: the service redirects to ${to.origin}, which the key is not for; ` +
          'set the base URL to it if that is right',
      );
    }
    return to;
  }

  #parse(summary: string, text: string): unknown {
    try {
      return parseWire(text);
    } catch {
      throw new MarketError('unreadable-answer', `${summary}: the answer is not valid JSON`);
    }
  }

  /** A service can repeat the key in its own words. */
  #withoutKey(error: MarketError): MarketError {
    if (!error.message.includes(this.#apiKey)) return error;
    const { retryAfterSeconds } = error;
    return new MarketError(
      error.kind,
      error.message.replaceAll(this.#apiKey, '<key>'),
      retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
    );
  }
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
