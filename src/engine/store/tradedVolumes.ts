import { minuteStart } from '../base/minute.ts';
import type { PriceObservation } from '../decode/arbitrageRecord.ts';
import { type PriceLookup, payableUsd } from '../prices/priceTracker.ts';

/** Traded volume in USD per minute and mint, until it is written. */
export class TradedVolumes {
  readonly #minutes = new Map<number, Map<string, number>>();

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
      const volume = Math.min(
        input ?? Number.POSITIVE_INFINITY,
        output ?? Number.POSITIVE_INFINITY,
      );
      if (!Number.isFinite(volume)) continue;
      volumes.set(inputMint, (volumes.get(inputMint) ?? 0) + volume);
      volumes.set(outputMint, (volumes.get(outputMint) ?? 0) + volume);
    }
  }

  drainBefore(beforeSeconds: number): { minute: number; mint: string; volumeUsd: number }[] {
    const taken = [...this.#minutes].filter(([minute]) => minute < beforeSeconds);
    return taken.flatMap(([minute, volumes]) => {
      this.#minutes.delete(minute);
      return [...volumes].map(([mint, volumeUsd]) => ({ minute, mint, volumeUsd }));
    });
  }

  /** Adds unwritten sums of the minutes that begin within the window. */
  addTo(
    totals: Map<string, number>,
    { fromSeconds, toSeconds }: { readonly fromSeconds: number; readonly toSeconds: number },
  ): void {
    for (const [minute, volumes] of this.#minutes) {
      if (minute < fromSeconds || minute > toSeconds) continue;
      for (const [mint, volume] of volumes) totals.set(mint, (totals.get(mint) ?? 0) + volume);
    }
  }
}
