import { glueEnd } from './splitKeys.ts';
import { type Cursor, characterSet, type Span } from './textRuns.ts';

/** Finds 32 and 64 bytes written in hexadecimal, Base64, as a dump or as the escapes of a string literal. */

export interface EncodedBytes extends Span {
  readonly bytes: Uint8Array;
}

/** Of hexadecimal and of Base64 in both alphabets. */
export const encodingCharacters = characterSet(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/-_',
);

/** Length of 32 bytes in Base64 without padding, the shortest. */
const minEncodedLength = 43;
/** Of 64 bytes in hexadecimal, with a name before them. */
const maxEncodedLength = 200;

/** The bytes of a run of characters that Base64 and hexadecimal use; `null` for other lengths. */
export function encodedBytes(text: string, run: Span): EncodedBytes | null {
  const length = run.end - run.start;
  if (length < minEncodedLength || length > maxEncodedLength) return null;
  const word = text.slice(run.start, run.end);
  const hex = length < 64 ? null : hexPattern.exec(word);
  const digits = hex?.[1];
  if (hex !== null && digits !== undefined) {
    const end = run.start + hex.index + hex[0].length;
    return { start: end - digits.length, end, bytes: Buffer.from(digits, 'hex') };
  }
  if (length !== 86 && length !== 43) return null;
  if (!/^(?:[A-Za-z\d+/]+|[\w-]+)$/.test(word)) return null;
  const padding = /^={0,2}/.exec(text.slice(run.end, run.end + 2))?.[0].length ?? 0;
  const isWhole = length === 86 ? padding !== 1 : padding < 2;
  if (!isWhole || isBase58(word) || isName(word)) return null;
  return { ...run, end: run.end + padding, bytes: Buffer.from(word, 'base64') };
}

const minTailLength = 2;
const splitLengths = { hex: 128, base64: 86 } as const;

/**
 * 64 bytes whose digits are in several literals or lines, of which the run is the first. A longer
 * list has other values, such as hashes. `cursor.floor` is the end of the last list or text, so that
 * each part is read once.
 */
