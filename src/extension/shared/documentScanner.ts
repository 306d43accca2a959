import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ScanMatch, scanInSteps } from '../../solana/scan/scanText.ts';
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
/** Lines read beyond a slice, for a list of 64 numbers that starts in it. */
const overlapLines = 70;
/** The scan yields to the event loop after this long. */
const yieldAfterMilliseconds = 8;

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
        if (one.start < slice.ownedCharacters) all.push(locate(slice, one));
      }
      if ((await yieldWhenLong()) && isStopped()) return null;
    }
    first = slice.nextLine;
  }
  return all;
}

/** Yields to the event loop once the turn has taken its time; resolves to whether it yielded. */
export function createYielder(): () => Promise<boolean> {
  let turnEnds = performance.now() + yieldAfterMilliseconds;
  return async () => {
    if (performance.now() < turnEnds) return false;
    await nextTurn();
    turnEnds = performance.now() + yieldAfterMilliseconds;
    return true;
  };
}

interface Slice {
  readonly text: string;
  /** Matches that start after these characters belong to the next slice. */
  readonly ownedCharacters: number;
  readonly nextLine: number;
  positionAt(offset: number): TextPosition;
}

function sliceFrom(document: TextLines, first: number): Slice {
  const lines: string[] = [];
  let length = 0;
  const add = () => {
    const { text } = document.lineAt(first + lines.length);
    lines.push(text);
    length += text.length + 1;
  };
  while (first + lines.length < document.lineCount && length < sliceCharacters) add();
  const nextLine = first + lines.length;
  const ownedCharacters = length;
  for (let line = nextLine; line < Math.min(document.lineCount, nextLine + overlapLines); line++) {
    // A long line cannot be part of a list, and ends it.
    if (document.lineAt(line).text.length > 400) break;
    add();
  }
  const { text, positionAt } = joinLines(first, lines);
  return { text, ownedCharacters, nextLine, positionAt };
}
