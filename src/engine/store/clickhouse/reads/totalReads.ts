import type { TimeWindow } from '../../../base/timeWindow.ts';
import { usdOf } from '../../money.ts';
import type { IndexedBlocks, IntervalSums } from '../../reads/historyReads.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import { typeNumber } from '../../rows.ts';
import { hashOf } from '../database/hashedIds.ts';
import { sumOf } from '../database/wideSums.ts';
import type { PinnedRead } from './filterTerms.ts';
import { outcomesTerm } from './transactionTerms.ts';

const hourSeconds = 3_600;

/** True if totals by minute support the filter: they contain no routes and no single gains. */
export const haveTotalsFor = ({
  tokens,
  amms,
  pools,
  minNetGainsUsd,
}: TransactionFilter): boolean =>
  minNetGainsUsd === undefined &&
  [tokens, amms, pools].every((list) => list === undefined || list.length === 0);

/** The valid rollup run of each hour in the window. */
const summedHours = ({ database }: PinnedRead, { fromSeconds, toSeconds }: TimeWindow): string =>
  `SELECT hour, max(run) FROM ${database.table('rollup_runs')}
   WHERE hour >= ${fromSeconds - (fromSeconds % hourSeconds)} AND hour <= ${toSeconds}
   GROUP BY hour`;

/** Sums the minutes that begin in the window. The filter must satisfy `haveTotalsFor`. */
export async function readTotalSums(
  read: PinnedRead,
  filter: TransactionFilter,
  window: TimeWindow,
  interval: number,
): Promise<IntervalSums[]> {
  const { database, signal } = read;
  const isAnyOf = (column: string, names: readonly string[] = []): string[] =>
    names.length === 0 ? [] : [`${column} IN (${[...new Set(names)].map(hashOf).join(', ')})`];
  const terms = [
    `minute >= ${window.fromSeconds} AND minute <= ${window.toSeconds}`,
    `(minute - minute % ${hourSeconds}, run) IN (${summedHours(read, window)})`,
    outcomesTerm(filter.outcomes, { gain: 'is_gain = 1', unknown: 'is_gain = 2' }),
    ...isAnyOf('wallet', filter.wallets),
    ...isAnyOf('bot', filter.bots),
    ...isAnyOf('provider', filter.providers),
    ...isAnyOf('base', filter.bases),
  ];
  const rows = await database.query(
    `SELECT minute - minute % ${interval} AS start, sumIf(transactions, is_success = 1),
            sumIf(transactions, is_success = 0),
            ${usdOf(sumOf(`if(type = ${typeNumber('arbitrage')}, revenues_nanocents, 0)`))},
            ${usdOf(sumOf('profits_nanocents'))}, ${usdOf(sumOf('volume_nanocents'))}
     FROM ${database.table('minute_totals')} WHERE ${terms.join(' AND ')}
     GROUP BY start ORDER BY start`,
    { signal },
  );
  return rows.map((row) => {
    const [startSeconds = 0, transactions = 0, failures = 0, ...usd] = row.map(Number);
    const [revenuesUsd = 0, profitsUsd = 0, volumeUsd = 0] = usd;
    return { startSeconds, transactions, failures, revenuesUsd, profitsUsd, volumeUsd };
  });
}

/** Blocks in the totals of a window, by interval; hours without totals count as missing. */
export async function readSummedBlocks(
  read: PinnedRead,
  window: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const { database, signal } = read;
  const { fromSeconds, toSeconds } = window;
  const grain = Math.min(interval, hourSeconds);
  // Runs store their block count. For long intervals `count()` suffices, as `ofRun` replaces it;
  // copies of a slot then count twice only in hours without totals.
  const counted = grain < hourSeconds ? 'uniqExact(slot)' : 'count()';
  const blocks = await database.query(
    `SELECT time - time % ${grain} AS start, ${counted} FROM ${database.table('blocks')}
     WHERE time >= ${fromSeconds} AND time <= ${toSeconds} GROUP BY start ORDER BY start`,
    { signal },
  );
  const runs = await database.query(
    `SELECT hour, argMax(blocks, run) FROM ${database.table('rollup_runs')}
     WHERE hour >= ${fromSeconds - (fromSeconds % hourSeconds)} AND hour <= ${toSeconds}
     GROUP BY hour`,
    { signal },
  );
  const summed = new Map(runs.map(([hour, count]) => [Number(hour), Number(count)]));
  const found = new Map<number, { startSeconds: number; indexed: number; omitted: number }>();
  for (const row of blocks) {
    const [start = 0, count = 0] = row.map(Number);
    const startSeconds = start - (start % interval);
    const sums = found.get(startSeconds) ?? { startSeconds, indexed: 0, omitted: 0 };
    found.set(startSeconds, sums);
    const ofRun = summed.get(start - (start % hourSeconds));
    if (ofRun === undefined) sums.omitted += count;
    else sums.indexed += grain < hourSeconds ? count : ofRun;
  }
  return [...found.values()];
}
