import { type Cursor, characterSet, lineStartBefore, type Span } from './textRuns.ts';

/**
 * Finds runs of bytes written as numbers, in the list of any language: `[12, 255]`, `{0x0c, 0xff}`,
 * `(byte) -1`, `byte(12)`, `12u8`, `12L`, `0b1100`, `0o14`, `KEY=12,255`, `k[0] = 12;`, lines of YAML, `{"0":12}` and hexadecimal dumps. Quotes, line
 * breaks and comments may be between the numbers; brackets end a run.
 */

export interface NumberRun extends Span {
  readonly bytes: Uint8Array;
}

/** Bytes of a seed alone, and of a seed with its public key. */
const keyLengths: ReadonlySet<number> = new Set([32, 64]);
/** More than a key has, even if each byte has an index. */
const maxTokens = 160;
/** A key with one number per line, each with a comment. */
const maxReach = 6_000;

const tokenPattern =
  /(?:(0x[\da-f]{1,2}|0b[01]{1,4}_?[01]{0,4}|0o[0-7]{1,3})|(-?\d{1,3})(?:\.0{1,3})?|([\da-f]{2}))(?:_?u8|\.toByte\(\)| as u8|[uL])?(?!\w|\.\d)/iy;
const castType = String.raw`(?:\(\s*(?:unsigned\s+)?(?:s?byte|char|u?int8(?:_t)?)\s*\))`;
const callType = String.raw`(?:s?byte|char|u?int8(?:_t)?|[ui]8)\s*\(`;
/** The place of a number: `key[0] = 12;`, `[0 => 12]` and `[0]: 12`. */
const placeType = String.raw`(?:[\w.]{1,40})?\[\d{1,3}\]\s*(?:=>|=|:)`;
const separatorPattern = new RegExp(
  String.raw`(?:[\s,;"':+|]|\\+[nrt"']|\\+(?=\s)|-(?=\s)|(?<=\w)-|=>|${placeType}|${castType}|${callType}|\)(?=\s*,\s*${callType})|` +
    String.raw`(?:\/\/|#|--)[^\n]{0,200}|\/\*[^*]{0,200}\*\/)+`,
  'iy',
);

interface Token extends Span {
  readonly text: string;
  /** Of the reading as a decimal or prefixed number; NaN for digits that only hexadecimal has. */
  readonly value: number;
  /** What separates it from the next. */
  separator: string;
}

/** In order of position. */
export function numberRuns(text: string, cursor: Cursor, to: number): readonly NumberRun[] {
  const found: NumberRun[] = [];
  let stride = 0;
  while (cursor.at < to) {
    const digit = digitNear(text, cursor.at);
    const tokens =
      digit >= 0 && isInList(text, digit) ? tokensAround(text, digit, cursor.floor) : [];
    const last = tokens.at(-1);
    if (last !== undefined) {
      cursor.floor = last.end;
      found.push(...keysOf(tokens));
    }
    cursor.at += probeSteps[stride++ % probeSteps.length] ?? 1;
    cursor.at = Math.max(cursor.at, cursor.floor);
  }
  return found;
}

/** Uneven, so that lines of equal length cannot hide a list between the probes. */
const probeSteps = [61, 53, 59, 67];
const probeWidth = 10;
/** Some formatters align a number per line below the bracket. */
const maxIndentation = 100;

/** A digit at or soon behind a character that a list can contain; -1 if there is none. */
function digitNear(text: string, from: number): number {
  if (listCharacters[text.charCodeAt(from)] !== 1) return -1;
  let start = from;
  const limit = from + maxIndentation;
  while (start < limit && text.charCodeAt(start) === 32) start++;
  for (let at = start; at < start + probeWidth; at++) {
    // The digit of a type, such as `uint8(`, is not a number.
    if (isDigitAt(text, at) && !isTypeLetterAt(text, at - 1)) return at;
  }
  return -1;
}

const separators = ' \t\r\n,;"\'\\:/#+-(|';
const listCharacters = characterSet(`${separators})0123456789abcdefABCDEFxuoL`);
/** What can follow the digits and letters of a number. */
const separatorCharacters = characterSet(`${separators}.)`);
const isTypeLetterAt = (text: string, at: number): boolean =>
  typeLetters[text.charCodeAt(at)] === 1;
/** Before the digit of `int8` and `u8`. */
const typeLetters = characterSet('tui');

const isDigitAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

/** A fast check that excludes most digits: whether this and the next two numbers form a list. */
function isInList(text: string, digit: number): boolean {
  let at = digit;
  // With hexadecimal digits and a suffix.
  for (const limit = digit + maxNumberLength; at < limit && isNumberAt(text, at); at++);
  if (separatorCharacters[text.charCodeAt(at)] !== 1) return false;
  return readTokens(text, wordStart(text, digit), 3).length === 3;
}

