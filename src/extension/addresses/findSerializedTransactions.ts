import { createYielder } from '../../api/createYielder.ts';
import type { Located, TextLines } from '../shared/documentText.ts';
import { parseSerializedTransaction, type SerializedTransaction } from './serializedTransaction.ts';

/** A serialized transaction in a document, with what finds it again after an edit. */
export interface PlacedTransaction extends Located<SerializedTransaction> {
  /** The variable or key it is assigned to; null if none is recognized. */
  readonly variable: string | null;
  /** Position among those of the document, from 0. */
  readonly ordinal: number;
}

/** Encoded text of sufficient length, with the name before it if assigned without quotes. */
const candidatePattern = /(?:\b\w{1,60}=(?=[\w+/-]{178}))?([\w+/-]{178,5700}={0,2})/g;
/** Limit for logs full of transactions, where a lens for each would not help. */
const maxFound = 200;
/** Longer lines are program data. */
const maxLineLength = 200_000;

/** In document order; null once `isStopped` returns true. */
export async function findSerializedTransactions(
  document: TextLines,
  isStopped: () => boolean = () => false,
): Promise<readonly PlacedTransaction[] | null> {
  const all: PlacedTransaction[] = [];
  const yieldWhenLong = createYielder();
  for (let line = 0; line < document.lineCount && all.length < maxFound; line++) {
    const { text } = document.lineAt(line);
    if (text.length < 178 || text.length > maxLineLength) continue;
    for (const match of text.matchAll(candidatePattern)) {
      const [whole, encoded = ''] = match;
      const from = match.index + whole.length - encoded.length;
      const found = parseSerializedTransaction(encoded);
      if (found !== null && all.length < maxFound) {
        all.push({
          found,
          start: { line, character: from },
          end: { line, character: from + encoded.length },
          variable: variableBefore(document, line, from),
          ordinal: all.length,
        });
      }
      await yieldWhenLong();
      if (isStopped()) return null;
    }
  }
  return all;
}

/** `name = "…"`, `name: string = Buffer.from("…"`, `"name": "…"`; the text may be a line below. */
const assignmentPattern =
  /(?:^|[^\w$])([A-Za-z_$][\w$]{0,100})["']?\s*(?::\s*[\w<>[\]&'. ]{1,60}?)?\s*(?::=|=|:)\s*(?:[\w.:!]{1,60}\(\s*)*(?:[rb]?["'`])?$/;
const maxPrefixLength = 300;

function variableBefore(document: TextLines, line: number, character: number): string | null {
  const text = document
    .lineAt(line)
    .text.slice(Math.max(0, character - maxPrefixLength), character);
  const isAlone = /^\s*(?:[\w.:!]{1,60}\(\s*)*["'`]?$/.test(text);
  const above = isAlone && line > 0 ? document.lineAt(line - 1).text.slice(-maxPrefixLength) : '';
  const prefix = above === '' ? text : `${above.trimEnd()} ${text.trimStart()}`;
  return assignmentPattern.exec(prefix)?.[1] ?? null;
}
