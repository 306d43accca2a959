import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  isPoolState,
  type PoolContent,
  type PoolRequest,
  type PoolState,
  parsePoolRequest,
} from '../../webview/messages/pool.ts';
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
import type { LoadOptions, PanelKind } from '../ui/panels/panelKind.ts';
import { buildPoolContent, type CachedPool } from './poolContent.ts';

export interface PoolPanelOptions extends PeriodSource {
  readonly pools: Pick<PoolClient, 'stats' | 'load' | 'find' | 'detail'>;
  readonly recentResponses: RecentResponses;
  readonly source: () => DataSource;
}

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
    load: async ({ pool, periodSeconds }, load, request) => {
      const { signal, report, warn } = load;
      const connection = source();
      // On failure, the panel shows the other parts and the reason.
      const orNull = (thrown: unknown) => {
        const error = asMarketError(thrown);
        if (signal.aborted) throw error;
        warn(error);
        return null;
      };
      const mayLoad = connection.kind !== 'service' || request?.type === 'load-pools';
      const [cached, part] = await Promise.all([
        findPool(pools, pool, mayLoad, { signal, report }).catch(orNull),
        loadPeriodPart(options, { pools: [pool] }, periodSeconds, load),
      ]);
      return buildPoolContent({
        pool,
        cached,
        ...part,
        recentResponses,
        source: connection.name,
        isSimulated: isSimulated(connection),
        answeredAtMilliseconds: Date.now(),
      });
    },
    readRequest: parsePoolRequest,
    handle: async (request, session) => {
      const { state, reload } = session;
      const { pool } = state;
      switch (request.type) {
        case 'period':
        case 'open-market':
        case 'open-wallet':
        case 'open-transaction':
          await handlePeriodRequest(request, { kind: 'pool', value: pool }, session);
          return;
        case 'load-pools':
          reload(request);
          return;
        case 'show-arbitrages':
          await executeCommand('arbscope.showArbitrages', { pools: [pool] });
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
