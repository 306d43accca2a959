import { t } from '@vscode/l10n';
import { isObject, type JsonObject } from '../../api/isObject.ts';
import { bytesOfJson } from '../jsonBytes.ts';
import { tryDecodeTransaction } from '../wireTransaction.ts';
import {
  assertNoKey,
  decodeTransactionText,
  findTransaction,
  InvalidInputError,
  rejectSecretKey,
  rejectSecretKeys,
} from './decodeTransactionText.ts';
import { looksLikeTransaction } from './looksLikeTransaction.ts';

/** More than any response has. */
const maxNesting = 16;

const unexpectedJsonMessage = t(
  'Not a transaction. Expected a list of bytes, text, a sendTransaction request or the response of a swap API.',
);

export interface JsonTransactions {
  readonly transactions: readonly Uint8Array[];
  /** Several that only execute together. */
  readonly isBundle: boolean;
}

/**
 * Transactions of parsed JSON: texts and bytes, a list of them, requests of a node or block engine
 * and their parameters, or one transaction anywhere within the response of a swap API. Throws an
 * InvalidInputError or SecretKeyFoundError.
 */
export function parseTransactionJson(value: unknown, depth = 0): JsonTransactions {
  assertNesting(depth);
  if (typeof value === 'string') return single(decodeTransactionText(value.trim()));
  const bytes = bytesOfJson(value);
  if (bytes !== null && bytes.length > 0) {
    assertNoKey(bytes);
    return single(bytes);
  }
  if (Array.isArray(value)) return parseList(value, depth);
  if (isObject(value)) return parseObject(value);
  throw new InvalidInputError(unexpectedJsonMessage);
}

/** A key may be in any member, also of a request with a transaction. Throws SecretKeyFoundError. */
export function rejectKeysWithin(value: unknown, depth = 0): void {
  assertNesting(depth);
  const bytes = bytesOfJson(value);
  if (bytes !== null) rejectSecretKey(bytes);
  else if (typeof value === 'string') rejectSecretKeys(value.trim());
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) rejectKeysWithin(member, depth + 1);
  }
}

const single = (bytes: Uint8Array): JsonTransactions => ({
  transactions: [bytes],
  isBundle: false,
});

function assertNesting(depth: number): void {
  if (depth > maxNesting) throw new InvalidInputError(t('The JSON is nested too deeply.'));
}

function parseList(list: readonly unknown[], depth: number): JsonTransactions {
  if (list.some((item) => typeof item === 'number')) {
    throw new InvalidInputError(t('The JSON list contains numbers outside 0 to 255.'));
  }
  const [first, second] = list;
  if (isEncodedText(list)) return single(decodeTransactionText(first as string));
  if (list.length === 2 && isOptions(second)) {
    return Array.isArray(first)
      ? parseBundle(first, depth + 1)
      : parseTransactionJson(first, depth + 1);
  }
  const parsed = list.map((item) => parseTransactionJson(item, depth + 1));
  return {
    transactions: parsed.flatMap(({ transactions }) => transactions),
    isBundle: parsed.some(({ isBundle }) => isBundle),
  };
}

/** `["…", "base64"]`, as nodes and kit write it. */
const isEncodedText = ([text, encoding, ...others]: readonly unknown[]): boolean =>
  others.length === 0 &&
  typeof text === 'string' &&
  typeof encoding === 'string' &&
  /^(?:base58|base64|hex)$/i.test(encoding);

/** The second parameter of a request. */
const isOptions = (value: unknown): boolean =>
  isObject(value) &&
  value['method'] === undefined &&
  findTransactions(value, transactionOf).length === 0;

function parseObject(value: JsonObject): JsonTransactions {
  const { method, params } = value as { method?: unknown; params?: unknown };
  const first: unknown = Array.isArray(params) ? params[0] : undefined;
  switch (method) {
    case 'sendTransaction':
    case 'simulateTransaction':
      if (typeof first === 'string') return single(decodeTransactionText(first.trim()));
      throw new InvalidInputError(t('The {0} request has no transaction in params[0].', method));
    case 'sendBundle':
    case 'simulateBundle': {
      const encoded = isObject(first) ? first['encodedTransactions'] : first;
      if (Array.isArray(encoded)) return parseBundle(encoded, 2);
      throw new InvalidInputError(t('The {0} request has no transactions in params[0].', method));
    }
    default:
      return single(onlyTransaction(value));
  }
}

function parseBundle(list: readonly unknown[], depth: number): JsonTransactions {
  const { transactions } = parseList(list, depth);
  return { transactions, isBundle: transactions.length > 1 };
}

/** Of a response or request with other members: there must be only one. */
function onlyTransaction(value: JsonObject): Uint8Array {
  let found = findTransactions(value, transactionOf);
  if (found.length === 0) found = findTransactions(value, lookalikeOf);
  const different = new Map(found.map((bytes) => [Buffer.from(bytes).toString('base64'), bytes]));
  const [only] = different.values();
  if (different.size > 1) {
    throw new InvalidInputError(
      t('The JSON contains {0} transactions. Pass only one of them.', different.size),
    );
  }
  if (only !== undefined) return only;
  const empty = emptyMember(value);
  throw new InvalidInputError(
    empty === undefined
      ? unexpectedJsonMessage
      : t('{0} is empty. The response contains no transaction; look for an error in it.', empty),
  );
}

type ReadValue = (value: string | Uint8Array) => Uint8Array | null;

/** Within a value, at any depth. Throws if one in a list of transactions cannot be read. */
function findTransactions(value: unknown, read: ReadValue, depth = 0): Uint8Array[] {
  assertNesting(depth);
  const one = typeof value === 'string' ? value.trim() : bytesOfJson(value);
  if (one !== null) {
    const found = read(one);
    return found === null ? [] : [found];
  }
  if (Array.isArray(value)) {
    const found = value.map((item) => findTransactions(item, read, depth + 1));
    const isWhole =
      found.every(({ length }) => length > 0) || found.every(({ length }) => length === 0);
    const areTexts = value.every((item) => typeof item === 'string') && !isEncodedText(value);
    if (areTexts && !isWhole) {
      throw new InvalidInputError(t('A list of transactions contains something else.'));
    }
    return found.flat();
  }
  return isObject(value)
    ? Object.values(value).flatMap((member) => findTransactions(member, read, depth + 1))
    : [];
}

const transactionOf: ReadValue = (value) => {
  if (typeof value === 'string') return findTransaction(value);
  rejectSecretKey(value);
  return tryDecodeTransaction(value) === null ? null : value;
};

/** Shorter texts are names, addresses, signatures and amounts. */
const minTransactionText = 120;

/** A damaged one: the later check reports the reason. */
const lookalikeOf: ReadValue = (value) => {
  if (typeof value !== 'string') return looksLikeTransaction(value) ? value : null;
  if (value.length < minTransactionText) return null;
  try {
    const bytes = decodeTransactionText(value);
    return looksLikeTransaction(bytes) ? bytes : null;
  } catch (error) {
    if (error instanceof InvalidInputError) return null;
    throw error;
  }
};

/** Names of the transaction in responses of swap APIs. */
const transactionMembers = ['transaction', 'swapTransaction', 'signedTransaction', 'tx'];

const emptyMember = (value: JsonObject): string | undefined =>
  transactionMembers.find((name) => value[name] === null || value[name] === '');
