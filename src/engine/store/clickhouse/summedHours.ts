import { hourStart } from '../../base/hour.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import {
  type HourCopies,
  hourPart,
  hoursOfPart,
  isSame,
  readHourCopies,
} from './database/hourCopies.ts';
import { type RollupRun, readRollupRuns } from './database/rollupRuns.ts';
import { nowMs } from './database/schema.ts';
import type { ReadPin } from './database/visibleCopies.ts';

/** Hour (Unix seconds) -> the run that summed up exactly its valid blocks. */
export type CurrentRuns = ReadonlyMap<number, RollupRun>;

/** What a request sees. */
export interface PinnedState {
  readonly pin: ReadPin;
  readonly runs: CurrentRuns;
}

/** Upper bound for clock differences between servers and for the duration of inserts. */
const overlapMs = 60_000;
/** Hours are summed up long after their end, so new runs are not urgent. */
const runsIntervalMs = 10_000;

/**
 * Pins the state that a request sees, and finds the hours whose totals are those of that state. The
 * statement of the pin also finds hours with new copies, so the copies of an hour are counted once
 * and when it has changed.
 */
export class SummedHours {
  readonly #database: ClickHouseDatabase;
  readonly #copies = new Map<number, HourCopies>();
  #runs: CurrentRuns = new Map();
  #runsReadMs = Number.NEGATIVE_INFINITY;
  /** The newest pin; copies are as of it. */
  #pin: ReadPin = { newestSlot: 0, newestTimeSeconds: 0, committedMs: 0 };
  /** It sees all copies that the server received before, Unix milliseconds. */
  #completeMs = 0;

  constructor(database: ClickHouseDatabase) {
    this.#database = database;
  }

  async refresh(oldestSeconds: number): Promise<void> {
    if (Date.now() < this.#runsReadMs + runsIntervalMs) return;
    this.#runsReadMs = Date.now();
    const window = { fromSeconds: hourStart(oldestSeconds), toSeconds: 2 ** 32 - 1 };
    this.#runs = await readRollupRuns(this.#database, window);
    for (const hour of this.#copies.keys()) if (hour < oldestSeconds) this.#copies.delete(hour);
  }

  async pin(signal?: AbortSignal): Promise<PinnedState> {
    const { pin, completeMs, changed } = await this.#readPin(signal);
    if (pin.committedMs >= this.#pin.committedMs && completeMs >= this.#completeMs) {
      this.#pin = pin;
      this.#completeMs = completeMs;
    }
    for (const hour of changed) this.#copies.delete(hour);
    const unread = [...this.#runs.keys()].filter((hour) => !this.#copies.has(hour));
    const own = new Map(this.#copies);
    if (unread.length > 0) {
      const window = windowOf(unread);
      const read = await readHourCopies(this.#database, pin, window, signal);
      for (const hour of unread) {
        const copies = read.get(hour) ?? { copies: 0, copySum: 0n };
        own.set(hour, copies);
        // A newer pin may see others.
        if (pin === this.#pin) this.#copies.set(hour, copies);
      }
    }
    const runs = [...this.#runs].filter(([hour, run]) => {
      const copies = own.get(hour);
      return copies !== undefined && copies.copies > 0 && isSame(copies, run);
    });
    return { pin, runs: new Map(runs) };
  }

  /** `changed`: hours that may have copies which the newest pin did not see. */
  async #readPin(signal: AbortSignal | undefined): Promise<{
    readonly pin: ReadPin;
    readonly completeMs: number;
    readonly changed: readonly number[];
  }> {
    const since = this.#pin;
    const sinceMs = this.#completeMs;
    const rows = await this.#database.query(
      `SELECT ${hourPart} AS part, max(slot), max(time), max(added_ms), max(${nowMs})
       FROM ${this.#database.table('blocks')} WHERE added_ms >= ${sinceMs} GROUP BY part`,
      { signal },
    );
    const newest = (known: number, column: number): number =>
      rows.reduce((most, row) => Math.max(most, Number(row[column])), known);
    return {
      pin: {
        newestSlot: newest(since.newestSlot, 1),
        newestTimeSeconds: newest(since.newestTimeSeconds, 2),
        committedMs: newest(since.committedMs, 3),
      },
      completeMs: rows.length === 0 ? sinceMs : newest(0, 4) - overlapMs,
      changed: rows.flatMap(([part]) => hoursOfPart(Number(part))),
    };
  }
}

const windowOf = (hours: readonly number[]): TimeWindow => ({
  fromSeconds: hours.reduce((least, hour) => Math.min(least, hour)),
  toSeconds: hours.reduce((most, hour) => Math.max(most, hour)),
});
