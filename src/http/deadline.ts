/** An abort signal that combines the caller's signal with a timeout. Call `clear` when done. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #expired = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number, outer?: AbortSignal) {
    this.#callerSignal = outer;
    this.#timer = setTimeout(() => this.#expired.abort(), milliseconds);
    const { signal: expired } = this.#expired;
    this.signal = outer === undefined ? expired : AbortSignal.any([outer, expired]);
  }

  get isExpired(): boolean {
    return this.#expired.signal.aborted;
  }

  /** Whether the caller cancelled, as opposed to a timeout. */
  get isCancelled(): boolean {
    return this.#callerSignal?.aborted === true;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
