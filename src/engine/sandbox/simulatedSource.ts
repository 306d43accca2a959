import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import { minuteSeconds, minuteStart } from '../base/minute.ts';
import type { BlockSource, SourceBlock, SourceToken } from '../chain/blockSource.ts';
import type { LandingChain } from '../chain/landingChain.ts';
import type { SlotLeader, SlotReader } from '../chain/slotReader.ts';
import { isSigner } from '../decode/message.ts';
import { readMessage } from '../decode/readMessage.ts';
import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import { type MirroredPool, mirroredPools } from './mirroredPools.ts';
import { type RentExemption, simulatedAccounts } from './simulatedAccounts.ts';
import { SimulatedLeaders } from './simulatedLeaders.ts';
import { SimulatedMarket, secondsBetweenOrdinarySwaps } from './simulatedMarket.ts';
import { SimulatedSlotReader } from './simulatedSlotReader.ts';
import { secondAtSlot, secondsPerDay, slotAtSecond } from './simulatedTime.ts';
import { toSourceToken } from './simulatedTokens.ts';

export interface SimulatedSourceOptions {
  /** Equal seeds give equal markets. */
  readonly seed: number;
  /** Unix milliseconds; the current time by default. */
  readonly nowMilliseconds?: number;
  /** Whole minutes; a day by default. */
  readonly historySeconds?: number;
  /** Without it, no transactions are accepted. */
  readonly landing?: (clock: SimulatedChain) => LandingChain & LandedTransactions;
}

export interface SimulatedChain {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly blockhashOf: (second: number) => string;
  /** One slot per second. */
  readonly slotOf: (second: number) => number;
  readonly leaderOf?: (slot: number) => SlotLeader | null;
  readonly accounts?: (rent: RentExemption) => Iterable<readonly [address: string, ChainAccount]>;
  readonly mirroredPools?: () => readonly MirroredPool[];
  readonly transactionsAt?: (second: number) => readonly RpcBlockTransaction[];
}

export interface LandedTransactions {
  /** Executes the transactions accepted since the last block, for this second's block. */
  runBlock(second: number): void;
  /** Reports the block's landings. Call after indexing, so that callers find them in the index. */
  announceBlock(second: number): void;
  /** From this second on. */
  nextLandedSecond(from: number): number | null;
  landedBetween(first: number, last: number): readonly RpcBlockTransaction[];
}

/** The recent history covers it completely. */
export const recentWindowSeconds = 3_600;
/**
 * Time before the window that affects its prices: a mint's price needs at least five swaps
 * (`PriceTracker`), which its three pools have in two rounds, and the SOL price needs half an hour.
 */
const secondsBeforeRecentWindow = 2 * secondsBetweenOrdinarySwaps + 1_800;
/** Gives the current prices; indexed much faster than a day. */
export const recentHistorySeconds = recentWindowSeconds + secondsBeforeRecentWindow;

export class SimulatedSource implements BlockSource {
  readonly kind = 'sandbox';
  readonly #seed: number;
  readonly #market: SimulatedMarket;
  #clockOffset: number;
  #systemMilliseconds = Date.now();
  readonly #historySeconds: number;
  readonly landing?: LandingChain;
  readonly slotReader: SlotReader;
  readonly #landed: LandedTransactions | undefined;
  readonly #transactions = new LRUCache<number, readonly RpcBlockTransaction[]>({ max: 512 });
  #nextSecond: number;
  #resumeSecond = 0;

