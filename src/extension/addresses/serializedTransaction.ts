import { decodeBase58 } from '../../solana/base58.ts';
import { tryDecodeTransaction, type WireTransaction } from '../../solana/wireTransaction.ts';
import {
  type Located,
  lineWindow,
  type TextLines,
  type TextPosition,
} from '../shared/documentText.ts';

export interface SerializedTransaction {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
}

/** Length of the shortest transaction: one signer, one key, no instruction. */
const minCharacters = 178;
const maxCharacters = 5_700;

const isEncodingCharacter = (text: string, at: number): boolean => /[\w+/=-]/.test(text[at] ?? ' ');

/** In Base64 (either alphabet) or Base58. */
export function serializedTransactionAt(
  document: TextLines,
  place: TextPosition,
): Located<SerializedTransaction> | null {
  const window = lineWindow(document, place);
  const { text, offset } = window;
  if (!isEncodingCharacter(text, offset)) return null;
  let start = offset;
  let end = offset;
  while (start > 0 && isEncodingCharacter(text, start - 1)) start--;
  while (end < text.length && isEncodingCharacter(text, end)) end++;
  // An unquoted assignment includes the variable name; skip it.
  start += /^\w{1,60}=(?=.{100})/.exec(text.slice(start, end))?.[0].length ?? 0;
  if (offset < start) return null;
  const found = parseSerializedTransaction(text.slice(start, end));
  if (found === null) return null;
  return { found, start: window.positionAt(start), end: window.positionAt(end) };
}

/** Null unless the text consists of one serialized transaction. */
export function parseSerializedTransaction(given: string): SerializedTransaction | null {
  const text = given.trim();
  if (text.length < minCharacters || text.length > maxCharacters) return null;
  for (const bytes of [decodeBase64(text), decodeBase58(text)]) {
    const transaction = bytes === null ? null : tryDecodeTransaction(bytes);
    if (bytes !== null && transaction !== null) return { text, bytes, transaction };
  }
  return null;
}

function decodeBase64(text: string): Uint8Array | null {
  if (!/^(?:[\w-]+|[A-Za-z\d+/]+)={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}
