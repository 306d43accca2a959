import { hourSeconds, hourStart } from '../../../base/hour.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { RollupRun } from '../database/rollupRuns.ts';
import type { CurrentRuns } from '../summedHours.ts';

type RunsByHour = readonly (readonly [hour: number, run: RollupRun])[];

/** Hours of a window, and what remains of it without them, in order. */
export interface SplitWindow {
  readonly hours: RunsByHour;
  readonly others: readonly TimeWindow[];
}

/** The whole hours of a window that have current totals. */
export const summedHoursOf = (runs: CurrentRuns, window: TimeWindow): SplitWindow =>
  splitBy(
    window,
    [...runs].filter(
      ([hour]) => hour >= window.fromSeconds && hour + hourSeconds - 1 <= window.toSeconds,
    ),
  );

/**
 * The hours of a window, whole or not, in which all rows until `settledMs` belong to valid blocks
 * and later ones do not, so that no row has to be looked up.
 */
export const settledHoursOf = (runs: CurrentRuns, window: TimeWindow): SplitWindow =>
  splitBy(
    window,
    [...runs].filter(
      ([hour, { settledMs, hidden }]) =>
        hour >= hourStart(window.fromSeconds) &&
        hour <= window.toSeconds &&
        settledMs > 0 &&
        hidden === 0,
    ),
  );

function splitBy(window: TimeWindow, hours: RunsByHour): SplitWindow {
  const inOrder = hours.toSorted(([first], [second]) => first - second);
  const others: TimeWindow[] = [];
  let fromSeconds = window.fromSeconds;
  for (const [hour] of inOrder) {
    if (hour > fromSeconds) others.push({ fromSeconds, toSeconds: hour - 1 });
    fromSeconds = hour + hourSeconds;
  }
  if (fromSeconds <= window.toSeconds) others.push({ fromSeconds, toSeconds: window.toSeconds });
  return { hours: inOrder, others };
}

/** SQL: the value of the hour that contains the time of a column; 0 for hours between that are none of them. */
function valueOfHour(
  column: 'time' | 'hour',
  hours: RunsByHour,
  read: (run: RollupRun) => bigint | number,
): string {
  const first = hours[0]?.[0] ?? 0;
  const last = hours.at(-1)?.[0] ?? 0;
  const byHour = new Map(hours);
  const values = Array.from({ length: (last - first) / hourSeconds + 1 }, (_, at) => {
    const run = byHour.get(first + at * hourSeconds);
    return run === undefined ? 0 : read(run);
  });
  return `[${values.join(', ')}][intDiv(${column}, ${hourSeconds}) - ${first / hourSeconds - 1}]`;
}

/** SQL: whether a row is of settled hours; without an hour, none is. */
export function isSettled(hours: RunsByHour): string {
  const [first = 0, last = 0] = [hours[0]?.[0], hours.at(-1)?.[0]];
  return `time >= ${first} AND time < ${last + hourSeconds} AND added_ms <= ${valueOfHour('time', hours, ({ settledMs }) => settledMs)}`;
}

/** SQL: whether a row of totals by hour is of a valid run; there must be an hour. */
export function isOfRuns(hours: RunsByHour): string {
  const [first = 0, last = 0] = [hours[0]?.[0], hours.at(-1)?.[0]];
  return `hour >= ${first} AND hour <= ${last} AND run = ${valueOfHour('hour', hours, ({ run }) => run)}`;
}
