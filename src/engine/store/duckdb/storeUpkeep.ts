import { hourStart } from '../../base/hour.ts';
import type { Database } from './database/database.ts';
import { sumHour } from './hourTotals.ts';
import {
  countRows,
  defaultTotalsDays,
  deleteBefore,
  type Retention,
  reclaimSpace,
  rollUpFailures,
} from './retention.ts';
import { forgetBlocksBefore, type StoreState } from './storeState.ts';

/** Failures are rolled up once there are this many times the number to keep. */
const failureSlack = 1.25;

/**
 * In memory, a checkpoint after so many rows compresses them to a third. The delay keeps it from
 * slowing down the first responses of a new Sandbox.
 */
const compressed = { rows: 20_000, afterMilliseconds: 5_000 } as const;

/** Interval for returning unused memory to the system. */
const releaseMilliseconds = 30_000;

/** Until the next attempt to sum an hour, which takes seconds of a busy one. */
const retrySeconds = 300;

export interface StoreUpkeepOptions {
  readonly database: Database;
  readonly state: StoreState;
  readonly retention: Retention;
  readonly isFile: boolean;
  /** Waits until the writing connection is free. */
  readonly runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Writes the queued rows. */
  readonly flush: () => Promise<void>;
}

/** What a store does between writes: sums hours, rolls up failures, deletes old rows, frees memory. */
export class StoreUpkeep {
  readonly #options: StoreUpkeepOptions;
  #compressAt = Number.POSITIVE_INFINITY;
  #releaseAt = Date.now() + releaseMilliseconds;
  /** `retryAt`: block time, Unix seconds. */
  #failed: { readonly error: unknown; readonly retryAt: number } | null = null;

  constructor(options: StoreUpkeepOptions) {
    this.#options = options;
  }

  /** Called after each write. */
  wrote(rows: number): void {
    if (rows < compressed.rows || this.#options.isFile) return;
    this.#compressAt = Date.now() + compressed.afterMilliseconds;
  }

  /**
   * `newest`: time of the newest block, Unix seconds. Each call does a bounded part of the work.
   * Rejects as long as an hour cannot be summed, which is retried; everything else is done.
   */
  async run(newest: number): Promise<void> {
    const { database, state, retention, runExclusive } = this.#options;
    const { writer } = database;
    if (Date.now() >= this.#compressAt) {
      this.#compressAt = Number.POSITIVE_INFINITY;
      await runExclusive(() => reclaimSpace(writer));
      // Release now, before new rows reuse the freed memory.
      this.#releaseAt = 0;
    }
    if (Date.now() >= this.#releaseAt) {
      this.#releaseAt = Date.now() + releaseMilliseconds;
      await runExclusive(() => database.releaseMemory());
    }
    const failure = await this.#sumDueHour(newest);
    if (state.rawFailures > retention.rawFailures * failureSlack) {
      await this.#tidy(() => rollUpFailures(writer, retention.rawFailures));
    }
    await this.#deleteOldRows(newest);
    if (failure !== null) throw failure;
  }

  /** One hour per call, so that following continues. */
  async #sumDueHour(newest: number): Promise<unknown> {
    const { database, state, runExclusive } = this.#options;
    if (this.#failed !== null && newest < this.#failed.retryAt) return this.#failed.error;
    this.#failed = null;
    const hour = state.hours.nextDue(newest);
    if (hour === null) return null;
    try {
      await runExclusive(async () => {
        await sumHour(database.writer, hour);
        state.hours.markSummed(hour);
      });
      return null;
    } catch (error) {
      this.#failed = { error, retryAt: newest + retrySeconds };
      return error;
    }
  }

  /** Rows leave by whole hours, once these have totals. */
  async #deleteOldRows(newest: number): Promise<void> {
    const { database, state, retention, flush } = this.#options;
    const { keepSeconds, keepTotalsSeconds = defaultTotalsDays * 86_400 } = retention;
    const { hours } = state;
    const cutoff = keepSeconds === null ? null : hours.deletableBefore(newest - keepSeconds);
    if (cutoff === null) return;
    // From here on, no such row is queued; those that are have to be written first.
    hours.rowsFromSeconds = cutoff;
    await flush();
    await this.#tidy(async () => {
      if (hours.deletableBefore(cutoff) !== cutoff) return;
      const totalsCutoff = Math.max(0, hourStart(newest - keepTotalsSeconds));
      await deleteBefore(database.writer, cutoff, totalsCutoff);
      hours.forgetBefore(cutoff);
      forgetBlocksBefore(state, cutoff);
    });
  }

  async #tidy(work: () => Promise<void>): Promise<void> {
    const { database, state, runExclusive } = this.#options;
    await runExclusive(async () => {
      await work();
      state.revision++;
      Object.assign(state, await countRows(database.writer));
      await reclaimSpace(database.writer);
    });
  }
}
