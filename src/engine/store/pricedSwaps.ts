import type { PricedSwap } from '../prices/priceTracker.ts';

type StoredSwap = [priceUsd: number, valueUsd: number, timeSeconds: number, reserveUsd: number];

/** The swaps behind a price as JSON, oldest first. */
export const serializeSwaps = (swaps: readonly PricedSwap[]): string =>
  JSON.stringify(
    swaps.map(
      ({ priceUsd, valueUsd, timeSeconds, reserveUsd }): StoredSwap => [
        priceUsd,
        valueUsd,
        timeSeconds,
        reserveUsd,
      ],
    ),
  );

/**
 * `text` was written by `serializeSwaps`. Earlier releases stored a flat list without reserves; those
 * swaps are dropped, and their price is valid until the next one.
 */
export const parseSwaps = (text: string): PricedSwap[] =>
  (JSON.parse(text) as readonly (StoredSwap | number)[]).flatMap((stored) => {
    if (typeof stored === 'number') return [];
    const [priceUsd, valueUsd, timeSeconds, reserveUsd] = stored;
    return [{ priceUsd, valueUsd, timeSeconds, reserveUsd }];
  });
