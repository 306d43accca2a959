import { t } from '@vscode/l10n';
import { formatCount, formatUsdShort } from '../../api/format.ts';
import { formatTimeRange } from '../charts/formatTimeRange.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { ReplayContent } from '../messages/coverage.ts';
import { formatShareOf } from './format.ts';
import { Figure, RowName } from './section.tsx';

interface ReplayTableProps {
  readonly replay: ReplayContent;
  readonly caption: string;
}

/** Newest interval first. */
export function ReplayTable({ replay, caption }: ReplayTableProps) {
  const { points, interval, configs } = replay;
  const names = configs.length > 1 ? ['A', 'B'] : ['A'];
  const columns: readonly Column[] = [
    { name: t('Time') },
    { name: t('Tx'), isFigure: true, room: 'wide' },
    { name: t('Market'), isFigure: true },
    ...names.map((name) => ({ name, isFigure: true })),
    ...names.map(
      (name) => ({ name: t('{0}, % of market', name), isFigure: true, room: 'medium' }) as const,
    ),
  ];
  return (
    <ScrollRegion label={caption}>
      <Table class="rows" caption={caption} columns={columns}>
        {points.toReversed().map(({ time, market, configs: own }) => {
          const start = Date.parse(time);
          const total = market.net_gains_usd;
          return (
            <tr key={time}>
              <RowName>{formatTimeRange(start, start + interval * 1_000)}</RowName>
              <Figure>{formatCount(market.transactions)}</Figure>
              <Figure>{formatUsdShort(total)}</Figure>
              {own.map(({ net_gains_usd: usd }, at) => (
                <Figure key={at}>{formatUsdShort(usd)}</Figure>
              ))}
              {own.map(({ net_gains_usd: usd }, at) => (
                <Figure key={at}>{formatShareOf(usd, total)}</Figure>
              ))}
            </tr>
          );
        })}
      </Table>
    </ScrollRegion>
  );
}
