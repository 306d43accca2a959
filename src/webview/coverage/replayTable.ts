import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { formatTimeRange } from '../charts/formatTimeRange.ts';
import { element } from '../dom.ts';
import type { ReplayContent } from '../messages/coverage.ts';
import { scrollingTable, table } from '../tables.ts';
import { formatShareOf, formatUsdSum } from './format.ts';

/** Newest interval first. */
export function replayTable({ points, interval, configs }: ReplayContent, caption: string) {
  const isCompared = configs.length > 1;
  const rows = points
    .map(({ time, market, configs: own }) => {
      const start = Date.parse(time);
      const total = market.net_gains_usd;
      const gains = own.map(({ net_gains_usd: usd }) => usd);
      return element('tr', {}, [
        element('th', { scope: 'row', class: 'row-name' }, [
          formatTimeRange(start, start + interval * 1_000),
        ]),
        ...[
          formatCount(market.transactions),
          formatUsdSum(total),
          ...gains.map(formatUsdSum),
          ...gains.map((gain) => formatShareOf(gain, total)),
        ].map((text) => element('td', { class: 'figure' }, text)),
      ]);
    })
    .reverse();
  const columns = [
    t('Time'),
    t('Tx'),
    t('Market'),
    'A',
    ...(isCompared ? ['B'] : []),
    t('{0}, % of market', 'A'),
    ...(isCompared ? [t('{0}, % of market', 'B')] : []),
  ];
  return scrollingTable(
    caption,
    table({ class: 'rows' }, caption, columns, (at) => at > 0, rows),
  );
}
