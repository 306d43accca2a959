/**
 * One signal for the end of a request: its caller's wish, or the end of its time. Made by hand:
 * thousands of signals made from one that lasts would each leave something with it.
 */
export class Deadline {
  readonly #ending = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #giveUp = () => this.#ending.abort();
  #isOver = false;

  constructor(milliseconds: number, outer?: AbortSignal) {
    this.#outer = outer;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#giveUp();
    }, milliseconds);
    if (outer?.aborted === true) this.#giveUp();
    else outer?.addEventListener('abort', this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether the time ran out. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the caller does not want the answer any more. */
  get isCancelled(): boolean {
    return this.#outer?.aborted === true;
  }

  /** Leaves nothing with the caller's signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#giveUp);
  }
}