/** Of `0b1111_0000`, and a suffix. */
const maxNumberLength = 12;

const isNumberAt = (text: string, at: number): boolean =>
  isDigitAt(text, at) || isLetterAt(text, at) || text[at] === '_';

const isLetterAt = (text: string, at: number): boolean => {
  const letter = (text.charCodeAt(at) | 32) - 97;
  return letter >= 0 && letter < 26;
};

/** Start of the number that the digit is in, whose first characters can be `-`, `0x` or letters. */
function wordStart(text: string, digit: number): number {
  let at = digit;
  const limit = Math.max(0, digit - maxNumberLength);
  // In JSON, the letter of `\\n` is directly before a number.
  while (at > limit && isNumberAt(text, at - 1) && text[at - 2] !== '\\') at--;
  return text[at - 1] === '-' && isDigitAt(text, at) ? at - 1 : at;
}

function readTokens(text: string, start: number, limit: number): Token[] {
  const tokens: Token[] = [];
  let at = start;
  while (tokens.length < limit) {
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(text);
    if (match === null) break;
    const [whole, prefixed, decimal, pair = ''] = match;
    const value = Number(prefixed?.replace('_', '') ?? decimal ?? Number.NaN);
    const token = {
      ...{ start: at, end: at + whole.length, value, separator: '' },
      text: prefixed === undefined ? (decimal ?? pair) : '',
    };
    tokens.push(token);
    separatorPattern.lastIndex = token.end;
    token.separator = separatorPattern.exec(text)?.[0] ?? '';
    if (token.separator === '') break;
    at = token.end + token.separator.length;
  }
  return tokens;
}

/** The whole run around a digit. It starts on this line, or on one of the lines of numbers above. */
function tokensAround(text: string, digit: number, floor: number): Token[] {
  const first = Math.max(floor, digit - maxReach);
  let lineStart = lineStartBefore(text, digit, first);
  while (lineStart > first && continuesLineAbove(text, lineStart)) {
    lineStart = lineStartBefore(text, lineStart - 1, first);
  }
  const numbers = /(?:(?<=\\[nrt])|(?<![\w.]))-?(?:0x)?[\da-f]/giy;
  for (let at = lineStart; at <= digit; ) {
    numbers.lastIndex = at;
    if (!numbers.test(text)) {
      at++;
      continue;
    }
    const tokens = readTokens(text, at, maxTokens);
    const end = tokens.at(-1)?.end ?? at;
    if (end > digit) return tokens;
    at = Math.max(end, at + 1);
  }
  return [];
}

/** Whether a line consists of numbers, so that the run may begin above it. */
function continuesLineAbove(text: string, lineStart: number): boolean {
  linePattern.lastIndex = lineStart;
  return linePattern.test(text);
}

const linePattern = new RegExp(
  String.raw`[ \t"'\\]*(?:(?:-\s+)?(?:${castType}|${callType})?\s*["']?-?(?:0x)?[\da-f]{1,3}(?![.\d])|\/\/|#|--|\/?\*|${placeType}|[\r\n])`,
  'iy',
);

/** The run as one key, or each of its lines if those are keys. */
function keysOf(tokens: readonly Token[]): NumberRun[] {
  const whole = toRun(tokens);
  if (whole !== null || tokens.length < 64) return whole === null ? [] : [whole];
  const lines: Token[][] = [[]];
  for (const token of tokens) {
    lines.at(-1)?.push(token);
    if (/\n\s*$|\\n/.test(token.separator)) lines.push([]);
  }
  return lines.flatMap((line) => toRun(line) ?? []);
}

function toRun(tokens: readonly Token[]): NumberRun | null {
  const [first, last] = [tokens[0], tokens.at(-1)];
  const values = withoutIndexes(tokens);
  if (first === undefined || last === undefined || !keyLengths.has(values.length)) return null;
  const numbers = isHexDump(values)
    ? values.map(({ text }) => Number.parseInt(text, 16))
    : values.map(({ value }) => value);
  // Java's bytes are signed.
  if (!numbers.every((number) => number >= -128 && number <= 255)) return null;
  return { start: first.start, end: last.end, bytes: Uint8Array.from(numbers, (one) => one & 255) };
}

/** Without the members' names of `{"0":12,"1":255}`. */
const withoutIndexes = (tokens: readonly Token[]): readonly Token[] =>
  tokens.length % 2 === 0 && tokens.every(({ value }, at) => at % 2 === 1 || value === at / 2)
    ? tokens.filter((_, at) => at % 2 === 1)
    : tokens;

const isHexDump = (tokens: readonly Token[]): boolean =>
  tokens.some(({ value }) => Number.isNaN(value)) && tokens.every(({ text }) => text.length === 2);
