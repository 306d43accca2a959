import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { withAbort } from '../../../api/cancellation.ts';
import { MarketError } from '../../../api/marketError.ts';
import { isoTime, type TimeWindow } from '../../base/timeWindow.ts';
import type { BlockReader, ReadBlock } from '../../chain/blockReader.ts';
import type { SlotLeader, SlotReader, UnknownBefore, WalletSlot } from '../../chain/slotReader.ts';
import type { TransactionReader } from '../../rpc/accountReader.ts';
import { withMarketErrors } from '../../rpc/rpcError.ts';
import type { RpcMethods } from '../../rpc/rpcMethods.ts';

/** Names change rarely. After a failure the node may be another one soon. */
const namesMilliseconds = { known: 86_400_000, failed: 600_000 } as const;
const maxLeaders = 20_000;
/** Block times have whole seconds, so that a thousand slots are exact to less than a percent. */
const measuredSlots = 1_000;
/** A thousand signatures each. A bot with more in the window is compared as far as these reach. */
const maxPages = 50;
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

  async *slotsOf(
    wallet: string,
    { fromSeconds, toSeconds }: TimeWindow,
    signal: AbortSignal,
  ): AsyncGenerator<WalletSlot | UnknownBefore> {
    const kept = await this.#firstKept(signal);
    let open: WalletSlot | null = null;
    let timeSeconds: number | null = null;
    let before: string | undefined;
    const oldest = (): number => Math.min(timeSeconds ?? toSeconds, toSeconds);
    for (let page = 0; page < maxPages; page++) {
      const last = before;
      const listed = await withMarketErrors(signal, () =>
        this.#methods.signaturesOf(wallet, last, signal),
      );
      for (const one of listed) {
        timeSeconds = one.timeSeconds ?? timeSeconds;
        if (timeSeconds !== null && timeSeconds > toSeconds) continue;
        const isOver = timeSeconds !== null && timeSeconds < fromSeconds;
        if (open !== null && (isOver || open.slot !== one.slot)) yield open;
        if (isOver) return;
        if (kept !== null && one.slot < kept.slot)
          return yield* unknownBefore(kept, fromSeconds, oldest());
        const transactions: number = open?.slot === one.slot ? open.transactions + 1 : 1;
        open = { slot: one.slot, timeSeconds, transactions };
      }
      before = listed.at(-1)?.signature;
      // Nodes may list fewer than were asked for, so only an empty page is the end.
      if (before === undefined || before === last) {
        if (open !== null) yield open;
        return yield* unknownBefore(kept, fromSeconds, oldest());
      }
    }
    if (open !== null) yield open;
    const reason = t('The node lists more transactions of the wallet than can be searched.');
    yield { beforeSeconds: oldest(), reason };
  }

  /** The first block that the node keeps; `null` if it does not tell, as some plans refuse it. */
  async #firstKept(signal: AbortSignal): Promise<FirstKept | null> {
    try {
      const slot = await this.#blocks.firstSlot(signal);
      return { slot, timeSeconds: await this.#blocks.blockTime(slot, signal) };
    } catch (error) {
      if (!MarketError.is(error) || error.kind === 'cancelled') throw error;
      return null;
    }
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

interface FirstKept {
  readonly slot: number;
  readonly timeSeconds: number | null;
}

function* unknownBefore(
  kept: FirstKept | null,
  fromSeconds: number,
  oldestSeconds: number,
): Generator<UnknownBefore> {
  const { slot = null, timeSeconds = null } = kept ?? {};
  if (slot === 0 || (timeSeconds !== null && timeSeconds <= fromSeconds)) return;
  yield timeSeconds === null
    ? {
        beforeSeconds: oldestSeconds,
        reason: t('The node does not say how far back its blocks go.'),
      }
    : {
        beforeSeconds: timeSeconds,
        reason: t('The node keeps blocks since {0} only.', isoTime(timeSeconds)),
      };
}
