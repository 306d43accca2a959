import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { knownMints } from '../../solana/knownMints.ts';
import type { PriceObservation } from '../decode/arbitrageRecord.ts';

export interface TokenPrice {
  /** USD for one whole token. */
  readonly priceUsd: number;
  /** Block time of the newest swap behind it, Unix seconds. */
  readonly timeSeconds: number;
}

export interface PriceLookup {
  priceOf(mint: string): TokenPrice | null;
  /** Decimals; `null` for a mint that no block has shown. */
  decimalsOf(mint: string): number | null;
}

/** Those of all decimals that mints have: raising to a power takes longer than all else of a value. */
const powersOfTen = Float64Array.from({ length: 20 }, (_, digits) => 10 ** digits);
const powerOfTen = (digits: number): number => powersOfTen[digits] ?? 10 ** digits;

/** USD value of a raw amount; `null` where price or decimals are not known. */
export function usdValue(prices: PriceLookup, mint: string, amount: bigint): number | null {
  const price = prices.priceOf(mint);
  const digits = prices.decimalsOf(mint);
  if (price === null || digits === null) return null;
  return (Number(amount) / powerOfTen(digits)) * price.priceUsd;
}

const stableMints: ReadonlySet<string> = new Set([usdcMint, usdtMint]);

/** Swaps of a mint that its price is the weighted median of. */
const swapsMaximum = 25;
/** Older swaps give way as soon as this many newer ones are there. */
const swapsMinimum = 5;
const swapAgeSeconds = 600;
/** Below this a price is made of rounding. */
const quoteAmountMinimum = 1_000n;
const valueUsdMinimum = 0.001;
/** No swap weighs more than this many times the median one: one absurd swap cannot set a price. */
const weightCap = 3;

export interface PricedSwap {
  readonly priceUsd: number;
  readonly valueUsd: number;
  readonly timeSeconds: number;
}

/**
 * USD prices out of the swaps of the blocks it is shown, in their order: SOL from its swaps against
 * USDC and USDT, then every other mint from its swaps against USDC, USDT or SOL. USDC and USDT are
 * worth 1. A price is the median of the mint's newest swaps, weighted by value with a cap. There is
 * no outside price feed, so a mint that nobody swapped has no price: details then show null, and
 * USD figures leave that part out.
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

  /** Takes in a block's swaps. `timeSeconds` is its block time. */
  observe(
    observations: readonly PriceObservation[],
    decimals: ReadonlyMap<string, number>,
    timeSeconds: number,
  ): void {
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
    for (const observation of observations) {
      if (isBetween(observation, wrappedSolMint, stableMints)) {
        this.#addSwap(observation, wrappedSolMint, timeSeconds, touched);
      }
    }
    if (touched.has(wrappedSolMint)) this.#updatePrice(wrappedSolMint);
    touched.clear();
    for (const observation of observations) {
      const input = isQuote(observation.inputMint);
      if (input === isQuote(observation.outputMint)) continue;
      const mint = input ? observation.outputMint : observation.inputMint;
      this.#addSwap(observation, mint, timeSeconds, touched);
    }
    for (const mint of touched) this.#updatePrice(mint);
  }

  /** Takes back a price that was stored, until swaps give a newer one. */
  restore(mint: string, price: TokenPrice | null, digits: number): void {
    if (price !== null) this.#prices.set(mint, price);
    this.#decimals.set(mint, digits);
  }

  /** The swaps that prices come from, oldest first. */
  swaps(): ReadonlyMap<string, readonly PricedSwap[]> {
    return this.#swaps;
  }

  /** Takes back such a swap; older ones first. The price itself is restored beside. */
  restoreSwap(mint: string, swap: PricedSwap): void {
    this.#swapsOf(mint).push(swap);
    this.#changed.add(mint);
  }

  /** Takes over what changed in another since the last time, where it is newer than what is known. */
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

  /** Keeps what one swap says of `mint`, whose other side is a quote. */
  #addSwap(swap: PriceObservation, mint: string, timeSeconds: number, touched: Set<string>): void {
    // An older block than those before says nothing of the price of today.
    if (timeSeconds < (this.#prices.get(mint)?.timeSeconds ?? 0)) return;
    const isInput = swap.inputMint === mint;
    const amount = isInput ? swap.inputAmount : swap.outputAmount;
    const quote = isInput ? swap.outputMint : swap.inputMint;
    const quoteAmount = isInput ? swap.outputAmount : swap.inputAmount;
    const digits = this.decimalsOf(mint);
    if (amount <= 0n || quoteAmount < quoteAmountMinimum || digits === null) return;
    const valueUsd = usdValue(this, quote, quoteAmount);
    if (valueUsd === null || valueUsd < valueUsdMinimum) return;
    const priceUsd = valueUsd / (Number(amount) / powerOfTen(digits));
    this.#swapsOf(mint).push({ priceUsd, valueUsd, timeSeconds });
    touched.add(mint);
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
    const swaps = this.#swaps.get(mint);
    const newest = swaps?.at(-1);
    if (swaps === undefined || newest === undefined) return;
    const oldest = newest.timeSeconds - swapAgeSeconds;
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

/** What the second knows stands in for what the first does not. */
export const withFallback = (first: PriceLookup, second: PriceLookup | null): PriceLookup => ({
  priceOf: (mint) => first.priceOf(mint) ?? second?.priceOf(mint) ?? null,
  decimalsOf: (mint) => first.decimalsOf(mint) ?? second?.decimalsOf(mint) ?? null,
});

function isQuote(mint: string): boolean {
  return mint === wrappedSolMint || stableMints.has(mint);
}

function isBetween(swap: PriceObservation, mint: string, quotes: ReadonlySet<string>): boolean {
  return (
    (swap.inputMint === mint && quotes.has(swap.outputMint)) ||
    (swap.outputMint === mint && quotes.has(swap.inputMint))
  );
}

/** Median of the prices, each weighing its value up to `weightCap` times the median value. */
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

/** Rising; this runs for every mint that a block trades, and few as they are it is the quickest. */
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
