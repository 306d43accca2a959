import { amountToNumber } from '../../api/tokenAmounts.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { programsWithSharedVaults } from '../../solana/knownPrograms.ts';
import type { PriceObservation, VaultBalance } from '../decode/arbitrageRecord.ts';

export interface TokenPrice {
  /** USD per whole token. */
  readonly priceUsd: number;
  /** Block time of its newest swap, Unix seconds. */
  readonly timeSeconds: number;
}

export interface PriceLookup {
  priceOf(mint: string): TokenPrice | null;
  /** Decimals; `null` for a mint not seen in any block. */
  decimalsOf(mint: string): number | null;
  /**
   * USD that the deepest pool behind the price could pay for the mint; infinite for SOL and
   * stablecoins, `null` if unknown, or if its newest swap was more than ten minutes before the newest
   * block: the pool may be empty now.
   */
  depthUsdOf(mint: string): number | null;
}

/** USD value of a raw amount; `null` if the price or the decimals are unknown. */
export function usdValue(prices: PriceLookup, mint: string, amount: bigint): number | null {
  const price = prices.priceOf(mint);
  const digits = prices.decimalsOf(mint);
  if (price === null || digits === null) return null;
  return amountToNumber(amount, digits) * price.priceUsd;
}

/** Like `usdValue`; also `null` for more than the mint's deepest pool could pay. */
export function payableUsd(prices: PriceLookup, mint: string, amount: bigint): number | null {
  const value = usdValue(prices, mint, amount);
  return value !== null && Math.abs(value) <= (prices.depthUsdOf(mint) ?? 0) ? value : null;
}

const stableMints: ReadonlySet<string> = new Set([usdcMint, usdtMint]);

/** Number of swaps whose weighted median is the price. */
const swapsMaximum = 25;
/** Old swaps are dropped once there are this many newer ones. */
const swapsMinimum = 5;
/** Reserves that are older say nothing about what a pool could pay. */
const swapAgeSeconds = 600;
/** Below this quote amount, rounding dominates the price. */
const quoteAmountMinimum = 1_000n;
const valueUsdMinimum = 0.001;
/**
 * A pool sets a price only if it holds so much of the other token, and a part of what the deepest
 * one of the last minutes holds. Traded value is no criterion: traders in a pool of their own get it
 * back, while the reserves have to stay there.
 */
const reserveUsdMinimum = 100;
const reserveDivisor = 500;
/** Limits one swap's weight to this many median weights, so that one absurd swap sets no price. */
const weightCap = 3;

export interface PricedSwap {
  readonly priceUsd: number;
  readonly valueUsd: number;
  readonly timeSeconds: number;
  /** Of SOL or stablecoins in the pool after the block. */
  readonly reserveUsd: number;
}

/** Swaps with the accounts of their pools, as in a block. */
export interface SwapsToPrice {
  readonly observations: readonly PriceObservation[];
  readonly vaults: readonly VaultBalance[];
  readonly decimals: ReadonlyMap<string, number>;
}

/**
 * USD prices from the swaps of blocks, in their order: SOL from its swaps against USDC and USDT,
 * then every other mint from its swaps against USDC, USDT or SOL. USDC and USDT are worth 1. A
 * price is the median of the mint's newest swaps in deep pools, weighted by capped value. There is
 * no external price feed, so a mint without such swaps has no price: details then show null, and USD
 * figures exclude that part.
 */
export class PriceTracker implements PriceLookup {
  readonly #prices = new Map<string, TokenPrice>();
  readonly #decimals = new Map<string, number>();
  readonly #swaps = new Map<string, PricedSwap[]>();
  #changed = new Set<string>();

  priceOf(mint: string): TokenPrice | null {
    return this.#prices.get(mint) ?? null;
  }

  decimalsOf(mint: string): number | null {
    return this.#decimals.get(mint) ?? knownMints.get(mint)?.decimals ?? null;
  }