  constructor({
    seed,
    nowMilliseconds,
    historySeconds = secondsPerDay,
    landing,
  }: SimulatedSourceOptions) {
    this.#seed = seed;
    this.#market = new SimulatedMarket(seed);
    this.#clockOffset = (nowMilliseconds ?? this.#systemMilliseconds) - this.#systemMilliseconds;
    this.#historySeconds = historySeconds;
    this.#nextSecond = Math.floor(this.now() / 1_000) + 1;
    const leaders = new SimulatedLeaders(seed);
    const chain = landing?.({
      now: () => this.now(),
      blockhashOf: (second) => this.#market.blockhash(second),
      slotOf: slotAtSecond,
      leaderOf: (slot) => leaders.of(slot),
      accounts: (rent) => simulatedAccounts(this.#market, rent),
      mirroredPools: () => mirroredPools(this.#market),
      transactionsAt: (second) => this.#transactionsAt(second),
    });
    this.#landed = chain;
    this.slotReader = new SimulatedSlotReader({
      leaders,
      now: () => this.now(),
      blockAt: (second) => ({
        ...this.#market.blockHeader(second, second),
        transactions: [
          ...this.#transactionsAt(second),
          ...(chain?.landedBetween(second, second) ?? []),
        ],
      }),
      attemptsAt: (second, wallet) =>
        this.#market.attemptsAt(second, wallet) +
        (chain?.landedBetween(second, second).filter((each) => isSigner(readMessage(each), wallet))
          .length ?? 0),
    });
    if (chain !== undefined) this.landing = chain;
  }

  /** Goes on when the system's clock is set back: the market must not stop until it catches up. */
  now(): number {
    const system = Date.now();
    this.#clockOffset += Math.max(0, this.#systemMilliseconds - system);
    this.#systemMilliseconds = system;
    return system + this.#clockOffset;
  }

  chain(): Promise<string> {
    return Promise.resolve(String(this.#seed));
  }

  tokens(): readonly SourceToken[] {
    return this.#market.tokens.map(toSourceToken);
  }

  lookupTable(address: string): readonly string[] | null {
    return this.#market.pools.lookupTable(address);
  }

  /** Prevents duplicate transactions. */
  resumeAfter(slot: number): void {
    this.#resumeSecond = secondAtSlot(slot) + 1;
  }

  /** Oldest first; ends early with the signal. */
  async *history(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    const until = Math.floor(this.now() / 1_000);
    this.#nextSecond = until + 1;
    // A future slot means another chain, or a clock that was set back.
    const resumed = this.#resumeSecond <= until + 1 ? this.#resumeSecond : 0;
    // Whole minutes, so that a slot has the same block whenever it is generated.
    const start = minuteStart(until - this.#historySeconds + 1);
    yield* this.#blocksBetween(Math.max(start, resumed), until, signal);
  }

  /**
   * Only the last hours of the same market. It is indexed long before the whole day, with the same
   * prices, pools and figures for windows up to `recentWindowSeconds`.
   */
  recentHistory(): BlockSource {
    return {
      kind: this.kind,
      now: () => this.now(),
      tokens: () => this.tokens(),
      history: (signal) => {
        const until = Math.floor(this.now() / 1_000);
        const windowStart = until - recentWindowSeconds;
        const start = minuteStart(windowStart - secondsBeforeRecentWindow);
        return this.#blocksBetween(start, until, signal, windowStart);
      },
      follow: async function* () {},
    };
  }

  /** A block every second, after those that became due since the history. */
  async *follow(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    while (!signal.aborted) {
      const current = Math.floor(this.now() / 1_000);
      if (current - this.#nextSecond >= minuteSeconds) {
        // After sleep, deliver the missed time in blocks of a minute, at most a day.
        const first = Math.max(this.#nextSecond, current - secondsPerDay);
        this.#nextSecond = current + 1;
        this.#landed?.runBlock(current);
        yield* this.#blocksBetween(first, current, signal);
        this.#landed?.announceBlock(current);
      } else if (current >= this.#nextSecond) {
        const second = this.#nextSecond++;
        this.#landed?.runBlock(second);
        yield this.#block(second, second);
        this.#landed?.announceBlock(second);
      } else {
        const wait = this.#nextSecond * 1_000 - this.now();
        await delay(Math.max(1, wait), undefined, { signal }).catch(() => {});
      }
    }
  }

  /**
   * Whole clock minutes, and partial ones at both ends. Blocks that end before `recordsFrom` only
   * change prices and pools: they have no records, which are most of the work.
   */
  async *#blocksBetween(
    first: number,
    last: number,
    signal: AbortSignal,
    recordsFrom = first,
  ): AsyncGenerator<SourceBlock> {
    for (let from = first; from <= last; ) {
      if (signal.aborted) return;
      const endOfMinute = minuteStart(from) + minuteSeconds - 1;
      // Landed transactions keep their slot.
      const landed = this.#landed?.nextLandedSecond(from) ?? last;
      const to = Math.min(endOfMinute, last, landed);
      yield this.#recordBlock(from, to, to >= recordsFrom) ?? this.#block(from, to);
      from = to + 1;
    }
  }

  /** Built on demand; `null` if users landed transactions in it. */
  #recordBlock(first: number, last: number, hasRecords: boolean): SourceBlock | null {
    if ((this.#landed?.nextLandedSecond(first) ?? Number.POSITIVE_INFINITY) <= last) return null;
    const market = this.#market;
    return {
      slot: slotAtSecond(last),
      get block() {
        return market.block(first, last).block;
      },
      decoded: (wantsSwap) => market.generateRecords(first, last, wantsSwap, hasRecords),
    };
  }

  #transactionsAt(second: number): readonly RpcBlockTransaction[] {
    const known = this.#transactions.get(second);
    if (known !== undefined) return known;
    const { transactions } = this.#market.block(second, second).block;
    this.#transactions.set(second, transactions);
    return transactions;
  }

  #block(first: number, last: number): SourceBlock {
    const { slot, block } = this.#market.block(first, last);
    const landed = this.#landed?.landedBetween(first, last) ?? [];
    if (landed.length === 0) return { slot, block };
    const transactions = [...block.transactions, ...landed];
    return { slot, block: { ...block, transactions }, firstLandedIndex: block.transactions.length };
  }
}
