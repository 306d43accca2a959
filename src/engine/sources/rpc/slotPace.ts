/** Pause between the first polls. It turns no slots into time. */
const unmeasuredMilliseconds = 200;
/** Limits of the pace: a node that is catching up, or a slow connection, would distort it. */
const bounds = { minimum: 100, maximum: 1_000 } as const;
const windowMilliseconds = 30_000;
/** Minimum for a measurement; less reflects the response delay more than the slots. */
const evidence = { milliseconds: 2_000, slots: 4 } as const;

/** Measured by the progress of the node's newest slot. */
export class SlotPace {
  readonly #seen: { readonly slot: number; readonly at: number }[] = [];
  #measured: number | null = null;

  /** `null`: not measured yet. */
  get measuredMilliseconds(): number | null {
    return this.#measured;
  }

  /** For pauses. */
  get milliseconds(): number {
    return this.#measured ?? unmeasuredMilliseconds;
  }

  /** `at`: time of the node's response, Unix milliseconds. */
  add(slot: number, at: number): void {
    const seen = this.#seen;
    const newest = seen.at(-1);
    if (newest !== undefined && (at < newest.at || at > newest.at + windowMilliseconds)) {
      // The clock changed, or there was no request for a while.
      seen.length = 0;
    } else if (newest !== undefined) {
      if (slot <= newest.slot) return;
      // Impossibly fast: another node responded, or the slot is wrong. Keeps the pace.
      const possible = (at - newest.at) / bounds.minimum + evidence.slots;
      if (slot - newest.slot > possible) seen.length = 0;
    }
    seen.push({ slot, at });
    while (seen[0] !== undefined && seen[0].at < at - windowMilliseconds) seen.shift();
    const [oldest] = seen;
    if (oldest === undefined) return;
    const [slots, milliseconds] = [slot - oldest.slot, at - oldest.at];
    if (slots < evidence.slots || milliseconds < evidence.milliseconds) return;
    this.#measured = Math.min(bounds.maximum, Math.max(bounds.minimum, milliseconds / slots));
  }
}
