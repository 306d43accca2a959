import type { TimeWindow } from '../../../base/timeWindow.ts';
import { usdOf } from '../../money.ts';
import type { AmountSamples } from '../../reads/amountSamples.ts';
import {
  cellsPerInterval,
  type HistoryQuery,
  type HistorySnapshot,
  type IndexedBlocks,
  type IntervalSamples,
  type IntervalSums,
} from '../../reads/historyReads.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import { typeNumber } from '../../rows.ts';
import type { KeptPeriod } from '../database/keptPeriod.ts';
import { slotOfRow } from '../database/rowPosition.ts';
import { visibleCopies } from '../database/visibleCopies.ts';
import { sumOf } from '../database/wideSums.ts';
import { type PinnedRead, VisibleFilter } from './filterTerms.ts';
import type { NameLookup } from './nameLookup.ts';
import { readSlotsWindow } from './newestRows.ts';
import { createSamples, type SampleQuery } from './sampleReads.ts';
import { haveTotalsFor, readSummedBlocks, readTotalSums } from './totalReads.ts';
import { readTransactionTerms } from './transactionTerms.ts';

/** Merges neighbouring buckets (`amountBucket`): a cell is 6 % wide. */
const bucketBits = 4;

type Sampled = Pick<SampleQuery, 'amount' | 'bucket'>;
const sampledTips: Sampled = { amount: 'tip_lamports', bucket: 'tip_bucket' };
const sampledFees: Sampled = { amount: 'fee_lamports', bucket: 'fee_bucket' };

export const createHistorySnapshot = (
  read: PinnedRead,
  lookup: NameLookup,
  known: Pick<HistorySnapshot, 'newest' | 'revision'> & KeptPeriod,
): HistorySnapshot => ({
  ...known,
  sumsFromSeconds: (filter) =>
    haveTotalsFor(filter) ? known.totalsFromSeconds : known.rowsFromSeconds,
  changedIntervals: (after, interval) => readChangedIntervals(read, after, interval),
  intervalSums: (query) => readIntervalSums(read, known, query),
  tipsByInterval: (query) => createIntervalSamples(read, query, sampledTips),
  feesByInterval: (query) => createIntervalSamples(read, query, sampledFees),
  tips: (filter, window) => createFilteredSamples(read, lookup, filter, window, sampledTips),
  fees: (filter, window) => createFilteredSamples(read, lookup, filter, window, sampledFees),
  oldestBlockSeconds: () => readOldestBlockSeconds(read, known),
  indexedBlocks: (window, interval) => readIndexedBlocks(read, known, window, interval),
});

async function readChangedIntervals(
  read: PinnedRead,
  after: number,
  interval: number,
): Promise<number[]> {
  const fromSlot = slotOfRow(after) + 1;
  const window = await readSlotsWindow(read, fromSlot, read.pin.newestSlot);
  if (window === null) return [];
  const filter = new VisibleFilter(read, 'transactions').within(window).atLeast('slot', fromSlot);
  const rows = await read.database.query(
    `SELECT DISTINCT time - time % ${interval} ${filter.sql}`,
    { signal: read.signal },
  );
  return rows.map(([start]) => Number(start));
}

/** Splits the window into the part with totals and the part with rows. */
function splitWindow(
  { rowsFromSeconds, totalsFromSeconds }: KeptPeriod,
  { fromSeconds, toSeconds }: TimeWindow,
): { readonly totals: TimeWindow | null; readonly rows: TimeWindow | null } {
  const border = rowsFromSeconds ?? 0;
  const totals = {
    fromSeconds: Math.max(fromSeconds, totalsFromSeconds ?? 0),
    toSeconds: Math.min(toSeconds, border - 1),
  };
  return {
    totals: totals.fromSeconds <= totals.toSeconds ? totals : null,
    rows: toSeconds >= border ? { fromSeconds: Math.max(fromSeconds, border), toSeconds } : null,
  };
}

/** Each minute counts either its rows or its totals. */
async function readIntervalSums(
  read: PinnedRead,
  kept: KeptPeriod,
  query: HistoryQuery,
): Promise<IntervalSums[]> {
  const { filter, intervalSeconds: interval } = query;
  const { totals, rows } = splitWindow(kept, query.window);
  const sums =
    totals === null || !haveTotalsFor(filter)
      ? []
      : await readTotalSums(read, filter, totals, interval);
  const ofRows = rows === null ? [] : await readRowSums(read, { ...query, window: rows });
  const last = sums.at(-1);
  const shared = ofRows.findIndex(({ startSeconds }) => startSeconds === last?.startSeconds);
  const [first] = shared === -1 ? [] : ofRows.splice(shared, 1);
  if (last !== undefined && first !== undefined) {
    sums.splice(-1, 1, {
      startSeconds: last.startSeconds,
      transactions: last.transactions + first.transactions,
      failures: last.failures + first.failures,
      revenuesUsd: last.revenuesUsd + first.revenuesUsd,
      profitsUsd: last.profitsUsd + first.profitsUsd,
      volumeUsd: last.volumeUsd + first.volumeUsd,
    });
  }
  return [...sums, ...ofRows];
}

async function readRowSums(
  read: PinnedRead,
  { filter, window, intervalSeconds: interval }: HistoryQuery,
): Promise<IntervalSums[]> {
  const terms = (await readTransactionTerms(read, filter))(window);
  const rows = await read.database.query(
    `SELECT time - time % ${interval} AS start, sum(is_success), countIf(is_success = 0),
            ${usdOf(sumOf(`if(type = ${typeNumber('arbitrage')}, revenues_nanocents, 0)`))},
            ${usdOf(sumOf('profits_nanocents'))}, ${usdOf(sumOf('volume_nanocents'))}
     ${terms.sql} GROUP BY start`,
    { signal: read.signal },
  );
  return rows.map((row) => {
    const number = (column: number): number => Number(row[column]);
    return {
      startSeconds: number(0),
      transactions: number(1),
      failures: number(2),
      revenuesUsd: number(3),
      profitsUsd: number(4),
      volumeUsd: number(5),
    };
  });
}

