import { decodeBase58 } from '../../solana/base58.ts';
import { readTransaction, type WireTransaction } from '../../solana/wireTransaction.ts';
import { type LinedText, lineWindow, type Place, type Placed } from './documentText.ts';

export interface FoundTransaction {
  /** As it is written. */
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
}

/** One signer, one key, no instruction: nothing shorter is a transaction. */
const leastCharacters = 178;
const mostCharacters = 5_700;

const isTokenCharacter = (text: string, at: number): boolean => /[\w+/=-]/.test(text[at] ?? ' ');

/** The serialized transaction at a place of a document, in Base64 (either alphabet) or Base58. */
export function transactionAt(document: LinedText, place: Place): Placed<FoundTransaction> | null {
  const window = lineWindow(document, place);
  const { text, offset } = window;
  if (!isTokenCharacter(text, offset)) return null;
  let start = offset;
  let end = offset;
  while (start > 0 && isTokenCharacter(text, start - 1)) start--;
  while (end < text.length && isTokenCharacter(text, end)) end++;
  // What is assigned without quotes has its name before it.
  start += /^\w{1,60}=(?=.{100})/.exec(text.slice(start, end))?.[0].length ?? 0;
  if (offset < start) return null;
  const found = readTransactionText(text.slice(start, end));
  if (found === null) return null;
  return { found, start: window.placeOf(start), end: window.placeOf(end) };
}

/** A text that is as a whole a serialized transaction. */
export function readTransactionText(given: string): FoundTransaction | null {
  const text = given.trim();
  if (text.length < leastCharacters || text.length > mostCharacters) return null;
  for (const bytes of [fromBase64(text), decodeBase58(text)]) {
    const transaction = bytes === null ? null : readTransaction(bytes);
    if (bytes !== null && transaction !== null) return { text, bytes, transaction };
  }
  return null;
}

function fromBase64(text: string): Uint8Array | null {
  if (!/^(?:[\w-]+|[A-Za-z\d+/]+)={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}
