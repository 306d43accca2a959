import { hourSeconds } from '../../base/hour.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import { usdOf } from '../money.ts';
import type { AmountSamples } from '../reads/amountSamples.ts';
import {
  cellsPerInterval,
  type HistoryQuery,
  type HistorySnapshot,
  type IntervalSamples,
  type IntervalSums,
} from '../reads/historyReads.ts';
import type { TransactionFilter } from '../reads/transactionFilter.ts';
import { typeNumber } from '../rows.ts';
import { countSql, createSamples, type SampleQuery, sampledColumns } from './samples.ts';
import type { Row, SqlRead } from './sqlRead.ts';
import { transactionRows } from './transactionRows.ts';

/** Merges 16 neighbouring buckets (`amountBucket`): a cell is 6 % wide. */
const bucketsPerCell = 16;

const arbitrageRevenues = `if(type = ${typeNumber('arbitrage')}, revenues_nanocents, 0)`;

export async function readIntervalSums(
  read: SqlRead,
  { filter, window, intervalSeconds: interval }: HistoryQuery,
): Promise<IntervalSums[]> {
  const from = await read.filteredAttempts(
    {
      single: `time - time % ${interval} AS start, is_success AS success, 1 - is_success AS failure,
        ${arbitrageRevenues} AS gross, profits_nanocents, volume_nanocents`,
      group: `minute - minute % ${interval}, 0::UTINYINT, attempts, 0::BIGINT, profits_nanocents,
        0::BIGINT`,
      totals:
        interval % hourSeconds === 0
          ? `hour - hour % ${interval} AS start, if(is_success = 1, transactions, 0) AS success,
            if(is_success = 1, 0, transactions) AS failure, ${arbitrageRevenues} AS gross,
            profits_nanocents, volume_nanocents`
          : undefined,
    },
    filter,
    window,
  );
  const rows = await read.rows(
    `SELECT start, sum(success), sum(failure), ${usdOf(read.sum('gross'))},
            ${usdOf(read.sum('profits_nanocents'))}, ${usdOf(read.sum('volume_nanocents'))}
     ${from} GROUP BY start`,
  );
  return rows.map(toIntervalSums);
}

export function toIntervalSums(row: Row): IntervalSums {
  const [startSeconds = 0, transactions = 0, failures = 0, ...usd] = row.map(Number);
  const [revenuesUsd = 0, profitsUsd = 0, volumeUsd = 0] = usd;
  return { startSeconds, transactions, failures, revenuesUsd, profitsUsd, volumeUsd };
}

/** The samples of a history; each step sees the same rows. */
export function createHistoryReads(
  read: SqlRead,
): Pick<HistorySnapshot, 'tips' | 'fees' | 'tipsByInterval' | 'feesByInterval'> {
  const byInterval = (query: HistoryQuery, open: typeof tipsOf) =>
    createIntervalSamples(read, () => open(read, query.filter, query.window), query);
  const whole = (open: () => Promise<SampleQuery>): AmountSamples => ({
    bucketCounts: async () => createSamples(read, await open()).bucketCounts(),
    amountsIn: async (wanted) => createSamples(read, await open()).amountsIn(wanted),
  });
  return {
    tips: (filter, window) => whole(() => tipsOf(read, filter, window)),
    fees: (filter, window) => whole(() => feesOf(read, filter, window)),
    tipsByInterval: (query) => byInterval(query, tipsOf),
    feesByInterval: (query) => byInterval(query, feesOf),
  };
}

/** SOL tips of transactions that tipped, with their time. */
async function tipsOf(
  read: SqlRead,
  filter: TransactionFilter,
  window: TimeWindow,
): Promise<SampleQuery> {
  // Every amount except 0 has a bucket of at least 1.
  const rows = (await transactionRows(read, filter))(window).atLeast('tip_bucket', 1);
  return { from: `FROM (${rows.select(sampledColumns('tip', 'time'))})`, groups: [] };
}

async function feesOf(
  read: SqlRead,
  filter: TransactionFilter,
  window: TimeWindow,
): Promise<SampleQuery> {
  const columns = {
    single: sampledColumns('fee', 'time', '1 AS weight'),
    group: sampledColumns('fee', 'minute', 'attempts::INTEGER'),
  };
  const from = await read.filteredAttempts(columns, filter, window);
  return { from: `FROM (SELECT * ${from} WHERE bucket >= 1)`, groups: [], isWeighted: true };
}

/** The sample's rows also have a column `time`. */
function createIntervalSamples(
  read: SqlRead,
  open: () => Promise<SampleQuery>,
  { window: { fromSeconds }, intervalSeconds }: HistoryQuery,
): IntervalSamples {
  const cell = `${read.quotient(`(time - ${fromSeconds})`, intervalSeconds)} * ${cellsPerInterval}
    + ${read.quotient('bucket', bucketsPerCell)}`;
  const numbers = (column: ArrayLike<unknown> = []): number[] => Array.from(column, Number);
  return {
    cellCounts: async () => {
      const query = await open();
      const [cells, counts] = await read.columns(
        `SELECT CAST(${cell} AS DOUBLE) AS cell, ${countSql(query)} ${query.from} GROUP BY cell`,
      );
      return { cells: numbers(cells), counts: numbers(counts) };
    },
    amountsIn: async (wanted) => {
      if (wanted.length === 0) return { cells: [], amounts: [], counts: [] };
      const query = await open();
      const isWanted = read.isOneOf(
        ['cell'],
        wanted.map((each) => [`${each}`]),
      );
      const [cells, amounts, counts] = await read.columns(
        `SELECT CAST(cell AS DOUBLE), CAST(amount AS DOUBLE), ${countSql(query)}
         FROM (SELECT ${cell} AS cell, * ${query.from}) WHERE ${isWanted} GROUP BY cell, amount`,
      );
      return { cells: numbers(cells), amounts: numbers(amounts), counts: numbers(counts) };
    },
  };
}
