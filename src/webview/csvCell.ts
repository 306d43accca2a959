/** Formats a CSV cell: all digits, no exponent; empty if unknown. */
export function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  const text = String(cell);
  return typeof cell === 'number' && text.includes('e')
    ? cell.toFixed(20).replace(/\.?0+$/, '')
    : text;
}
