/** Lists of 64 bytes in source and key files: `[12, 255, …]`, in decimal or `0x` form. */

const secretKeyBytes = 64;
const maxListLength = 2_048;

const openBracket = 91;
const closeBracket = 93;
const comma = 44;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

export interface ByteList {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Only if it contains exactly 64 bytes. */
export function byteListAt(text: string, start: number): ByteList | null {
  if (text.charCodeAt(start) !== openBracket || !startsWithDigit(text, start + 1)) return null;
  const bytes = new Uint8Array(secretKeyBytes);
  const limit = Math.min(text.length, start + maxListLength);
  let count = 0;
  let at = start + 1;
  for (;;) {
    while (at < limit && isSpace(text.charCodeAt(at))) at++;
    if (at >= limit) return null;
    if (text.charCodeAt(at) === closeBracket) break;
    const [value, end] = readByte(text, at);
    if (value < 0 || count === secretKeyBytes) return null;
    bytes[count++] = value;
    at = end;
    while (at < limit && isSpace(text.charCodeAt(at))) at++;
    const code = text.charCodeAt(at);
    if (code === comma) at++;
    else if (code !== closeBracket) return null;
  }
  return count === secretKeyBytes ? { start, end: at + 1, bytes } : null;
}

/** Most brackets contain no list of numbers. */
function startsWithDigit(text: string, from: number): boolean {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return digitOf(text.charCodeAt(at), 10) >= 0;
}

/** The value is negative if there is none. */
function readByte(text: string, start: number): readonly [value: number, end: number] {
  const isHex = text.charCodeAt(start) === 48 && (text.charCodeAt(start + 1) | 32) === 120;
  const base = isHex ? 16 : 10;
  let at = isHex ? start + 2 : start;
  const first = at;
  let value = 0;
  for (; at - first < 4; at++) {
    const digit = digitOf(text.charCodeAt(at), base);
    if (digit < 0) break;
    value = value * base + digit;
  }
  if (at === first || value > 255) return [-1, at];
  // Rust puts the type after the first element.
  const end = text.startsWith('u8', at) ? at + 2 : at;
  return [value, end];
}

function digitOf(code: number, base: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = (code | 32) - 97;
  return base === 16 && letter >= 0 && letter < 6 ? letter + 10 : -1;
}

export function* byteLists(text: string, from: number, to: number): Generator<ByteList> {
  for (let at = text.indexOf('[', from); at >= 0 && at < to; at = text.indexOf('[', at + 1)) {
    const list = byteListAt(text, at);
    if (list !== null) yield list;
  }
}
