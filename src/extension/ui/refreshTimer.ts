import type { Disposable } from '../base/disposable.ts';

/** Refreshes at the earliest of all scheduled times. */
export class RefreshTimer implements Disposable {
  readonly #onDue: () => void;
  #timer: NodeJS.Timeout | undefined;
  #atMilliseconds = Number.POSITIVE_INFINITY;

  constructor(onDue: () => void) {
    this.#onDue = onDue;
  }

  /** Refreshes after this many seconds at the latest; 0: no refresh. */
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
