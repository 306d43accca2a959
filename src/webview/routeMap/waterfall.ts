import type { Statement, StatementItem } from './statement.ts';

/** One bar of the waterfall, in the base token; null ends where a price is missing. */
export interface Bar {
  readonly item: StatementItem;
  readonly from: number | null;
  readonly to: number | null;
}

export interface Waterfall {
  readonly bars: readonly Bar[];
  readonly least: number;
  readonly most: number;
}

/** The steps from gross to net: each cost begins where the one before it ended. */
export function waterfallOf({ items }: Statement): Waterfall {
  let level = 0;
  const bars = items.map((item): Bar => {
    if (item.inBase === null) return { item, from: null, to: null };
    if (item.kind === 'net') return { item, from: 0, to: item.inBase };
    const from = level;
    level += item.inBase;
    return { item, from, to: level };
  });
  const ends = bars.flatMap(({ from, to }) => [from ?? 0, to ?? 0]);
  return { bars, least: Math.min(0, ...ends), most: Math.max(0, ...ends) };
}
