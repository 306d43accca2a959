import { t } from '@vscode/l10n';
import { throwIfCancelled } from '../../api/cancellation.ts';
import { createYielder } from '../../api/createYielder.ts';
import { isoTime, type TimeWindow } from '../base/timeWindow.ts';
import type { ReadBlock } from '../chain/blockReader.ts';
import type { SlotLeader, SlotReader, UnknownBefore, WalletSlot } from '../chain/slotReader.ts';
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
  /** Number of attempts of a wallet, without building the block. */
  readonly attemptsAt: (second: number, wallet: string) => number;
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

  async *slotsOf(
    wallet: string,
    { fromSeconds, toSeconds }: TimeWindow,
    signal: AbortSignal,
  ): AsyncGenerator<WalletSlot | UnknownBefore> {
    const yieldIfDue = createYielder(signal);
    throwIfCancelled(signal);
    const newest = this.#newestSecond();
    const oldest = newest - secondsPerDay;
    const last = Math.max(oldest, fromSeconds);
    for (let second = Math.min(newest, toSeconds); second >= last; second--) {
      await yieldIfDue();
      const transactions = this.#blocks.attemptsAt(second, wallet);
      const slot = slotAtSecond(second);
      if (transactions > 0) yield { slot, timeSeconds: second, transactions };
    }
    if (fromSeconds >= oldest) return;
    const reason = t('The Sandbox keeps blocks since {0} only.', isoTime(oldest));
    yield { beforeSeconds: oldest, reason };
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
