/** About a millisecond of work. */
const rowsPerPiece = 32_768;

export async function forEachPiece(
  rows: number,
  yieldIfDue: () => Promise<void>,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < rows; from += rowsPerPiece) {
    work(from, Math.min(rows, from + rowsPerPiece));
    await yieldIfDue();
  }
}
