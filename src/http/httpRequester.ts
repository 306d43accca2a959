import type { LookupFunction } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { t } from '@vscode/l10n';
import { Agent, buildConnector, type Dispatcher, errors, ProxyAgent, upgrade } from 'undici';
import { MarketError } from '../api/marketError.ts';
import { isLoopback, parseUrl } from '../api/parseServiceUrl.ts';
import { loopbackProofPath, provingConnector } from './loopbackProof.ts';
import { acceptedEncodings, discardBody, readErrorBody } from './responseBody.ts';
import { isConnectionReset, isTransientStatus, TransientError } from './retry.ts';
import { errorFromResponse } from './statusErrors.ts';
import { errorFromTransport, type PostMessages } from './transportErrors.ts';
import { acceptWebSocketKey, createWebSocketKey } from './webSocket.ts';

/** How the network is reached. Nothing of it is read from the environment. */
export interface NetworkOptions {
  readonly proxy?: ProxyOptions;
  /** Certificate authorities in PEM that count beside those that Node knows. */
  readonly certificates?: readonly string[];
}

export interface ProxyOptions {
  /** `http://` or `https://`; may hold a user name and password for the proxy itself. */
  readonly url: string;
  /** The whole `proxy-authorization` header. */
  readonly authorization?: string;
  /** Hosts that are reached directly, with all below them; `*` is every host. */
  readonly except?: readonly string[];
  /** False: an https proxy may have a certificate that nobody knows; the service may not. */
  readonly strictCertificates?: boolean;
}

export interface HttpRequesterOptions {
  /** Of one connection's making, and of one wait for more. */
  readonly timeoutMilliseconds: number;
  /** Connections kept per origin; the requests beyond wait their turn. */
  readonly connections?: number;
  /** HTTP/2 where it is offered. Undici ends the process at a GET with a body over it. */
  readonly allowH2: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** A service reached over http must prove that it knows this key before it is sent anything. */
  readonly provenKey?: string;
  /** What failures of a POST add, by what is known of its sending. */
  readonly postMessages?: PostMessages;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body: string | null;
  /** A POST that changes nothing: sent again and redirected as a GET is. */
  readonly isReadOnly?: boolean;
  /** JSON unless it says otherwise. */
  readonly accept?: string;
}

/** A success whose body has not been read. Whoever gets one reads it or destroys it. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly body: Readable;
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  /** Bytes on the line, where the service says. */
  readonly contentLength: number | null;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** A landing, above all: it may have been taken although it seems to have failed. */
export const isSentOnce = ({ method, isReadOnly }: HttpRequest): boolean =>
  method === 'POST' && isReadOnly !== true;

/** A user's views ask for few things at a time. */
const defaultConnections = 8;
const keepAliveMilliseconds = 30_000;
const maxRedirects = 3;
/** Created, accepted, no content: a POST was taken, whether the response says more or not. */
const acceptedStatuses: ReadonlySet<number> = new Set([201, 202, 204]);

/** Connections that stay open between requests, maybe by a proxy. */
export class HttpRequester {
  readonly #options: HttpRequesterOptions;
  readonly #directAgent: Agent;
  readonly #localhostAgent: Agent;
  readonly #proxyAgent: ProxyAgent | null;
  readonly #proxy: ProxyOptions | undefined;

