import { LRUCache } from 'lru-cache';
import type { OffChainMetadata } from '../../accountReader.ts';
import { sanitizeText } from './byteReader.ts';
import { httpsUrl, PublicHttpsClient, type PublicHttpsClientOptions } from './publicHttpsClient.ts';

export type OffChainMetadataReaderOptions = PublicHttpsClientOptions;

const bytesMaximum = 256 * 1024;
const cacheLimits = { found: 3_600_000, notFound: 300_000, entries: 2_000 } as const;
const textLimits = { name: 64, symbol: 32, url: 512, description: 2_000 } as const;

/** Reads the JSON that a token's metadata points to. Whoever made the token chose the address. */
export class OffChainMetadataReader {
  readonly #https: PublicHttpsClient;
  readonly #cache = new LRUCache<string, { readonly metadata: OffChainMetadata | null }>({
    max: cacheLimits.entries,
  });
  readonly #inFlight = new Map<string, Promise<OffChainMetadata | null>>();

  constructor(options: OffChainMetadataReaderOptions = {}) {
    this.#https = new PublicHttpsClient(options);
  }

  /** `null` for an address that is not read, or does not give such JSON. Never rejects. */
  read(uri: string): Promise<OffChainMetadata | null> {
    const known = this.#cache.get(uri);
    if (known !== undefined) return Promise.resolve(known.metadata);
    const underWay = this.#inFlight.get(uri);
    if (underWay !== undefined) return underWay;
    const reading = this.#fetch(uri)
      .catch(() => null)
      .then((metadata) => {
        this.#inFlight.delete(uri);
        const ttl = metadata === null ? cacheLimits.notFound : cacheLimits.found;
        this.#cache.set(uri, { metadata }, { ttl });
        return metadata;
      });
    this.#inFlight.set(uri, reading);
    return reading;
  }

  async close(): Promise<void> {
    await this.#https.close();
  }

  async #fetch(uri: string): Promise<OffChainMetadata | null> {
    const body = await this.#https.get(uri, { accept: 'application/json', bytesMaximum });
    return body === null ? null : parseOffChainMetadata(JSON.parse(body.bytes.toString('utf8')));
  }
}

/** A URL that may be shown as a link, or nothing: any other scheme could act when it is opened. */
export const safeLinkUrl = (text: string): string => {
  const url = httpsUrl(text);
  return url !== null && url.username === '' && url.password === '' ? url.href : '';
};

/** The useful members of the JSON; those of another type are left out. */
function parseOffChainMetadata(value: unknown): OffChainMetadata | null {
  const members = asObject(value);
  if (members === null) return null;
  const text = (from: Readonly<Record<string, unknown>>, name: string, maximum: number) => {
    const member = Object.hasOwn(from, name) ? from[name] : undefined;
    return typeof member === 'string' ? { [name]: sanitizeText(member, maximum) } : {};
  };
  const link = (from: Readonly<Record<string, unknown>>, name: string) => {
    const found = text(from, name, textLimits.url)[name];
    const shown = found === undefined ? '' : safeLinkUrl(found);
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
