import { keySize } from '../../api/base58.ts';
import { decodeBase58, encodeBase58 } from '../base58.ts';
import { isSecretKey, publicKeyFromSeed } from '../secretKey.ts';
import { escapeEnd, isStandalone, looksLikeProse } from './boundaries.ts';
import {
  containedSeeds,
  encodedBytes,
  encodingCharacters,
  escapedBytes,
  hexDumps,
  isHexadecimal,
  splitEncodedBytes,
} from './encodedBytes.ts';
import { numberRuns } from './numberRuns.ts';
import { seedPhrases } from './seedPhrases.ts';
import { minPartLength, splitTextsAround } from './splitKeys.ts';
import { base58Characters, type Cursor, nextRun, type Span } from './textRuns.ts';
import { type NameClass, ValueNames } from './valueNames.ts';

/** The key itself is not stored, so it cannot be shown. */
export interface SecretKeyMatch extends Span {
  readonly kind: 'secret-key';
  /** `null` if it is a secret by its name only: no pair, or perhaps of another chain. */
  readonly publicKey: string | null;
  /** How it is written: in one Base58 text, as a list in square brackets, in words, or otherwise. */
  readonly format: 'base58' | 'bytes' | 'seed-phrase' | 'other';
}

export interface TextMatch extends Span {
  /** 32 bytes of an account, or of a blockhash if the preceding name says so; or 64 bytes. */
  readonly kind: 'address' | 'blockhash' | 'signature';
  readonly text: string;
  /** Whether its name leaves open that it is a secret (`key`), so that nothing sends it by itself. */
  readonly maybeSecret?: true;
}

export type ScanMatch = TextMatch | SecretKeyMatch;

const minRunLength = 32;
/** Less than a millisecond of work, without checks of keys. */
const charactersPerStep = 32 * 1_024;
/** A check of 64 bytes takes 0.05 to 0.3 ms, depending on the machine. */
const maxStepMilliseconds = 1;

/** In order of position. */
export function scanText(text: string): ScanMatch[] {
  const found: ScanMatch[] = [];
  for (const step of scanInSteps(text)) found.push(...step);
  return found;
}

/** Whether a secret key in any form or a seed phrase is in a text, which is never sent, logged or stored. */
export function containsSecretKey(text: string): boolean {
  for (const step of scanInSteps(text)) {
    if (step.some(({ kind }) => kind === 'secret-key')) return true;
  }
  return false;
}

interface Candidate extends Span {
  readonly kind: 'numbers' | 'encoded' | 'seed' | 'base58' | 'seed-phrase';
  readonly bytes?: Uint8Array;
}

type Cursors = Readonly<Record<'numbers' | 'escapes' | 'runs', Cursor>>;

/** In steps of a few milliseconds, so that the caller can yield or stop in between. */
export function* scanInSteps(text: string): Generator<readonly ScanMatch[]> {
  const classifier = new Classifier(text);
  const start = (): Cursor => ({ at: 0, floor: 0 });
  const cursors = { numbers: start(), escapes: start(), runs: start() };
  const whole: readonly Candidate[] = [
    ...seedPhrases(text).map((span) => ({ ...span, kind: 'seed-phrase' as const })),
    ...hexDumps(text).map((dump) => ({ ...dump, kind: 'encoded' as const })),
    ...containedSeeds(text).map((seed) => ({ ...seed, kind: 'seed' as const })),
  ];
  for (let from = 0; from < text.length; from += charactersPerStep) {
    const to = Math.min(text.length, from + charactersPerStep);
    let stepEnds = performance.now() + maxStepMilliseconds;
    let found: ScanMatch[] = [];
    const inStep = whole.filter(({ start }) => from <= start && start < to);
    for (const candidate of candidatesIn(text, to, cursors, inStep)) {
      const match = classifier.classify(candidate);
      if (match !== null) found.push(match);
      if (performance.now() < stepEnds) continue;
      yield found;
      found = [];
      stepEnds = performance.now() + maxStepMilliseconds;
    }
    yield found;
  }
}

