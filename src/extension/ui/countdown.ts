import type { Disposable } from '../base/disposable.ts';

/** Reports the remaining seconds every second. */
export class Countdown implements Disposable {
  readonly #onTick: (seconds: number) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onSeconds: (seconds: number) => void) {
    this.#onTick = onSeconds;
  }

  /** Takes Unix milliseconds; replaces any previous countdown. */
  start(timeMilliseconds: number): void {
    this.stop();
    const leftMilliseconds = timeMilliseconds - Date.now();
    if (leftMilliseconds <= 0) return;
    this.#onTick(Math.ceil(leftMilliseconds / 1_000));
    this.#timer = setTimeout(() => this.start(timeMilliseconds), leftMilliseconds % 1_000 || 1_000);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  dispose(): void {
    this.stop();
  }
}
