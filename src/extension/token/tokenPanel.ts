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
import { asMarketError } from '../backend/errorDescription.ts';
import { type DataSource, isSimulated } from '../base/connections.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';
import { panelIds } from '../contributions/views.ts';
import { handlePeriodRequest } from '../market/handlePeriodRequest.ts';
import { loadPeriodPart, type PeriodSource } from '../market/loadPeriod.ts';
import { loadPoolTable } from '../shared/loadPoolTable.ts';
import type { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { PanelKind } from '../ui/panels/panelKind.ts';
import { buildTokenContent, type CachedPools } from './tokenContent.ts';
import type { TokenImages } from './tokenImages.ts';

export interface TokenPanelOptions extends PeriodSource {
  readonly service: Pick<ChannelMarketService, 'tokenInfo'>;
  readonly recentResponses: RecentResponses;
  readonly images: Pick<TokenImages, 'isAutomatic' | 'fetch'>;
  readonly pools: Pick<PoolClient, 'stats' | 'page' | 'load'>;
  readonly source: () => DataSource;
}

export function createTokenPanel(
  options: TokenPanelOptions,
): PanelKind<TokenState, TokenContent, TokenRequest> {
  const { service, recentResponses, images, pools, source } = options;
  const requestedImages = new Set<string>();
  return {
    id: panelIds.token,
    page: 'token',
    isState: (value): value is TokenState => isTokenState(value) && isAddress(value.mint),
    keyOf: ({ mint }) => mint,
    titleOf: ({ mint }, content) => t('Token {0}', content?.symbol || shortAddress(mint)),
    load: async ({ mint, periodSeconds }, load, request) => {
      const { signal, report, warn, forceRefresh = false } = load;
      if (request?.type === 'load-pools') await loadPoolTable(pools, signal, report);
      const [info, cached, part] = await Promise.all([
        // On failure, the panel shows the other parts and the reason.
        service.tokenInfo({ token: mint }, { signal, forceRefresh }).catch((thrown: unknown) => {
          const error = asMarketError(thrown);
          if (signal.aborted) throw error;
          warn(error);
          return null;
        }),
        findPools(pools, mint, signal).catch(() => null),
        loadPeriodPart(options, { tokens: [mint] }, periodSeconds, load),
      ]);
      if (info !== null) recentResponses.addTokenInfo(mint, info);
      const content = buildTokenContent({
        mint,
        info,
        recentResponses,
        cached,
        ...part,
        source: source().name,
        isSimulated: isSimulated(source()),
        answeredAtMilliseconds: Date.now(),
      });
      if (content.imageUrl === null) return content;
      if (!images.isAutomatic() && !requestedImages.has(mint)) return content;
      const { dataUri, reason } = await images.fetch(content.imageUrl, signal);
      return { ...content, image: dataUri, imageNote: reason ?? '' };
    },
    readRequest: parseTokenRequest,
    handle: async (request, session) => {
      const { state, reload } = session;
      switch (request.type) {
        case 'show-image':
          requestedImages.add(state.mint);
          reload();
          return;
        case 'load-pools':
          reload(request);
          return;
        case 'period':
        case 'open-market':
        case 'open-wallet':
        case 'open-transaction':
          await handlePeriodRequest(request, { kind: 'token', value: state.mint }, session);
          return;
        case 'open-percentiles':
          await executeCommand('arbscope.openPercentiles');
          return;
        case 'show-arbitrages': {
          const { pool } = request;
          await executeCommand(
            'arbscope.showArbitrages',
            pool === null ? { context: 'token', address: state.mint } : { pools: [pool] },
          );
          return;
        }
        case 'open-pool':
          await executeCommand('arbscope.openPool', request.pool);
          return;
        case 'open-explorer':
          await openExplorer('address', request.id);
      }
    },
  };
}

/** Maximum pools in a panel; the Market Cache view shows all. */
const maxListedPools = 300;

/** Searches only pools already loaded; sends no request to the service. Throws a MarketError. */
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
