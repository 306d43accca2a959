import type { IncomingMessage } from 'node:http';
import type { ApiKey, ApiKeys, KeyScope } from './apiKeys.ts';

export interface Rejection {
  readonly statusCode: 401 | 403;
  readonly message: string;
}

/**
 * Decides who may send requests. A web page can reach a loopback port, so the Host must be this
 * server's own (against DNS rebinding), and so must the Origin, if a browser sends one. A missing
 * and a wrong key get the same response. Checks return `null` for an allowed request.
 */
export class RequestGuard {
  readonly #keys: ApiKeys;
  readonly #hostNames: ReadonlySet<string>;

  /** `hostNames`: names by which clients reach this server through a proxy or another interface. */
  constructor(keys: ApiKeys, hostNames: readonly string[] = []) {
    this.#keys = keys;
    this.#hostNames = new Set(hostNames.map((name) => name.toLowerCase()));
  }

  /** `anyHost`: load balancer probes may use any address of the server. */
  checkOrigin(request: IncomingMessage, { anyHost = false } = {}): Rejection | null {
    const authorities = serverAuthorities(request);
    const hosts = headerValues(request, 'host');
    if (!anyHost && (hosts.length !== 1 || !this.#isOwn(hosts[0] ?? '', authorities))) {
      return { statusCode: 403, message: 'Host is not that of this server' };
    }
    // An absolute-form target contains another host.
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
    // Behind a proxy that terminates TLS.
    return scheme === 'https' && this.#isOwn(authority, new Set());
  }

  /**
   * The request's valid key, or a rejection. `inQuery`: also accepts the query's `api-key`, because
   * Solana clients only take a URL and send no headers with WebSockets. `asBearer`: also accepts
   * `authorization: Bearer`, the only form that Prometheus sends.
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

  checkScope({ scopes }: ApiKey, scope: KeyScope): Rejection | null {
    return scopes.includes(scope) ? null : { statusCode: 403, message: lackingScope(scope) };
  }
}

export const lackingScope = (scope: KeyScope): string =>
  `This key may not do this: it lacks the scope ${scope}`;

/** Further places of the key, besides the header `x-api-key`. */
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

/** Every value of a header, even if `headers` only has the first. */
function headerValues(request: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    if (request.rawHeaders[at]?.toLowerCase() === name) {
      values.push(request.rawHeaders[at + 1] ?? '');
    }
  }
  return values;
}
