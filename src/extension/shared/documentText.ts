import { matchAt, type ScanMatch } from '../../solana/scan/scanText.ts';

/** What of a document recognition needs; the editor's own documents have it. */
export interface TextLines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** Something found, with its place in lines and characters. */
export interface Located<Found> {
  readonly found: Found;
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** Characters around a place that are looked at; nothing that is recognised is longer. */
const contextCharacters = 6_000;
/** Lines that a list of 64 numbers may be spread over, before and behind a place. */
const contextLines = 70;
const maxListLineLength = 400;

/** Part of a document, with the place of its first character. */
export interface TextWindow {
  readonly text: string;
  /** Of the place that was asked for, in `text`. */
  readonly offset: number;
  positionAt(offset: number): TextPosition;
}

/** The line around a place, or as much of it as matters: a minified file may be one line. */
export function lineWindow(document: TextLines, { line, character }: TextPosition): TextWindow {
  const { text } = document.lineAt(line);
  const from = Math.max(0, character - contextCharacters);
  return {
    text: text.slice(from, character + contextCharacters),
    offset: character - from,
    positionAt: (offset) => ({ line, character: from + offset }),
  };
}

/** The lines around a place, for what is spread over several; `null` where the lines are long. */
function linesWindow(document: TextLines, { line, character }: TextPosition): TextWindow | null {
  const first = Math.max(0, line - contextLines);
  const last = Math.min(document.lineCount - 1, line + contextLines);
  const lines: string[] = [];
  for (let at = first; at <= last; at++) {
    const { text } = document.lineAt(at);
    const isLong = text.length > maxListLineLength;
    if (isLong && at === line) return null;
    // A long line is no part of a list; it keeps its place.
    lines.push(isLong ? '' : text);
  }
  const { text, starts, positionAt } = joinLines(first, lines);
  return { text, offset: (starts[line - first] ?? 0) + character, positionAt };
}

/** Lines from `first` on as one text, with the offset of each and the place of any offset. */
export function joinLines(first: number, lines: readonly string[]) {
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
    return { line: first + low, character: offset - (starts[low] ?? 0) };
  };
  return { text: lines.join('\n'), starts, positionAt };
}

/** What stands at a place of a document, however long the document and its lines are. */
export function recognizeAt(document: TextLines, place: TextPosition): Located<ScanMatch> | null {
  const line = lineWindow(document, place);
  const onLine = matchAt(line.text, line.offset);
  if (onLine !== null) return locate(line, onLine);
  if (!/^[\s\d,[\]]*$/.test(aroundOffset(line))) return null;
  const lines = linesWindow(document, place);
  const found = lines === null ? null : matchAt(lines.text, lines.offset);
  return lines === null || found === null ? null : locate(lines, found);
}

/** What is selected or at the cursor, always whole: half of a secret key is not an address. */
export function recognizeInSelection(
  document: TextLines,
  start: TextPosition,
  end: TextPosition,
): ScanMatch | null {
  // With quotes or a space selected as well, the key begins a little later.
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

/** A list that is spread over lines has nothing but numbers near every place. */
const aroundOffset = ({ text, offset }: TextWindow): string =>
  text.slice(Math.max(0, offset - 1), offset + 1);

export const locate = (
  { positionAt }: Pick<TextWindow, 'positionAt'>,
  found: ScanMatch,
): Located<ScanMatch> => ({ found, start: positionAt(found.start), end: positionAt(found.end) });
