/**
 * Least tips that providers ask for, lamports, as they publish them. They change: data with a
 * date. A provider that is not here asks for something that is not known.
 */
export const tipMinimumsDate = '2026-09';

export const tipMinimumsLamports: ReadonlyMap<string, bigint> = new Map([
  ['JITO', 1_000n],
  ['FAST', 1_000_000n],
  ['BLOX', 1_000_000n],
  ['SENDER', 5_000n],
]);
