import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import type { OffChainMetadata } from '../../chainAccounts.ts';
import { readBody } from '../readBody.ts';
import { cleanText } from './byteReader.ts';
import { isPublicAddress } from './publicAddress.ts';
import { type Resolve, safeLookup, systemResolve } from './safeLookup.ts';

export interface OffChainReaderOptions {
  readonly resolve?: Resolve;
  /** Whether a resolved address may be connected to. */
  readonly isAllowed?: (address: string) => boolean;
  /** Certificates that are trusted in place of the system's. */
  readonly trustedCertificates?: string;
  /** The one port that is connected to. */
  readonly port?: number;
  readonly timeoutMilliseconds?: number;
}

const bodyLimits = { receivedBytes: 256 * 1024, unpackedBytes: 256 * 1024 };
const defaultTimeoutMilliseconds = 5_000;
const httpsPort = 443;
const redirectsMaximum = 3;
const kept = { found: 3_600_000, notFound: 300_000, entries: 2_000 } as const;
const textLimits = { name: 64, symbol: 32, url: 512, description: 2_000 } as const;

/**
 * Reads the JSON that a token's metadata points to. Whoever made the token chose the address: only
 * https to hosts of the public internet, by name, within narrow limits, and nothing of the user is
 * sent along.
 */
export class OffChainReader {
  readonly #agent: Agent;
  readonly #port: number;
  readonly #timeoutMilliseconds: number;
  readonly #known = new LRUCache<string, { readonly metadata: OffChainMetadata | null }>({
    max: kept.entries,
  });
  readonly #underWay = new Map<string, Promise<OffChainMetadata | null>>();

  constructor(options: OffChainReaderOptions = {}) {
    this.#port = options.port ?? httpsPort;
    this.#timeoutMilliseconds = options.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
    const { resolve = systemResolve, isAllowed = isPublicAddress, trustedCertificates } = options;
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

  /** `null` for an address that is not read, or does not give such JSON. Never rejects. */
  read(uri: string): Promise<OffChainMetadata | null> {
    const known = this.#known.get(uri);
    if (known !== undefined) return Promise.resolve(known.metadata);
    const underWay = this.#underWay.get(uri);
    if (underWay !== undefined) return underWay;
    const reading = this.#fetch(uri)
      .catch(() => null)
      .then((metadata) => {
        this.#underWay.delete(uri);
        const ttl = metadata === null ? kept.notFound : kept.found;
        this.#known.set(uri, { metadata }, { ttl });
        return metadata;
      });
    this.#underWay.set(uri, reading);
    return reading;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #fetch(uri: string): Promise<OffChainMetadata | null> {
    const signal = AbortSignal.timeout(this.#timeoutMilliseconds);
    let url = this.#allowedUrl(uri);
    for (let redirects = 0; url !== null && redirects <= redirectsMaximum; redirects++) {
      const answer = await this.#agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { accept: 'application/json', 'accept-encoding': 'gzip' },
        signal,
      });
      const { statusCode, headers } = answer;
      if (statusCode >= 300 && statusCode < 400) {
        answer.body.on('error', () => undefined).destroy();
        url = this.#allowedUrl(headerText(headers['location']), url);
        continue;
      }
      if (statusCode !== 200) {
        answer.body.on('error', () => undefined).destroy();
        return null;
      }
      const encoding = headerText(headers['content-encoding']).trim().toLowerCase();
      const body = await readBody(answer.body, encoding, bodyLimits);
      return readOffChainMetadata(JSON.parse(body.toString('utf8')));
    }
    return null;
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

const headerText = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? '';

/** `null` for what is no https URL. */
function httpsUrl(text: string, base?: URL): URL | null {
  if (text === '' || !URL.canParse(text, base?.href)) return null;
  const url = new URL(text, base);
  return url.protocol === 'https:' ? url : null;
}

/** A URL that may be shown as a link, or nothing: any other scheme could act when it is opened. */
export const shownUrl = (text: string): string => {
  const url = httpsUrl(text);
  return url !== null && url.username === '' && url.password === '' ? url.href : '';
};

/** The useful members of the JSON; those of another type are left out. */
function readOffChainMetadata(value: unknown): OffChainMetadata | null {
  const members = asObject(value);
  if (members === null) return null;
  const text = (from: Readonly<Record<string, unknown>>, name: string, maximum: number) => {
    const member = Object.hasOwn(from, name) ? from[name] : undefined;
    return typeof member === 'string' ? { [name]: cleanText(member, maximum) } : {};
  };
  const link = (from: Readonly<Record<string, unknown>>, name: string) => {
    const found = text(from, name, textLimits.url)[name];
    const shown = found === undefined ? '' : shownUrl(found);
    return shown === '' ? {} : { [name]: shown };
  };
  const creator = asObject(members['creator']);
  return {
    ...text(members, 'name', textLimits.name),
    ...text(members, 'symbol', textLimits.symbol),
    ...link(members, 'image'),
    ...text(members, 'description', textLimits.description),
    ...(creator === null
      ? {}
      : { creator: { ...text(creator, 'name', textLimits.name), ...link(creator, 'site') } }),
  };
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
