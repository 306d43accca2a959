import { keySize } from '../../api/base58.ts';
import { escapeEnd, looksLikeProse } from './boundaries.ts';
import { base58Characters, characterSet, isBase58At, nextRun, type Span } from './textRuns.ts';

/** Finds 64 bytes of Base58 that are written in parts: the first half alone would pass for an address. */

/** Between two literals, with an operator, call or comment; or a line break. */
export function glueEnd(text: string, end: number): number | null {
  if (!isGlueAt(text, end)) return null;
  const patterns = isSpaceAt(text, end) ? [spaceGlue] : [placeholderGlue, quotedGlue, spaceGlue];
  for (const pattern of patterns) {
    pattern.lastIndex = end;
    if (pattern.test(text)) return pattern.lastIndex;
  }
  return null;
}

export interface SplitText extends Span {
  readonly joined: string;
  /** Whether an operator joins the parts, so that they are one value in any case. */
  readonly isConcatenated: boolean;
}

/** Too long for most words. Four equal parts have 22; every other split into four or fewer has a longer one. */
export const minPartLength = 20;
const maxPartLength = 87;
const maxParts = 8;
/** In Base58, unless the key begins with several zeros. */
const minTextLength = 84;
const maxTextLength = 88;
/** Any text can be between parts of that length. */
const maxDistance = 320;

interface Part extends Span {
  /** Text between the previous part and this one. */
  readonly glue: string;
}

/**
 * Every text of 64 bytes that begins with the run, or with shorter parts before it, or that ends
 * with it and begins behind it. Longer parts before it have been a run of their own earlier.
 */
export function splitTextsAround(text: string, run: Span): readonly SplitText[] {
  if (run.end - run.start > maxPartLength) return [];
  const found = new Map<string, SplitText>();
  const add = (parts: readonly Part[]): void => {
    const split = joinParts(text, parts);
    if (split !== null && !found.has(split.joined)) found.set(split.joined, split);
  };
  const chain = chainAround(text, run);
  const own = chain.findIndex(({ start }) => start === run.start);
  for (let first = own; first >= 0; first--) {
    for (let last = Math.max(own, first + 1); last < chain.length; last++) {
      add(chain.slice(first, last + 1));
    }
  }
  let parts: readonly Part[] = [{ ...run, glue: '' }];
  let missing = maxTextLength - (run.end - run.start);
  for (let last: Part = { ...run, glue: '' }; missing > 0; ) {
    const next = longPartAfter(text, last);
    if (next === null) break;
    missing -= next.end - next.start;
    for (const short of shortPartsBetween(text, last, next, missing)) add([...parts, short, next]);
    parts = [...parts, next];
    add(parts);
    add(parts.toReversed());
    last = next;
  }
  return [...found.values()];
}

function joinParts(text: string, parts: readonly Part[]): SplitText | null {
  let length = 0;
  for (const { start, end } of parts) length += end - start;
  if (length > maxTextLength || length < minTextLength) return null;
  const joined = parts.map(({ start, end }) => text.slice(start, end)).join('');
  if (keySize(joined) !== 64 || looksLikeProse(joined, 0, length)) return null;
  const isConcatenated = parts.slice(1).every(({ glue }) => concatenation.test(glue));
  const start = Math.min(...parts.map((part) => part.start));
  const end = Math.max(...parts.map((part) => part.end));
  return { start, end, joined, isConcatenated };
}

