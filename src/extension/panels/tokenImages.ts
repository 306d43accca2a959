import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { ImageAnswer } from '../../market/callProtocol.ts';

export interface TokenImagesOptions {
  /** A request to the market process, which alone reaches the network. */
  readonly request: (url: string, signal: AbortSignal) => Promise<unknown>;
  /** The setting, and whether the workspace is trusted. */
  readonly areWanted: () => boolean;
  readonly isTrusted: () => boolean;
}

const longest = 900_000;
const dataUri = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Pictures of tokens, fetched by the market process and checked here for what a page may show. */
export class TokenImages {
  readonly #options: TokenImagesOptions;

  constructor(options: TokenImagesOptions) {
    this.#options = options;
  }

  /** Asked for without a click. Never in a workspace that is not trusted. */
  areByThemselves(): boolean {
    return this.#options.isTrusted() && this.#options.areWanted();
  }

  /** A failure is told as the reason; only giving up rejects. */
  async read(url: string, signal: AbortSignal): Promise<ImageAnswer> {
    try {
      return checked(await this.#options.request(url, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      const words = MarketError.is(error) ? error.message : String(error);
      return { dataUri: null, reason: words };
    }
  }
}

function checked(answer: unknown): ImageAnswer {
  if (typeof answer === 'object' && answer !== null) {
    const image: unknown = Reflect.get(answer, 'dataUri');
    if (typeof image === 'string' && image.length <= longest && dataUri.test(image)) {
      return { dataUri: image, reason: null };
    }
    const reason: unknown = Reflect.get(answer, 'reason');
    if (image === null && typeof reason === 'string') {
      return { dataUri: null, reason: reason.slice(0, 500) };
    }
  }
  return { dataUri: null, reason: t('the answer is no picture') };
}
