/** How long the process waits without a window before it ends, in milliseconds. */
export interface GraceMilliseconds {
  /** After the start, for the first window. */
  readonly firstWindow: number;
  /** After the last window said goodbye: a reload comes back within this. */
  readonly afterGoodbye: number;
  /**
   * After the last window's connection broke: its editor has died, and two seconds later nothing of
   * it may be left.
   */
  readonly afterBreak: number;
}

export const defaultGrace: GraceMilliseconds = {
  firstWindow: 10_000,
  afterGoodbye: 5_000,
  afterBreak: 1_000,
};

/** Counts the windows and tells when the process has nobody left to serve. */
export class Lifetime {
  readonly #grace: GraceMilliseconds;
  readonly #onEnd: () => void;
  #windows = 0;
  #hasServed = false;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(grace: GraceMilliseconds, onEnd: () => void) {
    this.#grace = grace;
    this.#onEnd = onEnd;
    this.#endAfter(grace.firstWindow);
  }

  windowCame(): void {
    this.#hasServed = true;
    this.#windows += 1;
    clearTimeout(this.#timer);
  }

  windowLeft(how: 'goodbye' | 'broken'): void {
    this.#windows -= 1;
    if (this.#windows > 0) return;
    this.#endAfter(how === 'goodbye' ? this.#grace.afterGoodbye : this.#grace.afterBreak);
  }

  /** Whoever started the process has died; when no window ever came, nobody else knows of it. */
  starterGone(): void {
    if (!this.#hasServed) this.#endAfter(this.#grace.afterBreak);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#disposed) return;
    this.#timer = setTimeout(this.#onEnd, milliseconds);
  }
}