/** Every amount except 0 has a bucket of at least 1. */
const termsFor = async (
  read: PinnedRead,
  filter: TransactionFilter,
  window: TimeWindow,
  { bucket }: Sampled,
): Promise<VisibleFilter> =>
  (await readTransactionTerms(read, filter))(window).matches(`${bucket} >= 1`);

function createFilteredSamples(
  read: PinnedRead,
  lookup: NameLookup,
  filter: TransactionFilter,
  window: TimeWindow,
  sampled: Sampled,
): AmountSamples {
  const open = async (): Promise<AmountSamples> =>
    createSamples(read, lookup, {
      ...sampled,
      groups: [],
      filter: await termsFor(read, filter, window, sampled),
    });
  return {
    bucketCounts: async () => (await open()).bucketCounts(),
    amountsIn: async (wanted) => (await open()).amountsIn(wanted),
  };
}

function createIntervalSamples(
  read: PinnedRead,
  { filter, window, intervalSeconds: interval }: HistoryQuery,
  sampled: Sampled,
): IntervalSamples {
  const { amount, bucket } = sampled;
  const cell = `intDiv(time - ${window.fromSeconds}, ${interval}) * ${cellsPerInterval}
                + bitShiftRight(${bucket}, ${bucketBits})`;
  return {
    cellCounts: async () => {
      const terms = await termsFor(read, filter, window, sampled);
      const rows = await read.database.query(
        `SELECT ${cell} AS cell, count() ${terms.sql} GROUP BY cell`,
        { signal: read.signal },
      );
      return {
        cells: rows.map((row) => Number(row[0])),
        counts: rows.map((row) => Number(row[1])),
      };
    },
    amountsIn: async (wanted) => {
      if (wanted.length === 0) return { cells: [], amounts: [], counts: [] };
      const terms = await termsFor(read, filter, window, sampled);
      terms.matches(`${cell} IN (${wanted.map(Number).join(', ')})`);
      const rows = await read.database.query(
        `SELECT ${cell} AS cell, ${amount} AS sampled, count() ${terms.sql} GROUP BY cell, sampled`,
        { signal: read.signal },
      );
      return {
        cells: rows.map((row) => Number(row[0])),
        amounts: rows.map((row) => Number(row[1])),
        counts: rows.map((row) => Number(row[2])),
      };
    },
  };
}

async function readOldestBlockSeconds(
  { database, signal }: PinnedRead,
  { totalsFromSeconds }: KeptPeriod,
): Promise<number | null> {
  // 0 means that a block has no time.
  const [[blocks = 0, oldest = 0] = []] = await database.query(
    `SELECT count(), min(time) FROM ${database.table('blocks')}
     WHERE time > 0 AND time >= ${totalsFromSeconds ?? 0}`,
    { signal },
  );
  return Number(blocks) === 0 ? null : Number(oldest);
}

async function readIndexedBlocks(
  read: PinnedRead,
  kept: KeptPeriod,
  window: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const { totals, rows } = splitWindow(kept, window);
  const parts = [
    ...(totals === null ? [] : await readSummedBlocks(read, totals, interval)),
    ...(rows === null ? [] : await readRowBlocks(read, rows, interval)),
    ...(totals === null ? [] : await readOmittedBlocks(read, totals, interval)),
    ...(rows === null ? [] : await readOmittedBlocks(read, rows, interval)),
  ];
  const byStart = new Map<number, IndexedBlocks>();
  for (const { startSeconds, indexed, omitted } of parts) {
    const known = byStart.get(startSeconds);
    byStart.set(startSeconds, {
      startSeconds,
      indexed: indexed + (known?.indexed ?? 0),
      omitted: omitted + (known?.omitted ?? 0),
    });
  }
  return [...byStart.values()];
}

async function readRowBlocks(
  { database, pin, signal }: PinnedRead,
  { fromSeconds, toSeconds }: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const rows = await database.query(
    `SELECT time - time % ${interval} AS start, uniqExact(slot) FROM ${database.table('blocks')}
     WHERE time >= ${fromSeconds} AND time <= ${toSeconds} AND (slot, copy) IN
       (${visibleCopies(database, pin, { fromSeconds, toSeconds })})
     GROUP BY start`,
    { signal },
  );
  return rows.map(([start, indexed]) => ({
    startSeconds: Number(start),
    indexed: Number(indexed),
    omitted: 0,
  }));
}

/** Between writers, which may lack the same blocks, the largest sum wins. */
async function readOmittedBlocks(
  { database, signal }: PinnedRead,
  { fromSeconds, toSeconds }: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const rows = await database.query(
    `SELECT minute - minute % ${interval} AS start, sum(missing) FROM
       (SELECT minute, max(of_writer) AS missing FROM
         (SELECT minute, writer, sum(blocks) AS of_writer FROM ${database.table('left_out')} FINAL
          WHERE minute >= ${fromSeconds} AND minute <= ${toSeconds} GROUP BY minute, writer)
        GROUP BY minute)
     GROUP BY start`,
    { signal },
  );
  return rows.map(([start, omitted]) => ({
    startSeconds: Number(start),
    indexed: 0,
    omitted: Number(omitted),
  }));
}