  depthUsdOf(mint: string): number | null {
    if (isPriceBase(mint)) return Number.POSITIVE_INFINITY;
    // Each block renews the time of the stablecoins' price.
    const newest = this.#prices.get(usdcMint)?.timeSeconds ?? 0;
    const depth = deepest(this.#swaps.get(mint) ?? [], newest - swapAgeSeconds);
    return depth === 0 ? null : depth;
  }

  observe({ observations, vaults, decimals }: SwapsToPrice, timeSeconds: number): void {
    for (const [mint, digits] of decimals) {
      if (this.#decimals.get(mint) === digits) continue;
      this.#decimals.set(mint, digits);
      this.#changed.add(mint);
    }
    for (const mint of stableMints) {
      const known = this.#prices.get(mint)?.timeSeconds ?? 0;
      this.#prices.set(mint, { priceUsd: 1, timeSeconds: Math.max(known, timeSeconds) });
    }
    const touched = new Set<string>();
    const reserves = quoteReserves(vaults);
    const add = (observation: PriceObservation, mint: string) => {
      const swap = this.#pricedSwap(observation, mint, reserves, timeSeconds);
      if (swap === null) return;
      this.#swapsOf(mint).push(swap);
      touched.add(mint);
    };
    for (const observation of observations) {
      if (isBetween(observation, wrappedSolMint, stableMints)) {
        add(observation, wrappedSolMint);
      }
    }
    if (touched.has(wrappedSolMint)) this.#updatePrice(wrappedSolMint);
    touched.clear();
    for (const observation of observations) {
      const input = isPriceBase(observation.inputMint);
      if (input === isPriceBase(observation.outputMint)) continue;
      const mint = input ? observation.outputMint : observation.inputMint;
      add(observation, mint);
    }
    for (const mint of touched) this.#updatePrice(mint);
  }

  /** Restores a stored price, valid until newer swaps arrive, and the swaps behind it. */
  restore(
    mint: string,
    price: TokenPrice | null,
    digits: number,
    swaps: readonly PricedSwap[] = [],
  ): void {
    if (price !== null) this.#prices.set(mint, price);
    this.#decimals.set(mint, digits);
    if (swaps.length > 0) this.#swaps.set(mint, [...swaps]);
  }

  /** The swaps behind the prices, oldest first. */
  swaps(): ReadonlyMap<string, readonly PricedSwap[]> {
    return this.#swaps;
  }

  /** Removes swaps after the time, and the prices from them: they would keep later prices out. */
  discardAfter(timeSeconds: number): void {
    for (const [mint, price] of this.#prices) {
      if (price.timeSeconds <= timeSeconds) continue;
      this.#prices.delete(mint);
      const swaps = this.#swapsOf(mint).filter((swap) => swap.timeSeconds <= timeSeconds);
      this.#swaps.set(mint, swaps);
      this.#updatePrice(mint);
      this.#changed.add(mint);
    }
  }

  /** Takes over prices that changed in `other` since the last call, if newer. */
  adopt(other: PriceTracker): void {
    for (const mint of other.drainChanged()) {
      const price = other.priceOf(mint);
      const digits = other.#decimals.get(mint);
      if (digits !== undefined && !this.#decimals.has(mint)) {
        this.#decimals.set(mint, digits);
        this.#changed.add(mint);
      }
      if (price === null || price.timeSeconds <= (this.#prices.get(mint)?.timeSeconds ?? 0))
        continue;
      this.#prices.set(mint, price);
      this.#swaps.set(mint, [...(other.swaps().get(mint) ?? [])]);
      this.#changed.add(mint);
    }
  }

  drainChanged(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** `null` if the swap is too small, too old or in a pool that is too shallow for a price. */
  #pricedSwap(
    swap: PriceObservation,
    mint: string,
    reserves: ReadonlyMap<string, bigint>,
    timeSeconds: number,
  ): PricedSwap | null {
    // An older block does not affect the newest price.
    if (timeSeconds < (this.#prices.get(mint)?.timeSeconds ?? 0)) return null;
    const isInput = swap.inputMint === mint;
    const amount = isInput ? swap.inputAmount : swap.outputAmount;
    const quote = isInput ? swap.outputMint : swap.inputMint;
    const quoteAmount = isInput ? swap.outputAmount : swap.inputAmount;
    const digits = this.decimalsOf(mint);
    if (amount <= 0n || quoteAmount < quoteAmountMinimum || digits === null) return null;
    const valueUsd = usdValue(this, quote, quoteAmount);
    if (valueUsd === null || valueUsd < valueUsdMinimum) return null;
    const reserve = reserves.get(reserveKey({ ...swap, mint: quote }));
    const reserveUsd = reserve === undefined ? null : usdValue(this, quote, reserve);
    if (reserveUsd === null || reserveUsd < reserveUsdMinimum) return null;
    const known = this.#swaps.get(mint) ?? [];
    if (reserveUsd * reserveDivisor < deepest(known, timeSeconds - swapAgeSeconds)) return null;
    const priceUsd = valueUsd / amountToNumber(amount, digits);
    return { priceUsd, valueUsd, timeSeconds, reserveUsd };
  }

  #swapsOf(mint: string): PricedSwap[] {
    let swaps = this.#swaps.get(mint);
    if (swaps === undefined) {
      swaps = [];
      this.#swaps.set(mint, swaps);
    }
    return swaps;
  }

  #updatePrice(mint: string): void {
    const known = this.#swaps.get(mint);
    const newest = known?.at(-1);
    if (known === undefined || newest === undefined) return;
    const oldest = newest.timeSeconds - swapAgeSeconds;
    // A deep pool may trade after shallow ones.
    const depth = deepest(known, oldest);
    const swaps = known.filter(({ reserveUsd }) => reserveUsd * reserveDivisor >= depth);
    this.#swaps.set(mint, swaps);
    const aged = swaps.findIndex((swap) => swap.timeSeconds >= oldest);
    const surplus = Math.max(
      swaps.length - swapsMaximum,
      Math.min(aged, swaps.length - swapsMinimum),
    );
    if (surplus > 0) swaps.splice(0, surplus);
    const priceUsd = weightedMedianPrice(swaps);
    this.#prices.set(mint, { priceUsd, timeSeconds: newest.timeSeconds });
    this.#changed.add(mint);
  }
}

export const withFallback = (first: PriceLookup, second: PriceLookup | null): PriceLookup => ({
  priceOf: (mint) => first.priceOf(mint) ?? second?.priceOf(mint) ?? null,
  decimalsOf: (mint) => first.decimalsOf(mint) ?? second?.decimalsOf(mint) ?? null,
  depthUsdOf: (mint) => first.depthUsdOf(mint) ?? second?.depthUsdOf(mint) ?? null,
});

type PoolSide = Pick<VaultBalance, 'program' | 'mint'> & { readonly pool: string | null };

/** With the program: any program may name the pool of another. */
const reserveKey = ({ program, pool, mint }: PoolSide): string => `${program} ${pool} ${mint}`;

function quoteReserves(vaults: readonly VaultBalance[]): ReadonlyMap<string, bigint> {
  const reserves = new Map<string, bigint>();
  for (const vault of vaults) {
    if (!isPriceBase(vault.mint) || programsWithSharedVaults.has(vault.program)) continue;
    const key = reserveKey(vault);
    reserves.set(key, (reserves.get(key) ?? 0n) + vault.amount);
  }
  return reserves;
}

function deepest(swaps: readonly PricedSwap[], sinceSeconds = 0): number {
  let most = 0;
  for (const { reserveUsd, timeSeconds } of swaps) {
    if (timeSeconds >= sinceSeconds && reserveUsd > most) most = reserveUsd;
  }
  return most;
}

/** SOL and stablecoins, against which all other mints are priced. */
export function isPriceBase(mint: string): boolean {
  return mint === wrappedSolMint || stableMints.has(mint);
}

function isBetween(swap: PriceObservation, mint: string, quotes: ReadonlySet<string>): boolean {
  return (
    (swap.inputMint === mint && quotes.has(swap.outputMint)) ||
    (swap.outputMint === mint && quotes.has(swap.inputMint))
  );
}

function weightedMedianPrice(swaps: readonly PricedSwap[]): number {
  const byValue = ordered(swaps, 'valueUsd');
  const cap = weightCap * (byValue[(byValue.length - 1) >> 1]?.valueUsd ?? 0);
  const byPrice = ordered(swaps, 'priceUsd');
  let half = 0;
  for (const { valueUsd } of byPrice) half += Math.min(valueUsd, cap) / 2;
  let weight = 0;
  for (const { valueUsd, priceUsd } of byPrice) {
    weight += Math.min(valueUsd, cap);
    if (weight >= half) return priceUsd;
  }
  return byPrice.at(-1)?.priceUsd ?? 0;
}

/** Sorts ascending. Hot path: insertion is fastest for the few swaps of a mint. */
function ordered(swaps: readonly PricedSwap[], by: 'priceUsd' | 'valueUsd'): PricedSwap[] {
  const sorted: PricedSwap[] = [];
  for (const swap of swaps) {
    let at = sorted.length;
    for (; at > 0; at--) {
      const before = sorted[at - 1];
      if (before === undefined || before[by] <= swap[by]) break;
      sorted[at] = before;
    }
    sorted[at] = swap;
  }
  return sorted;
}
