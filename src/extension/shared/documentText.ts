import { matchAt, type ScanMatch } from '../../solana/scan/scanText.ts';

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

/** Characters scanned on each side of a position; no match is longer. */
const contextCharacters = 6_000;
/** Lines scanned before and after a position, for a list of 64 numbers. */
const contextLines = 70;
const maxListLineLength = 400;

export interface TextWindow {
  readonly text: string;
  /** Offset of the requested position in `text`. */
  readonly offset: number;
  positionAt(offset: number): TextPosition;
}

/** The line at a position, cut to its surroundings: a minified file may be one line. */
export function lineWindow(document: TextLines, { line, character }: TextPosition): TextWindow {
  const { text } = document.lineAt(line);
  const from = Math.max(0, character - contextCharacters);
  return {
    text: text.slice(from, character + contextCharacters),
    offset: character - from,
    positionAt: (offset) => ({ line, character: from + offset }),
  };
}

/** The lines around a position, for multi-line lists; `null` if the line itself is too long. */
function linesWindow(document: TextLines, { line, character }: TextPosition): TextWindow | null {
  const first = Math.max(0, line - contextLines);
  const last = Math.min(document.lineCount - 1, line + contextLines);
  const lines: string[] = [];
  for (let at = first; at <= last; at++) {
    const { text } = document.lineAt(at);
    const isLong = text.length > maxListLineLength;
    if (isLong && at === line) return null;
    // A long line cannot be part of a list; an empty one keeps the line numbers right.
    lines.push(isLong ? '' : text);
  }
  const { text, starts, positionAt } = joinLines(first, lines);
  return { text, offset: (starts[line - first] ?? 0) + character, positionAt };
}

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

/** The cost does not depend on the length of the document or its lines. */
export function recognizeAt(document: TextLines, place: TextPosition): Located<ScanMatch> | null {
  const line = lineWindow(document, place);
  const onLine = matchAt(line.text, line.offset);
  if (onLine !== null) return locate(line, onLine);
  if (!/^[\s\d,[\]]*$/.test(aroundOffset(line))) return null;
  const lines = linesWindow(document, place);
  const found = lines === null ? null : matchAt(lines.text, lines.offset);
  return lines === null || found === null ? null : locate(lines, found);
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

/** The characters around the offset; around any position of a multi-line list, all are numeric. */
const aroundOffset = ({ text, offset }: TextWindow): string =>
  text.slice(Math.max(0, offset - 1), offset + 1);

export const locate = (
  { positionAt }: Pick<TextWindow, 'positionAt'>,
  found: ScanMatch,
): Located<ScanMatch> => ({ found, start: positionAt(found.start), end: positionAt(found.end) });
