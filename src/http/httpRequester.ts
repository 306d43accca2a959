import type { LookupFunction } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { t } from '@vscode/l10n';
import { Agent, buildConnector, type Dispatcher, errors, upgrade } from 'undici';
import { MarketError } from '../api/marketError.ts';
import { parseUrl } from '../api/parseServiceUrl.ts';
import { loopbackProofPath, provingConnector } from './loopbackProof.ts';
import { type ProxyOptions, usesProxy } from './proxyOptions.ts';
import { ProxyTunnel } from './proxyTunnel.ts';
import { acceptedEncodings, discardBody, readErrorBody } from './responseBody.ts';
import { isConnectionReset, isTransientStatus, TransientError } from './retry.ts';
import { errorFromResponse } from './statusErrors.ts';
import { errorFromTransport, type PostMessages } from './transportErrors.ts';
import { trustedAuthorities } from './trustedAuthorities.ts';
import { acceptWebSocketKey, createWebSocketKey } from './webSocket.ts';

/** Proxy and certificate settings. The callers read the environment: `api/environmentProxy.ts`. */
export interface NetworkOptions {
  readonly proxy?: ProxyOptions;
  /** PEM certificate authorities, trusted in addition to those built into Node. */
  readonly certificates?: readonly string[];
}

interface Proxied {
  readonly agent: Agent;
  readonly tunnel: ProxyTunnel;
}

export interface HttpRequesterOptions {
  /** Where requests go. */
  readonly url: URL;
  /** Limit for opening a connection, and for each wait for more data. */
  readonly timeoutMilliseconds: number;
  /** Maximum connections per origin; further requests are queued. */
  readonly connections?: number;
  /** Enables HTTP/2. Undici crashes the process on a GET with a body over HTTP/2. */
  readonly allowH2: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** An http service must prove that it knows this key before any request is sent. */
  readonly provenKey?: string;
  /** Texts added to errors of a POST, by whether it was sent. */
  readonly postMessages?: PostMessages;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body: string | null;
  /** A POST without side effects: retried and redirected like a GET. */
  readonly isReadOnly?: boolean;
  /** Default: `application/json`. */
  readonly accept?: string;
}

/** A successful response with an unread body. The caller must read or destroy the body. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly body: Readable;
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  /** From `content-length`: bytes before decompression; null if missing. */
  readonly contentLength: number | null;
  /** Takes the header name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** Mainly landing: the service may have accepted the request although it seems to have failed. */
export const isSentOnce = ({ method, isReadOnly }: HttpRequest): boolean =>
  method === 'POST' && isReadOnly !== true;

/** A user's views send few requests at a time. */
const defaultConnections = 8;
const keepAliveMilliseconds = 30_000;
const maxRedirects = 3;
/** A POST with one of these was accepted, with or without a response body. */
const acceptedStatuses: ReadonlySet<number> = new Set([201, 202, 204]);

export class HttpRequester {
  readonly #options: HttpRequesterOptions;
  readonly #directAgent: Agent;
  readonly #localhostAgent: Agent;
  readonly #proxy: ProxyOptions | undefined;
  readonly #openProxied: (proxy: ProxyOptions) => Proxied;
  /** Created with the first URL that needs it, so that an unusable proxy affects no other. */
  #proxied: Proxied | null = null;
  readonly #closing = new AbortController();

  /** Throws a MarketError of kind `bad-parameter` if `url` needs a proxy that is unusable. */
  constructor({ proxy, certificates = [] }: NetworkOptions, options: HttpRequesterOptions) {
    this.#options = options;
    const { timeoutMilliseconds } = options;
    const ca = trustedAuthorities(certificates);
    const tls = ca === undefined ? {} : { ca };
    // Set explicitly, because an environment variable could turn the check off.
    const connect = { ...tls, timeout: timeoutMilliseconds, rejectUnauthorized: true };
    const common = {
      allowH2: options.allowH2,
      connections: options.connections ?? defaultConnections,
      // One request at a time per connection: undici crashes the process when a service closes an
      // HTTP/2 connection that carries several.
      pipelining: 1,
      keepAliveTimeout: keepAliveMilliseconds,
      // Each request has its own time limit; these close abandoned connections.
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
    this.#openProxied = (through) => {
      const tunnel = new ProxyTunnel(through, { certificates, timeoutMilliseconds });
      const secure = buildConnector(connect);
      const throughProxy = tunnel.connector(secure, this.#closing.signal);
      const agent = new Agent({ ...common, connect: throughProxy });
      return { agent, tunnel };
    };
    this.#proxiedFor(options.url);
  }

  /** Returns the response for any status. Undici's errors are not converted. */
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

  /** Rejects if the server does not accept the upgrade. The caller must destroy the socket. */
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

  /** Throws a MarketError, or a TransientError if a retry may help. */
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

  /** Rejects if a loopback http service does not prove that it knows the key. */
  async requireProof({ protocol, origin }: URL, signal: AbortSignal): Promise<void> {
    if (this.#options.provenKey === undefined || protocol !== 'http:') return;
    const url = new URL(loopbackProofPath, origin);
    discardBody((await this.request({ url, method: 'GET', body: null }, signal)).body);
  }

  /** Converts an exchange's error into the one to throw; unchanged after an abort. */
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

  /** `host:port` of the proxy that requests to the URL use; `null` for a direct connection. */
  proxyLabelFor(url: URL): string | null {
    return this.#proxiedFor(url)?.tunnel.label ?? null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const agents = [this.#directAgent, this.#localhostAgent, this.#proxied?.agent];
    await Promise.all(agents.map((agent) => agent?.destroy()));
  }

  #dispatcherFor(url: URL): Dispatcher {
    if (url.hostname === 'localhost') return this.#localhostAgent;
    return this.#proxiedFor(url)?.agent ?? this.#directAgent;
  }

  #proxiedFor(url: URL): Proxied | null {
    if (!usesProxy(url, this.#proxy)) return null;
    this.#proxied ??= this.#openProxied(this.#proxy);
    return this.#proxied;
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

  /** URL to follow, if the key may be sent there. Throws for requests that are sent only once. */
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

/** `origin` is the string `null` for schemes other than http and https. */
const formatOrigin = (url: URL): string =>
  (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100);

const parseContentLength = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;

export const firstHeaderValue = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/** Resolves `localhost` to loopback (RFC 6761) without DNS, since plain http is allowed there. */
const lookupLoopback: LookupFunction = (_hostname, { all }, callback) => {
  if (all !== true) return callback(null, '127.0.0.1', 4);
  return callback(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
};
