import { isAddress } from '../../api/base58.ts';
import { isObject, type JsonObject } from '../../api/isObject.ts';
import { maxBase58Length } from '../../solana/base58.ts';

/** The members of an object, and whether a value is valid, in the order of a report. */
type MemberChecks = readonly (readonly [name: string, isValid: (value: unknown) => boolean])[];

/** In place of a member's name: the entry is no object. */
const entryItself = '';

/** Name of the first invalid member; `null`: all are valid. */
function findInvalid(entry: JsonObject, checks: MemberChecks): string | null {
  for (const [name, isValid] of checks) if (!isValid(entry[name])) return name;
  return null;
}

const isKey = (value: unknown): boolean => typeof value === 'string' && isAddress(value);
/** Old blocks have no owner, or an empty one. */
const isOptionalKey = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || isKey(value);
const isIndex = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

const maxAmount = 2n ** 64n - 1n;
/** Every number with as many digits is smaller. */
const surelyU64Digits = 19;

function isTokenAmount(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[0-9]{1,20}$/.test(value)) return false;
  return value.length <= surelyU64Digits || BigInt(value) <= maxAmount;
}

const tokenBalance: MemberChecks = [
  ['accountIndex', isIndex],
  ['mint', isKey],
  ['owner', isOptionalKey],
  ['programId', isOptionalKey],
  ['uiTokenAmount', isObject],
];
/** Invalid decimals count as unknown (`addDecimals`). */
const tokenAmount: MemberChecks = [['amount', isTokenAmount]];

/** Name of an invalid member of `preTokenBalances` or `postTokenBalances`. */
export function findInvalidTokenBalance(list: readonly unknown[]): string | null {
  for (const entry of list) {
    if (!isObject(entry)) return entryItself;
    const amounts = entry['uiTokenAmount'];
    const invalid =
      findInvalid(entry, tokenBalance) ??
      (isObject(amounts) ? findInvalid(amounts, tokenAmount) : null);
    if (invalid !== null) return invalid;
  }
  return null;
}

const isHeight = (value: unknown): boolean =>
  value === undefined || value === null || (isIndex(value) && Number(value) > 0);

function isIndexes(value: unknown): boolean {
  if (value instanceof Uint8Array) return true;
  if (!Array.isArray(value)) return false;
  for (let at = 0; at < value.length; at++) if (!isIndex(value[at])) return false;
  return true;
}

const isData = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= maxBase58Length && /^[1-9A-HJ-NP-Za-km-z]*$/.test(value)
    : value instanceof Uint8Array;

const compiled: MemberChecks = [
  ['programIdIndex', isIndex],
  ['accounts', isIndexes],
  ['data', isData],
  ['stackHeight', isHeight],
];

const partlyDecoded: MemberChecks = [
  ['programId', isKey],
  ['accounts', (value) => Array.isArray(value) && value.every(isKey)],
  ['data', isData],
  ['stackHeight', isHeight],
];

/** A memo is a text; some instructions have no `info`. */
const isParsed = (value: unknown): boolean =>
  typeof value === 'string' ||
  (isObject(value) &&
    typeof value['type'] === 'string' &&
    (value['info'] === undefined || value['info'] === null || isObject(value['info'])));

const parsed: MemberChecks = [
  ['programId', isKey],
  ['parsed', isParsed],
  ['stackHeight', isHeight],
];

/** Name of an invalid member of an instruction, in any encoding. */
export function findInvalidInstruction(instruction: unknown): string | null {
  if (!isObject(instruction)) return entryItself;
  if ('programIdIndex' in instruction) return findInvalid(instruction, compiled);
  return findInvalid(instruction, 'parsed' in instruction ? parsed : partlyDecoded);
}

/** Name of an invalid member of `innerInstructions`. */
export function findInvalidCall(list: readonly unknown[]): string | null {
  for (const entry of list) {
    if (!isObject(entry)) return entryItself;
    if (!isIndex(entry['index'])) return 'index';
    const { instructions } = entry;
    if (!Array.isArray(instructions)) return 'instructions';
    for (const instruction of instructions as readonly unknown[]) {
      const invalid = findInvalidInstruction(instruction);
      if (invalid !== null) return invalid;
    }
  }
  return null;
}
