/**
 * The interface's enumerations in their published order. Plain data, without the schema library.
 */

/** Submission channels that the finder filters by (`thresholdProvider`, `percentilesProvider`). */
export const finderProviders = [
  'FAST',
  'TEMPORAL',
  'JITO',
  'NEXTBLOCK',
  'BLOX',
  'ASTRALANE',
  'FLASHBLOCK',
  'NODEONE',
  'RAZOR',
  'SENDER',
  'STELLIUM',
  'ALL',
] as const;

/** Submission channels that the tips, fees and wallet operations filter by. */
export const statisticsProviders = [
  'JITO',
  'FAST',
  'TEMPORAL',
  'BLOX',
  'NEXTBLOCK',
  'NO_PROVIDER',
] as const;
export type StatisticsProvider = (typeof statisticsProviders)[number];

export const finderBots = ['SMB', 'NOTARB', 'ALL'] as const;

/** Ascending. */
export const percentileKeys = [
  'p00',
  'p10',
  'p20',
  'p30',
  'p40',
  'p50',
  'p60',
  'p70',
  'p80',
  'p90',
  'p95',
  'p99',
] as const;
export type PercentileKey = (typeof percentileKeys)[number];

export const plans = ['PREMIUM', 'PRO'] as const;

/** The interface shows `arbitrage` only; the others are Arbscope's own and not part of revenues. */
export const transactionTypes = [
  'arbitrage',
  'circular-with-loss',
  'bot-no-profit',
  'failed',
  'other',
] as const;
export type TransactionType = (typeof transactionTypes)[number];
