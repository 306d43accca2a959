import { contextCharacters, matchAt, type ScanMatch } from '../../solana/scan/scanText.ts';

/** The part of `vscode.TextDocument` that recognition uses. */
export interface TextLines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

export interface Located<Found> {
  readonly found: Found;
  readonly start: TextPosition;
  readonly end: TextPosition;
}

export interface TextWindow {
  readonly text: string;
  /** Offset of the requested position in `text`. */
  readonly offset: number;
  positionAt(offset: number): TextPosition;
}

/** Longer than a serialized transaction in any encoding. */
const maxLineReach = 6_000;

/** The line at a position, cut to its surroundings: a minified file may be one line. */
export function lineWindow(document: TextLines, { line, character }: TextPosition): TextWindow {
  const { text } = document.lineAt(line);
  const from = Math.max(0, character - maxLineReach);
  return {
    text: text.slice(from, character + maxLineReach),
    offset: character - from,
    positionAt: (offset) => ({ line, character: from + offset }),
  };
}

/** The text around a position, with whole lines except for the first and the last. */
function textAround(document: TextLines, { line, character }: TextPosition): TextWindow {
  const { text } = document.lineAt(line);
  const from = Math.max(0, character - contextCharacters);
  const lines = [text.slice(from, character + contextCharacters)];
  let above = character - from;
  let first = line;
  let firstFrom = from;
  while (first > 0 && above < contextCharacters) {
    const { text: previous } = document.lineAt(--first);
    firstFrom = Math.max(0, previous.length - (contextCharacters - above));
    lines.unshift(previous.slice(firstFrom));
    above += previous.length - firstFrom + 1;
  }
  let below = text.length - character;
  for (let next = line + 1; next < document.lineCount && below < contextCharacters; next++) {
    const following = document.lineAt(next).text.slice(0, contextCharacters - below);
    lines.push(following);
    below += following.length + 1;
  }
  const { text: joined, positionAt } = joinLines(first, lines, firstFrom);
  return { text: joined, offset: above, positionAt };
}

/** `firstFrom`: the character at which the first line begins. */
export function joinLines(first: number, lines: readonly string[], firstFrom = 0) {
  const starts: number[] = [];
  let length = 0;
  for (const text of lines) {
    starts.push(length);
    length += text.length + 1;
  }
  const positionAt = (offset: number): TextPosition => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const character = offset - (starts[low] ?? 0) + (low === 0 ? firstFrom : 0);
    return { line: first + low, character };
  };
  return { text: lines.join('\n'), positionAt };
}

/** The cost does not depend on the length of the document or its lines. */
export function recognizeAt(document: TextLines, place: TextPosition): Located<ScanMatch> | null {
  const window = textAround(document, place);
  const found = matchAt(window.text, window.offset);
  return found === null ? null : locate(window, found);
}

/** Always a whole match: half of a secret key is not an address. */
export function recognizeInSelection(
  document: TextLines,
  start: TextPosition,
  end: TextPosition,
): ScanMatch | null {
  // If the selection includes quotes or a space, the match starts a little later.
  for (let ahead = 0; ahead <= maxLeadingCharacters; ahead++) {
    const place = { line: start.line, character: start.character + ahead };
    const isBehind =
      place.line > end.line || (place.line === end.line && place.character >= end.character);
    if (ahead > 0 && isBehind) return null;
    const found = recognizeAt(document, place);
    if (found !== null) return found.found;
  }
  return null;
}

const maxLeadingCharacters = 3;

export const locate = (
  { positionAt }: Pick<TextWindow, 'positionAt'>,
  found: ScanMatch,
): Located<ScanMatch> => ({ found, start: positionAt(found.start), end: positionAt(found.end) });