export function splitEncodedBytes(text: string, run: Span, cursor: Cursor): EncodedBytes | null {
  if (run.start < cursor.floor) return null;
  const isContinued = cursor.floor > 0 && glueEnd(text, cursor.floor) === run.start;
  const first = /^(?:0x)?([\w+/-]+)$/.exec(text.slice(run.start, run.end))?.[1] ?? '';
  const form = /^[\da-f]+$/i.test(first) ? 'hex' : 'base64';
  const wanted = splitLengths[form];
  if (first.length >= wanted && !isContinued) return null;
  let digits = first;
  let { end } = run;
  let parts = 1;
  // One part more than the text has shows that it is a list.
  while (digits.length <= wanted + maxEncodedLength) {
    const start = glueEnd(text, end);
    const part = start === null ? '' : partAt(text, start, form);
    const isTail = part.length >= minTailLength && digits.length < wanted;
    if (start === null || !(isTail || part.length >= minListedLength)) break;
    digits += part;
    end = start + part.length;
    parts++;
  }
  if (parts === 1 && !isContinued) return null;
  cursor.floor = end;
  if (parts === 1 || isContinued || digits.length !== wanted) return null;
  const padding = /^={0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  return { start: run.end - first.length, end: end + padding, bytes: Buffer.from(digits, form) };
}

/** As long as the shortest first part. */
const minListedLength = 20;

/** The whole word there, if it consists of digits of the form. */
function partAt(text: string, start: number, form: keyof typeof splitLengths): string {
  let end = start;
  while (end - start <= splitLengths.hex && encodingCharacters[text.charCodeAt(end)] === 1) end++;
  const word = text.slice(start, end);
  return form === 'base64' || /^[\da-f]+$/i.test(word) ? word : '';
}

/** Whether a run is a hash, say, so that nothing in it is Base58. */
export const isHexadecimal = (text: string, { start, end }: Span): boolean =>
  /^(?:0x)?(?=\d*[a-f])[\da-f]{40,}$/i.test(text.slice(start, end));

const hexPattern = /(?:^|[^\da-z])(?:0x)?([\da-f]{128}|[\da-f]{64})(?![\da-z])/i;

const isBase58 = (word: string): boolean =>
  word.length < 64 && /^[1-9A-HJ-NP-Za-km-z]+$/.test(word);

/** A long name has more small letters than the 40 % of random Base64. */
const isName = (word: string): boolean => word.replace(/[^a-z]/g, '').length > word.length * 0.7;

/** Longest literal of 64 bytes, over several lines. */
const maxLiteralLength = 600;

/**
 * Literals with `\x12` or `\u0012` escapes, as C, JavaScript, Python and Rust write bytes; adjacent ones are joined. Moves
 * the cursor to the first escape at `to` or later, so that the text between is searched once.
 */
export function escapedBytes(text: string, cursor: Cursor, to: number): readonly EncodedBytes[] {
  const found: EncodedBytes[] = [];
  while (cursor.at < to) {
    const at = nextEscape(text, cursor.at);
    cursor.at = at;
    if (at >= to) break;
    let literal = readLiterals(text, literalStart(text, at, cursor.floor));
    if (!isWholeKey(literal)) {
      // The literal contains the other quote.
      const start = literalStart(text, literal.start - 1, cursor.floor);
      const longer = readLiterals(text, start);
      if (longer.end > at && isWholeKey(longer)) literal = longer;
    }
    if (isWholeKey(literal)) found.push(literal);
    cursor.floor = Math.max(at + 2, literal.end);
    cursor.at = cursor.floor;
  }
  return found;
}

const isWholeKey = ({ bytes }: EncodedBytes): boolean => bytes.length === 64 || bytes.length === 32;

function nextEscape(text: string, from: number): number {
  byteEscape.lastIndex = from;
  return byteEscape.exec(text)?.index ?? text.length;
}

const byteEscape = /\\(?:x|u00|u\{)/g;

/** After the quote, or at the escape if there is none before it. */
function literalStart(text: string, from: number, floor: number): number {
  const limit = Math.max(floor, from - maxLiteralLength);
  for (let at = from - 1; at >= limit; at--) {
    if (text[at] === '\n') break;
    if (isQuoteAt(text, at) && text[at - 1] !== '\\') return at + 1;
  }
  return from;
}

const isQuoteAt = (text: string, at: number): boolean => text[at] === '"' || text[at] === "'";

const escapePattern =
  /\\(?:(?:x|u00)([\da-f]{2})|u\{(?:00)?([\da-f]{1,2})\}|([0-7]{1,3})|(\r?\n\s*)|([nrtabfv\\'"]))/iy;
const betweenLiterals = /["'](?:\s|\\(?=\s)|\+|\/\/[^\n]{0,200})*[bBL]?["']/y;
const escapeValues: Readonly<Record<string, number>> = {
  ...{ n: 10, r: 13, t: 9, a: 7, b: 8, f: 12, v: 11, '\\': 92, "'": 39, '"': 34 },
};

function readLiterals(text: string, start: number): EncodedBytes {
  const bytes: number[] = [];
  const quote = isQuoteAt(text, start - 1) ? text[start - 1] : null;
  let at = start;
  while (at < text.length && at - start < maxLiteralLength) {
    const character = text[at] ?? '';
    if (character === '\\') {
      escapePattern.lastIndex = at;
      const match = escapePattern.exec(text);
      if (match === null) break;
      const [whole, pair, braced, octal, lineBreak, letter = ''] = match;
      const hex = pair ?? braced;
      if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
      else if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
      else if (lineBreak === undefined) bytes.push(escapeValues[letter] ?? 0);
      at += whole.length;
    } else if (character === quote) {
      betweenLiterals.lastIndex = at;
      const between = betweenLiterals.exec(text)?.[0];
      if (between === undefined) break;
      at += between.length;
    } else {
      // Python prints letters as they are; outside quotes, only escapes are bytes.
      if (quote === null || character < ' ' || character > '~') break;
      bytes.push(character.charCodeAt(0));
      at++;
    }
  }
  return { start, end: at, bytes: Uint8Array.from(bytes) };
}

const dumpStart = /^[ \t]*0{4,8}h?[:|]?[ \t]+(?=[\da-f]{2})/gim;
const dumpRow =
  /[ \t]*([\da-f]{4,8})h?[:|]?[ \t]+((?:[\da-f]{2}[ \t-]{0,2}){8,32})[^\n]{0,120}(?:\n|$)/iy;
const maxDumpRows = 9;

/**
 * A file of 32 or 64 bytes as `xxd`, `hexdump`, `od -tx1` and others print it. `hexdump` swaps the bytes
 * of each pair, so that there are two readings.
 */
export function hexDumps(text: string): readonly EncodedBytes[] {
  return [...text.matchAll(dumpStart)].flatMap(({ index }) => {
    const rows: { readonly offset: number; readonly bytes: Buffer }[] = [];
    let at = index;
    for (dumpRow.lastIndex = at; rows.length < maxDumpRows; dumpRow.lastIndex = at) {
      const [row, offset = '', digits = ''] = dumpRow.exec(text) ?? [];
      if (row === undefined) break;
      const bytes = Buffer.from(digits.replace(/[ \t-]/g, ''), 'hex');
      rows.push({ offset: Number.parseInt(offset, 16), bytes });
      at += row.length;
    }
    const [first, second] = rows;
    // Behind the bytes, their text may look like more of them. The offsets of `od` are octal.
    const width = Math.min(first?.bytes.length ?? 0, second?.offset ?? 0);
    const bytes = Buffer.concat(rows.map((row) => row.bytes.subarray(0, width)));
    const span = { start: index, end: at };
    return isWholeKey({ ...span, bytes })
      ? [bytes, Buffer.from(bytes).swap16()].map((reading) => ({ ...span, bytes: reading }))
      : [];
  });
}

/** PKCS #8 of an Ed25519 seed, of which the first three digits contain the length. */
const pkcs8Base64 = /[\w+/]{3}CAQ[AE]wBQYDK2VwBCIEI[\w+/-]{43}/g;
const pkcs8Hex = /30[\da-f]{2}02010[01]300506032b657004220420([\da-f]{64})/gi;
const pkcs8HeaderLength = 16;
/** Of a JSON Web Key, with other members on either side. */
const jwkSeed = /(?<=\\?"d\\?"\s{0,8}:\s{0,8}\\?")[\w-]{43}(?=\\?")/g;
const maxJwkLength = 400;

/** Ed25519 seeds in PEM or DER (`openssl genpkey -algorithm ed25519`) and in JSON Web Keys. */
export function containedSeeds(text: string): readonly EncodedBytes[] {
  const found = ({ 0: word, index: start }: RegExpExecArray, bytes: Buffer): EncodedBytes => ({
    ...{ start, end: start + word.length, bytes },
  });
  return [
    ...[...text.matchAll(pkcs8Base64)].map((match) =>
      found(match, Buffer.from(match[0], 'base64').subarray(pkcs8HeaderLength)),
    ),
    ...[...text.matchAll(pkcs8Hex)].map((match) =>
      found(match, Buffer.from(match[1] ?? '', 'hex')),
    ),
    ...[...text.matchAll(jwkSeed)]
      .filter(({ index }) =>
        text.slice(Math.max(0, index - maxJwkLength), index + maxJwkLength).includes('Ed25519'),
      )
      .map((match) => found(match, Buffer.from(match[0], 'base64url'))),
  ];
}
