import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { ResponseBodyError } from './responseBody.ts';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
/** 1 for each byte that tells nothing of depth or names outside of strings. */
const isPlain = new Uint8Array(256).fill(1);
for (const byte of [colon, 0x5b, 0x5d, 0x7b, 0x7d]) isPlain[byte] = 0;
/** Longest string whose end is looked for byte by byte: the call that finds others costs more. */
const shortStringBytes = 96;

/** Far deeper than any answer; whoever walks an answer by recursion is safe below it. */
const maxJsonDepth = 64;
/**
 * Different names of members, and about: no answer has hundreds. A parser keeps each one, and an
 * object of a million takes seconds in every step after it, in which no other window is served.
 */
const maxMemberNames = 10_000;
/** An empty name, a digit and a comma. */
const minMemberBytes = 5;

/** Names are told apart by a hash of so many bits that nobody outside can foresee. */
const hashBits = 17;
const hashFactor = randomInt(2 ** 31) | 1;

/** Each step through a longer text takes long enough for others to wait for its end. */
const maxUnnoticedBytes = 1024 * 1024;
/** A request of another window takes several turns of the event loop to be answered. */
const pauseMilliseconds = 10;

/** Between two steps through a text of so many bytes: others are served before the next. */
async function letOthersRun(bytes: number): Promise<void> {
  if (bytes > maxUnnoticedBytes) await delay(pauseMilliseconds);
}

/**
 * JSON of a response as a value, `parse` being the parser. Between the steps, others get their turn.
 * Throws a ResponseBodyError for what is no JSON, or more than this process can go through.
 */
export async function parseJsonBody(
  bytes: Buffer,
  parse: (text: string) => unknown = JSON.parse,
  notJson = t('not valid JSON'),
): Promise<unknown> {
  const excess = findJsonExcess(bytes);
  if (excess !== null) throw new ResponseBodyError(excess);
  await letOthersRun(bytes.length);
  try {
    return parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ResponseBodyError(notJson);
  } finally {
    await letOthersRun(bytes.length);
  }
}

/**
 * Why JSON text is not parsed, to follow its name; `null` where it may be. `bytes` are UTF-8; whoever
 * knows how deeply they are nested, if they are JSON, spares a way through short ones.
 */
export function findJsonExcess(bytes: Buffer, knownDepth = Infinity): string | null {
  const isShort = bytes.length < maxMemberNames * minMemberBytes;
  if (isShort && knownDepth <= maxJsonDepth) return null;
  const seen = isShort ? null : new Uint8Array(2 ** hashBits);
  let names = 0;
  let depth = 0;
  let stringStart = 0;
  let at = 0;
  let end = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      stringStart = at;
      at = stringEnd(bytes, at);
      end = at;
      continue;
    }
    at += 1;
    // Digits, letters and space.
    if (isPlain[byte] === 1) continue;
    if (byte === colon) {
      if (seen === null) continue;
      const hash = hashOf(bytes, stringStart, end);
      if (seen[hash] === 0) {
        seen[hash] = 1;
        names += 1;
        if (names > maxMemberNames) return t('too many different member names');
      }
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxJsonDepth) return t('nested too deeply');
    } else depth -= 1;
  }
  return null;
}

/** Whether a value that holds parts of parsed JSON is nested more deeply than a response may be. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (depth === maxJsonDepth) return true;
  if (Array.isArray(value) || value instanceof Map) {
    for (const member of value.values()) if (isTooDeep(member, depth + 1)) return true;
    return false;
  }
  // Three times as fast as through `Object.values`: a block has thousands.
  for (const name in value) {
    if (isTooDeep((value as Record<string, unknown>)[name], depth + 1)) return true;
  }
  return false;
}

/** Index behind the object or array that begins at `start`; the length where it does not end. */
export function jsonValueEnd(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      at = stringEnd(bytes, at);
      continue;
    }
    at += 1;
    if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth === 0) return at;
  }
  return bytes.length;
}

function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = hashFactor;
  for (let at = start; at < end; at += 1)
    hash = Math.imul(hash ^ (bytes[at] as number), hashFactor);
  return hash >>> (32 - hashBits);
}

/** Index behind the text that begins at `start`. */
function stringEnd(bytes: Buffer, start: number): number {
  const limit = Math.min(bytes.length, start + shortStringBytes);
  let close = start + 1;
  while (close < limit) {
    const byte = bytes[close];
    if (byte === quote) return close + 1;
    if (byte === backslash) break;
    close += 1;
  }
  return longStringEnd(bytes, close);
}

/** The same, where nothing before `from` ends the string or is a backslash in it. */
function longStringEnd(bytes: Buffer, from: number): number {
  let close = from - 1;
  while (true) {
    close = bytes.indexOf(quote, close + 1);
    if (close === -1) return bytes.length;
    let slashes = 0;
    while (bytes[close - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return close + 1;
  }
}
