import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { pictureKind } from './pictureKind.ts';
import { PublicHttps, type PublicHttpsOptions } from './publicHttps.ts';

/** A picture that a page can show without loading anything, or why there is none. */
export type TokenImage =
  | { readonly dataUri: string; readonly reason: null }
  | { readonly dataUri: null; readonly reason: string };

const bytesMaximum = 512 * 1024;
/** Of each side: a small file may unpack to a picture that fills the memory. */
const pixelsMaximum = 4_096;
const kept = { found: 3_600_000, notFound: 300_000, entries: 24 } as const;

/**
 * Fetches the picture of a token. Whoever made the token chose the address, and learns of the
 * visit: it is asked for only when somebody wants to see it.
 */
export class TokenImageReader {
  readonly #https: PublicHttps;
  readonly #known = new LRUCache<string, TokenImage>({ max: kept.entries });

  constructor(options: PublicHttpsOptions = {}) {
    this.#https = new PublicHttps(options);
  }

  /** Never rejects. */
  async read(url: string): Promise<TokenImage> {
    const known = this.#known.get(url);
    if (known !== undefined) return known;
    const image = await this.#fetch(url).catch((error: unknown) =>
      none(t('it could not be read: {0}', error instanceof Error ? error.message : String(error))),
    );
    const ttl = image.dataUri === null ? kept.notFound : kept.found;
    this.#known.set(url, image, { ttl });
    return image;
  }

  async close(): Promise<void> {
    await this.#https.close();
  }

  async #fetch(url: string): Promise<TokenImage> {
    const accept = 'image/png, image/jpeg, image/gif, image/webp';
    const body = await this.#https.get(url, { accept, bytesMaximum });
    if (body === null) return none(t('it is not at a public https address that answers'));
    // What it is, is told by its first bytes; what the site calls it counts for nothing.
    const kind = pictureKind(body.bytes);
    if (kind === null) return none(t('it is no PNG, JPEG, GIF or WebP picture'));
    const { mediaType, width, height } = kind;
    if (width < 1 || height < 1 || width > pixelsMaximum || height > pixelsMaximum) {
      return none(t('it measures {0} x {1} pixels', width, height));
    }
    return { dataUri: `data:${mediaType};base64,${body.bytes.toString('base64')}`, reason: null };
  }
}

const none = (reason: string): TokenImage => ({ dataUri: null, reason });