/** Replaces every secret key and seed phrase, so that the text can be shown. JSON stays JSON. */
export function withoutSecretKeys(text: string): string {
  let shown = '';
  let from = 0;
  for (const match of scanText(text)) {
    if (match.kind !== 'secret-key') continue;
    const { format, start, end } = match;
    if (start >= from) {
      const isList = /[[{(]/.test(text.charAt(start));
      const label = format === 'seed-phrase' ? '[seed phrase]' : '[secret key]';
      shown += text.slice(from, start) + (isList ? `"${label}"` : label);
    }
    from = Math.max(from, end);
  }
  return shown + text.slice(from);
}

/** All candidates that are found before `to`, in order of position. Moves the cursors. */
function candidatesIn(
  text: string,
  to: number,
  { numbers, escapes, runs }: Cursors,
  whole: readonly Candidate[],
): readonly Candidate[] {
  const found = [...whole];
  for (const { start, end, bytes } of numberRuns(text, numbers, to)) {
    found.push({ kind: 'numbers', start, end, bytes });
  }
  for (const { start, end, bytes } of escapedBytes(text, escapes, to)) {
    found.push({ kind: 'encoded', start, end, bytes });
  }
  while (runs.at < to) {
    const run = nextRun(text, runs.at, to, encodingCharacters, minPartLength);
    if (run !== null) {
      const encoded = splitEncodedBytes(text, run, runs) ?? encodedBytes(text, run);
      if (encoded !== null) found.push({ ...encoded, kind: 'encoded' });
      if (!isHexadecimal(text, run)) addBase58Runs(text, run, found);
    }
    runs.at = run === null ? to : run.end + 1;
  }
  return found.sort((first, second) => first.start - second.start);
}

/** Base58 in a run of characters that Base64 has too. */
function addBase58Runs(text: string, { start, end }: Span, found: Candidate[]): void {
  let run = nextRun(text, start, end, base58Characters, minPartLength);
  while (run !== null) {
    const isLong = run.end - run.start >= minRunLength;
    if (isLong || !looksLikeProse(text, run.start, run.end)) {
      found.push({ kind: 'base58', start: run.start, end: run.end });
    }
    run = nextRun(text, run.end + 1, end, base58Characters, minPartLength);
  }
}

interface WordList {
  /** The last different texts between words, with numbers alike: a table has several. */
  readonly gaps: readonly string[];
  /** How many words have followed with one of these texts before them. */
  readonly length: number;
}

const noList: WordList = { gaps: [], length: 0 };
const maxListGaps = 4;
/** Further words are not checked to be parts of a key, which takes 0.1 ms each. */
const minListLength = 16;
const maxDerivations = 100;

/** Classifies candidates in order of their position. */
class Classifier {
  readonly #text: string;
  readonly #names: ValueNames;
  /** End of the last secret key or joined text: its parts are no other match. */
  #coveredEnd = 0;
  /** The last Base58 word, whose name is that of a whole list. */
  #listed: Listed | null = null;
  /** The last secret key, which may be in a list of keys. */
  #listedKey: Listed | null = null;
  /** Of words that follow each other, none of which is part of a key. */
  #list = noList;
  /** How many more keys of lists are checked, and public keys of seeds derived. */
  #derivations = maxDerivations;

  constructor(text: string) {
    this.#text = text;
    this.#names = new ValueNames(text);
  }

  classify(candidate: Candidate): ScanMatch | null {
    // A phrase may be between two parts of another text.
    if (candidate.start < this.#coveredEnd && candidate.kind !== 'seed-phrase') return null;
    const match = this.#match(candidate);
    if (match?.kind === 'secret-key') this.#coveredEnd = Math.max(this.#coveredEnd, match.end);
    return match;
  }

  #match({ kind, bytes, start, end }: Candidate): ScanMatch | null {
    const span = { start, end };
    switch (kind) {
      case 'numbers':
        return bytes === undefined ? null : this.#classifyNumbers(span, bytes);
      case 'encoded':
        return bytes === undefined ? null : this.#classifyEncoded(span, bytes);
      case 'seed':
        return {
          kind: 'secret-key',
          format: 'other',
          publicKey: this.#publicKeyOf(bytes),
          ...span,
        };
      case 'base58':
        return this.#classifyBase58(span);
      case 'seed-phrase':
        return { kind: 'secret-key', format: 'seed-phrase', publicKey: null, ...span };
    }
  }

  #classifyNumbers(run: Span, bytes: Uint8Array): SecretKeyMatch | null {
    const { start, end, isList } = withBrackets(this.#text, run);
    const publicKey = this.#ownerOf({ start, end }, bytes);
    if (publicKey === undefined) return null;
    return { kind: 'secret-key', format: isList ? 'bytes' : 'other', publicKey, start, end };
  }

  #classifyEncoded(span: Span, bytes: Uint8Array): SecretKeyMatch | null {
    const owner = this.#ownerOf(span, bytes);
    if (owner === undefined) return null;
    // 32 bytes in hexadecimal are as often a key of another chain.
    const publicKey = bytes.length === 64 ? owner : null;
    return { kind: 'secret-key', format: 'other', publicKey, ...span };
  }

  /** The public key of a secret key, `null` if it is not in it; undefined if it is no secret. */
  #ownerOf({ start, end }: Span, bytes: Uint8Array): string | null | undefined {
    // Placeholders and tables of small numbers; 32 random bytes have about 30 values.
    if (new Set(bytes.subarray(-32)).size < minDistinctBytes) return undefined;
    if (bytes.length === 64 && isKeyPair(bytes)) return publicKeyOf(bytes);
    if (this.#names.classOf({ start, end }) !== 'private') return undefined;
    return bytes.length === 32 ? encodeBase58(publicKeyFromSeed(bytes)) : null;
  }

  #classifyBase58(run: Span): ScanMatch | null {
    const text = this.#text;
    const { end } = run;
    // In a Windows path, a backslash is before an address that begins with `n` or `f`, for example.
    const isInPath = text[run.start - 1] === '\\' && keySize(text.slice(run.start, end)) === 32;
    const escaped = isInPath ? null : escapeEnd(text, run);
    const start = escaped ?? run.start;
    const word = text.slice(start, end);
    const size = keySize(word);
    const split = this.#isInLongList(run) ? undefined : this.#classifyParts({ start, end });
    if (split !== undefined) {
      this.#list = noList;
      return split;
    }
    if (size === null || looksLikeProse(text, start, end)) return null;
    const isWord = isStandalone(text, { start, end }, escaped !== null);
    if (size === 64) return this.#classifyLongWord(word, { start, end }, isWord);
    if (!isWord) return null;
    const name = this.#nameOf({ start, end });
    this.#listed = this.#listedAs({ start, end }, name);
    if (name === 'private') {
      const publicKey = this.#publicKeyOf(decodeBase58(word));
      return { kind: 'secret-key', format: 'base58', publicKey, start, end };
    }
    const kind = name === 'blockhash' ? 'blockhash' : 'address';
    return { kind, text: word, start, end, ...(name === 'unclear' ? { maybeSecret: true } : {}) };
  }

  #publicKeyOf(seed: Uint8Array | null | undefined): string | null {
    const isDerived = this.#derivations-- > 0 && seed?.length === 32;
    return isDerived ? encodeBase58(publicKeyFromSeed(seed)) : null;
  }

  /** A key of which the word is a part; `null` if it is a part of another text, undefined if of none. */
  #classifyParts(word: Span): ScanMatch | null | undefined {
    for (const { start, end, joined, isConcatenated } of splitTextsAround(this.#text, word)) {
      const bytes = otherTexts.has(joined) ? null : decodeBase58(joined);
      if (bytes !== null && isKeyPair(bytes, joined)) {
        return { kind: 'secret-key', format: 'other', publicKey: publicKeyOf(bytes), start, end };
      }
      if (isConcatenated) {
        this.#coveredEnd = end;
        return null;
      }
    }
    return undefined;
  }

  /** Whether words with the same text between them came before, none of which is part of a key. */
  #isInLongList({ end }: Span): boolean {
    const text = this.#text;
    const next = nextRun(text, end + 1, end + maxListGap, base58Characters, minPartLength);
    const gap = next === null ? '' : text.slice(end, next.start).replace(/\d+/g, '0');
    const { gaps, length } = this.#list;
    const isKnown = gaps.includes(gap);
    this.#list = isKnown
      ? { gaps, length: length + 1 }
      : { gaps: [gap, ...gaps.slice(0, maxListGaps - 1)], length: 0 };
    return isKnown && length >= minListLength;
  }

  /** A secret key counts even as a part of a longer word. */
  #classifyLongWord(word: string, span: Span, isWord: boolean): ScanMatch | null {
    const isListed = this.#listedKey !== null && this.#follows(this.#listedKey, span);
    const isChecked = !(isListed && this.#derivations-- < 0);
    const bytes = isChecked && !otherTexts.has(word) ? decodeBase58(word) : null;
    const isPair = bytes !== null && isKeyPair(bytes, word);
    if (isPair || !isChecked || (isWord && this.#nameOf(span) === 'private')) {
      const publicKey = isPair ? publicKeyOf(bytes) : null;
      this.#listedKey = this.#listedAs(span, 'private');
      return { kind: 'secret-key', format: 'base58', publicKey, ...span };
    }
    return isWord ? { kind: 'signature', text: word, ...span } : null;
  }

  #nameOf(span: Span): NameClass | null {
    const listed = this.#listed;
    const name = listed !== null && this.#follows(listed, span) ? listed.name : null;
    return name ?? this.#names.classOf(span);
  }

  /** Whether two values are neighbors in a list. */
  #follows({ end, isFirst }: Listed, { start }: Span): boolean {
    if (start - end > maxListGap) return false;
    const gap = this.#text.slice(end, start);
    return listGap.test(gap) || (isFirst && lineGap.test(gap));
  }

  #listedAs({ start, end }: Span, name: NameClass | null): Listed {
    const before = this.#text.slice(Math.max(0, start - maxBulletLength), start);
    return { end, name, isFirst: bulletOnly.test(before) };
  }
}

