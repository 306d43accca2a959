import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction, type Socket } from 'node:net';
import { t } from '@vscode/l10n';
import { Agent, buildConnector } from 'undici';
import { parseUrl } from '../api/parseServiceUrl.ts';
import { firstHeaderValue, type NetworkOptions } from './httpRequester.ts';
import { type ProxyOptions, usesProxy } from './proxyOptions.ts';
import { ProxyTunnel } from './proxyTunnel.ts';
import { readBody } from './responseBody.ts';
import { trustedAuthorities } from './trustedAuthorities.ts';

export interface PublicHttpsClientOptions {
  readonly network?: NetworkOptions;
  readonly resolve?: ResolveHost;
  readonly isAllowed?: (address: string) => boolean;
  /** Replaces the system's trusted certificates. */
  readonly trustedCertificates?: string;
  readonly port?: number;
  readonly timeoutMilliseconds?: number;
}

const defaultTimeoutMilliseconds = 5_000;
const httpsPort = 443;
const redirectsMaximum = 3;

/** Reads https URLs from untrusted sources: public hosts only, with tight limits. */
export class PublicHttpsClient {
  readonly #agent: Agent;
  readonly #port: number;
  readonly #timeoutMilliseconds: number;
  readonly #closing = new AbortController();

  constructor(options: PublicHttpsClientOptions = {}) {
    this.#port = options.port ?? httpsPort;
    this.#timeoutMilliseconds = options.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
    const { resolve = systemResolve, isAllowed = isPublicIpAddress, trustedCertificates } = options;
    const { proxy, certificates = [] } = options.network ?? {};
    const ca = trustedCertificates ?? trustedAuthorities(certificates);
    const connect = buildConnector({
      timeout: this.#timeoutMilliseconds,
      // Set explicitly, because an environment variable could turn the check off.
      rejectUnauthorized: true,
      lookup: safeLookup(resolve, isAllowed),
      ...(ca === undefined ? {} : { ca }),
    });
    this.#agent = new Agent({
      pipelining: 0,
      maxHeaderSize: 16 * 1024,
      connect: (target, callback) => {
        const { hostname } = target;
        if (!usesProxy(new URL(`https://${hostname}:${this.#port}`), proxy)) {
          connect(target, callback);
          return;
        }
        // Tunnels go to the checked address: by name, a proxy may reach a host of its own network.
        safeAddresses(hostname, resolve, isAllowed)
          .then(([{ address }]) => this.#openTunnel(address, proxy, certificates))
          .then(
            (httpSocket) => connect({ ...target, httpSocket }, callback),
            (error: Error) => callback(error, null),
          );
      },
    });
  }

  /** The body; `null` if the URL is not allowed or the status is not a success. May reject. */
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
    this.#closing.abort();
    await this.#agent.destroy();
  }

  async #openTunnel(
    address: string,
    proxy: ProxyOptions,
    certificates: readonly string[],
  ): Promise<Socket> {
    const timeoutMilliseconds = this.#timeoutMilliseconds;
    const tunnel = new ProxyTunnel(proxy, { certificates, timeoutMilliseconds });
    return await tunnel.open(address, this.#port, this.#closing.signal);
  }

  #allowedUrl(text: string, base?: URL): URL | null {
    const url = httpsUrl(text, base);
    if (url === null || url.username !== '' || url.password !== '') return null;
    if (Number(url.port || httpsPort) !== this.#port) return null;
    // Literal addresses skip the checked DNS lookup, so refuse them. The URL parser has already
    // normalized other notations (octal, hexadecimal, one number).
    const { hostname } = url;
    if (hostname.startsWith('[') || isIP(hostname) !== 0 || !hostname.includes('.')) return null;
    return url;
  }
}

export function httpsUrl(text: string, base?: URL): URL | null {
  const url = text === '' ? null : parseUrl(text, base);
  return url?.protocol === 'https:' ? url : null;
}

type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

const systemResolve: ResolveHost = (hostname) => lookup(hostname, { all: true, verbatim: true });

type Addresses = readonly [LookupAddress, ...LookupAddress[]];

/** Rejects unless every address of the host is allowed. */
async function safeAddresses(
  hostname: string,
  resolve: ResolveHost,
  isAllowed: (address: string) => boolean,
): Promise<Addresses> {
  const [first, ...others] = await resolve(hostname);
  if (first === undefined || ![first, ...others].every(({ address }) => isAllowed(address))) {
    throw new Error(t('the host is not on the public internet'));
  }
  return [first, ...others];
}

/** Returns only checked addresses. */
const safeLookup = (
  resolve: ResolveHost,
  isAllowed: (address: string) => boolean,
): LookupFunction => {
  return (hostname, { all }, callback) => {
    safeAddresses(hostname, resolve, isAllowed).then(
      ([first, ...others]) => {
        if (all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
};

/** Ranges outside the public internet (IANA's special-purpose registries). */
const notPublic4: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** The only allocated IPv6 block; special and IPv4-mapping ranges are excluded below. */
const public6 = ['2000::', 3] as const;
const notPublic6: readonly (readonly [address: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked4 = new BlockList();
for (const [address, prefix] of notPublic4) blocked4.addSubnet(address, prefix, 'ipv4');
const allowed6 = new BlockList();
allowed6.addSubnet(...public6, 'ipv6');
const blocked6 = new BlockList();
for (const [address, prefix] of notPublic6) blocked6.addSubnet(address, prefix, 'ipv6');

export function isPublicIpAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked4.check(address, 'ipv4');
    case 6:
      return allowed6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
    default:
      return false;
  }
}
