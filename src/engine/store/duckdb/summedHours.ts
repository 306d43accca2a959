import { hourSeconds, hourStart } from '../../base/hour.ts';

/** Time after the end of an hour, or after a late block, in block time. */
const lateSeconds = 120;

/**
 * Which hours have totals. A write removes those of the hours that it touches, in its transaction, so
 * totals always agree with the rows. Hours are Unix seconds. A block without a time, at 0, is in none.
 */
export class SummedHours {
  /** Rows of earlier blocks are deleted, and no block is added there; `null`: none are. */
  rowsFromSeconds: number | null;
  readonly #summed = new Set<number>();
  /** Hours with rows but no totals, and the block time at which they are due. */
  readonly #due = new Map<number, number>();
  readonly #touched = new Set<number>();
  /** Time of the newest block since the store was opened. */
  #newest = 0;

  constructor(
    rowsFromSeconds: number | null,
    hours: readonly { readonly hour: number; readonly isSummed: boolean }[],
  ) {
    this.rowsFromSeconds = rowsFromSeconds;
    for (const { hour, isSummed } of hours) {
      if (isSummed) this.#summed.add(hour);
      else if (hour > 0) this.#due.set(hour, hour + hourSeconds + lateSeconds);
    }
  }

  /** Before rows of this time are queued, or are to be deleted with the next write. */
  touch(timeSeconds: number): void {
    const hour = hourStart(timeSeconds);
    if (hour === 0) return;
    this.#newest = Math.max(this.#newest, timeSeconds);
    this.#touched.add(hour);
    // Late blocks often come in numbers.
    const late = this.#summed.has(hour) ? this.#newest : 0;
    const due = Math.max(hour + hourSeconds, late) + lateSeconds;
    this.#due.set(hour, Math.max(due, this.#due.get(hour) ?? 0));
  }

  /** Begins a write, which passes the result to `takeOutdated` after its rows. */
  takeTouched(): readonly number[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  /** Hours whose totals the write makes wrong, with those of rows that were queued since it began. */
  takeOutdated(touched: readonly number[]): number[] {
    return [...touched, ...this.#touched].filter((hour) => this.#summed.delete(hour));
  }

  /** The oldest hour that is over. */
  nextDue(newest: number): number | null {
    let oldest: number | null = null;
    for (const [hour, due] of this.#due) {
      if (due <= newest && (oldest === null || hour < oldest)) oldest = hour;
    }
    return oldest;
  }

  markSummed(hour: number): void {
    this.#summed.add(hour);
    // Rows that were queued meanwhile make these totals wrong with their write.
    if (!this.#touched.has(hour)) this.#due.delete(hour);
  }

  /** The end of the hours before a time that have totals and rows; `null` if there is none. */
  deletableBefore(seconds: number): number | null {
    const cutoff = Math.min(hourStart(seconds), ...this.#due.keys());
    return [...this.#summed].some((hour) => hour < cutoff) ? cutoff : null;
  }

  forgetBefore(cutoff: number): void {
    for (const hour of this.#summed) if (hour < cutoff) this.#summed.delete(hour);
  }
}