  /** Throws a MarketError of kind `bad-parameter` for a proxy that is no URL of one. */
  constructor({ proxy, certificates = [] }: NetworkOptions, options: HttpRequesterOptions) {
    this.#options = options;
    const { timeoutMilliseconds } = options;
    const tls = certificates.length === 0 ? {} : { ca: [...rootCertificates, ...certificates] };
    // Said outright: a variable of the environment could say otherwise.
    const connect = { ...tls, timeout: timeoutMilliseconds, rejectUnauthorized: true };
    const common = {
      allowH2: options.allowH2,
      connections: options.connections ?? defaultConnections,
      // One request at a time on each: undici ends the process when a service ends an HTTP/2
      // connection that carries several.
      pipelining: 1,
      keepAliveTimeout: keepAliveMilliseconds,
      // Each request has its own time limit; these end connections that nobody waits for.
      headersTimeout: timeoutMilliseconds,
      bodyTimeout: timeoutMilliseconds,
    };
    const { allowH2, provenKey } = options;
    const connector = (more: { lookup?: LookupFunction } = {}) =>
      provenKey === undefined
        ? { ...connect, ...more }
        : provingConnector(
            buildConnector({ allowH2, ...connect, ...more }),
            provenKey,
            timeoutMilliseconds,
          );
    this.#directAgent = new Agent({ ...common, connect: connector() });
    this.#localhostAgent = new Agent({
      ...common,
      connect: connector({ lookup: lookupLoopback }),
    });
    this.#proxy = proxy;
    this.#proxyAgent =
      proxy === undefined
        ? null
        : new ProxyAgent({
            ...common,
            uri: parseProxyUrl(proxy.url).href,
            ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
            requestTls: connect,
            proxyTls: { ...connect, rejectUnauthorized: proxy.strictCertificates !== false },
          });
  }

  /** The response as it comes, whatever its status; an error of undici passes as it is. */
  async request(
    { url, method, body, accept = 'application/json' }: HttpRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    return await this.#dispatcherFor(url).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: {
        'content-type': 'application/json',
        accept,
        'accept-encoding': acceptedEncodings,
        ...this.#options.headers,
      },
      body,
      signal,
    });
  }

  /**
   * Opens a WebSocket the way requests go: by the same proxy and certificates. Rejects where the
   * server has none there. Whoever gets the socket destroys it.
   */
  async openWebSocket(url: URL, signal: AbortSignal): Promise<Duplex> {
    const key = createWebSocketKey();
    const { headers, socket } = await upgrade(url, {
      dispatcher: this.#dispatcherFor(url),
      method: 'GET',
      protocol: 'websocket',
      headers: { 'sec-websocket-key': key, 'sec-websocket-version': '13' },
      signal,
    });
    if (firstHeaderValue(headers['sec-websocket-accept']) === acceptWebSocketKey(key))
      return socket;
    socket.destroy();
    throw new errors.SocketError();
  }

  /** The response if it is a success. Throws a MarketError, or a TransientError to try again. */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    let { url } = request;
    for (let redirects = 0; ; redirects += 1) {
      const { statusCode, headers, body } = await this.request({ ...request, url }, signal);
      const contentEncoding = firstHeaderValue(headers['content-encoding']);
      if (statusCode === 200 || (isSentOnce(request) && acceptedStatuses.has(statusCode))) {
        return {
          statusCode,
          body,
          contentType: firstHeaderValue(headers['content-type']) ?? '',
          contentEncoding,
          contentLength: parseContentLength(firstHeaderValue(headers['content-length'])),
          header: (name) => firstHeaderValue(headers[name]),
        };
      }
      const location = firstHeaderValue(headers['location']);
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        discardBody(body);
        url = this.#followRedirect(request, url, location, redirects);
        continue;
      }
      const error = errorFromResponse({
        statusCode,
        retryAfter: firstHeaderValue(headers['retry-after']),
        rateLimitReset: firstHeaderValue(headers['x-ratelimit-reset']),
        body: await readErrorBody(body, contentEncoding),
      });
      throw this.#statusError(request, statusCode, error);
    }
  }

  /** Throws what a request would, where a service over http on this machine gets no key. */
  async requireProof({ protocol, origin }: URL, signal: AbortSignal): Promise<void> {
    if (this.#options.provenKey === undefined || protocol !== 'http:') return;
    const url = new URL(loopbackProofPath, origin);
    discardBody((await this.request({ url, method: 'GET', body: null }, signal)).body);
  }

  /** What to throw for an error of an exchange; the signal's own end is left as it is. */
  toError(request: HttpRequest, error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return error;
    const reason = this.toMarketError(request, error);
    return !isSentOnce(request) && isConnectionReset(error)
      ? new TransientError(reason.kind, reason.message)
      : reason;
  }

  toMarketError(request: HttpRequest, error: unknown): MarketError {
    const messages = isSentOnce(request) ? this.#options.postMessages : undefined;
    return errorFromTransport(error, request.url.host, messages);
  }

  async close(): Promise<void> {
    const agents = [this.#directAgent, this.#localhostAgent, this.#proxyAgent];
    await Promise.all(agents.map((agent) => agent?.destroy()));
  }

  /** What carries a request to the address. This machine is never asked by way of a proxy. */
  #dispatcherFor(url: URL): Dispatcher {
    if (url.hostname === 'localhost') return this.#localhostAgent;
    if (this.#proxyAgent === null || !usesProxy(url, this.#proxy)) return this.#directAgent;
    return this.#proxyAgent;
  }

  #statusError(request: HttpRequest, statusCode: number, error: MarketError): Error {
    const { kind, message, retryAfterSeconds } = error;
    const details = { retryAfterSeconds, statusCode };
    const isOnce = isSentOnce(request);
    if (!isOnce && isTransientStatus(statusCode)) {
      return new TransientError(kind, message, details);
    }
    if (!isOnce || statusCode < 500) return new MarketError(kind, message, details);
    const doubt = this.#options.postMessages?.possiblySent ?? '';
    return new MarketError(kind, `${message}. ${doubt}`, details);
  }

  /** Where a redirect leads, when the key may go there; a landing is never sent a second time. */
  #followRedirect(request: HttpRequest, from: URL, location: string, redirects: number): URL {
    const isOnce = isSentOnce(request);
    const to = parseUrl(location, from);
    const isForeign = to !== null && to.origin !== from.origin;
    if (!isForeign && to !== null && !isOnce && redirects < maxRedirects) return to;
    throw new MarketError(
      'service-failing',
      isForeign
        ? t(
            'The service redirects to {0}, but the key is not for that origin. Change the address if it moved.',
            formatOrigin(to),
          )
        : isOnce
          ? (this.#options.postMessages?.redirected ?? '')
          : t('The service redirects endlessly or to an invalid address. Check its address.'),
    );
  }
}

/** `null` is the origin of what is neither http nor https. */
const formatOrigin = (url: URL): string =>
  (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100);

const parseContentLength = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;

export const firstHeaderValue = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/** `localhost` is this machine (RFC 6761), where http is enough, whatever a name server says. */
const lookupLoopback: LookupFunction = (_hostname, { all }, callback) => {
  if (all !== true) return callback(null, '127.0.0.1', 4);
  return callback(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
};

/** Whether a host is reached by way of the proxy, if there is one. This machine never is. */
export function usesProxy({ hostname }: URL, proxy: ProxyOptions | undefined): boolean {
  if (proxy === undefined || isLoopback(hostname)) return false;
  const host = hostname.replace(/\.$/, '');
  return !(proxy.except ?? [])
    .map(normalizeHostPattern)
    .some((except) => except === '*' || host === except || host.endsWith(`.${except}`));
}

/** `.example.com` and `*.example.com` are written for the same. */
const normalizeHostPattern = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '');

/** Throws a MarketError of kind `bad-parameter` for what is no URL of a proxy. */
export function parseProxyUrl(text: string): URL {
  const url = parseUrl(text.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new MarketError(
      'bad-parameter',
      t('The proxy must be a URL that starts with http:// or https://'),
      {
        parameter: 'proxy',
      },
    );
  }
  return url;
}
