/** When sampling begins and ends, in slots behind the node. */
export interface StrideLimits {
  /** Less lag than this is never a reason to leave blocks out. */
  readonly highLagSlots: number;
  /** Below this lag more blocks are taken again. */
  readonly lowLagSlots: number;
  /** How long progress is watched before it is judged. */
  readonly evaluateMilliseconds: number;
}

export const defaultStrideLimits: StrideLimits = {
  highLagSlots: 150,
  lowLagSlots: 20,
  evaluateMilliseconds: 5_000,
};

/** Below this a lag does not shrink in a useful time. */
const progressNeeded = 1.1;
const progressWanted = 1.25;
const strideMaximum = 256;

/** Decides that only each n-th block is taken, when the node makes them faster than they can be. */
export class Stride {
  readonly #limits: StrideLimits;
  #stride = 1;
  #from: {
    readonly milliseconds: number;
    readonly tip: number;
    readonly delivered: number;
  } | null = null;

  constructor(limits: StrideLimits) {
    this.#limits = limits;
  }

  /** 1 takes every block. */
  get value(): number {
    return this.#stride;
  }

  /** To be told after every block: the node's newest slot, and the slot that was delivered. */
  observe(milliseconds: number, tip: number, delivered: number): void {
    const now = { milliseconds, tip, delivered };
    const from = this.#from;
    if (from === null) {
      this.#from = now;
      return;
    }
    if (milliseconds - from.milliseconds < this.#limits.evaluateMilliseconds) return;
    this.#from = now;
    const lag = tip - delivered;
    const growth = tip - from.tip;
    const progress = Math.max(1, delivered - from.delivered);
    if (lag > this.#limits.highLagSlots) {
      if (progress >= growth * progressNeeded) return;
      const wanted = Math.ceil((this.#stride * growth * progressWanted) / progress);
      this.#stride = Math.min(strideMaximum, Math.max(this.#stride + 1, wanted));
    } else if (this.#stride > 1 && lag < this.#limits.lowLagSlots) {
      this.#stride--;
    }
  }
}