const concatenation = /^["'`]\s*(?:\+|\.\.?|&|<>|~|\|\||\\\n)\s*[a-z]{0,2}["'`]$|^\\\n\s*$/i;

function chainAround(text: string, run: Span): readonly Part[] {
  const chain: Part[] = [{ ...run, glue: '' }];
  let length = run.end - run.start;
  for (let end = run.end; chain.length < maxParts && length < maxTextLength; ) {
    const next = partAfter(text, end);
    if (next === null) break;
    chain.push(next);
    end = next.end;
    length += next.end - next.start;
  }
  length = run.end - run.start;
  for (let [first] = chain; first !== undefined && length < maxTextLength; [first] = chain) {
    const previous = shortPartBefore(text, first.start);
    if (previous === null) break;
    chain[0] = { ...first, glue: text.slice(previous.end, first.start) };
    chain.unshift({ ...previous, glue: '' });
    length += previous.end - previous.start;
  }
  return chain;
}

/** Quotes with an operator, comma, call or comment between; or a line break, with what may begin a line. */
const quotedGlue =
  /(?:\\*["'`]{1,3}[^"'`\w]{0,60}(?:(?:\/\/|#|--)[^\n"'`]{0,100}\n\s*|(?:concat|join|push|push_str|append|add)[^"'`\w]{1,8})?[^"'`\w]{0,40}(?:[a-z]{1,2}|\w+ \+?= )?\\*["'`]{1,3})/iy;
const spaceGlue = /(?:\s|\\(?:\s|[nrt])){1,60}(?:(?:[>#*+|-]|\/\/)[ \t]{1,8})?/y;
/** Template literals and Python's f-strings. */
const placeholderGlue = /["'`]\}\s*\$?\{["'`]/y;
const maxGlueLength = 220;

function partAfter(text: string, end: number): Part | null {
  if (!isGlueAt(text, end)) return null;
  const isQuoted = !isSpaceAt(text, end);
  for (const pattern of isQuoted ? [placeholderGlue, quotedGlue, spaceGlue] : [spaceGlue]) {
    pattern.lastIndex = end;
    const glue = pattern.exec(text)?.[0];
    if (glue === undefined) continue;
    const start = end + glue.length;
    const partEnd = runEnd(text, start);
    if (partEnd > start) return { start, end: partEnd, glue };
  }
  return null;
}

/** The part before, unless it is as long as a run of its own. */
function shortPartBefore(text: string, start: number): Part | null {
  const end = endOfPartBefore(text, start);
  let at = end;
  while (end - at <= minPartLength && isBase58At(text, at - 1)) at--;
  const length = end - at;
  if (length === 0 || length >= minPartLength) return null;
  return partAfter(text, end)?.start === start ? { start: at, end, glue: '' } : null;
}

/** Where glue before a part would begin: at the quote before its own, or at white space. */
function endOfPartBefore(text: string, start: number): number {
  let at = start;
  const limit = Math.max(0, start - maxGlueLength);
  if (isQuoteAt(text, at - 1)) {
    while (at > limit && (isQuoteAt(text, at - 1) || text[at - 1] === '\\')) at--;
    while (at > limit && !isQuoteAt(text, at - 1)) at--;
    while (at > limit && (isQuoteAt(text, at - 1) || text[at - 1] === '\\')) at--;
  } else while (at > limit && spaceCharacters[text.charCodeAt(at - 1)] === 1) at--;
  return at;
}

/** The next run that is too long for a word of a name or comment. */
function longPartAfter(text: string, part: Span): Part | null {
  const limit = part.end + maxDistance;
  for (let from = part.end + 1; ; ) {
    const run = nextRun(text, from, limit, base58Characters, minPartLength);
    if (run === null) return null;
    from = run.end + 1;
    const start = escapeEnd(text, run) ?? run.start;
    if (looksLikeProse(text, start, run.end)) continue;
    return { start, end: run.end, glue: text.slice(part.end, start) };
  }
}

/** Words between two long parts that can be a part between them. */
function shortPartsBetween(text: string, { end }: Span, next: Span, missing: number): Part[] {
  const between = text.slice(end, next.start);
  return [...between.matchAll(/(?<!\w)[1-9A-HJ-NP-Za-km-z]+(?!\w)/g)].flatMap(
    ({ index, 0: word }) => {
      const start = end + index;
      const isPart =
        word.length <= missing && word.length >= missing - maxTextLength + minTextLength;
      return isPart ? [{ start, end: start + word.length, glue: between }] : [];
    },
  );
}

/** Of glue that has no quotes. */
const spaceCharacters = characterSet(' \t\r\n\\>#*+|/-');

const isQuoteAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === 34 || code === 39 || code === 96;
};

const isSpaceAt = (text: string, at: number): boolean => text.charCodeAt(at) <= 32;

/** Whether a character can be beside a part: white space, a quote, a backslash, or none. */
function isGlueAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return !(code > 32) || code === 92 || isQuoteAt(text, at);
}

function runEnd(text: string, start: number): number {
  let end = start;
  while (end - start <= maxPartLength && isBase58At(text, end)) end++;
  return end;
}
