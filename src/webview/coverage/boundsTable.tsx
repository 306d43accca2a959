import { t } from '@vscode/l10n';
import { formatCount, formatUsdShort } from '../../api/format.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { BoundsContent, ConfigGroup } from '../messages/coverage.ts';
import { Figure, RowName, type Send } from './section.tsx';

interface BoundsTableProps {
  readonly groups: readonly ConfigGroup[];
  readonly bounds: BoundsContent;
  readonly caption: string;
  /** Shown rows. */
  readonly most: number;
  readonly send: Send;
}

/** Lower and upper bounds of each entry from a service's rollups. */
export function BoundsTable({ groups, bounds, caption, most, send }: BoundsTableProps) {
  const columns: readonly Column[] = [
    { name: t('Entry') },
    { name: t('Tx at most'), isFigure: true },
    { name: t('Net gain at least'), isFigure: true },
    { name: t('Net gain at most'), isFigure: true },
  ];
  const rows = groups
    .flatMap(({ key, label }, at) => {
      const bounded = bounds.groups[at];
      return bounded === undefined ? [] : [{ key, label, at, ...bounded }];
    })
    .sort((a, b) => b.upper.net_gains_usd - a.upper.net_gains_usd)
    .slice(0, most);
  return (
    <ScrollRegion label={caption}>
      <Table class="rows" caption={caption} columns={columns}>
        {rows.map(({ key, label, at, lower, upper }) => (
          <tr key={key}>
            <RowName>
              <button
                type="button"
                class="link name"
                title={t('Show in the file')}
                onClick={() => send({ type: 'reveal-group', index: at })}
              >
                {label}
              </button>
            </RowName>
            <Figure>{formatCount(upper.transactions)}</Figure>
            <Figure>{formatUsdShort(lower.net_gains_usd)}</Figure>
            <Figure>{formatUsdShort(upper.net_gains_usd)}</Figure>
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  );
}
