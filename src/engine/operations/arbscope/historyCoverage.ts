import type { TimeWindow } from '../../base/timeWindow.ts';
import type { HistorySnapshot, IndexedBlocks } from '../../store/reads/historyReads.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import type { HistoryPeriod } from './historyCache.ts';

/**
 * Contains every window. One more second would exceed the times' type, UInt32, and ends ClickHouse
 * servers of 2018.
 */
const longestInterval = 2 ** 32 - 1;

/**
 * Indexed share of each interval's blocks; `null` if none is indexed. A simulated source has no
 * blocks for seconds without a transaction; its intervals are complete from the oldest block on.
 */
export async function readCoverage(
  { source, isSimulated }: ArbscopeContext,
  snapshot: HistorySnapshot,
  { fromSeconds, toSeconds, interval }: HistoryPeriod,
): Promise<(start: number) => number | null> {
  if (isSimulated) {
    const oldest = await snapshot.oldestBlockSeconds();
    if (oldest === null) return () => null;
    const now = source.now() / 1_000;
    return (start) => (start + interval > oldest && start <= now ? 1 : null);
  }
  const intervals = await snapshot.indexedBlocks({ fromSeconds, toSeconds }, interval);
  const fractions = new Map(
    intervals.map(({ startSeconds, indexed, omitted }) => [
      startSeconds,
      indexed === 0 ? null : indexed / (indexed + omitted),
    ]),
  );
  return (start) => fractions.get(start) ?? null;
}

/** Indexed share of a window's blocks, with their rows or with totals alone; `null` if none is indexed. */
export async function readSummedCoverage(
  context: ArbscopeContext,
  snapshot: HistorySnapshot,
  { fromSeconds, toSeconds }: TimeWindow,
): Promise<number | null> {
  const oldest = await snapshot.oldestBlockSeconds();
  if (oldest === null || oldest > toSeconds) return null;
  // Before the first block nothing is indexed, and nothing is known to be missing.
  const stored = (toSeconds + 1 - Math.max(fromSeconds, oldest)) / (toSeconds + 1 - fromSeconds);
  if (context.isSimulated) return stored;
  const [all] = await snapshot.indexedBlocks({ fromSeconds, toSeconds }, longestInterval);
  if (all === undefined || all.indexed === 0) return null;
  return (stored * all.indexed) / (all.indexed + all.omitted);
}

/** Share of a window's blocks that are indexed and still have the rows of their transactions. */
export async function readWindowCoverage(
  context: ArbscopeContext,
  snapshot: HistorySnapshot,
  { fromSeconds, toSeconds }: TimeWindow,
): Promise<number | null> {
  if (context.isSimulated) {
    const interval = toSeconds - fromSeconds + 1;
    const coverage = await readCoverage(context, snapshot, { fromSeconds, toSeconds, interval });
    return coverage(fromSeconds);
  }
  const { rowsFromSeconds } = snapshot;
  const count = async (from: number, to: number): Promise<IndexedBlocks> => {
    const window = { fromSeconds: from, toSeconds: to };
    const [all] = from > to ? [] : await snapshot.indexedBlocks(window, longestInterval);
    return all ?? { startSeconds: 0, indexed: 0, omitted: 0 };
  };
  const border = Math.max(fromSeconds, rowsFromSeconds ?? 0);
  const gone = await count(fromSeconds, Math.min(toSeconds, border - 1));
  const { indexed, omitted } = await count(border, toSeconds);
  return indexed === 0 ? null : indexed / (indexed + omitted + gone.indexed + gone.omitted);
}
