import { usdOf } from '../money.ts';
import type { CreditSums } from '../reads/creditSums.ts';
import type { CreditFilter, ThresholdFilter, ThresholdTotals } from '../reads/marketReads.ts';
import { typeNumber } from '../rows.ts';
import type { SqlRead } from './sqlRead.ts';

/** Ordered, so that every server adds up alike. Columns: `place_credit`, gross and net gains, number of arbitrages, volume. */
export async function readCreditColumns(
  read: SqlRead,
  { window, baseMints, wallets = [] }: CreditFilter,
): Promise<readonly ArrayLike<unknown>[]> {
  const sums =
    'place_credit, revenues_nanocents, profits_nanocents, volume_nanocents, transactions';
  const from = await read.summed(
    {
      table: 'credits',
      single:
        'place_credit, revenues_nanocents, profits_nanocents, volume_nanocents, 1 AS transactions',
      totals: wallets.length === 0 ? { table: 'hour_credits', columns: sums } : undefined,
    },
    window,
    (rows) => rows.isAnyOf('base', baseMints).isAnyOf('wallet', wallets),
  );
  return await read.columns(
    `SELECT place_credit, ${usdOf(read.sum('revenues_nanocents'))},
            ${usdOf(read.sum('profits_nanocents'))}, CAST(sum(transactions) AS DOUBLE),
            ${usdOf(read.sum('volume_nanocents'))}
     ${from} GROUP BY place_credit ORDER BY place_credit`,
  );
}

export const creditFigures = (
  columns: readonly ArrayLike<unknown>[],
): Pick<CreditSums, 'revenuesUsd' | 'profitsUsd' | 'transactions' | 'volumeUsd'> => {
  const [, revenuesUsd = [], profitsUsd = [], transactions = [], volumeUsd = []] =
    columns as readonly ArrayLike<number>[];
  return { revenuesUsd, profitsUsd, transactions, volumeUsd };
};

export async function readThresholdTotals(
  read: SqlRead,
  { window, baseMints, wallets = [], providers, bots }: ThresholdFilter,
): Promise<ThresholdTotals> {
  const from = await read.summed(
    {
      table: 'transactions',
      single: 'profits_nanocents, revenues_nanocents, 1 AS transactions',
      totals:
        wallets.length === 0
          ? { table: 'hour_totals', columns: 'profits_nanocents, revenues_nanocents, transactions' }
          : undefined,
    },
    window,
    (rows) =>
      rows
        .equals('type', typeNumber('arbitrage'))
        .isAnyOf('base', baseMints)
        .isAnyOf('wallet', wallets)
        .isAnyOf('provider', providers)
        .isAnyOf('bot', bots),
  );
  const [[profitsUsd, revenuesUsd, transactions] = []] = await read.rows(
    `SELECT ${usdOf(read.sum('profits_nanocents'))}, ${usdOf(read.sum('revenues_nanocents'))},
            sum(transactions)
     ${from}`,
  );
  // A sum without rows is NULL in DuckDB.
  return {
    profitsUsd: Number(profitsUsd ?? 0),
    revenuesUsd: Number(revenuesUsd ?? 0),
    transactions: Number(transactions ?? 0),
  };
}
