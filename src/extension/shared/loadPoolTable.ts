import { t } from '@vscode/l10n';
import { formatCount, formatMegabytes } from '../../api/format.ts';
import { waitingMessage } from '../backend/errorDescription.ts';
import type { PoolClient } from './poolClient.ts';

/** Loads the market cache for a panel; possibly hundreds of megabytes. Throws a MarketError. */
export async function loadPoolTable(
  pools: Pick<PoolClient, 'load'>,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<void> {
  await pools.load(
    {},
    {
      signal,
      onWaiting: (progress) => report(waitingMessage(progress)),
      onLoading: (progress) => {
        report(
          t(
            'Loading: {0} pools, {1}',
            formatCount(progress.pools),
            formatMegabytes(progress.receivedBytes),
          ),
        );
      },
    },
  );
}
