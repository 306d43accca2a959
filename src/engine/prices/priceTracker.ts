import { amountToNumber } from '../../api/tokenAmounts.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { knownMints } from '../../solana/knownMints.ts';
import type { PriceObservation } from '../decode/arbitrageRecord.ts';

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
}

/** USD value of a raw amount; `null` if the price or the decimals are unknown. */
export function usdValue(prices: PriceLookup, mint: string, amount: bigint): number | null {
  const price = prices.priceOf(mint);
  const digits = prices.decimalsOf(mint);
  if (price === null || digits === null) return null;
  return amountToNumber(amount, digits) * price.priceUsd;
}

const stableMints: ReadonlySet<string> = new Set([usdcMint, usdtMint]);

/** Number of swaps whose weighted median is the price. */
const swapsMaximum = 25;
/** Old swaps are dropped once there are this many newer ones. */
const swapsMinimum = 5;
const swapAgeSeconds = 600;
/** Below this quote amount, rounding dominates the price. */
const quoteAmountMinimum = 1_000n;
const valueUsdMinimum = 0.001;
/** Limits one swap's weight to this many median weights, so that one absurd swap sets no price. */
const weightCap = 3;

export interface PricedSwap {
  readonly priceUsd: number;
  readonly valueUsd: number;
  readonly timeSeconds: number;
}

/**
 * USD prices from the swaps of blocks, in their order: SOL from its swaps against USDC and USDT,
 * then every other mint from its swaps against USDC, USDT or SOL. USDC and USDT are worth 1. A
 * price is the median of the mint's newest swaps, weighted by capped value. There is no external
 * price feed, so a mint without swaps has no price: details then show null, and USD figures exclude
 * that part.
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

  /** Restores a stored price, valid until newer swaps arrive. */
  restore(mint: string, price: TokenPrice | null, digits: number): void {
    if (price !== null) this.#prices.set(mint, price);
    this.#decimals.set(mint, digits);
  }

  /** The swaps behind the prices, oldest first. */
  swaps(): ReadonlyMap<string, readonly PricedSwap[]> {
    return this.#swaps;
  }

  /** Restores a stored swap; call it with older ones first. Prices are restored separately. */
  restoreSwap(mint: string, swap: PricedSwap): void {
    this.#swapsOf(mint).push(swap);
    this.#changed.add(mint);
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

  #addSwap(swap: PriceObservation, mint: string, timeSeconds: number, touched: Set<string>): void {
    // An older block does not affect the newest price.
    if (timeSeconds < (this.#prices.get(mint)?.timeSeconds ?? 0)) return;
    const isInput = swap.inputMint === mint;
    const amount = isInput ? swap.inputAmount : swap.outputAmount;
    const quote = isInput ? swap.outputMint : swap.inputMint;
    const quoteAmount = isInput ? swap.outputAmount : swap.inputAmount;
    const digits = this.decimalsOf(mint);
    if (amount <= 0n || quoteAmount < quoteAmountMinimum || digits === null) return;
    const valueUsd = usdValue(this, quote, quoteAmount);
    if (valueUsd === null || valueUsd < valueUsdMinimum) return;
    const priceUsd = valueUsd / amountToNumber(amount, digits);
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
