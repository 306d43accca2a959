import type { BreakdownItem, GainBreakdown } from './gainBreakdown.ts';

/** One bar of the waterfall, in the base token; null ends where a price is missing. */
export interface WaterfallBar {
  readonly item: BreakdownItem;
  readonly from: number | null;
  readonly to: number | null;
}

/** The steps from gross to net: each cost begins where the one before it ended. */
export function buildWaterfall({ items }: GainBreakdown) {
  let level = 0;
  const bars = items.map((item): WaterfallBar => {
    if (item.inBase === null) return { item, from: null, to: null };
    if (item.kind === 'net') return { item, from: 0, to: item.inBase };
    const from = level;
    level += item.inBase;
    return { item, from, to: level };
  });
  const ends = bars.flatMap(({ from, to }) => [from ?? 0, to ?? 0]);
  return { bars, minimum: Math.min(0, ...ends), maximum: Math.max(0, ...ends) };
}
