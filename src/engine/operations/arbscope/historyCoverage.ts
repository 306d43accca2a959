import { minuteStart } from '../../base/minute.ts';
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
 * Indexed share of each interval's known blocks; `null` if none is indexed. A simulated source has
 * no blocks for seconds without a transaction; its intervals are complete from `readStart` on.
 */
export async function readCoverage(
  { source, isSimulated }: ArbscopeContext,
  snapshot: HistorySnapshot,
  { fromSeconds, toSeconds, interval }: HistoryPeriod,
): Promise<(start: number) => number | null> {
  if (isSimulated) {
    const now = source.now() / 1_000;
    return (start) => (start <= now ? 1 : null);
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

/**
 * Share of a window whose sums are known, from the first block on (`startSeconds`; `null`: there is
 * none). Of deleted rows only the totals of whole periods are known.
 */
export function knownShare(
  { rowsFromSeconds, totalsSeconds }: Pick<HistorySnapshot, 'rowsFromSeconds' | 'totalsSeconds'>,
  startSeconds: number | null,
  { fromSeconds, toSeconds }: TimeWindow,
): number {
  if (startSeconds === null) return 0;
  const end = toSeconds + 1;
  const rows = Math.min(end, Math.max(fromSeconds, rowsFromSeconds ?? 0));
  const totals = Math.ceil(fromSeconds / totalsSeconds) * totalsSeconds;
  const totalsEnd = rows - (rows % totalsSeconds);
  const secondsOf = (from: number, to: number) => Math.max(0, to - Math.max(from, startSeconds));
  return (secondsOf(totals, totalsEnd) + secondsOf(rows, end)) / (end - fromSeconds);
}

/** Indexed share of a window's blocks, with their rows or with totals alone; `null` if none is indexed. */
export async function readSummedCoverage(
  context: ArbscopeContext,
  snapshot: HistorySnapshot,
  window: TimeWindow,
): Promise<number | null> {
  const known = knownShare(snapshot, await readStart(context, snapshot), window);
  if (known === 0) return null;
  if (context.isSimulated) return known;
  const [all] = await snapshot.indexedBlocks(window, longestInterval);
  if (all === undefined || all.indexed === 0) return null;
  return (known * all.indexed) / (all.indexed + all.omitted);
}

/** Share of a window's blocks that are indexed and still have the rows of their transactions. */
export async function readWindowCoverage(
  context: ArbscopeContext,
  snapshot: HistorySnapshot,
  window: TimeWindow,
): Promise<number | null> {
  const { source, isSimulated } = context;
  if (isSimulated && window.fromSeconds > source.now() / 1_000) return null;
  const start = await readStart(context, snapshot);
  if (isSimulated && start !== null) {
    return shareFrom(window, Math.max(start, snapshot.rowsFromSeconds ?? 0));
  }
  const stored = shareFrom(window, start);
  if (stored === null) return null;
  const blocks = await readBlockShare(snapshot, window);
  return blocks === null ? null : stored * blocks;
}

/**
 * Time since which blocks are indexed, Unix seconds; `null` if none is. A simulated source begins
 * with a whole minute, whose first seconds may have no transaction and so no block.
 */
export async function readStart(
  { isSimulated }: ArbscopeContext,
  snapshot: HistorySnapshot,
): Promise<number | null> {
  const oldest = await snapshot.oldestBlockSeconds();
  return isSimulated && oldest !== null ? minuteStart(oldest) : oldest;
}

/**
 * Share of a window that is not before a time. Before the first block nothing is indexed, and
 * nothing is known to be missing. `null` if there is no such time, or it is after the window.
 */
function shareFrom(
  { fromSeconds, toSeconds }: TimeWindow,
  sinceSeconds: number | null,
): number | null {
  if (sinceSeconds === null || sinceSeconds > toSeconds) return null;
  return (toSeconds + 1 - Math.max(fromSeconds, sinceSeconds)) / (toSeconds + 1 - fromSeconds);
}

/** Like `readWindowCoverage`, of the known blocks alone: the time before the first does not count. */
export async function readBlockShare(
  snapshot: HistorySnapshot,
  { fromSeconds, toSeconds }: TimeWindow,
): Promise<number | null> {
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
