/** Intervals of a time chart that are selected: the first and the last of them, by their index. */
export interface TimeSelection {
  readonly first: number;
  readonly last: number;
}

/** From where a drag began to where it is, whichever is first. */
export const selectBetween = (from: number, to: number): TimeSelection => ({
  first: Math.min(from, to),
  last: Math.max(from, to),
});

/** Part of the chart that Page Up and Page Down move by. */
const pageFraction = 0.1;

/**
 * The selection after a key: arrows move it, with Shift they move its end, Escape clears it.
 * `undefined` for a key that does nothing here.
 */
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
  // The newest is what people came for; Home begins at the oldest.
  if (selection === null) return key === 'Home' ? { first: 0, last: 0 } : { first: end, last: end };
  const { first, last } = selection;
  if (isShift) return { first, last: Math.min(end, Math.max(first, last + move)) };
  const by = Math.min(end - last, Math.max(-first, move));
  return { first: first + by, last: last + by };
}

/** The index of the interval at a position, the nearest for one outside. */
export function intervalAt(
  position: number,
  { left, right }: { readonly left: number; readonly right: number },
  count: number,
): number {
  const share = (position - left) / Math.max(1, right - left);
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}
