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
import type { FinderResponse } from '../finder/finderResponse.ts';
import type { PoolClient } from '../marketCache/poolClient.ts';
import { asMarketError, waitingMessage } from '../ui/errorDescription.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { PanelKind } from '../ui/panels/panelKind.ts';
import { buildTokenContent, type CachedPools } from './tokenContent.ts';
import type { TokenImages } from './tokenImages.ts';

export interface TokenPanelOptions {
  readonly service: Pick<ChannelMarketService, 'tokenInfo'>;
  /** The last answer of the finder. */
  readonly finder: () => FinderResponse | null;
  readonly images: Pick<TokenImages, 'isAutomatic' | 'fetch'>;
  readonly pools: Pick<PoolClient, 'stats' | 'page' | 'load'>;
  /** What the last transactions told of its price. */
  readonly price: (mint: string) => TokenContent['price'];
  readonly source: () => Pick<TokenContent, 'source' | 'isSimulated'>;
}

/** The panel of a token: who may do what to it, what it says of itself, and its market. */
export function createTokenPanel({
  service,
  finder,
  images,
  pools,
  price,
  source,
}: TokenPanelOptions): PanelKind<TokenState, TokenContent, TokenRequest> {
  /** Whose pictures somebody has asked to see. */
  const requestedImages = new Set<string>();
  /** The market cache is to be loaded with the next load. */
  let arePoolsWanted = false;
  return {
    id: panelIds.token,
    page: 'token',
    isState: (value): value is TokenState => isTokenState(value) && isAddress(value.mint),
    keyOf: ({ mint }) => mint,
    titleOf: ({ mint }, content) => t('Token {0}', content?.symbol || shortAddress(mint)),
    load: async ({ mint }, { signal, report, warn, forceRefresh = false }) => {
      if (arePoolsWanted) {
        arePoolsWanted = false;
        await loadPools(pools, signal, report);
      }
      const [info, cached] = await Promise.all([
        // The panel shows the rest without either, and what keeps it from the first.
        service.tokenInfo({ token: mint }, { signal, forceRefresh }).catch((thrown: unknown) => {
          const error = asMarketError(thrown);
          if (signal.aborted) throw error;
          warn(error);
          return null;
        }),
        findPools(pools, mint, signal).catch(() => null),
      ]);
      const content = buildTokenContent({
        mint,
        info,
        finder: finder(),
        cached,
        price: price(mint),
        ...source(),
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

/** Pools that a panel lists; whoever wants more opens the market cache. */
const maxListedPools = 300;

/** Asks nothing of the service: only what was loaded before. Throws a MarketError. */
async function findPools(
  pools: TokenPanelOptions['pools'],
  mint: string,
  signal: AbortSignal,
): Promise<CachedPools> {
  const filter = { mint };
  const { loadedAtMilliseconds } = await pools.stats(filter, { signal });
  if (loadedAtMilliseconds === null) return { isLoaded: false, rows: [], total: 0 };
  const page = await pools.page({ filter, offset: 0, limit: maxListedPools }, { signal });
  return { isLoaded: true, ...page };
}

/** Loads the market cache, which may be hundreds of megabytes; `report` hears how far it is. */
async function loadPools(
  pools: TokenPanelOptions['pools'],
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<void> {
  await pools.load(
    {},
    {
      signal,
      onWaiting: (progress) => report(waitingMessage(progress)),
      onLoading: (progress) => {
        const megabytes = Math.round(progress.receivedBytes / 1e6);
        report(t('Loading the market cache: {0} pools, {1} MB', progress.pools, megabytes));
      },
    },
  );
}
