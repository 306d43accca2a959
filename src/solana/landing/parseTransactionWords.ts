import { t } from '@vscode/l10n';
import { isByte } from '../jsonBytes.ts';
import { tryDecodeTransaction } from '../wireTransaction.ts';
import {
  assertCount,
  assertNoKey,
  decodeTransactionText,
  findTransaction,
  InvalidInputError,
  isKeyText,
  rejectSecretKeys,
  SecretKeyFoundError,
  tooLargeMessage,
} from './decodeTransactionText.ts';

/** More than a hexadecimal dump of a transaction of maximum size has. */
const maxWords = 10_000;
/** Shortest line of a wrapped text; shorter words are not a part of a transaction. */
const minPartLength = 60;

/**
 * Transactions of a text that is not JSON: words in any encoding, wrapped at any width, lists and
 * literals of bytes in source code. Several must have no other text around them; one may be in a
 * line of a log or an `.env` file, as long as the other words cannot be a part of a transaction.
 * Throws an InvalidInputError or SecretKeyFoundError.
 */
export function parseTransactionWords(text: string): Uint8Array[] {
  const { found, rest } = takeByteValues(withoutPemLines(text));
  const words = splitWords(rest);
  if (words.length > maxWords) throw new InvalidInputError(tooLargeMessage);
  for (const word of words) rejectSecretKeys(word);
  const wrapped = joinWrapped(words);
  if (wrapped !== null && found.length === 0) return [wrapped];
  const parts = words.filter(isPart);
  assertCount(found.length + parts.length);
  if (found.length + parts.length === 0) return words.map(decodeTransactionText);
  const read = parts.map((source) => ({ source, bytes: decodeTransactionText(source) }));
  const all = [...found, ...read];
  const isAlone = parts.length === words.length && !assignment.test(text);
  return isAlone ? all.map(({ bytes }) => bytes) : [onlyOf(all, text)];
}

/** Each variable of an `.env` file has its own purpose, so several are not a list. */
const assignment = /^[ \t]*(?:export[ \t]+)?[A-Za-z_][\w.-]{0,60}[ \t]*=[ \t]*[^\s=]/m;

interface FoundTransaction {
  /** As in the text. */
  readonly source: string;
  readonly bytes: Uint8Array;
}

function onlyOf(all: readonly FoundTransaction[], text: string): Uint8Array {
  const different = new Map(
    all.map((one) => [Buffer.from(one.bytes).toString('base64'), one] as const),
  );
  const [only, ...others] = different.values();
  if (only === undefined || others.length > 0) {
    const lines = [...different.values()].map(({ source }) => lineOf(source, text));
    throw new InvalidInputError(
      t(
        'There are parts that may be transactions in lines {0}, with other text around them. Pass only the transactions.',
        lines.sort((first, second) => first - second).join(', '),
      ),
    );
  }
  return only.bytes;
}

/** From 1. A source may also be the beginning of another. */
function lineOf(source: string, text: string): number {
  let at = text.indexOf(source);
  while (at >= 0 && /[\w+/=-]/.test(text.charAt(at + source.length))) {
    at = text.indexOf(source, at + 1);
  }
  return text.slice(0, Math.max(0, at)).split('\n').length;
}

/** Splits at white space, brackets, quotes and separators; removes the name of an assignment. */
const splitWords = (text: string): string[] =>
  text
    .split(/[\s,;:'"`()<>{}[\]|?&]+/)
    .map((word) => word.replace(/^[A-Za-z_][\w.-]{0,60}=(?=[^=])/, ''))
    .filter((word) => word !== '');

/** Whether a word can be a transaction or a line of one. */
const isPart = (word: string): boolean =>
  word.length >= minPartLength && /^[A-Za-z0-9+/=_%-]+$/.test(word) && !isKeyText(word);

/** The transaction that the words are the lines of; names before it are skipped. */
function joinWrapped(words: readonly string[]): Uint8Array | null {
  if (words.length < 2) return null;
  const start = words.findIndex(isPart);
  return (
    findTransaction(words.join('')) ??
    (start > 0 ? findTransaction(words.slice(start).join('')) : null)
  );
}

function withoutPemLines(text: string): string {
  return text.replace(/^-{4,}(?:BEGIN|END)([^\n-]{0,60})-{4,}\s*$/gm, (_line, label: string) => {
    if (/PRIVATE|SECRET/i.test(label)) throw new SecretKeyFoundError();
    return '';
  });
}

/** Takes lists of bytes (`[1, 2]`, `{0x01, 0x02}`) and literals (`b'\x01'`) out of the text. */
function takeByteValues(text: string): {
  readonly found: readonly FoundTransaction[];
  readonly rest: string;
} {
  const found: FoundTransaction[] = [];
  const take = (whole: string, bytes: Uint8Array | null): string => {
    if (bytes === null) return whole;
    assertNoKey(bytes);
    found.push({ source: whole, bytes });
    return ' ';
  };
  const rest = text
    .replace(/\bb'((?:\\.|[^\\'\n])*)'|\bb"((?:\\.|[^\\"\n])*)"/g, (whole, single, double) =>
      take(whole, bytesOfLiteral(String(single ?? double))),
    )
    .replace(/(?:\b(?:vec!|u8|byte)\s*)?[[({][\s\d,a-fux]{100,}[\])}]/gi, (whole) =>
      take(whole, bytesOfList(whole)),
    );
  return { found, rest };
}

/** Shortest transaction: a signature, a header, a key, a blockhash. Shorter lists are others. */
const minBytes = 64;

function bytesOfList(text: string): Uint8Array | null {
  const items = text.slice(text.search(/[[({]/) + 1, -1).split(',');
  if (items.at(-1)?.trim() === '') items.pop();
  const bytes = items.map((item) => {
    const digits = item.trim().replace(/u8$/i, '');
    return /^(?:\d{1,3}|0x[\da-f]{1,2})$/i.test(digits) ? Number(digits) : Number.NaN;
  });
  return bytes.length >= minBytes && bytes.every(isByte) ? Uint8Array.from(bytes) : null;
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, 0: 0 };

/** Of Python and Rust. `null` for text, such as Base64, and unknown escapes. */
function bytesOfLiteral(content: string): Uint8Array | null {
  if (!content.includes('\\')) return null;
  const bytes: number[] = [];
  for (const [piece, hex, escaped] of content.matchAll(/\\x([\da-f]{2})|\\(.)|[^\\]/gi)) {
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else if (escaped !== undefined) bytes.push(escapes[escaped] ?? escaped.charCodeAt(0));
    else bytes.push(piece.charCodeAt(0));
  }
  const isWhole = bytes.length >= minBytes && bytes.every(isByte);
  const read = isWhole ? Uint8Array.from(bytes) : null;
  return read !== null && (read.length === 64 || tryDecodeTransaction(read) !== null) ? read : null;
}
