import type { TextChange, TextRange } from './model.ts';

/**
 * The text with the changes made. Of several at one place the order given counts.
 *
 * @param changes As a function of this library gives them: none overlaps another.
 */
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

/** In the order of the text; insertions at one place as one, and removals that touch as one. */
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

/** Where the line of an offset begins. */
export const lineStartOf = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** Where the line of an offset ends, before its line break. */
export function lineEndOf(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  if (found < 0) return text.length;
  return found > offset && text[found - 1] === '\r' ? found - 1 : found;
}

/** Where the next line begins. */
export function nextLineOf(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  return found < 0 ? text.length : found + 1;
}

/** From where the first of some whole lines begins to where the line after the last one does. */
export const wholeLines = (text: string, { start, end }: TextRange): TextRange => ({
  start: lineStartOf(text, start),
  end: nextLineOf(text, end),
});

export const lineBreakOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';
