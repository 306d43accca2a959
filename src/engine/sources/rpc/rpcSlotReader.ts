import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { withAbort } from '../../../api/cancellation.ts';
import type { BlockReader, ReadBlock } from '../../chain/blockReader.ts';
import type { SlotLeader, SlotReader } from '../../chain/slotReader.ts';
import type { TransactionReader } from '../../rpc/accountReader.ts';
import { withMarketErrors } from '../../rpc/rpcError.ts';
import type { RpcMethods } from '../../rpc/rpcMethods.ts';

/** Names change rarely. After a failure the node may be another one soon. */
const namesMilliseconds = { known: 86_400_000, failed: 600_000 } as const;
const maxLeaders = 20_000;
/** Block times have whole seconds, so that a thousand slots are exact to less than a percent. */
const measuredSlots = 1_000;
/** Slots near each end of them, of which one with a block counts. */
const searchedSlots = 20;

export class RpcSlotReader implements SlotReader {
  readonly #blocks: BlockReader;
  readonly #transactions: TransactionReader;
  readonly #methods: RpcMethods;
  readonly #leaders = new LRUCache<number, string>({ max: maxLeaders });
  #names: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  #namesUntil = 0;
  #newestSlot = 0;

  constructor(blocks: BlockReader, transactions: TransactionReader, methods: RpcMethods) {
    this.#blocks = blocks;
    this.#transactions = transactions;
    this.#methods = methods;
  }

  async block(slot: number, signal: AbortSignal): Promise<ReadBlock> {
    // The reader would wait for a block that the chain does not have yet.
    if (slot > this.#newestSlot) this.#newestSlot = await this.#blocks.newestSlot(signal);
    if (slot > this.#newestSlot) return { kind: 'missing', reason: t('it is not final yet') };
    return await this.#blocks.block(slot, signal);
  }

  async slotOf(
    signature: string,
    indexed: number | null,
    signal: AbortSignal,
  ): Promise<number | null> {
    if (indexed !== null) return indexed;
    return (await this.#transactions.getTransaction(signature, signal))?.slot ?? null;
  }

  async leaders(
    first: number,
    count: number,
    signal: AbortSignal,
  ): Promise<readonly (SlotLeader | null)[]> {
    const slots = Array.from({ length: count }, (_, at) => first + at);
    if (slots.some((slot) => !this.#leaders.has(slot))) {
      const found = await withMarketErrors(signal, () =>
        this.#methods.slotLeaders(first, count, signal),
      );
      for (const [at, leader] of found.entries()) this.#leaders.set(first + at, leader);
    }
    const names = await withAbort(this.#validatorNames(), signal);
    return slots.map((slot) => {
      const address = this.#leaders.get(slot);
      return address === undefined ? null : { address, name: names.get(address) ?? null };
    });
  }

  async slotMilliseconds(slot: number, signal: AbortSignal): Promise<number | null> {
    const from = slot - measuredSlots;
    if (from < 0) return null;
    // The slot itself may have no block, or none yet.
    const [[start], ends] = await Promise.all([
      this.#blocks.slotsWithBlock(from, from + searchedSlots, signal),
      this.#blocks.slotsWithBlock(slot - searchedSlots, slot, signal),
    ]);
    const end = ends.at(-1);
    if (start === undefined || end === undefined) return null;
    const [before, after] = await Promise.all([
      this.#blocks.blockTime(start, signal),
      this.#blocks.blockTime(end, signal),
    ]);
    if (before === null || after === null || after <= before) return null;
    return ((after - before) * 1_000) / (end - start);
  }

  /** Empty if the node does not tell them. One request for all callers, so no signal aborts it. */
  #validatorNames(): Promise<ReadonlyMap<string, string>> {
    const { clock } = this.#methods;
    if (clock.now() < this.#namesUntil) return this.#names;
    this.#namesUntil = clock.now() + namesMilliseconds.known;
    this.#names = this.#methods.validatorNames(new AbortController().signal).catch(() => {
      this.#namesUntil = clock.now() + namesMilliseconds.failed;
      return new Map<string, string>();
    });
    return this.#names;
  }
}
