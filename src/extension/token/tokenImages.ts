import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import type { ImageResponse } from '../../backend/protocol/callProtocol.ts';

export interface TokenImagesOptions {
  /** Sends the request through the backend, the only process with network access. */
  readonly request: (url: string, signal: AbortSignal) => Promise<unknown>;
  /** Checks the setting and workspace trust. */
  readonly isEnabled: () => boolean;
  readonly isTrusted: () => boolean;
}

const maxDataUriLength = 900_000;
const dataUriPattern = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Token images, fetched by the backend and checked here before a page shows them. */
export class TokenImages {
  readonly #options: TokenImagesOptions;

  constructor(options: TokenImagesOptions) {
    this.#options = options;
  }

  /** True if images are fetched without a click; never in an untrusted workspace. */
  isAutomatic(): boolean {
    return this.#options.isTrusted() && this.#options.isEnabled();
  }

  /** On failure, the response contains the reason. Rejects only when cancelled. */
  async fetch(url: string, signal: AbortSignal): Promise<ImageResponse> {
    try {
      return parseImageResponse(await this.#options.request(url, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      return { dataUri: null, reason: MarketError.is(error) ? error.message : String(error) };
    }
  }
}

function parseImageResponse(response: unknown): ImageResponse {
  const { dataUri, reason } = isObject(response) ? response : {};
  const isShort = typeof dataUri === 'string' && dataUri.length <= maxDataUriLength;
  if (isShort && dataUriPattern.test(dataUri)) return { dataUri, reason: null };
  if (dataUri === null && typeof reason === 'string') {
    return { dataUri: null, reason: reason.slice(0, 500) };
  }
  return { dataUri: null, reason: t('the response is not a picture') };
}
