import { LRUCache } from 'lru-cache';
import { isObject } from '../../../../api/isObject.ts';
import { parseJsonBody } from '../../../../http/jsonBody.ts';
import {
  httpsUrl,
  PublicHttpsClient,
  type PublicHttpsClientOptions,
} from '../../../../http/publicHttpsClient.ts';
import { sanitizePadded } from '../../../../solana/byteReader.ts';
import type { OffChainMetadata } from '../../../rpc/accountReader.ts';

const bytesMaximum = 256 * 1024;
const cacheLimits = { found: 3_600_000, notFound: 300_000, entries: 2_000 } as const;
const textLimits = { name: 64, symbol: 32, url: 512, description: 2_000 } as const;

/** The JSON at the URI in a token's metadata is untrusted: the token's creator chose the URI. */
export class OffChainMetadataReader {
  readonly #https: PublicHttpsClient;
  /** Concurrent reads of the same address share one request. */
  readonly #cache = new LRUCache<string, { readonly metadata: OffChainMetadata | null }>({
    max: cacheLimits.entries,
    fetchMethod: async (uri, _stale, { options }) => {
      const metadata = await this.#fetch(uri).catch(() => null);
      options.ttl = metadata === null ? cacheLimits.notFound : cacheLimits.found;
      return { metadata };
    },
  });

  constructor(options: PublicHttpsClientOptions = {}) {
    this.#https = new PublicHttpsClient(options);
  }

  /** `null` for an unsupported address or a response without such JSON. Never rejects. */
  async read(uri: string): Promise<OffChainMetadata | null> {
    return (await this.#cache.fetch(uri))?.metadata ?? null;
  }

  async close(): Promise<void> {
    await this.#https.close();
  }

  async #fetch(uri: string): Promise<OffChainMetadata | null> {
    const body = await this.#https.get(uri, { accept: 'application/json', bytesMaximum });
    return body === null ? null : parseOffChainMetadata(await parseJsonBody(body));
  }
}

/** A URL that is safe as a link, else empty: other schemes could run something when opened. */
export const safeLinkUrl = (text: string): string => {
  const url = httpsUrl(text);
  return url !== null && url.username === '' && url.password === '' ? url.href : '';
};

/** Drops members of a wrong type. */
function parseOffChainMetadata(value: unknown): OffChainMetadata | null {
  if (!isObject(value)) return null;
  const member = (from: Readonly<Record<string, unknown>>, name: string): string | null => {
    const found = Object.hasOwn(from, name) ? from[name] : undefined;
    return typeof found === 'string' ? found : null;
  };
  const text = (from: Readonly<Record<string, unknown>>, name: string, maximum: number) => {
    const found = member(from, name);
    return found === null ? {} : { [name]: sanitizePadded(found, maximum) };
  };
  const link = (from: Readonly<Record<string, unknown>>, name: string) => {
    const found = member(from, name) ?? '';
    const shown = found.length > textLimits.url ? '' : safeLinkUrl(found);
    return shown === '' ? {} : { [name]: shown };
  };
  const { creator } = value;
  return {
    ...text(value, 'name', textLimits.name),
    ...text(value, 'symbol', textLimits.symbol),
    ...link(value, 'image'),
    ...text(value, 'description', textLimits.description),
    ...(isObject(creator) && {
      creator: { ...text(creator, 'name', textLimits.name), ...link(creator, 'site') },
    }),
  };
}
