import type {
  PercentileResponse,
  PercentileSeries,
} from '../../../../src/webview/messages/percentiles.ts';

export const solMint = 'So11111111111111111111111111111111111111112';
export const otherMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** p00 … p90 in steps of 100,000 lamports, then p95 and p99. */
export const steps: readonly number[] = [
  0, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000, 800_000, 900_000, 1_500_000,
  9_900_000,
];

export const series = (changes: Partial<PercentileSeries> = {}): PercentileSeries => ({
  provider: 'JITO',
  mint: solMint,
  symbol: 'SOL',
  unit: 'lamports',
  sample: 1_234,
  values: steps,
  ...changes,
});

export const percentileResponse = (
  lines: readonly PercentileSeries[],
  changes: Partial<PercentileResponse> = {},
): PercentileResponse => ({
  windowSeconds: 3_600,
  answeredAtMilliseconds: Date.UTC(2026, 8, 27, 12, 0, 0),
  series: lines,
  faults: [],
  ...changes,
});
