import { t } from '@vscode/l10n';
import type { ReadBlock } from '../chain/blockReader.ts';
import type { SlotLeader, SlotReader } from '../chain/slotReader.ts';
import { readMessage } from '../decode/readMessage.ts';
import type { RpcBlock } from '../decode/rpcBlock.ts';
import type { SimulatedLeaders } from './simulatedLeaders.ts';
import { secondAtSlot, secondsPerDay, slotAtSecond } from './simulatedTime.ts';

/** Blocks of the history span a minute in the index, at the slot of its last second. */
const indexedSeconds = 60;
/** Like the Sandbox's node, for transactions that the index does not have. */
const searchedSeconds = 300;

export interface SimulatedBlocks {
  readonly leaders: SimulatedLeaders;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly blockAt: (second: number) => RpcBlock;
}

/** One block for each second, built on demand. */
export class SimulatedSlotReader implements SlotReader {
  readonly #blocks: SimulatedBlocks;

  constructor(blocks: SimulatedBlocks) {
    this.#blocks = blocks;
  }

  async block(slot: number): Promise<ReadBlock> {
    const second = secondAtSlot(slot);
    const newest = this.#newestSecond();
    if (second > newest) return { kind: 'missing', reason: t('it is in the future') };
    if (second < newest - secondsPerDay) return { kind: 'missing', reason: t('it is too old') };
    return { kind: 'block', block: this.#blocks.blockAt(second) };
  }

  async slotOf(signature: string, indexed: number | null): Promise<number | null> {
    const last = indexed === null ? this.#newestSecond() : secondAtSlot(indexed);
    const seconds = indexed === null ? searchedSeconds : indexedSeconds;
    for (let second = last; second > last - seconds; second--) {
      const { transactions } = this.#blocks.blockAt(second);
      const isThere = transactions.some((each) => readMessage(each).signature() === signature);
      if (isThere) return slotAtSecond(second);
    }
    return null;
  }

  async leaders(first: number, count: number): Promise<readonly (SlotLeader | null)[]> {
    return Array.from({ length: count }, (_, at) => this.#blocks.leaders.of(first + at));
  }

  async slotMilliseconds(): Promise<number> {
    return 1_000;
  }

  #newestSecond(): number {
    return Math.floor(this.#blocks.now() / 1_000);
  }
}
