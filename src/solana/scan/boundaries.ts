import { base58Alphabet } from '../../api/base58.ts';

/** Finds Base58 runs that are whole words, not parts of identifiers or Base64. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

const isBase58Code = new Uint8Array(65_536);
for (const character of base58Alphabet) {
  isBase58Code[character.charCodeAt(0)] = 1;
}
/** These make a run part of a longer word. */
const isWordCode = new Uint8Array(65_536);
for (let code = 0; code < 128; code++) {
  if (/[\w$]/.test(String.fromCharCode(code))) isWordCode[code] = 1;
}

export const isBase58At = (text: string, at: number): boolean =>
  isBase58Code[text.charCodeAt(at)] === 1;

const isWordAt = (text: string, at: number): boolean => isWordCode[text.charCodeAt(at)] === 1;

/** Without escapes before it; `null` inside a longer word. */
export function standaloneWord(text: string, run: Span): Span | null {
  const { end } = run;
  const start = skipEscape(text, run);
  if (start === run.start && isWordAt(text, start - 1)) return null;
  if (isWordAt(text, end)) return null;
  if (isInBase64(text, start, end) || isInJwt(text, start)) return null;
  return { start, end };
}

const letterEscapes = 'nrtfvb';
/** A terminal color sequence that may extend into the run's first characters. */
const terminalColor = /(?:\p{Cc}|\\x1b|\\u001b|\\e|\\033)\[[\d;]{0,16}m/giu;
const maxColorLength = 24;

/** An escape such as `\n`, `%2F` or a terminal color. */
function skipEscape(text: string, { start }: Span): number {
  const before = text[start - 1];
  if (before === '\\') return letterEscapes.includes(text[start] ?? ' ') ? start + 1 : start;
  if (before === '%' && /^[2-7][\dA-Fa-f]/.test(text.slice(start, start + 2))) return start + 2;
  if (before === '0' && text[start - 2] === '%' && /[aAdD]/.test(text[start] ?? '')) {
    return start + 1;
  }
  // A color that extends into the run leaves `[32m`, `;1m` or `[0m` before it.
  if (before !== '[' && before !== ';' && before !== '0') return start;
  const from = Math.max(0, start - maxColorLength);
  for (const { index, 0: found } of text.slice(from, start + 6).matchAll(terminalColor)) {
    const after = from + index + found.length;
    if (after > start) return after;
  }
  return start;
}

/** Base64 contains `+`, `/`, `-` and `_`, and ends in `=`. */
function isInBase64(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  const after = text[end];
  if (before === '+' || after === '+') return true;
  // `ADDRESS="…"` and `ADDRESS=…` have text after the sign; Base64 also has a matching length.
  const padding = after === '=' ? (paddingAfter.exec(text.slice(end, end + 4))?.[1] ?? '') : '';
  if (padding !== '' && (end - start + padding.length) % 4 === 0) return true;
  if ((before === '/' || before === '-') && !isPlainSegment(segmentBefore(text, start - 1))) {
    return true;
  }
  return (after === '/' || after === '-') && !isPlainSegment(segmentAfter(text, end + 1));
}

const paddingAfter = /^(={1,2})(?:(?![\w"'=])|(?=["'](?:[\s,;\])}]|$)))/;

const maxSegmentLength = 96;

function segmentBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < maxSegmentLength && isSegmentAt(text, start - 1)) start--;
  return text.slice(start, end);
}

function segmentAfter(text: string, start: number): string {
  let end = start;
  while (end < text.length && end - start < maxSegmentLength && isSegmentAt(text, end)) end++;
  return text.slice(start, end);
}

const isSegmentAt = (text: string, at: number): boolean =>
  isWordAt(text, at) || text[at] === '+' || text[at] === '=';

/** A part of a path, file name or URL, or another key, rather than a piece of Base64. */
const isPlainSegment = (segment: string): boolean =>
  /^(?:[a-z\d_]{0,40}|[A-Z\d_]{0,40}|(?:[A-Z]?[a-z]+){1,4}\d{0,4}|(?:\w+=)?[1-9A-HJ-NP-Za-km-z]{43,44})$/.test(
    segment,
  );

/** A JSON web token consists of Base64 parts separated by dots, which can have 43 characters. */
function isInJwt(text: string, start: number): boolean {
  if (text[start - 1] !== '.') return false;
  const before = text.slice(Math.max(0, start - 4_096), start - 1);
  return /(?:^|[^\w.-])eyJ[\w-]+(?:\.[\w-]*)*$/.test(before);
}

/**
 * Whether text is words, such as a long name, or repetitions. Misclassifies one in 9 million random
 * keys of 43 characters, and one in 17 million of 44.
 */
export function looksLikeProse(text: string, start: number, end: number): boolean {
  const length = end - start;
  let lower = 0;
  let upper = 0;
  let ones = 0;
  let low = 0;
  let middle = 0;
  let high = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 97) {
      lower++;
      high |= 1 << (code - 97);
    } else if (code >= 65) {
      upper++;
      middle |= 1 << (code - 65);
    } else {
      if (code === 49) ones++;
      low |= 1 << (code - 49);
    }
  }
  // The chain's own addresses are words padded with ones.
  if (ones > length / 3) return false;
  if (countBits(low) + countBits(middle) + countBits(high) < 10) return true;
  const digits = length - lower - upper;
  if (digits > 4) return false;
  const isNumberedName = digits === 0 || /^\D+\d+$/.test(text.slice(start, end));
  return isNumberedName && (lower >= length * 0.78 || upper >= length * 0.9);
}

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
