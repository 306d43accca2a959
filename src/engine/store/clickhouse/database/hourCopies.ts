import { hourSeconds } from '../../../base/hour.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { ClickHouseDatabase } from './clickHouseDatabase.ts';
import { forkSeconds, type ReadPin } from './visibleCopies.ts';

/**
 * Number and sum of the committed copies that decide which blocks of an hour are valid: those of the
 * hour, and around it those that may replace them. Copies are never changed or deleted before their
 * hour expires, so two equal figures mean the same blocks, whatever the clocks of ingesters and
 * servers say. (Copies are random in part, so different ones do not have the same sum.)
 */
export interface HourCopies {
  readonly copies: number;
  readonly copySum: bigint;
}

export const isSame = (first: HourCopies, second: HourCopies): boolean =>
  first.copies === second.copies && first.copySum === second.copySum;

/** Of an hour: its start and its end, whose copies may replace those of the hour beside, and the rest. */
const parts = { start: 0, middle: 1, end: 2 } as const;
const partsPerHour = 3;

/** SQL of the number of the part that contains `time`. */
export const hourPart = `(intDiv(time, ${hourSeconds}) * ${partsPerHour} + multiIf(
  time % ${hourSeconds} < ${forkSeconds}, ${parts.start},
  time % ${hourSeconds} < ${hourSeconds - forkSeconds}, ${parts.middle}, ${parts.end}))`;

/** The hours (Unix seconds) whose copies include those of the part. */
export function hoursOfPart(part: number): readonly number[] {
  const hour = Math.floor(part / partsPerHour) * hourSeconds;
  const own = part % partsPerHour;
  if (own === parts.middle) return [hour];
  return [hour, own === parts.start ? hour - hourSeconds : hour + hourSeconds];
}

/** Hour (Unix seconds) -> the copies that a pin sees, of the hours that begin in the window. */
export async function readHourCopies(
  database: ClickHouseDatabase,
  { newestSlot, committedMs }: Pick<ReadPin, 'newestSlot' | 'committedMs'>,
  { fromSeconds, toSeconds }: TimeWindow,
  signal?: AbortSignal,
): Promise<Map<number, HourCopies>> {
  const rows = await database.query(
    `SELECT ${hourPart} AS part, count(), sum(copy)
     FROM ${database.table('blocks')}
     WHERE slot <= ${newestSlot} AND added_ms <= ${committedMs}
       AND time >= ${Math.max(0, fromSeconds - forkSeconds)}
       AND time < ${toSeconds + hourSeconds + forkSeconds}
     GROUP BY part`,
    { signal },
  );
  const hours = new Map<number, HourCopies>();
  for (const [part] of rows) {
    const [own = 0] = hoursOfPart(Number(part));
    if (own >= fromSeconds && own <= toSeconds) hours.set(own, { copies: 0, copySum: 0n });
  }
  for (const [part, copies, copySum] of rows) {
    for (const hour of hoursOfPart(Number(part))) {
      const known = hours.get(hour);
      if (known === undefined) continue;
      hours.set(hour, {
        copies: known.copies + Number(copies),
        // Wraps, as a sum of the database does.
        copySum: BigInt.asUintN(64, known.copySum + BigInt(String(copySum))),
      });
    }
  }
  return hours;
}
