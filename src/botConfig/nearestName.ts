/** Edits within which a name is taken for a slip of the hand. */
const maxEdits = 2;

/** The name that a misspelt one stands for; null: none, or more than one. */
export function nearestName(text: string, names: readonly string[]): string | null {
  let nearest: string | null = null;
  let fewest = maxEdits + 1;
  for (const name of names) {
    if (Math.abs(name.length - text.length) > maxEdits) continue;
    const edits = countEdits(text, name);
    if (edits > fewest || edits > maxEdits) continue;
    nearest = edits === fewest ? null : name;
    fewest = edits;
  }
  // Short names differ by two letters and mean something else.
  return fewest * 3 > text.length ? null : nearest;
}

/** Characters to add, remove or replace. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    let before = index;
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const above = row[column + 1] ?? 0;
      const edits = Math.min(
        before + Number(letter !== otherLetter),
        above + 1,
        (next.at(-1) ?? 0) + 1,
      );
      next.push(edits);
      before = above;
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
