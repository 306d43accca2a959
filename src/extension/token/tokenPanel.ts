import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  isTokenState,
  parseTokenRequest,
  type TokenContent,
  type TokenRequest,
  type TokenState,
} from '../../webview/messages/token.ts';
import type { ChannelMarketService } from '../backend/channelMarketService.ts';
import { executeCommand } from '../commandsAndSettings.ts';
import { panelIds } from '../contributions.ts';
import { asMarketError } from '../ui/errorDescription.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { PanelKind } from '../ui/panels/panelKind.ts';
import { buildTokenContent, type FinderFigures } from './tokenContent.ts';
import type { TokenImages } from './tokenImages.ts';
import type { TokenPools } from './tokenPools.ts';

export interface TokenPanelOptions {
  readonly service: Pick<ChannelMarketService, 'tokenInfo'>;
  /** The last answer of the finder. */
  readonly finder: () => FinderFigures | null;
  readonly images: Pick<TokenImages, 'isAutomatic' | 'fetch'>;
  readonly pools: Pick<TokenPools, 'find' | 'load'>;
  /** What the last transactions told of its price. */
  readonly price: (mint: string) => TokenContent['price'];
  readonly source: () => { readonly name: string; readonly isSimulated: boolean };
}

export type TokenPanelKind = PanelKind<TokenState, TokenContent, TokenRequest>;

/** A mint: 32 bytes in Base58. */
export const isMint = isAddress;

/** The panel of a token: who may do what to it, what it says of itself, and its market. */
export function createTokenPanel({
  service,
  finder,
  images,
  pools,
  price,
  source,
}: TokenPanelOptions): TokenPanelKind {
  /** Whose pictures somebody has asked to see. */
  const requestedImages = new Set<string>();
  /** The market cache is to be loaded with the next load. */
  let arePoolsWanted = false;
  return {
    id: panelIds.token,
    page: 'token',
    isState: (value): value is TokenState => isTokenState(value) && isMint(value.mint),
    keyOf: ({ mint }) => mint,
    titleOf: ({ mint }, content) => t('Token {0}', content?.symbol || shortAddress(mint)),
    load: async ({ mint }, { signal, report, warn, forceRefresh = false }) => {
      if (arePoolsWanted) {
        arePoolsWanted = false;
        await pools.load(signal, report);
      }
      const [info, cached] = await Promise.all([
        // The panel shows the rest without either, and what keeps it from the first.
        service.tokenInfo({ token: mint }, { signal, forceRefresh }).catch((thrown: unknown) => {
          const error = asMarketError(thrown);
          if (signal.aborted) throw error;
          warn(error);
          return null;
        }),
        pools.find(mint, signal).catch(() => null),
      ]);
      const content = buildTokenContent({
        mint,
        info,
        finder: finder(),
        cached,
        price: price(mint),
        ...toSourceFields(source()),
        isImageOnClick: !images.isAutomatic(),
        answeredAtMilliseconds: Date.now(),
      });
      if (content.imageUrl === null) return content;
      if (!images.isAutomatic() && !requestedImages.has(mint)) return content;
      const { dataUri, reason } = await images.fetch(content.imageUrl, signal);
      return { ...content, image: dataUri, imageNote: reason ?? '' };
    },
    readRequest: parseTokenRequest,
    handle: async (request, { state, reload }) => {
      switch (request.type) {
        case 'show-image':
          requestedImages.add(state.mint);
          reload();
          return;
        case 'load-pools':
          arePoolsWanted = true;
          reload();
          return;
        case 'open-percentiles':
          await executeCommand('arbscope.openPercentiles');
          return;
        case 'open-explorer':
          await openExplorer('address', request.id);
      }
    },
  };
}

const toSourceFields = ({
  name,
  isSimulated,
}: {
  readonly name: string;
  readonly isSimulated: boolean;
}) => ({
  source: name,
  isSimulated,
});
