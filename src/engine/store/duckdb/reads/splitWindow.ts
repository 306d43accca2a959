import { hourSeconds } from '../../../base/hour.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { SqlStatements } from '../../sql/sqlRead.ts';

/** A window as rows of some parts, and totals of the hours between them. */
export interface SplitWindow {
  readonly rows: readonly TimeWindow[];
  /** First and last hour; all totals between them count. `null`: no hour has totals. */
  readonly totals: TimeWindow | null;
}

/**
 * Whole hours with totals are read from these. Hours before one whose rows are deleted have no rows
 * either, so an hour without blocks among them adds no part: each part costs a scan. The read's other
 * statements must see the same state.
 */
export async function splitWindow(
  { rows }: Pick<SqlStatements, 'rows'>,
  { fromSeconds, toSeconds }: TimeWindow,
): Promise<SplitWindow> {
  const found = await rows(
    `SELECT hour, max(has_rows) FROM summed_hours
     WHERE hour >= ${fromSeconds} AND hour <= ${toSeconds - (hourSeconds - 1)}
     GROUP BY hour ORDER BY hour`,
  );
  const hours: number[] = [];
  const parts: TimeWindow[] = [];
  let from = fromSeconds;
  for (const [hour = 0, hasRows] of found.map((row) => row.map(Number))) {
    if (hasRows === 0) parts.length = 0;
    else if (from < hour) parts.push({ fromSeconds: from, toSeconds: hour - 1 });
    hours.push(hour);
    from = hour + hourSeconds;
  }
  if (from <= toSeconds || hours.length === 0) parts.push({ fromSeconds: from, toSeconds });
  const [first, last] = [hours[0], hours.at(-1)];
  return {
    rows: parts,
    totals:
      first === undefined || last === undefined ? null : { fromSeconds: first, toSeconds: last },
  };
}
