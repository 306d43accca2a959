/** Index of the first and the last interval. */
export interface TimeSelection {
  readonly first: number;
  readonly last: number;
}

export const selectBetween = (from: number, to: number): TimeSelection => ({
  first: Math.min(from, to),
  last: Math.max(from, to),
});

/** Fraction of the chart that Page Up and Page Down move. */
const pageFraction = 0.1;

/** Arrows move the selection, Shift+arrows move its end, Escape clears it. Undefined: other key. */
export function selectByKey(
  selection: TimeSelection | null,
  { key, isShift }: { readonly key: string; readonly isShift: boolean },
  count: number,
): TimeSelection | null | undefined {
  if (count === 0) return undefined;
  if (key === 'Escape') return selection === null ? undefined : null;
  const end = count - 1;
  const page = Math.max(1, Math.round(count * pageFraction));
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -page,
    PageDown: page,
    Home: -count,
    End: count,
  };
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
  if (move === undefined) return undefined;
  // A new selection starts at the newest interval; with Home, at the oldest.
  if (selection === null) return key === 'Home' ? { first: 0, last: 0 } : { first: end, last: end };
  const { first, last } = selection;
  if (isShift) return { first, last: Math.min(end, Math.max(first, last + move)) };
  const by = Math.min(end - last, Math.max(-first, move));
  return { first: first + by, last: last + by };
}

/** Index of the interval at a position, or of the nearest one. */
export function intervalAt(
  position: number,
  xOf: (index: number) => number,
  count: number,
): number {
  let index = 0;
  while (index < count - 1 && xOf(index + 1) <= position) index++;
  return index;
}
