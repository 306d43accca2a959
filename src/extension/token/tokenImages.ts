import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import type { ImageResponse } from '../../backend/protocol/callProtocol.ts';

export interface TokenImagesOptions {
  /** A request to the backend, which alone reaches the network. */
  readonly request: (url: string, signal: AbortSignal) => Promise<unknown>;
  /** The setting, and whether the workspace is trusted. */
  readonly isEnabled: () => boolean;
  readonly isTrusted: () => boolean;
}

const maxDataUriLength = 900_000;
const dataUriPattern = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Pictures of tokens, fetched by the backend and checked here for what a page may show. */
export class TokenImages {
  readonly #options: TokenImagesOptions;

  constructor(options: TokenImagesOptions) {
    this.#options = options;
  }

  /** Fetched without a click. Never in a workspace that is not trusted. */
  isAutomatic(): boolean {
    return this.#options.isTrusted() && this.#options.isEnabled();
  }

  /** A failure is the reason in the response; rejects only when cancelled. */
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
