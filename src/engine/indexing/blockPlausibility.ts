import { t } from '@vscode/l10n';
import { isStorable } from '../base/columnTypes.ts';
import { clockDifferenceSeconds } from '../base/timeWindow.ts';
import type { DecodedBlock, UnreadablePart } from '../decode/arbitrageRecord.ts';
import type { StoreWriter } from '../store/storeWriter.ts';

type KnownBlocks = Pick<StoreWriter, 'blockhashOf' | 'timeOf' | 'newestSlot' | 'newestTimeSeconds'>;

/** Neighbors on each side whose times are compared: one of them may itself be wrong. */
const neighborsMaximum = 3;
/** Farthest neighbor, in slots. */
const farthestSlots = 9_000;
/** Farthest block, in slots, whose time counts for a block without one. */
const untimedSlots = 150;
const rememberedRefusals = 100;
/** A block ahead of the clock by more may not come faster than time passes, by more than this. */
const maxJumpAheadSeconds = 60;
/** After as many blocks the clock is wrong rather than the node. */
const maxJumpedBlocks = 150;
/** Farthest slot whose block a node may return instead of the requested one. */
const twinSlots = 64;

/** Decides which blocks are not stored, because their time or slot cannot be right. */
export class BlockPlausibility {
  readonly #store: KnownBlocks;
  /** Slot -> time of refused blocks. */
  readonly #refused = new Map<number, number>();
  /** The last stored block with a time, and when it was stored by a clock that cannot be set. */
  #lastTimed: { readonly slot: number; readonly time: number; readonly stored: number } | null =
    null;
  /** Blocks refused since then, because they jump ahead of the clock. */
  #jumped = { slot: 0, blocks: 0 };

  constructor(store: KnownBlocks) {
    this.#store = store;
  }

  /**
   * What contradicts the block, `null`: nothing. `now`: this machine's clock in Unix seconds. The
   * blocks of a recording need not be of one chain, so their times are not compared.
   */
  refusal(block: DecodedBlock, now: number, isRecording = false): UnreadablePart | null {
    const { slot } = block;
    const refused = { isMost: true, isOfBlock: true, cause: 'implausible' } as const;
    if (!isStorable(slot, 'slot')) {
      return { ...refused, isFinal: true, reason: t('slot {0} is out of range', slot) };
    }
    const reason = this.#reason(block, now, isRecording);
    return reason === null ? null : { ...refused, reason };
  }

  markStored({ slot, blockTimeSeconds }: DecodedBlock): void {
    if (blockTimeSeconds !== null) {
      this.#lastTimed = { slot, time: blockTimeSeconds, stored: performance.now() };
      this.#jumped = { slot, blocks: 0 };
    }
    this.#refused.delete(slot);
  }

  /** A late block without a time counts at that of the block before it, not of the newest. */
  timed(block: DecodedBlock): DecodedBlock {
    if (block.blockTimeSeconds !== null) return block;
    const [before = null] = this.#neighbors(block.slot, -1, untimedSlots);
    return { ...block, blockTimeSeconds: before };
  }

  #reason(block: DecodedBlock, now: number, isRecording: boolean): string | null {
    const { slot, blockTimeSeconds: time } = block;
    const owner = isRecording ? null : this.#slotOf(block);
    if (owner !== null) {
      return t('the node returned the block of slot {0} for slot {1}', owner, slot);
    }
    if (time === null) {
      if (isRecording) return null;
      const timed = this.#lastTimed?.slot ?? this.#store.newestSlot;
      const isNear = timed !== null && Math.abs(slot - timed) <= untimedSlots;
      return isNear ? null : t('the node does not know their time');
    }
    const ahead = time - now;
    const isJump = !isRecording && this.#jumpsAhead(slot, time, ahead);
    if (ahead > clockDifferenceSeconds || isJump) {
      return t('their time is {0} s ahead of this machine’s clock. Check the clock', ahead);
    }
    const reason = isRecording ? null : this.#contradiction(slot, time, now);
    if (reason === null) return null;
    this.#refused.delete(slot);
    this.#refused.set(slot, time);
    for (const old of this.#refused.keys()) {
      if (this.#refused.size <= rememberedRefusals) break;
      this.#refused.delete(old);
    }
    return reason;
  }

