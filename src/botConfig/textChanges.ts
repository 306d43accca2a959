import type { TextChange, TextRange } from './model.ts';

/** Changes at the same offset are applied in the given order; others must not overlap. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { range, text: inserted } of inOrder(changes)) {
    parts.push(text.slice(at, Math.max(at, range.start)), inserted);
    at = Math.max(at, range.end);
  }
  return parts.join('') + text.slice(at);
}

const inOrder = (changes: readonly TextChange[]): TextChange[] =>
  changes.toSorted((one, other) => one.range.start - other.range.start);

/** Also joins insertions at one offset and adjacent removals. */
export function joinChanges(changes: readonly TextChange[]): readonly TextChange[] {
  const joined: TextChange[] = [];
  for (const change of inOrder(changes)) {
    const last = joined.at(-1);
    if (last === undefined || change.range.start > last.range.end) joined.push(change);
    else {
      const end = Math.max(last.range.end, change.range.end);
      const range = { start: last.range.start, end };
      joined[joined.length - 1] = { range, text: last.text + change.text };
    }
  }
  return joined;
}

export const insertion = (offset: number, text: string): TextChange => ({
  ...{ range: { start: offset, end: offset }, text },
});

export const removal = (start: number, end: number): TextChange => ({
  ...{ range: { start, end }, text: '' },
});

export const lineStartOf = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** Before its line break. */
export function lineEndOf(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  if (found < 0) return text.length;
  return found > offset && text[found - 1] === '\r' ? found - 1 : found;
}

export function nextLineOf(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  return found < 0 ? text.length : found + 1;
}

/** Includes the last line break. */
export const wholeLines = (text: string, { start, end }: TextRange): TextRange => ({
  start: lineStartOf(text, start),
  end: nextLineOf(text, end),
});

export const lineBreakOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';
