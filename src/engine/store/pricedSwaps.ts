import type { PricedSwap } from '../prices/priceTracker.ts';

const membersPerSwap = 3;

/** The swaps behind a price as JSON: one flat list with three values per swap. */
export const serializeSwaps = (swaps: readonly PricedSwap[]): string =>
  JSON.stringify(
    swaps.flatMap(({ priceUsd, valueUsd, timeSeconds }) => [priceUsd, valueUsd, timeSeconds]),
  );

/** `text` was written by `serializeSwaps`. */
export function parseSwaps(text: string): PricedSwap[] {
  const members = JSON.parse(text) as readonly number[];
  const swaps: PricedSwap[] = [];
  for (let at = 0; at < members.length; at += membersPerSwap) {
    const [priceUsd = 0, valueUsd = 0, timeSeconds = 0] = members.slice(at, at + membersPerSwap);
    swaps.push({ priceUsd, valueUsd, timeSeconds });
  }
  return swaps;
}
