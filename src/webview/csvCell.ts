/** A cell of a file that programs read: every digit, never an exponent; unknown is empty. */
export function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  const text = String(cell);
  return typeof cell === 'number' && text.includes('e')
    ? cell.toFixed(20).replace(/\.?0+$/, '')
    : text;
}
