import { minuteSeconds, minuteStart } from '../../base/minute.ts';
import type { SharedBlocks } from '../storeWriter.ts';
import type { CommittedBlocks } from './committedBlocks.ts';
import type { LeftOutBlocks } from './leftOutBlocks.ts';

const daySeconds = 86_400;
/** Slots on each side whose blocks tell the time of a slot without one. */
const slotsAround = 150;

export interface SharedBlocksOptions {
  readonly blocks: CommittedBlocks;
  readonly leftOut: LeftOutBlocks;
  readonly rowDays: number | null;
}

export class ClickHouseSharedBlocks implements SharedBlocks {
  readonly #options: SharedBlocksOptions;

  constructor(options: SharedBlocksOptions) {
    this.#options = options;
  }

  get keptSeconds(): number | null {
    const { rowDays } = this.#options;
    return rowDays === null ? null : rowDays * daySeconds;
  }

  slotsBetween(fromSlot: number, toSlot: number): Promise<ReadonlySet<number>> {
    return this.#options.blocks.slotsBetween(fromSlot, toSlot);
  }

  slotsOfTime(
    fromSeconds: number,
    toSeconds: number,
  ): Promise<{ readonly first: number; readonly last: number } | null> {
    return this.#options.blocks.slotsOfTime(fromSeconds, toSeconds);
  }

  async takeBackLeftOut(
    fromSlot: number,
    toSlot: number,
    missing: readonly number[],
  ): Promise<void> {
    const { blocks, leftOut } = this.#options;
    const times = await blocks.timesBetween(fromSlot, toSlot);
    if (times === null) return;
    const minutes = await this.#minutesAround(missing);
    await leftOut.takeBack(times.first, times.last, (minute) => minutes.has(minute));
  }

  /** Minutes that may contain the slots, estimated from the blocks around them. */
  async #minutesAround(slots: readonly number[]): Promise<Set<number>> {
    const minutes = new Set<number>();
    for (const slot of slots) {
      const times = await this.#options.blocks.timesBetween(slot - slotsAround, slot + slotsAround);
      if (times === null) continue;
      const first = minuteStart(times.first);
      for (let minute = first; minute <= times.last; minute += minuteSeconds) minutes.add(minute);
    }
    return minutes;
  }
}
