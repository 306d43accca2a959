import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

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
  readonly #keyDigest: Buffer;

  constructor(apiKey: string) {
    this.#keyDigest = sha256(apiKey);
  }

  checkOrigin(request: IncomingMessage): Rejection | null {
    const authorities = serverAuthorities(request);
    const hosts = headerValues(request, 'host');
    if (hosts.length !== 1 || !authorities.has((hosts[0] ?? '').toLowerCase())) {
      return { statusCode: 403, message: 'Host is not that of this server' };
    }
    // An absolute-form target names a host of its own.
    if (request.url?.startsWith('/') !== true) {
      return { statusCode: 403, message: 'The request target must be a path' };
    }
    for (const origin of headerValues(request, 'origin')) {
      if (!origin.startsWith('http://') || !authorities.has(origin.slice('http://'.length))) {
        return { statusCode: 403, message: 'Origin is not that of this server' };
      }
    }
    return null;
  }

  /**
   * `inQuery`: without the header, the query's `api-key` counts. Solana clients are given a URL and
   * nothing else, and open WebSockets that carry no headers.
   */
  checkApiKey(request: IncomingMessage, { inQuery = false } = {}): Rejection | null {
    const inHeader = headerValues(request, 'x-api-key');
    const keys = inHeader.length === 0 && inQuery ? queryKeys(request) : inHeader;
    // Digests are of one length, so that comparing them tells neither length nor prefix.
    const same = timingSafeEqual(sha256(keys[0] ?? ''), this.#keyDigest);
    if (keys.length === 1 && same) return null;
    const place = inQuery ? 'x-api-key header or the api-key of the URL' : 'x-api-key header';
    return { statusCode: 401, message: `The ${place} is missing or wrong` };
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

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
