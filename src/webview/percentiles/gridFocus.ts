import { useState } from 'preact/hooks';

interface GridStop {
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
}

/** One tab stop for the controls of a table: the last focused one, or the first. */
export function useGridFocus(ids: readonly string[]): (id: string) => GridStop {
  const [focused, setFocused] = useState<string | null>(null);
  const current = focused !== null && ids.includes(focused) ? focused : ids[0];
  return (id) => ({ tabIndex: id === current ? 0 : -1, onFocus: () => setFocused(id) });
}

/** Up and down move to the same control of another row, left and right within a row. */
export function moveGridFocus(
  event: KeyboardEvent & { readonly currentTarget: HTMLTableElement },
): void {
  const { currentTarget: table, target } = event;
  if (!(target instanceof HTMLElement)) return;
  const rows = [...table.rows]
    .map((row) => [...row.querySelectorAll<HTMLElement>('input, button')])
    .filter((controls) => controls.length > 0);
  const y = rows.findIndex((controls) => controls.includes(target));
  const row = rows[y];
  if (row === undefined) return;
  const x = row.indexOf(target);
  const vertical = (to: readonly HTMLElement[] | undefined) => to?.[Math.min(x, to.length - 1)];
  const moves = new Map([
    ['ArrowDown', vertical(rows[y + 1])],
    ['ArrowUp', vertical(rows[y - 1])],
    ['ArrowRight', row[x + 1]],
    ['ArrowLeft', row[x - 1]],
    ['Home', vertical(rows[0])],
    ['End', vertical(rows.at(-1))],
  ]);
  if (!moves.has(event.key)) return;
  event.preventDefault();
  moves.get(event.key)?.focus();
}
