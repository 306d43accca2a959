import type { ReadQuery } from '../../store/duckdb/query.ts';
import type { TimeWindow } from '../operationContext.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import type { HistoryPeriod } from './historyCache.ts';

/**
 * How much of each interval's blocks is indexed; `null` where none is. A source that makes its
 * blocks makes none for seconds without a transaction: its intervals are whole since the oldest.
 */
export async function readCoverage(
  { source, isSimulated }: ArbscopeContext,
  read: ReadQuery,
  { fromSeconds, toSeconds, interval }: HistoryPeriod,
): Promise<(start: number) => number | null> {
  if (isSimulated) {
    const [[oldest] = []] = await read('SELECT min(time) FROM blocks WHERE time > 0');
    if (oldest == null) return () => null;
    const first = Number(oldest);
    const now = source.now() / 1_000;
    return (start) => (start + interval > first && start <= now ? 1 : null);
  }
  const [starts = [], indexed = [], omitted = []] = await read(
    `SELECT start::DOUBLE, sum(indexed)::DOUBLE, sum(omitted)::DOUBLE FROM (
       SELECT time - time % ${interval} AS start, count(*) AS indexed, 0 AS omitted FROM blocks
       WHERE time >= $from AND time <= $to GROUP BY start
       UNION ALL
       SELECT minute - minute % ${interval}, 0, sum(blocks) FROM left_out
       WHERE minute >= $from AND minute <= $to GROUP BY 1
     ) GROUP BY start`,
    { from: fromSeconds, to: toSeconds },
  );
  const fractions = new Map(
    starts.map((start, row) => {
      const blocks = Number(indexed[row]);
      return [Number(start), blocks === 0 ? null : blocks / (blocks + Number(omitted[row]))];
    }),
  );
  return (start) => fractions.get(start) ?? null;
}

/** The same of a whole window. */
export async function readWindowCoverage(
  context: ArbscopeContext,
  read: ReadQuery,
  { fromSeconds, toSeconds }: TimeWindow,
): Promise<number | null> {
  if (context.isSimulated) {
    // One interval that begins with the window.
    const interval = toSeconds - fromSeconds + 1;
    const coverage = await readCoverage(context, read, { fromSeconds, toSeconds, interval });
    return coverage(fromSeconds);
  }
  // One that every window lies in.
  const coverage = await readCoverage(context, read, { fromSeconds, toSeconds, interval: 2 ** 32 });
  return coverage(0);
}
