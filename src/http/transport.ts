import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { t } from '@vscode/l10n';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { MarketError } from '../api/marketError.ts';
import { isLoopback, parseUrl } from '../api/parseServiceUrl.ts';

/** How the network is reached. Nothing of it is read from the environment. */
export interface HttpTransportOptions {
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

/** Connections kept per origin; a user's views ask for few things at a time. */
const maxConnectionsPerOrigin = 8;
const keepAliveMilliseconds = 30_000;

export interface HttpTransportLimits {
  /** Of one connection's making, and of one wait for more. */
  readonly timeoutMilliseconds: number;
  /** Undici ends the process at a GET with a body over HTTP/2. */
  readonly sendsGetBodies: boolean;
}

/** Connections that stay open between requests, HTTP/2 where it is offered, maybe by a proxy. */
export class HttpTransport {
  readonly #directAgent: Agent;
  readonly #localhostAgent: Agent;
  readonly #proxyAgent: ProxyAgent | null;
  readonly #noProxyHosts: readonly string[];

  /** Throws a MarketError of kind `bad-parameter` for a proxy that is no URL of one. */
  constructor(
    { proxy, certificates = [] }: HttpTransportOptions,
    { timeoutMilliseconds, sendsGetBodies }: HttpTransportLimits,
  ) {
    const tls = certificates.length === 0 ? {} : { ca: [...rootCertificates, ...certificates] };
    // Said outright: a variable of the environment could say otherwise.
    const connect = { ...tls, timeout: timeoutMilliseconds, rejectUnauthorized: true };
    const common = {
      allowH2: !sendsGetBodies,
      connections: maxConnectionsPerOrigin,
      // One request at a time on each: undici ends the process when a service ends an HTTP/2
      // connection that carries several.
      pipelining: 1,
      keepAliveTimeout: keepAliveMilliseconds,
      // Each request has its own time limit; these end connections that nobody waits for.
      headersTimeout: timeoutMilliseconds,
      bodyTimeout: timeoutMilliseconds,
    };
    this.#directAgent = new Agent({ ...common, connect });
    this.#localhostAgent = new Agent({
      ...common,
      connect: { ...connect, lookup: lookupLoopback },
    });
    this.#noProxyHosts = (proxy?.except ?? []).map(normalizeHostPattern);
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

  /** What carries a request to the address. This machine is never asked by way of a proxy. */
  dispatcherFor(url: URL): Dispatcher {
    if (url.hostname === 'localhost') return this.#localhostAgent;
    if (this.#proxyAgent === null || isLoopback(url.hostname)) return this.#directAgent;
    const host = url.hostname.replace(/\.$/, '');
    const isExcepted = this.#noProxyHosts.some(
      (except) => except === '*' || host === except || host.endsWith(`.${except}`),
    );
    return isExcepted ? this.#directAgent : this.#proxyAgent;
  }

  /** Ends open requests and connections. */
  async close(): Promise<void> {
    const agents = [this.#directAgent, this.#localhostAgent, this.#proxyAgent];
    await Promise.all(agents.map((agent) => agent?.destroy()));
  }
}

/** `localhost` is this machine (RFC 6761), where http is enough, whatever a name server says. */
const lookupLoopback: LookupFunction = (_hostname, { all }, callback) => {
  if (all !== true) return callback(null, '127.0.0.1', 4);
  return callback(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
};

/** `.example.com` and `*.example.com` are written for the same. */
const normalizeHostPattern = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '');

function parseProxyUrl(text: string): URL {
  const url = parseUrl(text.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new MarketError('bad-parameter', t('The proxy must be a URL with http:// or https://'), {
      parameter: 'proxy',
    });
  }
  return url;
}
