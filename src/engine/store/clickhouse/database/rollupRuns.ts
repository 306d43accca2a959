import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { ClickHouseDatabase } from './clickHouseDatabase.ts';
import type { HourCopies } from './hourCopies.ts';

/** The valid rollup run of an hour; `copies` is 0 if an earlier version made it. */
export interface RollupRun extends HourCopies {
  readonly run: bigint;
  /** Rows that the server received later belong to none of its blocks; 0: unknown. */
  readonly settledMs: number;
  /** Number of rows that belong to no valid copy. */
  readonly hidden: number;
}

/** By hour, Unix seconds. */
export async function readRollupRuns(
  database: ClickHouseDatabase,
  { fromSeconds, toSeconds }: TimeWindow,
  signal?: AbortSignal,
): Promise<Map<number, RollupRun>> {
  const ofNewest = (column: string): string => `argMax(${column}, run)`;
  const columns = ['copies', 'copy_sum', 'settled_ms', 'hidden'].map(ofNewest).join(', ');
  const rows = await database.query(
    `SELECT hour, max(run), ${columns} FROM ${database.table('rollup_runs')}
     WHERE hour >= ${fromSeconds} AND hour <= ${toSeconds} GROUP BY hour`,
    { signal },
  );
  return new Map(
    rows.map(([hour, run, copies, copySum, settledMs, hidden]) => [
      Number(hour),
      {
        ...{ run: BigInt(String(run)), copies: Number(copies), copySum: BigInt(String(copySum)) },
        ...{ settledMs: Number(settledMs), hidden: Number(hidden) },
      },
    ]),
  );
}
