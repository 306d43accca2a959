import { characterSet, letters, type Span } from './textRuns.ts';
import { classifyName } from './valueNames.ts';

/** Finds Base58 runs that are whole words, not parts of identifiers or Base64. */

/** These make a run part of a longer word. */
const wordCharacters = characterSet(`${letters}${letters.toUpperCase()}0123456789_$`);

const isWordAt = (text: string, at: number): boolean => wordCharacters[text.charCodeAt(at)] === 1;

/** Whether a run is a whole word. `isEscaped`: an escape ends where the run starts. */
export function isStandalone(text: string, { start, end }: Span, isEscaped: boolean): boolean {
  if (!isEscaped && isWordAt(text, start - 1) && !isAfterPrefix(text, start)) return false;
  if (isWordAt(text, end) && !isBeforeSuffix(text, end)) return false;
  if (isTruncated(text, start, end)) return false;
  return !isInBase64(text, start, end) && !isInJwt(text, start);
}

/** `$`, or a name and an underscore, as in ids (`solana_…`) and file names. */
const isAfterPrefix = (text: string, start: number): boolean =>
  text[start - 1] === '$'
    ? !isWordAt(text, start - 2)
    : text[start - 1] === '_' && isPlainPrefix(afterSign(segmentBefore(text, start - 1)));

/** Without `NAME=`. */
const afterSign = (segment: string): string => segment.slice(segment.lastIndexOf('=') + 1);

/** `$` of a placeholder or pattern, or an underscore and a name. */
const isBeforeSuffix = (text: string, end: number): boolean =>
  text[end] === '$'
    ? !isWordAt(text, end + 1)
    : text[end] === '_' && isPlainPrefix(segmentAfter(text, end + 1));

/** A name that says key or secret is that of a variable. */
const isPlainPrefix = (segment: string): boolean =>
  isPlainSegment(segment) && (classifyName(segment) ?? 'public') === 'public';

/** The rest of a longer text is left out or masked, which may be a secret key. */
function isTruncated(text: string, start: number, end: number): boolean {
  return /^(?:[…‥•●]|\*{3})/.test(text.slice(end, end + 3)) && text[start - 1] !== '*';
}

/** An escape such as `\n`, `%2F`, `\u003e` or a terminal color, which may extend into the run. */
const escapePattern =
  /(?:\p{Cc}|\\x1[bB]|\\u001[bB]|\\e|\\033)\[[\d;]{0,16}m|%(?:25)*[\da-fA-F]{2}|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|u\{[\da-fA-F]{1,6}\}|[nrtfvbae0])/gu;
const maxEscapeLength = 24;
export const maxEscapeInRun = 6;
/** Before a run that an escape extends into: the only digit of escapes that Base58 lacks is 0. */
const escapeCharacters = characterSet('\\%[;0');

/** Where an escape before a run ends, at its start or inside it; `null` if there is none. */
export function escapeEnd(text: string, { start }: Span): number | null {
  if (escapeCharacters[text.charCodeAt(start - 1)] !== 1) return null;
  const from = Math.max(0, start - maxEscapeLength);
  for (const { index, 0: found } of text
    .slice(from, start + maxEscapeInRun)
    .matchAll(escapePattern)) {
    const after = from + index + found.length;
    if (after >= start && from + index < start) return after;
  }
  return null;
}

/** Base64 contains `+`, `/`, `-` and `_`, and ends in `=`. */
function isInBase64(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  const after = text[end];
  // `ADDRESS="…"` and `ADDRESS=…` have text after the sign; Base64 also has a matching length.
  const padding = after === '=' ? (paddingAfter.exec(text.slice(end, end + 4))?.[1] ?? '') : '';
  if (padding !== '' && (end - start + padding.length) % 4 === 0) return true;
  if (isJoint(before) && !isPlainSegment(afterSign(segmentBefore(text, start - 1)))) {
    return true;
  }
  return isJoint(after) && !isPlainSegment(segmentAfter(text, end + 1));
}

/** In Base64, and between words of paths, names of pairs and queries of URLs. */
const isJoint = (character: string | undefined): boolean =>
  character === '/' || character === '-' || character === '+';

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

const isSegmentAt = (text: string, at: number): boolean => isWordAt(text, at) || text[at] === '=';

/** A part of a path, file name or URL, or another key, rather than a piece of Base64. */
const isPlainSegment = (segment: string): boolean =>
  /^(?:[a-z\d_]{0,40}|[A-Z\d_]{0,40}|(?:[A-Z]?[a-z]+){1,4}\d{0,4}|[A-Z]?[a-z]{1,6}[A-Z]{2,5}|[1-9A-HJ-NP-Za-km-z]{43,44})$/.test(
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
