import { minuteStart } from '../base/minute.ts';
import type { PriceObservation } from '../decode/arbitrageRecord.ts';
import { type PriceLookup, payableUsd } from '../prices/priceTracker.ts';
import { isStorableUsd, toNanocents } from './money.ts';

/** Traded volume in nanocents per minute and mint, until it is written. */
export class TradedVolumes {
  readonly #minutes = new Map<number, Map<string, bigint>>();

  observe(
    observations: readonly PriceObservation[],
    prices: PriceLookup,
    timeSeconds: number,
  ): void {
    if (observations.length === 0) return;
    const minute = minuteStart(timeSeconds);
    let volumes = this.#minutes.get(minute);
    if (volumes === undefined) {
      volumes = new Map();
      this.#minutes.set(minute, volumes);
    }
    for (const { inputMint, inputAmount, outputMint, outputAmount } of observations) {
      // The smaller side: an absurd price must not inflate the volume.
      const input = payableUsd(prices, inputMint, inputAmount);
      const output = payableUsd(prices, outputMint, outputAmount);
      const volumeUsd = Math.min(
        input ?? Number.POSITIVE_INFINITY,
        output ?? Number.POSITIVE_INFINITY,
      );
      if (!isStorableUsd(volumeUsd)) continue;
      const volume = toNanocents(volumeUsd);
      volumes.set(inputMint, (volumes.get(inputMint) ?? 0n) + volume);
      volumes.set(outputMint, (volumes.get(outputMint) ?? 0n) + volume);
    }
  }

  drainBefore(beforeSeconds: number): { minute: number; mint: string; nanocents: bigint }[] {
    const taken = [...this.#minutes].filter(([minute]) => minute < beforeSeconds);
    return taken.flatMap(([minute, volumes]) => {
      this.#minutes.delete(minute);
      return [...volumes].map(([mint, nanocents]) => ({ minute, mint, nanocents }));
    });
  }

  /** Adds unwritten sums of the minutes that begin within the window. */
  addTo(
    totals: Map<string, bigint>,
    { fromSeconds, toSeconds }: { readonly fromSeconds: number; readonly toSeconds: number },
  ): void {
    for (const [minute, volumes] of this.#minutes) {
      if (minute < fromSeconds || minute > toSeconds) continue;
      for (const [mint, volume] of volumes) totals.set(mint, (totals.get(mint) ?? 0n) + volume);
    }
  }
}
