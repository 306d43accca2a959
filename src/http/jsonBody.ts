import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { parseJson } from '../api/json.ts';
import { ResponseBodyError } from './responseBody.ts';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
/** 1 for each byte that affects neither depth nor member names outside of strings. */
const isPlain = new Uint8Array(256).fill(1);
for (const byte of [colon, 0x5b, 0x5d, 0x7b, 0x7d]) isPlain[byte] = 0;
/** Shorter strings are scanned byte by byte: `indexOf` costs more for them. */
const shortStringBytes = 96;

/** Far deeper than any real response; keeps recursive walks of a response safe. */
const maxJsonDepth = 64;
/**
 * Limit of distinct member names (approximate); real responses have fewer than a hundred. A parser
 * stores each name, and an object with a million names blocks the event loop for seconds.
 */
const maxMemberNames = 10_000;
/** Shortest member: an empty name, a digit and a comma. */
const minMemberBytes = 5;

/** Size of the name hash in bits. Its factor is random, so a service cannot craft collisions. */
const hashBits = 17;
const hashFactor = randomInt(2 ** 31) | 1;

/** Parsing longer texts blocks the event loop noticeably. */
const maxUnnoticedBytes = 1024 * 1024;

async function letOthersRun(bytes: number): Promise<void> {
  if (bytes > maxUnnoticedBytes) await setImmediate();
}

/**
 * Reads JSON as `parseJson` does. Lets other requests run between its steps. Throws a ResponseBodyError for
 * invalid or excessive JSON.
 */
export async function parseJsonBody(
  bytes: Buffer,
  notJson = t('not valid JSON'),
): Promise<unknown> {
  const excess = findJsonExcess(bytes);
  if (excess !== null) throw new ResponseBodyError(excess);
  await letOthersRun(bytes.length);
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    throw new ResponseBodyError(notJson);
  } finally {
    await letOthersRun(bytes.length);
  }
}

/**
 * Reason not to parse the JSON, phrased to follow its name, or `null` if it can be parsed. `bytes`
 * are UTF-8. A `knownDepth` within the limit lets short texts skip the scan.
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

/** Index after the object or array at `start`; the buffer's length if it is unterminated. */
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

/** Index after the string that begins at `start`. */
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

/** Like `stringEnd` for strings without a quote or backslash before `from`. */
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
