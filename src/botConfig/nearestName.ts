/** Edit distance up to which a name counts as a typo. */
const maxEdits = 2;

/** Null: none, or ambiguous. */
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
  // Two edits turn a short name into a different word.
  return fewest * 3 > text.length ? null : nearest;
}

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
