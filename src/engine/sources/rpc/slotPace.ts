/** Before it was measured: slots take 200 ms on mainnet since the end of 2026, 400 ms before. */
const unmeasuredMilliseconds = 200;
/** The pace stays within: a node that is catching up, or a slow connection, would distort it. */
const bounds = { minimum: 100, maximum: 1_000 } as const;
const windowMilliseconds = 30_000;
/** Fewer than these say more about the answers' delay than about the slots. */
const evidence = { milliseconds: 2_000, slots: 4 } as const;

/** How long a slot takes at present, by how the node's newest slot moves. */
export class SlotPace {
  readonly #seen: { readonly slot: number; readonly at: number }[] = [];
  #milliseconds: number = unmeasuredMilliseconds;

  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** `at` is when the node named the slot as its newest, Unix milliseconds. */
  add(slot: number, at: number): void {
    const seen = this.#seen;
    const newest = seen.at(-1);
    if (newest !== undefined && (at < newest.at || at > newest.at + windowMilliseconds)) {
      // The clock was changed, or there was no request for a while.
      seen.length = 0;
    } else if (newest !== undefined) {
      if (slot <= newest.slot) return;
      // No chain is that fast: another node answers, or a wrong slot. The pace stays as it was.
      const possible = (at - newest.at) / bounds.minimum + evidence.slots;
      if (slot - newest.slot > possible) seen.length = 0;
    }
    seen.push({ slot, at });
    while (seen[0] !== undefined && seen[0].at < at - windowMilliseconds) seen.shift();
    const [oldest] = seen;
    if (oldest === undefined) return;
    const [slots, milliseconds] = [slot - oldest.slot, at - oldest.at];
    if (slots < evidence.slots || milliseconds < evidence.milliseconds) return;
    this.#milliseconds = Math.min(bounds.maximum, Math.max(bounds.minimum, milliseconds / slots));
  }
}
