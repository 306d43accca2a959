import { createYielder } from '../../api/createYielder.ts';
import { contextCharacters, type ScanMatch, scanInSteps } from '../../solana/scan/scanText.ts';
import {
  joinLines,
  type Located,
  locate,
  type TextLines,
  type TextPosition,
} from './documentText.ts';

export interface ScannedDocument extends TextLines {
  readonly version: number;
}

/** Lines are joined to texts of about this length, one step of the scan each. */
const sliceCharacters = 128 * 1_024;

interface Scan {
  readonly version: number;
  readonly result: Promise<readonly Located<ScanMatch>[] | null>;
  readonly abort: AbortController;
}

/** Caches the result until the document changes. */
export class DocumentScanner {
  readonly #scans = new WeakMap<object, Scan>();

  /** `null` if the document changed during the scan. */
  async scan(document: ScannedDocument): Promise<readonly Located<ScanMatch>[] | null> {
    const known = this.#scans.get(document);
    if (known?.version === document.version) return await known.result;
    known?.abort.abort();
    const abort = new AbortController();
    const { version } = document;
    const result = scanDocument(
      document,
      () => abort.signal.aborted || document.version !== version,
    );
    this.#scans.set(document, { version, result, abort });
    return await result;
  }
}

/** Null once `isStopped` returns true. */
export async function scanDocument(
  document: TextLines,
  isStopped: () => boolean,
): Promise<readonly Located<ScanMatch>[] | null> {
  const all: Located<ScanMatch>[] = [];
  const yieldWhenLong = createYielder();
  for (let first = 0; first < document.lineCount; ) {
    const slice = sliceFrom(document, first);
    for (const found of scanInSteps(slice.text)) {
      for (const one of found) {
        if (one.start >= slice.ownedFrom && one.start < slice.ownedTo) all.push(locate(slice, one));
      }
      await yieldWhenLong();
      if (isStopped()) return null;
    }
    first = slice.nextLine;
  }
  return all;
}

interface Slice {
  /** With the text around the slice that decides what is in it. */
  readonly text: string;
  /** Matches that start elsewhere belong to other slices. */
  readonly ownedFrom: number;
  readonly ownedTo: number;
  readonly nextLine: number;
  positionAt(offset: number): TextPosition;
}

function sliceFrom(document: TextLines, line: number): Slice {
  const lines: string[] = [];
  let first = line;
  let firstFrom = 0;
  let ownedFrom = 0;
  while (first > 0 && ownedFrom < contextCharacters) {
    const { text } = document.lineAt(--first);
    firstFrom = Math.max(0, text.length - (contextCharacters - ownedFrom));
    lines.unshift(text.slice(firstFrom));
    ownedFrom += text.length - firstFrom + 1;
  }
  let nextLine = line;
  let ownedTo = ownedFrom;
  while (nextLine < document.lineCount && ownedTo - ownedFrom < sliceCharacters) {
    const { text } = document.lineAt(nextLine++);
    lines.push(text);
    ownedTo += text.length + 1;
  }
  let after = 0;
  for (let next = nextLine; next < document.lineCount && after < contextCharacters; next++) {
    const text = document.lineAt(next).text.slice(0, contextCharacters - after);
    lines.push(text);
    after += text.length + 1;
  }
  const { text, positionAt } = joinLines(first, lines, firstFrom);
  return { text, ownedFrom, ownedTo, nextLine, positionAt };
}
