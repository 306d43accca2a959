import { ammPrograms, programsWithOtherReserves } from '../../solana/knownPrograms.ts';
import type { ArbitrageRecord, PriceObservation, VaultBalance } from '../decode/arbitrageRecord.ts';
import { hasSwapTemplate, type ObservedSwap, toObservedSwap } from '../pools/swapAccounts.ts';
import { isPriceBase, type PriceLookup, usdValue } from '../prices/priceTracker.ts';
import { nanocentsToUsd, toNanocents } from './money.ts';

interface Vault {
  readonly mint: string;
  readonly amount: bigint;
  readonly slot: number;
}

/** The newest of each part from the indexed blocks, regardless of the block order. */
export interface ObservedPool {
  readonly pool: string;
  readonly program: string;
  readonly lookupTable: string | null;
  readonly lookupTableSlot: number;
  readonly swapSlot: number;
  readonly vaults: ReadonlyMap<string, Vault>;
  /** In the order of discovery; usually two. */
  readonly mints: ReadonlySet<string>;
  /** `null` if no swap with a known instruction (`swapTemplates.ts`) was seen. */
  readonly swap: ObservedSwap | null;
}

interface NewestSwap {
  readonly slot: number;
  readonly swap: ObservedSwap;
}

interface PoolState extends ObservedPool {
  lookupTable: string | null;
  lookupTableSlot: number;
  swapSlot: number;
  vaults: Map<string, Vault>;
  mints: Set<string>;
  swap: ObservedSwap | null;
  swapSeenAt: number;
}

/** Accounts of swaps change slowly (tick and bin arrays follow the price). */
const swapMaximumAgeSeconds = 600;

export class PoolRegistry {
  readonly #pools = new Map<string, PoolState>();
  readonly #poolsOfMint = new Map<string, Set<string>>();
  readonly #newestSwaps = new Map<string, NewestSwap>();
  #changed = new Set<string>();

  /** Adds a block's data. An older block only fills in what newer ones did not contain. */
  observe(
    block: {
      readonly slot: number;
      readonly observations: readonly PriceObservation[];
      readonly vaults: readonly VaultBalance[];
      readonly records: readonly ArbitrageRecord[];
    },
    timeSeconds: number,
  ): void {
    const { slot } = block;
    for (const { pool, program, vault, mint, amount } of block.vaults) {
      const state = this.#stateOf(pool, program);
      if (state === null) continue;
      if (slot >= (state.vaults.get(vault)?.slot ?? 0)) {
        state.vaults.set(vault, { mint, amount, slot });
      }
      this.#addMint(mint, state);
    }
    for (const { pool, program, inputMint, outputMint, swapInstruction } of block.observations) {
      if (pool === null) continue;
      const state = this.#stateOf(pool, program);
      if (state === null) continue;
      this.#addMint(inputMint, state);
      this.#addMint(outputMint, state);
      const swap = swapInstruction === undefined ? null : toObservedSwap(program, swapInstruction);
      if (swap === null || slot < state.swapSlot) continue;
      state.swap = swap;
      state.swapSlot = slot;
      state.swapSeenAt = timeSeconds;
      this.#noteNewest(state);
    }
    for (const record of block.records) {
      for (const { pool, program, lookupTable } of record.legs) {
        if (pool === null || lookupTable === null) continue;
        const state = this.#stateOf(pool, program);
        if (state === null || slot < state.lookupTableSlot) continue;
        state.lookupTable = lookupTable;
        state.lookupTableSlot = slot;
      }
    }
  }

  needsSwapAccounts(program: string, pool: string, timeSeconds: number): boolean {
    if (!hasSwapTemplate(program)) return false;
    const seenAt = this.#pools.get(pool)?.swapSeenAt;
    return seenAt === undefined || timeSeconds - seenAt >= swapMaximumAgeSeconds;
  }

  /** Of all pools of the program; `undefined` if no swap with a known instruction was seen. */
  newestSwap(program: string): NewestSwap | undefined {
    return this.#newestSwaps.get(program);
  }

