import type { Disposable } from '../base/disposable.ts';

/** Schedules the automatic refresh of a view: at the earliest of the given times. */
export class RefreshTimer implements Disposable {
  readonly #onDue: () => void;
  #timer: NodeJS.Timeout | undefined;
  #atMilliseconds = Number.POSITIVE_INFINITY;

  constructor(onDue: () => void) {
    this.#onDue = onDue;
  }

  /** At the latest after so many seconds; 0: not at all. */
  schedule(seconds: number): void {
    const at = Date.now() + seconds * 1_000;
    if (seconds <= 0 || at >= this.#atMilliseconds) return;
    this.stop();
    this.#atMilliseconds = at;
    this.#timer = setTimeout(() => {
      this.stop();
      this.#onDue();
    }, seconds * 1_000);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#atMilliseconds = Number.POSITIVE_INFINITY;
  }

  dispose(): void {
    this.stop();
  }
}
