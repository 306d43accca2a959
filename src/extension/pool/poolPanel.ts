import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { PoolDayContent } from '../../webview/messages/pool.ts';
import {
  isPoolState,
  type PoolContent,
  type PoolRequest,
  type PoolState,
  parsePoolRequest,
} from '../../webview/messages/pool.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { type DataSource, isSimulated, sourceLabel } from '../base/connections.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';
import { panelIds } from '../contributions/views.ts';
import { loadPoolTable } from '../shared/loadPoolTable.ts';
import type { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { LoadOptions, PanelKind } from '../ui/panels/panelKind.ts';
import { buildPoolContent, type CachedPool, toPoolDay } from './poolContent.ts';

export interface PoolPanelOptions {
  readonly arbscope: Pick<
    ChannelArbscopeService,
    'status' | 'history' | 'arbitrages' | 'walletRanking'
  >;
  readonly pools: Pick<PoolClient, 'stats' | 'load' | 'find' | 'detail'>;
  readonly recentResponses: RecentResponses;
  readonly source: () => DataSource;
  readonly walletLabel: (wallet: string) => string;
}

const daySeconds = 86_400;
const hourSeconds = 3_600;
const listedArbitrages = 25;
const listedWallets = 10;

export function createPoolPanel(
  options: PoolPanelOptions,
): PanelKind<PoolState, PoolContent, PoolRequest> {
  const { pools, recentResponses, source } = options;
  return {
    id: panelIds.pool,
    page: 'pool',
    isState: (value): value is PoolState => isPoolState(value) && isAddress(value.pool),
    keyOf: ({ pool }) => pool,
    titleOf: ({ pool }, content) => t('Pool {0}', content?.pair ?? shortAddress(pool)),
    load: async ({ pool }, load, request) => {
      const { signal, report, warn } = load;
      const connection = source();
      // On failure, the panel shows the other parts and the reason.
      const orNull = (thrown: unknown) => {
        const error = asMarketError(thrown);
        if (signal.aborted) throw error;
        if (error.kind !== 'not-offered') warn(error);
        return error.kind === 'not-offered' ? 'not-offered' : null;
      };
      const mayLoad = connection.kind !== 'service' || request?.type === 'load-pools';
      const [cached, day] = await Promise.all([
        findPool(pools, pool, mayLoad, { signal, report }).catch(orNull),
        loadDay(options, pool, load).catch(orNull),
      ]);
      return buildPoolContent({
        pool,
        cached: cached === 'not-offered' ? null : cached,
        day: day === 'not-offered' ? null : day,
        isDayOffered: day !== 'not-offered',
        recentResponses,
        source: sourceLabel(connection),
        isSimulated: isSimulated(connection),
        answeredAtMilliseconds: Date.now(),
      });
    },
    readRequest: parsePoolRequest,
    handle: async (request, { state: { pool }, reload }) => {
      switch (request.type) {
        case 'load-pools':
          reload(request);
          return;
        case 'show-arbitrages':
          await executeCommand('arbscope.showArbitrages', { pools: [pool] });
          return;
        case 'open-market':
          await executeCommand('arbscope.openMarket', { kind: 'pool', value: pool });
          return;
        case 'reveal':
          await executeCommand('arbscope.revealPool', pool);
          return;
        case 'copy-accounts':
          await executeCommand('arbscope.copyPoolAccounts', pool);
          return;
        case 'open-token':
          await executeCommand('arbscope.openToken', request.mint);
          return;
        case 'open-wallet':
          await executeCommand('arbscope.openWallet', request.wallet);
          return;
        case 'open-transaction':
          await executeCommand('arbscope.lookUpTransaction', request.signature);
          return;
        case 'open-explorer':
          await openExplorer('address', pool);
      }
    },
  };
}

/** `mayLoad`: whether to fill an empty table, which a service sends as hundreds of megabytes. */
async function findPool(
  pools: PoolPanelOptions['pools'],
  pool: string,
  mayLoad: boolean,
  { signal, report }: Pick<LoadOptions, 'signal' | 'report'>,
): Promise<CachedPool> {
  const { loadedAtMilliseconds } = await pools.stats({}, { signal });
  if (loadedAtMilliseconds === null) {
    if (!mayLoad) return { isLoaded: false, detail: null };
    await loadPoolTable(pools, signal, report);
  }
  const row = await pools.find(pool, { signal });
  const detail = row && (await pools.detail({ pool, withAccounts: true }, { signal }));
  return { isLoaded: true, detail };
}

async function loadDay(
  { arbscope, walletLabel }: PoolPanelOptions,
  pool: string,
  { signal, forceRefresh = false }: LoadOptions,
): Promise<PoolDayContent> {
  const options = { signal, forceRefresh };
  const { now, from: storedFrom } = await arbscope.status({}, options);
  const to = Math.ceil((now === null ? Date.now() : Date.parse(now)) / 1_000);
  const from = to - daySeconds;
  const filter = { pools: [pool] };
  const [series, page, ranking] = await Promise.all([
    arbscope.history({ ...filter, from, to, interval: hourSeconds }, options),
    arbscope.arbitrages({ ...filter, from, to, limit: listedArbitrages }, options),
    arbscope.walletRanking(
      { ...filter, timeRange: daySeconds, order: 'gains', limit: listedWallets },
      options,
    ),
  ]);
  const period = { from, to: to + 1 };
  return toPoolDay({ period, series, page, ranking, storedFrom, now, labelOf: walletLabel });
}
