import { decodeBase58, encodeBase58 } from '../base58.ts';
import { isSecretKey, publicKeyOfSeed } from '../secretKey.ts';
import { keySize } from './base58Size.ts';
import { isBase58At, isWordy, type Span, wholeWord } from './boundaries.ts';
import { type ByteList, byteListAt, byteLists } from './byteLists.ts';

/** 32 bytes that stand for an account, or for a block where the text before says so. */
export interface FoundAddress extends Span {
  readonly kind: 'address' | 'blockhash';
  readonly text: string;
}

export interface FoundSignature extends Span {
  readonly kind: 'signature';
  readonly text: string;
}

/** Where a secret key stands. The key itself is not kept: what is not held cannot be shown. */
export interface FoundSecretKey extends Span {
  readonly kind: 'secret-key';
  readonly publicKey: string;
  readonly form: 'base58' | 'bytes';
}

export type Finding = FoundAddress | FoundSignature | FoundSecretKey;

const shortestRun = 32;
const longestRun = 88;
/** Work of about a millisecond. */
const stepCharacters = 64 * 1_024;
/** A check of 64 bytes takes 0.05 to 0.3 ms, by the machine. */
const checksPerStep = 8;

/** Every address, signature and secret key of a text, in the order of their places. */
export function scanText(text: string): Finding[] {
  const found: Finding[] = [];
  for (const step of scanInSteps(text)) found.push(...step);
  return found;
}

/**
 * The same in steps of a few milliseconds at most, for texts of any length: the caller may do
 * something else, or stop, between two of them.
 */
export function* scanInSteps(text: string): Generator<readonly Finding[]> {
  for (let from = 0; from < text.length; from += stepCharacters) {
    const to = Math.min(text.length, from + stepCharacters);
    const found: Finding[] = [];
    let checks = 0;
    for (const list of byteLists(text, from, to)) {
      const key = secretList(list);
      if (key !== null) found.push(key);
    }
    for (const span of base58Words(text, from, to)) {
      const finding = classify(text, span);
      if (finding === null) continue;
      found.push(finding);
      if (finding.kind === 'address' || finding.kind === 'blockhash') continue;
      if (++checks < checksPerStep) continue;
      checks = 0;
      yield inOrder(found.splice(0));
    }
    yield inOrder(found);
  }
}

const inOrder = (found: Finding[]): Finding[] =>
  found.sort((first, second) => first.start - second.start);

/** What stands at a place of a text; the text should reach some hundred characters around it. */
export function findAt(text: string, offset: number): Finding | null {
  const span = runAround(text, offset);
  const word = span === null ? null : wordIn(text, span);
  if (word !== null) return offset < word.start ? null : classify(text, word);
  const list = listAround(text, offset);
  return list === null ? null : secretList(list);
}

/** What a text is as a whole, white space around it apart. */
export function recognize(text: string): Finding | null {
  const trimmed = text.trim();
  const finding = findAt(trimmed, 0);
  const isWhole = finding !== null && finding.start === 0 && finding.end === trimmed.length;
  return isWhole ? finding : null;
}

/**
 * Words of 32 to 88 characters of Base58 that begin in a part of a text. Looks at every 32nd
 * character at best: a run that is long enough cannot hide between two of them.
 */
function* base58Words(text: string, from: number, to: number): Generator<Span> {
  let at = from;
  // A run that began before this part belongs to the one before.
  if (from > 0 && isBase58At(text, from - 1)) while (isBase58At(text, at)) at++;
  while (at < to) {
    let probe = at + shortestRun - 1;
    if (probe >= text.length) return;
    while (probe >= at && isBase58At(text, probe)) probe--;
    if (probe >= at) {
      at = probe + 1;
      continue;
    }
    let end = at + shortestRun;
    while (isBase58At(text, end)) end++;
    const word = wordIn(text, { start: at, end });
    if (word !== null) yield word;
    at = end + 1;
  }
}

/** A few characters more than a key has: escapes before it are cut off later. */
const longestWithEscapes = longestRun + 6;

function wordIn(text: string, run: Span): Span | null {
  const length = run.end - run.start;
  if (length < shortestRun || length > longestWithEscapes) return null;
  return wholeWord(text, run);
}

function runAround(text: string, offset: number): Span | null {
  let start = offset;
  let end = offset;
  const limit = longestWithEscapes + 1;
  while (start > 0 && offset - start < limit && isBase58At(text, start - 1)) start--;
  while (end < text.length && end - offset < limit && isBase58At(text, end)) end++;
  return end - start < shortestRun ? null : { start, end };
}

/** A list of 64 bytes reaches back at most this far: 64 numbers, one to a line, indented. */
const listReach = 1_500;

function listAround(text: string, offset: number): ByteList | null {
  if (!/[\d\s,[\]xa-fu]/i.test(text[offset] ?? '')) return null;
  const start = text.lastIndexOf('[', offset);
  if (start < 0 || offset - start > listReach) return null;
  const list = byteListAt(text, start);
  return list !== null && offset < list.end ? list : null;
}

const blockhashName = /(?:block|genesis|bank)_?hash$/i;
const seedName = /(?:private|secret)_?key$|(?<![a-z])(?:key_?(?:pair)?_?|secret_?|wallet_?)?seed$/i;

function classify(text: string, { start, end }: Span): Finding | null {
  const word = text.slice(start, end);
  const size = keySize(word);
  if (size === null || isWordy(text, start, end)) return null;
  if (size === 64) return signatureOrSecret(word, start, end);
  const name = nameBefore(text, start);
  if (seedName.test(name)) {
    const seed = decodeBase58(word);
    const publicKey = seed === null ? '' : encodeBase58(publicKeyOfSeed(seed));
    return { kind: 'secret-key', form: 'base58', publicKey, start, end };
  }
  return { kind: blockhashName.test(name) ? 'blockhash' : 'address', text: word, start, end };
}

/**
 * The end of the name that a value is given, where it ends like one of those that matter: nothing
 * else tells a block's hash, or the seed of a secret key, from an address.
 */
function nameBefore(text: string, start: number): string {
  let at = start - 1;
  while (at > start - 8 && ` "'\`\\:=(]`.includes(text[at] ?? '')) at--;
  // Block hash, key, seed.
  return 'hHyYdD'.includes(text[at] ?? ' ') ? text.slice(Math.max(0, at - 24), at + 1) : '';
}

/** 64 bytes that were found to be no secret key, so that a text that is read again is read quickly. */
const signatures = new Set<string>();
const signaturesKept = 20_000;

function signatureOrSecret(word: string, start: number, end: number): Finding | null {
  if (signatures.has(word)) return { kind: 'signature', text: word, start, end };
  const bytes = decodeBase58(word);
  if (bytes === null) return null;
  if (!isSecretKey(bytes)) {
    if (signatures.size >= signaturesKept) signatures.clear();
    signatures.add(word);
    return { kind: 'signature', text: word, start, end };
  }
  return { kind: 'secret-key', form: 'base58', publicKey: publicKeyOf(bytes), start, end };
}

function secretList({ bytes, start, end }: ByteList): FoundSecretKey | null {
  if (!isSecretKey(bytes)) return null;
  return { kind: 'secret-key', form: 'bytes', publicKey: publicKeyOf(bytes), start, end };
}

const publicKeyOf = (secretKey: Uint8Array): string => encodeBase58(secretKey.subarray(32));
