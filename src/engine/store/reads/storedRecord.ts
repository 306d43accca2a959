import type { ArbitrageRecord } from '../../decode/arbitrageRecord.ts';

export interface PriceAtRecord {
  readonly mint: string;
  readonly priceUsd: number | null;
  readonly timeSeconds: number | null;
  readonly digits: number;
}

export interface StoredRecord {
  readonly record: ArbitrageRecord;
  /** Block time, or that of an earlier block if the node did not know it. */
  readonly timeSeconds: number;
  /** By mint. */
  readonly prices: ReadonlyMap<string, PriceAtRecord>;
  readonly profitsUsd: number;
  readonly netGainsSol: number;
  readonly volumeUsd: number;
  readonly volumeSol: number;
}
