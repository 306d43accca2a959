import { keySize } from '../../api/base58.ts';
import { decodeBase58, encodeBase58 } from '../base58.ts';
import { isSecretKey, publicKeyFromSeed } from '../secretKey.ts';
import { isBase58At, looksLikeProse, type Span, standaloneWord } from './boundaries.ts';
import { type ByteList, byteListAt, byteLists } from './byteLists.ts';

/** The key itself is not stored, so it cannot be shown. */
export interface SecretKeyMatch extends Span {
  readonly kind: 'secret-key';
  readonly publicKey: string;
  readonly format: 'base58' | 'bytes';
}

export type ScanMatch =
  /** 32 bytes of an account, or of a blockhash if the preceding name says so; or 64 bytes. */
  | (Span & { readonly kind: 'address' | 'blockhash' | 'signature'; readonly text: string })
  | SecretKeyMatch;

const minRunLength = 32;
const maxRunLength = 88;
/** About a millisecond of work. */
const charactersPerStep = 64 * 1_024;
/** A check of 64 bytes takes 0.05 to 0.3 ms, depending on the machine. */
const maxChecksPerStep = 8;

/** In order of position. */
export function scanText(text: string): ScanMatch[] {
  const found: ScanMatch[] = [];
  for (const step of scanInSteps(text)) found.push(...step);
  return found;
}

/** In steps of a few milliseconds, so that the caller can yield or stop in between. */
export function* scanInSteps(text: string): Generator<readonly ScanMatch[]> {
  for (let from = 0; from < text.length; from += charactersPerStep) {
    const to = Math.min(text.length, from + charactersPerStep);
    const found: ScanMatch[] = [];
    let checks = 0;
    for (const list of byteLists(text, from, to)) {
      const key = classifyByteList(list);
      if (key !== null) found.push(key);
    }
    for (const span of base58Words(text, from, to)) {
      const finding = classify(text, span);
      if (finding === null) continue;
      found.push(finding);
      if (finding.kind === 'address' || finding.kind === 'blockhash') continue;
      if (++checks < maxChecksPerStep) continue;
      checks = 0;
      yield sortByPosition(found.splice(0));
    }
    yield sortByPosition(found);
  }
}

const sortByPosition = (found: ScanMatch[]): ScanMatch[] =>
  found.sort((first, second) => first.start - second.start);

/** The text should include some hundred characters around the offset. */
export function matchAt(text: string, offset: number): ScanMatch | null {
  const span = runAround(text, offset);
  const word = span === null ? null : wordInRun(text, span);
  if (word !== null) return offset < word.start ? null : classify(text, word);
  const list = listAround(text, offset);
  return list === null ? null : classifyByteList(list);
}

/** Ignores white space around the text. */
export function matchWholeText(text: string): ScanMatch | null {
  const trimmed = text.trim();
  const finding = matchAt(trimmed, 0);
  const isWhole = finding !== null && finding.start === 0 && finding.end === trimmed.length;
  return isWhole ? finding : null;
}

/** Words of 32 to 88 Base58 characters. Probes every 32nd character, which finds every long run. */
function* base58Words(text: string, from: number, to: number): Generator<Span> {
  let at = from;
  // A run that began earlier belongs to the previous part.
  if (from > 0 && isBase58At(text, from - 1)) while (isBase58At(text, at)) at++;
  while (at < to) {
    let probe = at + minRunLength - 1;
    if (probe >= text.length) return;
    while (probe >= at && isBase58At(text, probe)) probe--;
    if (probe >= at) {
      at = probe + 1;
      continue;
    }
    let end = at + minRunLength;
    while (isBase58At(text, end)) end++;
    const word = wordInRun(text, { start: at, end });
    if (word !== null) yield word;
    at = end + 1;
  }
}

/** Slightly longer than a key: escapes before it are removed later. */
const maxRunWithEscapes = maxRunLength + 6;

function wordInRun(text: string, run: Span): Span | null {
  const length = run.end - run.start;
  if (length < minRunLength || length > maxRunWithEscapes) return null;
  return standaloneWord(text, run);
}

function runAround(text: string, offset: number): Span | null {
  let start = offset;
  let end = offset;
  const limit = maxRunWithEscapes + 1;
  while (start > 0 && offset - start < limit && isBase58At(text, start - 1)) start--;
  while (end < text.length && end - offset < limit && isBase58At(text, end)) end++;
  return end - start < minRunLength ? null : { start, end };
}

/** Longest distance back to the start of a 64-byte list: one number per line, indented. */
const maxListReach = 1_500;

function listAround(text: string, offset: number): ByteList | null {
  if (!/[\d\s,[\]xa-fu]/i.test(text[offset] ?? '')) return null;
  const start = text.lastIndexOf('[', offset);
  if (start < 0 || offset - start > maxListReach) return null;
  const list = byteListAt(text, start);
  return list !== null && offset < list.end ? list : null;
}

const blockhashName = /(?:block|genesis|bank)_?hash$/i;
const secretSeedName =
  /(?:private|secret)_?key$|(?<![a-z])(?:key_?(?:pair)?_?|secret_?|wallet_?)?seed$/i;

function classify(text: string, { start, end }: Span): ScanMatch | null {
  const word = text.slice(start, end);
  const size = keySize(word);
  if (size === null || looksLikeProse(text, start, end)) return null;
  if (size === 64) return classifyLongWord(word, start, end);
  const name = nameBefore(text, start);
  if (secretSeedName.test(name)) {
    const seed = decodeBase58(word);
    const publicKey = seed === null ? '' : encodeBase58(publicKeyFromSeed(seed));
    return { kind: 'secret-key', format: 'base58', publicKey, start, end };
  }
  return { kind: blockhashName.test(name) ? 'blockhash' : 'address', text: word, start, end };
}

/** The name before a value, which distinguishes blockhashes and seeds from addresses. */
function nameBefore(text: string, start: number): string {
  let at = start - 1;
  while (at > start - 8 && ` "'\`\\:=(]`.includes(text[at] ?? '')) at--;
  // Last letters of hash, key and seed.
  return 'hHyYdD'.includes(text[at] ?? ' ') ? text.slice(Math.max(0, at - 24), at + 1) : '';
}

/** 64-byte texts known not to be secret keys, to rescan a text quickly. */
const signatureCache = new Set<string>();
const maxCachedSignatures = 20_000;

function classifyLongWord(word: string, start: number, end: number): ScanMatch | null {
  if (signatureCache.has(word)) return { kind: 'signature', text: word, start, end };
  const bytes = decodeBase58(word);
  if (bytes === null) return null;
  if (!isSecretKey(bytes)) {
    if (signatureCache.size >= maxCachedSignatures) signatureCache.clear();
    signatureCache.add(word);
    return { kind: 'signature', text: word, start, end };
  }
  return { kind: 'secret-key', format: 'base58', publicKey: publicKeyOf(bytes), start, end };
}

function classifyByteList({ bytes, start, end }: ByteList): SecretKeyMatch | null {
  if (!isSecretKey(bytes)) return null;
  return { kind: 'secret-key', format: 'bytes', publicKey: publicKeyOf(bytes), start, end };
}

const publicKeyOf = (secretKey: Uint8Array): string => encodeBase58(secretKey.subarray(32));
