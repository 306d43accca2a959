import { isIP } from 'node:net';
import { Agent } from 'undici';
import { parseUrl } from '../api/parseServiceUrl.ts';
import { firstHeaderValue } from './httpRequester.ts';
import { isPublicIpAddress } from './isPublicIpAddress.ts';
import { readBody } from './responseBody.ts';
import { type ResolveHost, safeLookup, systemResolve } from './safeLookup.ts';

export interface PublicHttpsClientOptions {
  readonly resolve?: ResolveHost;
  /** Whether a resolved address may be connected to. */
  readonly isAllowed?: (address: string) => boolean;
  /** Certificates that are trusted in place of the system's. */
  readonly trustedCertificates?: string;
  /** The one port that is connected to. */
  readonly port?: number;
  readonly timeoutMilliseconds?: number;
}

const defaultTimeoutMilliseconds = 5_000;
const httpsPort = 443;
const redirectsMaximum = 3;

/**
 * Reads what strangers' addresses point to: only https to hosts of the public internet, by name,
 * within narrow limits, and nothing of the user is sent along.
 */
export class PublicHttpsClient {
  readonly #agent: Agent;
  readonly #port: number;
  readonly #timeoutMilliseconds: number;

  constructor(options: PublicHttpsClientOptions = {}) {
    this.#port = options.port ?? httpsPort;
    this.#timeoutMilliseconds = options.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
    const { resolve = systemResolve, isAllowed = isPublicIpAddress, trustedCertificates } = options;
    this.#agent = new Agent({
      pipelining: 0,
      maxHeaderSize: 16 * 1024,
      connect: {
        timeout: this.#timeoutMilliseconds,
        lookup: safeLookup(resolve, isAllowed),
        ...(trustedCertificates === undefined ? {} : { ca: trustedCertificates }),
      },
    });
  }

  /**
   * The body at an address; `null` for an address that is not read, and for an answer that is no
   * success. Rejects when it cannot be reached, is too large or takes too long.
   */
  async get(
    uri: string,
    { accept, bytesMaximum }: { readonly accept: string; readonly bytesMaximum: number },
  ): Promise<Buffer | null> {
    const signal = AbortSignal.timeout(this.#timeoutMilliseconds);
    let url = this.#allowedUrl(uri);
    for (let redirects = 0; url !== null && redirects <= redirectsMaximum; redirects++) {
      const { statusCode, headers, body } = await this.#agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { accept, 'accept-encoding': 'gzip' },
        signal,
      });
      if (statusCode >= 300 && statusCode < 400) {
        body.on('error', () => undefined).destroy();
        url = this.#allowedUrl(firstHeaderValue(headers['location']) ?? '', url);
        continue;
      }
      if (statusCode !== 200) {
        body.on('error', () => undefined).destroy();
        return null;
      }
      const limits = { receivedBytes: bytesMaximum, decompressedBytes: bytesMaximum };
      return await readBody(body, firstHeaderValue(headers['content-encoding']), limits);
    }
    return null;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** `null` for an address that must not be read. */
  #allowedUrl(text: string, base?: URL): URL | null {
    const url = httpsUrl(text, base);
    if (url === null || url.username !== '' || url.password !== '') return null;
    if (Number(url.port || httpsPort) !== this.#port) return null;
    // An address in place of a name is not looked up, so it would not be checked. The URL parser
    // has already turned every other way of writing one (octal, hexadecimal, one number) into this.
    const { hostname } = url;
    if (hostname.startsWith('[') || isIP(hostname) !== 0 || !hostname.includes('.')) return null;
    return url;
  }
}

/** `null` for what is no https URL. */
export function httpsUrl(text: string, base?: URL): URL | null {
  const url = text === '' ? null : parseUrl(text, base);
  return url?.protocol === 'https:' ? url : null;
}
