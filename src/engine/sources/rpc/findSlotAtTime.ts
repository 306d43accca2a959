/** What a node says of slots and times. */
export interface SlotTimes {
  /** First slot from `from` to `to` that has a block; `null` when none has. */
  firstBlock(from: number, to: number): Promise<number | null>;
  /** Block time, Unix seconds; `null` when the node does not know. */
  blockTime(slot: number): Promise<number | null>;
}

/** Slots looked through for one with a block. */
const probeSlots = 64;
const probesMaximum = 24;
/** Nearer than this to the time asked for is near enough. */
const toleranceSeconds = 30;

/**
 * The slot of the first block at or after `timeSeconds`, nearly: block times are looked up, since
 * the length of a slot changes. `first` and `tip` are the oldest and newest slot of the node.
 */
export async function findSlotAtTime(
  timeSeconds: number,
  { first, tip }: { readonly first: number; readonly tip: number },
  times: SlotTimes,
): Promise<number> {
  let low = first;
  let high = tip;
  for (let probe = 0; probe < probesMaximum && high - low > probeSlots; probe++) {
    const middle = Math.floor((low + high) / 2);
    const slot = await times.firstBlock(middle, Math.min(middle + probeSlots, high));
    const time = slot === null ? null : await times.blockTime(slot);
    if (time === null || slot === null) {
      // Nothing to be learned here; what is newer surely holds blocks.
      low = middle;
      continue;
    }
    if (Math.abs(time - timeSeconds) <= toleranceSeconds) return slot;
    if (time < timeSeconds) low = middle;
    else high = middle;
  }
  return low;
}
