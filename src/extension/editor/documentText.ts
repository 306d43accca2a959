import { type Finding, findAt } from '../../solana/scan/scanText.ts';

/** What of a document recognition needs; the editor's own documents have it. */
export interface LinedText {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

export interface Place {
  readonly line: number;
  readonly character: number;
}

/** Something found, with its place in lines and characters. */
export interface Placed<Found> {
  readonly found: Found;
  readonly start: Place;
  readonly end: Place;
}

/** Characters around a place that are looked at; nothing that is recognised is longer. */
const reachCharacters = 6_000;
/** Lines that a list of 64 numbers may be spread over, before and behind a place. */
const reachLines = 70;
const longestListLine = 400;

/** Part of a document, with the place of its first character. */
export interface TextWindow {
  readonly text: string;
  /** Of the place that was asked for, in `text`. */
  readonly offset: number;
  placeOf(offset: number): Place;
}

/** The line around a place, or as much of it as matters: a minified file may be one line. */
export function lineWindow(document: LinedText, { line, character }: Place): TextWindow {
  const { text } = document.lineAt(line);
  const from = Math.max(0, character - reachCharacters);
  return {
    text: text.slice(from, character + reachCharacters),
    offset: character - from,
    placeOf: (offset) => ({ line, character: from + offset }),
  };
}

/** The lines around a place, for what is spread over several; `null` where the lines are long. */
function linesWindow(document: LinedText, { line, character }: Place): TextWindow | null {
  const first = Math.max(0, line - reachLines);
  const last = Math.min(document.lineCount - 1, line + reachLines);
  const lines: string[] = [];
  for (let at = first; at <= last; at++) {
    const { text } = document.lineAt(at);
    const isLong = text.length > longestListLine;
    if (isLong && at === line) return null;
    // A long line is no part of a list; it keeps its place.
    lines.push(isLong ? '' : text);
  }
  const starts: number[] = [];
  let length = 0;
  for (const text of lines) {
    starts.push(length);
    length += text.length + 1;
  }
  return {
    text: lines.join('\n'),
    offset: (starts[line - first] ?? 0) + character,
    placeOf: (offset) => {
      const index = starts.findLastIndex((start) => start <= offset);
      return { line: first + index, character: offset - (starts[index] ?? 0) };
    },
  };
}

/** What stands at a place of a document, however long the document and its lines are. */
export function findingAt(document: LinedText, place: Place): Placed<Finding> | null {
  const line = lineWindow(document, place);
  const onLine = placed(line, findAt(line.text, line.offset));
  if (onLine !== null || !/^[\s\d,[\]]*$/.test(aroundOffset(line))) return onLine;
  const lines = linesWindow(document, place);
  return lines === null ? null : placed(lines, findAt(lines.text, lines.offset));
}

/**
 * What is selected, or stands at the cursor: always the whole of it, for a half of a secret key
 * is no address.
 */
export function foundInSelection(document: LinedText, start: Place, end: Place): Finding | null {
  // With quotes or a space selected as well, the key begins a little later.
  for (let ahead = 0; ahead <= selectedBefore; ahead++) {
    const place = { line: start.line, character: start.character + ahead };
    const isBehind =
      place.line > end.line || (place.line === end.line && place.character >= end.character);
    if (ahead > 0 && isBehind) return null;
    const found = findingAt(document, place);
    if (found !== null) return found.found;
  }
  return null;
}

const selectedBefore = 3;

/** A list that is spread over lines has nothing but numbers near every place. */
const aroundOffset = ({ text, offset }: TextWindow): string =>
  text.slice(Math.max(0, offset - 1), offset + 1);

const placed = (window: TextWindow, found: Finding | null): Placed<Finding> | null =>
  found === null
    ? null
    : { found, start: window.placeOf(found.start), end: window.placeOf(found.end) };