interface Listed {
  readonly end: number;
  readonly name: NameClass | null;
  /** Whether the line begins with it. */
  readonly isFirst: boolean;
}

/** Between two values of a list. */
const listGap =
  /^\\?["'`]?\s*(?:,[ \t]*(?:(?:\/\/|#|--)[^\n]*)?\s*|(?:#[^\n]*)?\n\s*-\s+)\\?["'`]?$/;
/** Between the values of two lines. */
const lineGap = /^["'`]?[ \t]*\r?\n[ \t]*(?:[*>+-][ \t]+|\d{1,3}[.)][ \t]+)?["'`]?$/;
const bulletOnly = /(?:^|\n)[ \t]*(?:[*>+-][ \t]+|\d{1,3}[.)][ \t]+)?["'`]?$/;
const maxBulletLength = 40;
const maxListGap = 160;

const minDistinctBytes = 12;

/** The list with its brackets, if it has them. */
function withBrackets(text: string, { start, end }: Span): Span & { readonly isList: boolean } {
  const from = Math.max(0, start - maxBracketDistance);
  const before = beforeList.exec(text.slice(from, start));
  afterList.lastIndex = end;
  const after = afterList.exec(text);
  const [opening = '', closing = ''] = [before?.[1], after?.[1]];
  if (before === null || after === null || !['[]', '{}', '()'].includes(opening + closing)) {
    return { start, end, isList: false };
  }
  return { start: from + before.index, end: end + after[0].length, isList: opening === '[' };
}

const maxBracketDistance = 200;
const listComment = String.raw`(?:\/\/|#)[^\n]{0,200}\n|\/\*[^*]{0,200}\*\/`;
const beforeList = new RegExp(String.raw`([[{(])(?:[\s"'\\nrt]|${listComment})*$`);
const afterList = new RegExp(
  String.raw`(?:_?u8|\.toByte\(\))?(?:[\s,;"']|\\+[nrt"']|${listComment})*([\]})])`,
  'y',
);

/** 64 bytes known not to be a seed with its public key, to rescan a text quickly. */
const otherTexts = new Set<string>();
const maxOtherTexts = 20_000;

function isKeyPair(bytes: Uint8Array, key = Buffer.from(bytes).toString('latin1')): boolean {
  if (otherTexts.has(key)) return false;
  if (isSecretKey(bytes)) return true;
  if (otherTexts.size >= maxOtherTexts) otherTexts.clear();
  otherTexts.add(key);
  return false;
}

const publicKeyOf = (secretKey: Uint8Array): string => encodeBase58(secretKey.subarray(32));

/** Characters on each side of an offset that decide what is there: a list of 700 seeds under one name. */
export const contextCharacters = 32 * 1_024;

/** The text should include `contextCharacters` around the offset. */
export function matchAt(text: string, offset: number): ScanMatch | null {
  const from = Math.max(0, offset - contextCharacters);
  const found = scanText(text.slice(from, offset + contextCharacters));
  const at = offset - from;
  const match =
    found.find(({ start, end }) => start <= at && at < end) ?? found.find(({ end }) => end === at);
  return match === undefined
    ? null
    : { ...match, start: match.start + from, end: match.end + from };
}

/** Ignores white space around the text. */
export function matchWholeText(text: string): ScanMatch | null {
  const trimmed = text.trim();
  // Whatever is longer than a pretty-printed list is more than one match.
  if (trimmed.length > contextCharacters) return null;
  const [only, ...others] = scanText(trimmed);
  const isWhole = only?.start === 0 && only.end === trimmed.length && others.length === 0;
  return isWhole ? only : null;
}
