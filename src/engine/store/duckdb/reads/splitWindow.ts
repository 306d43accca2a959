import { hourSeconds } from '../../../base/hour.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { SqlStatements } from '../../sql/sqlRead.ts';

/** A window as rows of some parts, and totals of the hours between them. */
export interface SplitWindow {
  readonly rows: readonly TimeWindow[];
  /** First and last hour; all totals between them count. `null`: no hour has totals. */
  readonly totals: TimeWindow | null;
}

/** Whole hours with totals are read from these. The read's other statements must see the same state. */
export async function splitWindow(
  { rows }: Pick<SqlStatements, 'rows'>,
  { fromSeconds, toSeconds }: TimeWindow,
): Promise<SplitWindow> {
  const found = await rows(
    `SELECT DISTINCT hour FROM summed_hours
     WHERE hour >= ${fromSeconds} AND hour <= ${toSeconds - (hourSeconds - 1)} ORDER BY hour`,
  );
  const hours = found.map(([hour]) => Number(hour));
  const parts: TimeWindow[] = [];
  let from = fromSeconds;
  for (const hour of hours) {
    if (from < hour) parts.push({ fromSeconds: from, toSeconds: hour - 1 });
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
