import type { IncomingMessage } from 'node:http';
import type { ApiKey, ApiKeys } from './apiKeys.ts';

export interface Rejection {
  readonly statusCode: 401 | 403;
  readonly message: string;
}

/**
 * Checks who asks. A page that a user visits can reach a loopback port, so the Host must be this
 * server's own (no DNS rebinding) and an Origin, where a browser sends one, too. A missing and a
 * wrong key are refused alike. Returns `null` for a request that may pass.
 */
export class RequestGuard {
  readonly #keys: ApiKeys;
  readonly #hostNames: ReadonlySet<string>;

  /** `hostNames`: under which others reach this server, through a proxy or another interface. */
  constructor(keys: ApiKeys, hostNames: readonly string[] = []) {
    this.#keys = keys;
    this.#hostNames = new Set(hostNames.map((name) => name.toLowerCase()));
  }

  /** `anyHost`: probes of a load balancer name the server by whatever address they know. */
  checkOrigin(request: IncomingMessage, { anyHost = false } = {}): Rejection | null {
    const authorities = serverAuthorities(request);
    const hosts = headerValues(request, 'host');
    if (!anyHost && (hosts.length !== 1 || !this.#isOwn(hosts[0] ?? '', authorities))) {
      return { statusCode: 403, message: 'Host is not that of this server' };
    }
    // An absolute-form target names a host of its own.
    if (request.url?.startsWith('/') !== true) {
      return { statusCode: 403, message: 'The request target must be a path' };
    }
    for (const origin of headerValues(request, 'origin')) {
      if (!this.#isOwnOrigin(origin, authorities)) {
        return { statusCode: 403, message: 'Origin is not that of this server' };
      }
    }
    return null;
  }

  #isOwn(authority: string, authorities: ReadonlySet<string>): boolean {
    const lower = authority.toLowerCase();
    return authorities.has(lower) || this.#hostNames.has(lower.replace(/:[0-9]{1,5}$/, ''));
  }

  #isOwnOrigin(origin: string, authorities: ReadonlySet<string>): boolean {
    const [, scheme, authority = ''] = /^(https?):\/\/(.*)$/s.exec(origin) ?? [];
    if (scheme === 'http') return this.#isOwn(authority, authorities);
    // Behind a proxy that ends TLS.
    return scheme === 'https' && this.#isOwn(authority, new Set());
  }

  /**
   * The key that a request shows, where it is valid. `inQuery`: without the header, the query's
   * `api-key` counts. Solana clients are given a URL and nothing else, and open WebSockets that carry
   * no headers. `asBearer`: so does `authorization: Bearer`, which is all that Prometheus sends.
   */
  identify(request: IncomingMessage, places: KeyPlaces = {}): ApiKey | Rejection {
    const inHeader = headerValues(request, 'x-api-key');
    const elsewhere = [
      ...(places.inQuery === true ? queryKeys(request) : []),
      ...(places.asBearer === true ? bearerKeys(request) : []),
    ];
    const [given, ...more] = inHeader.length === 0 ? elsewhere : inHeader;
    const key = given === undefined || more.length > 0 ? null : this.#keys.find(given);
    if (key !== null) return key;
    const place = places.inQuery
      ? 'x-api-key header or the api-key of the URL'
      : 'x-api-key header';
    return { statusCode: 401, message: `The ${place} is missing or wrong` };
  }
}

/** Where else a key may be, beside the header `x-api-key`. */
export interface KeyPlaces {
  readonly inQuery?: boolean | undefined;
  readonly asBearer?: boolean | undefined;
}

export const isRejection = (result: ApiKey | Rejection): result is Rejection =>
  'statusCode' in result;

const bearerKeys = (request: IncomingMessage): string[] =>
  headerValues(request, 'authorization').flatMap((value) => {
    const [, key] = /^bearer +(\S+)$/i.exec(value) ?? [];
    return key === undefined ? [] : [key];
  });

function queryKeys({ url = '' }: IncomingMessage): string[] {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? [] : new URLSearchParams(url.slice(queryAt)).getAll('api-key');
}

function serverAuthorities(request: IncomingMessage): ReadonlySet<string> {
  const port = request.socket.localPort;
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
}

/** Every value of a header, also where `headers` would keep the first only. */
function headerValues(request: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    if (request.rawHeaders[at]?.toLowerCase() === name) {
      values.push(request.rawHeaders[at + 1] ?? '');
    }
  }
  return values;
}
