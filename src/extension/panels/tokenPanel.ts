import { t } from '@vscode/l10n';
import { base58Length } from '../../interface/base58Length.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  isTokenState,
  readTokenRequest,
  type TokenContent,
  type TokenRequest,
  type TokenState,
} from '../../webview/messages/token.ts';
import type { WindowService } from '../connection/channelService.ts';
import { panelIds } from '../contributions.ts';
import { asMarketError } from '../errors/remedy.ts';
import { openExplorer } from '../openExplorer.ts';
import { runCommand } from '../register.ts';
import type { PanelKind } from './panelKind.ts';
import { type FinderFigures, tokenContent } from './tokenContent.ts';
import type { TokenImages } from './tokenImages.ts';
import type { TokenPools } from './tokenPools.ts';

export interface TokenPanelOptions {
  readonly service: Pick<WindowService, 'tokenInfo'>;
  /** The last answer of the finder. */
  readonly finder: () => FinderFigures | null;
  readonly images: Pick<TokenImages, 'areByThemselves' | 'read'>;
  readonly pools: Pick<TokenPools, 'of' | 'load'>;
  /** What the last transactions told of its price. */
  readonly price: (mint: string) => TokenContent['price'];
  readonly source: () => { readonly name: string; readonly isSimulated: boolean };
}

export type TokenPanelKind = PanelKind<TokenState, TokenContent, TokenRequest>;

/** A mint: 32 bytes in Base58. */
export const isMint = (text: string): boolean => text.length <= 44 && base58Length(text) === 32;

/** The panel of a token: who may do what to it, what it says of itself, and its market. */
export function tokenPanel({
  service,
  finder,
  images,
  pools,
  price,
  source,
}: TokenPanelOptions): TokenPanelKind {
  /** Whose pictures somebody has asked to see. */
  const wanted = new Set<string>();
  /** The market cache is to be loaded with the next load. */
  let arePoolsWanted = false;
  return {
    id: panelIds.token,
    page: 'token',
    isState: (value): value is TokenState => isTokenState(value) && isMint(value.mint),
    keyOf: ({ mint }) => mint,
    titleOf: ({ mint }, content) => t('Token {0}', content?.symbol || shortAddress(mint)),
    load: async ({ mint }, { signal, report, warn, isFresh = false }) => {
      if (arePoolsWanted) {
        arePoolsWanted = false;
        await pools.load(signal, report);
      }
      const [info, cached] = await Promise.all([
        // The panel shows the rest without either, and what keeps it from the first.
        service.tokenInfo({ token: mint }, { signal, isFresh }).catch((thrown: unknown) => {
          const error = asMarketError(thrown);
          if (signal.aborted) throw error;
          warn(error);
          return null;
        }),
        pools.of(mint, signal).catch(() => null),
      ]);
      const content = tokenContent({
        mint,
        info,
        finder: finder(),
        cached,
        price: price(mint),
        ...named(source()),
        isImageOnClick: !images.areByThemselves(),
        answeredAtMilliseconds: Date.now(),
      });
      if (content.imageUrl === null) return content;
      if (!images.areByThemselves() && !wanted.has(mint)) return content;
      const { dataUri, reason } = await images.read(content.imageUrl, signal);
      return { ...content, image: dataUri, imageNote: reason ?? '' };
    },
    readRequest: readTokenRequest,
    handle: async (request, { state, reload }) => {
      switch (request.type) {
        case 'show-image':
          wanted.add(state.mint);
          reload();
          return;
        case 'load-pools':
          arePoolsWanted = true;
          reload();
          return;
        case 'open-percentiles':
          await runCommand('arbscope.openPercentiles');
          return;
        case 'open-explorer':
          await openExplorer('address', request.id);
      }
    },
  };
}

const named = ({
  name,
  isSimulated,
}: {
  readonly name: string;
  readonly isSimulated: boolean;
}) => ({
  source: name,
  isSimulated,
});
