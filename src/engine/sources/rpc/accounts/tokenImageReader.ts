import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { errorMessage } from '../../../../api/errorMessage.ts';
import {
  PublicHttpsClient,
  type PublicHttpsClientOptions,
} from '../../../../http/publicHttpsClient.ts';
import { detectImageFormat } from './detectImageFormat.ts';

/** A picture that a page can show without loading anything, or why there is none. */
export type TokenImage =
  | { readonly dataUri: string; readonly reason: null }
  | { readonly dataUri: null; readonly reason: string };

const bytesMaximum = 512 * 1024;
/** Of each side: a small file may unpack to a picture that fills the memory. */
const pixelsMaximum = 4_096;
const cacheLimits = { found: 3_600_000, notFound: 300_000, entries: 24 } as const;

/**
 * Fetches the picture of a token. Whoever made the token chose the address, and learns of the
 * visit: it is asked for only when somebody wants to see it.
 */
export class TokenImageReader {
  readonly #https: PublicHttpsClient;
  readonly #cache = new LRUCache<string, TokenImage>({ max: cacheLimits.entries });

  constructor(options: PublicHttpsClientOptions = {}) {
    this.#https = new PublicHttpsClient(options);
  }

  /** Never rejects. */
  async read(url: string): Promise<TokenImage> {
    const known = this.#cache.get(url);
    if (known !== undefined) return known;
    const image = await this.#fetch(url).catch((error: unknown) =>
      noImage(t('it could not be read: {0}', errorMessage(error))),
    );
    const ttl = image.dataUri === null ? cacheLimits.notFound : cacheLimits.found;
    this.#cache.set(url, image, { ttl });
    return image;
  }

  async close(): Promise<void> {
    await this.#https.close();
  }

  async #fetch(url: string): Promise<TokenImage> {
    const accept = 'image/png, image/jpeg, image/gif, image/webp';
    const body = await this.#https.get(url, { accept, bytesMaximum });
    if (body === null) return noImage(t('it is not at a public https address that answers'));
    // What it is, is told by its first bytes; what the site calls it counts for nothing.
    const kind = detectImageFormat(body);
    if (kind === null) return noImage(t('it is no PNG, JPEG, GIF or WebP picture'));
    const { mediaType, width, height } = kind;
    if (width < 1 || height < 1 || width > pixelsMaximum || height > pixelsMaximum) {
      return noImage(t('it measures {0} x {1} pixels', width, height));
    }
    return { dataUri: `data:${mediaType};base64,${body.toString('base64')}`, reason: null };
  }
}

const noImage = (reason: string): TokenImage => ({ dataUri: null, reason });