  find(pool: string): ObservedPool | undefined {
    return this.#pools.get(pool);
  }

  all(): IterableIterator<ObservedPool> {
    return this.#pools.values();
  }

  withMintsIn(mints: ReadonlySet<string>): ObservedPool[] {
    const found = new Map<string, ObservedPool>();
    for (const mint of mints) {
      for (const pool of this.#poolsOfMint.get(mint) ?? []) {
        const state = this.#pools.get(pool);
        if (state === undefined || state.mints.size < 2) continue;
        if ([...state.mints].every((each) => mints.has(each))) found.set(pool, state);
      }
    }
    return [...found.values()];
  }

  /**
   * USD; amounts without a price count as 0, and the other tokens of a pool at most as much as its
   * base tokens, which bounds tokens that their own pool prices. Does not depend on the order of the
   * pools. `null`: no pool has vaults that show its reserves.
   */
  liquidityUsd(mint: string, prices: PriceLookup): number | null {
    let sum = 0n;
    let hasUnknown = false;
    let hasKnown = false;
    for (const pool of this.#poolsOfMint.get(mint) ?? []) {
      const isUnknown = programsWithOtherReserves.has(this.#pools.get(pool)?.program ?? '');
      hasUnknown ||= isUnknown;
      hasKnown ||= !isUnknown;
      if (isUnknown) continue;
      let [base, others] = [0n, 0n];
      for (const vault of this.#pools.get(pool)?.vaults.values() ?? []) {
        const value = toNanocents(usdValue(prices, vault.mint, vault.amount) ?? 0);
        if (isPriceBase(vault.mint)) base += value;
        else others += value;
      }
      sum += base + (others < base ? others : base);
    }
    return hasUnknown && !hasKnown ? null : nanocentsToUsd(sum);
  }

  restore(pool: ObservedPool): void {
    const state = this.#stateOf(pool.pool, pool.program);
    if (state === null) return;
    const { lookupTable, lookupTableSlot, swap, swapSlot } = pool;
    Object.assign(state, { lookupTable, lookupTableSlot, swap, swapSlot });
    for (const mint of pool.mints) this.#addMint(mint, state);
    for (const [address, vault] of pool.vaults) {
      state.vaults.set(address, vault);
      this.#addMint(vault.mint, state);
    }
    this.#noteNewest(state);
    this.#changed.delete(pool.pool);
  }

  drainChanged(): readonly ObservedPool[] {
    const changed = this.#changed;
    this.#changed = new Set();
    return [...changed].flatMap((pool) => this.#pools.get(pool) ?? []);
  }

  /**
   * `null` for a pool of another program: any program may name the pool of a known AMM, whose data
   * must not mix with its own.
   */
  #stateOf(pool: string, program: string): PoolState | null {
    let state = this.#pools.get(pool);
    if (state !== undefined && state.program !== program) {
      if (ammPrograms.has(state.program) || !ammPrograms.has(program)) return null;
      for (const mint of state.mints) this.#poolsOfMint.get(mint)?.delete(pool);
      state = undefined;
    }
    this.#changed.add(pool);
    if (state === undefined) {
      state = {
        pool,
        program,
        lookupTable: null,
        lookupTableSlot: 0,
        swapSlot: 0,
        vaults: new Map(),
        mints: new Set(),
        swap: null,
        swapSeenAt: Number.NEGATIVE_INFINITY,
      };
      this.#pools.set(pool, state);
    }
    return state;
  }

  #noteNewest({ program, swap, swapSlot: slot }: ObservedPool): void {
    if (swap === null || slot < (this.#newestSwaps.get(program)?.slot ?? 0)) return;
    this.#newestSwaps.set(program, { slot, swap });
  }

  /** Hot path: called for every swap, and the mint is nearly always known. */
  #addMint(mint: string, { pool, mints }: PoolState): void {
    if (mints.has(mint)) return;
    mints.add(mint);
    const pools = this.#poolsOfMint.get(mint);
    if (pools === undefined) this.#poolsOfMint.set(mint, new Set([pool]));
    else pools.add(pool);
  }
}
