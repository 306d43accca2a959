import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { errorMessage } from '../../../../api/errorMessage.ts';
import {
  PublicHttpsClient,
  type PublicHttpsClientOptions,
} from '../../../../http/publicHttpsClient.ts';

/** Can be shown without a request; or why there is none. */
export type TokenImage =
  | { readonly dataUri: string; readonly reason: null }
  | { readonly dataUri: null; readonly reason: string };

const bytesMaximum = 512 * 1024;
/** Maximum per side: a small file may decompress to an image that fills the memory. */
const pixelsMaximum = 4_096;
const cacheLimits = { found: 3_600_000, notFound: 300_000, entries: 24 } as const;

/** Fetches a token's image only on demand: the creator chose the host and sees the visit. */
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
      noImage(t('could not load it: {0}', errorMessage(error))),
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
    if (body === null) return noImage(t('no public https address responds'));
    // The format is detected from the first bytes; the site's content type is ignored.
    const kind = detectImageFormat(body);
    if (kind === null) return noImage(t('not a PNG, JPEG, GIF or WebP image'));
    const { mediaType, width, height } = kind;
    if (width < 1 || height < 1 || width > pixelsMaximum || height > pixelsMaximum) {
      return noImage(t('unsupported size: {0} x {1} pixels', width, height));
    }
    return { dataUri: `data:${mediaType};base64,${body.toString('base64')}`, reason: null };
  }
}

const noImage = (reason: string): TokenImage => ({ dataUri: null, reason });

interface ImageFormat {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** `null` if unsupported, such as SVG, which can run scripts. */
export function detectImageFormat(bytes: Buffer): ImageFormat | null {
  try {
    return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
  } catch {
    // Truncated header.
    return null;
  }
}

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

const png = (bytes: Buffer): ImageFormat | null =>
  startsWith(bytes, '\u0089PNG\r\n\u001a\n') && startsWith(bytes, 'IHDR', 12)
    ? { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

const gif = (bytes: Buffer): ImageFormat | null =>
  startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')
    ? { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : null;

function webp(bytes: Buffer): ImageFormat | null {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return null;
  const mediaType = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { mediaType, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { mediaType, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return {
        mediaType,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    default:
      return null;
  }
}

/** Frame headers: 0xC0 to 0xCF, except three other markers. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpeg(bytes: Buffer): ImageFormat | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { mediaType: 'image/jpeg', width, height };
    }
    // Fill bytes have no length; other segments start with a length of at least 2, its own size.
    const length = bytes.readUInt16BE(at + 2);
    if (marker !== 0xff && length < 2) return null;
    at += marker === 0xff ? 1 : 2 + length;
  }
  return null;
}