  /** A wrong clock differs from the first block on; a block that differs alone is wrong itself. */
  #jumpsAhead(slot: number, time: number, ahead: number): boolean {
    const last = this.#lastTimed;
    if (last === null || slot <= last.slot || ahead <= maxJumpAheadSeconds) return false;
    const passed = (performance.now() - last.stored) / 1_000;
    // Blocks of an earlier time are read faster than time passes. So each slot may add a second. This
    // is an upper bound of their average, not a conversion: whole seconds are the unit of block
    // times, and shorter slots stay far below it.
    if (time - last.time <= passed + (slot - last.slot) + maxJumpAheadSeconds) return false;
    const { slot: counted, blocks } = this.#jumped;
    if (slot > counted) this.#jumped = { slot, blocks: blocks + 1 };
    return this.#jumped.blocks <= maxJumpedBlocks;
  }

  /** Another slot close by whose block this is; a later block would have a later parent. */
  #slotOf({ slot, blockhash }: DecodedBlock): number | null {
    if (blockhash === '') return null;
    for (let distance = 1; distance <= twinSlots; distance++) {
      for (const other of [slot - distance, slot + distance]) {
        if (this.#store.blockhashOf(other) === blockhash) return other;
      }
    }
    return null;
  }

  /** Whether the times of most neighbors on a side make this one impossible. */
  #contradiction(slot: number, time: number, now: number): string | null {
    const latest = now + clockDifferenceSeconds;
    const before = this.#witnesses(slot, -1, latest).map((known) => known - time);
    const after = this.#witnesses(slot, 1, latest).map((known) => time - known);
    const early = mostOf(before);
    if (early !== null) return t('their time is {0} s before that of earlier blocks', early);
    const late = mostOf(after);
    return late === null ? null : t('their time is {0} s after that of later blocks', late);
  }

  /**
   * Times of the closest blocks before (-1) or after (1). Where the store has few, those of refused
   * blocks count too: the stored ones may be wrong, and must not keep out all others.
   */
  #witnesses(slot: number, step: -1 | 1, latest: number): number[] {
    const times = this.#neighbors(slot, step, farthestSlots, latest);
    const { newestSlot, newestTimeSeconds } = this.#store;
    const isFirst = step < 0 && times.length === 0 && newestSlot !== null && slot > newestSlot;
    if (isFirst && newestTimeSeconds !== null && newestTimeSeconds <= latest) {
      times.push(newestTimeSeconds);
    }
    if (times.length === 0) return times;
    for (const [other, time] of this.#refused) {
      if (times.length >= neighborsMaximum) break;
      if ((other - slot) * step > 0 && Math.abs(other - slot) <= farthestSlots) times.push(time);
    }
    return times;
  }

  /** Times of the stored ones, the closest first. */
  #neighbors(
    slot: number,
    step: -1 | 1,
    farthest: number,
    latest = Number.POSITIVE_INFINITY,
  ): number[] {
    const found: number[] = [];
    const newest = this.#store.newestSlot ?? -1;
    const distance = step < 0 ? Math.max(1, slot - newest) : 1;
    const last = step < 0 ? Math.min(farthest, slot) : Math.min(farthest, newest - slot);
    for (let at = distance; at <= last && found.length < neighborsMaximum; at++) {
      const time = this.#store.timeOf(slot + step * at);
      if (time !== null && time <= latest) found.push(time);
    }
    return found;
  }
}

/** `null` unless most differences are too great; otherwise the first of those. */
function mostOf(differences: readonly number[]): number | null {
  const wrong = differences.filter((difference) => difference > clockDifferenceSeconds);
  return wrong.length * 2 > differences.length ? (wrong[0] ?? null) : null;
}
