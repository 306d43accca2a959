import { t } from '@vscode/l10n';
import { addedTogether } from '../../api/arbscope/addedTogether.ts';
import { formatCount, formatSignedUsdShort, formatUsdShort } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { BoundsContent, ReportContent } from '../messages/coverage.ts';
import { formatShareOf, nameOrAddress, pairName } from './format.ts';
import { Figure, RowName, type Send } from './section.tsx';

interface ListProps {
  readonly caption: string;
  /** Shown rows. */
  readonly most: number;
  readonly send: Send;
}

interface PoolCellsProps {
  /** Several share the row's figures. */
  readonly pools: readonly BoundsContent['missing_pools'][number][];
  /** Index of the first. */
  readonly at: number;
  readonly send: Send;
}

const PoolCells = ({ pools, at, send }: PoolCellsProps) => (
  <>
    <Figure class="dim">
      {pools.map((row, of) => (
        <div key={row.pool}>{formatCount(at + of + 1)}</div>
      ))}
    </Figure>
    <RowName>
      {pools.map((row) => (
        <div key={row.pool}>
          <bdi>{pairName(row)}</bdi>
        </div>
      ))}
    </RowName>
    <td>
      {pools.map((row) => (
        <div key={row.pool}>
          <button
            type="button"
            class="link name"
            title={t('Show Arbitrages')}
            onClick={() => send({ type: 'show-arbitrages', kind: 'amm', address: row.amm })}
          >
            {nameOrAddress(row.amm_name, row.amm)}
          </button>
        </div>
      ))}
    </td>
    <td>
      {pools.map((row) => (
        <div key={row.pool}>
          <button
            type="button"
            class="link mono"
            title={t('Open {0}', row.pool)}
            onClick={() => send({ type: 'open-pool', pool: row.pool })}
          >
            {shortAddress(row.pool)}
          </button>
        </div>
      ))}
    </td>
  </>
);

const poolColumns = (): readonly Column[] => [
  { name: '#', isFigure: true, room: 'medium' },
  { name: t('Pool') },
  { name: t('AMM'), room: 'medium' },
  { name: t('Address') },
];

interface MissingPoolsTableProps extends ListProps {
  readonly report: Pick<ReportContent, 'missing_pools' | 'total'>;
  /** Rows that are to be added, from the first. */
  readonly chosen: number;
}

/**
 * Best first, the chosen ones marked. Each figure is in addition to the rows above. Pools that only
 * gain together are one row.
 */
export function MissingPoolsTable({ report, caption, chosen, most, send }: MissingPoolsTableProps) {
  const columns: readonly Column[] = [
    ...poolColumns(),
    { name: t('Tx'), isFigure: true, room: 'medium' },
    { name: t('Adds net'), isFigure: true },
    { name: t('Then covers'), isFigure: true },
  ];
  return (
    <ScrollRegion label={caption}>
      <Table class="rows pool-table" caption={caption} columns={columns}>
        {addedTogether(report.missing_pools)
          .slice(0, most)
          .map((pools) => {
            const last = pools.at(-1) ?? pools[0];
            const at = report.missing_pools.indexOf(pools[0]);
            return (
              <tr key={last.pool} class={at < chosen ? 'chosen' : undefined}>
                <PoolCells pools={pools} at={at} send={send} />
                <Figure>{formatCount(last.adds.transactions)}</Figure>
                <Figure>{formatSignedUsdShort(last.adds.net_gains_usd)}</Figure>
                <Figure>{formatShareOf(last.covers_usd, report.total.net_gains_usd)}</Figure>
              </tr>
            );
          })}
      </Table>
    </ScrollRegion>
  );
}

interface PossiblePoolsTableProps extends ListProps {
  readonly bounds: BoundsContent;
}

/** Pools of a service's rollups that the file lacks, each with its upper bound alone. */
export function PossiblePoolsTable({ bounds, caption, most, send }: PossiblePoolsTableProps) {
  const columns: readonly Column[] = [
    ...poolColumns(),
    { name: t('Tx at most'), isFigure: true, room: 'medium' },
    { name: t('Adds at most'), isFigure: true },
  ];
  return (
    <ScrollRegion label={caption}>
      <Table class="rows pool-table" caption={caption} columns={columns}>
        {bounds.missing_pools.slice(0, most).map((row, at) => (
          <tr key={row.pool}>
            <PoolCells pools={[row]} at={at} send={send} />
            <Figure>{formatCount(row.adds.transactions)}</Figure>
            <Figure>{formatSignedUsdShort(row.adds.net_gains_usd)}</Figure>
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  );
}

interface MissedTokensTableProps extends ListProps {
  readonly report: ReportContent;
}

export function MissedTokensTable({ report, caption, most, send }: MissedTokensTableProps) {
  const { missed_tokens: tokens, total, covered } = report;
  const missed = total.net_gains_usd - covered.net_gains_usd;
  const columns: readonly Column[] = [
    { name: t('Token') },
    { name: t('Tx missed'), isFigure: true },
    { name: t('Net gain missed'), isFigure: true },
    { name: t('of {0}', formatUsdShort(missed)), isFigure: true },
  ];
  return (
    <ScrollRegion label={caption}>
      <Table class="rows" caption={caption} columns={columns}>
        {tokens.slice(0, most).map(({ mint, symbol, ...figures }) => (
          <tr key={mint}>
            <RowName>
              <button
                type="button"
                class="link name"
                title={t('Open {0}', sanitizeText(mint, 64))}
                onClick={() => send({ type: 'open-token', mint })}
              >
                {nameOrAddress(symbol, mint)}
              </button>
            </RowName>
            <Figure>{formatCount(figures.transactions)}</Figure>
            <Figure>{formatUsdShort(figures.net_gains_usd)}</Figure>
            <Figure>{formatShareOf(figures.net_gains_usd, missed)}</Figure>
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  );
}
