import { isAddress } from '../../api/base58.ts';
import { isObject, type JsonObject } from '../../api/isObject.ts';
import { type JsonInteger, stringifyJson } from '../../api/json.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';

import { countLoadedKeys, type WireTransaction } from '../../solana/wireTransaction.ts';
import { isU8, isU64 } from '../base/integers.ts';
import type {
  RpcInstruction,
  RpcMeta,
  RpcParsedInstruction,
  RpcTokenBalance,
} from '../decode/rpcBlock.ts';
import type { TransactionError } from '../rpc/transactionError.ts';
import { readLogs, unreadableResponse } from './rpcResponses.ts';

type InnerInstructions = NonNullable<RpcMeta['innerInstructions']>;

/**
 * Validated. `null`: the node has no value, as for a transaction that was rejected before it ran;
 * undefined: the node does not support the member.
 */
export interface ReturnedRun {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number | null;
  readonly loadedAccountsDataBytes: number | null;
  readonly fee: JsonInteger | null | undefined;
  readonly loadedAddresses: NonNullable<RpcMeta['loadedAddresses']> | null | undefined;
  readonly preBalances: readonly JsonInteger[] | null | undefined;
  readonly postBalances: readonly JsonInteger[] | null | undefined;
  readonly preTokenBalances: readonly RpcTokenBalance[] | null | undefined;
  readonly postTokenBalances: readonly RpcTokenBalance[] | null | undefined;
  readonly innerInstructions: InnerInstructions | null | undefined;
}

/**
 * Reads the `value` of `simulateTransaction` or one of the `transactionResults` of
 * `simulateBundle`, as in Agave's `RpcSimulateTransactionResult`. Throws a MarketError of kind
 * `unreadable-answer`.
 */
export function readReturnedRun(
  value: JsonObject,
  transaction: WireTransaction,
  method: string,
): ReturnedRun {
  const wrong = () => unreadableResponse(method);
  const keys = transaction.staticKeys.length + countLoadedKeys(transaction.lookups);
  const member = <Result>(
    name: string,
    read: (found: unknown) => Result | null,
  ): Result | null | undefined => {
    const found = value[name];
    if (found === undefined || found === null) return found;
    const result = read(found);
    if (result === null) throw wrong();
    return result;
  };
  const error = readError(value['err']);
  if (error === undefined) throw wrong();
  const balances = (found: unknown) => readBalances(found, keys);
  const tokenBalances = (found: unknown) => readList(found, (one) => readTokenBalance(one, keys));
  return {
    error,
    logs: readLogs(value['logs']),
    unitsConsumed: member('unitsConsumed', readCount) ?? null,
    loadedAccountsDataBytes: member('loadedAccountsDataSize', readCount) ?? null,
    fee: member('fee', (found) => (isU64(found) ? found : null)),
    loadedAddresses: member('loadedAddresses', (found) => readLoadedAddresses(found, transaction)),
    preBalances: member('preBalances', balances),
    postBalances: member('postBalances', balances),
    preTokenBalances: member('preTokenBalances', tokenBalances),
    postTokenBalances: member('postTokenBalances', tokenBalances),
    innerInstructions: member('innerInstructions', (found) =>
      readInnerInstructions(found, transaction, keys),
    ),
  };
}

/** More than the accounts or token balances of any transaction. */
const maxListLength = 512;
/** The runtime allows 64 instructions per transaction, top-level ones included. */
const maxInnerInstructions = 1_000;

function readList<Item>(value: unknown, read: (one: unknown) => Item | null): Item[] | null {
  if (!Array.isArray(value) || value.length > maxListLength) return null;
  const items: Item[] = [];
  for (const one of value as unknown[]) {
    const item = read(one);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

const readCount = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

const isIndex = (value: unknown, length: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < length;

const readBalances = (value: unknown, keys: number): JsonInteger[] | null =>
  Array.isArray(value) && value.length === keys && value.every(isU64) ? value : null;

function readTokenBalance(value: unknown, keys: number): RpcTokenBalance | null {
  if (!isObject(value) || !isObject(value['uiTokenAmount'])) return null;
  const { accountIndex, mint, owner, programId, uiTokenAmount } = value;
  const { amount, decimals } = uiTokenAmount;
  if (!isIndex(accountIndex, keys) || !isU8(decimals) || !isKey(mint)) return null;
  if (typeof amount !== 'string' || !/^[0-9]{1,20}$/.test(amount)) return null;
  if (BigInt(amount) >= 2n ** 64n) return null;
  if ((owner !== undefined && !isKey(owner)) || (programId !== undefined && !isKey(programId))) {
    return null;
  }
  return {
    accountIndex,
    mint,
    uiTokenAmount: { amount, decimals },
    ...(owner === undefined ? {} : { owner }),
    ...(programId === undefined ? {} : { programId }),
  };
}

const isKey = (value: unknown): value is string => typeof value === 'string' && isAddress(value);

function readLoadedAddresses(
  value: unknown,
  { lookups }: WireTransaction,
): ReturnedRun['loadedAddresses'] | null {
  if (!isObject(value)) return null;
  const writable = readList(value['writable'], (one) => (isKey(one) ? one : null));
  const readonly = readList(value['readonly'], (one) => (isKey(one) ? one : null));
  const count = (member: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.reduce((sum, lookup) => sum + lookup[member].length, 0);
  if (writable?.length !== count('writableIndexes')) return null;
  return readonly?.length === count('readonlyIndexes') ? { writable, readonly } : null;
}

function readInnerInstructions(
  value: unknown,
  { instructions }: WireTransaction,
  keys: number,
): InnerInstructions | null {
  let count = 0;
  const lists = readList(value, (one): InnerInstructions[number] | null => {
    if (!isObject(one) || !isIndex(one['index'], instructions.length)) return null;
    const calls = readList(one['instructions'], (call) => readInstruction(call, keys));
    count += calls?.length ?? 0;
    return calls === null ? null : { index: one['index'], instructions: calls };
  });
  return count > maxInnerInstructions ? null : lists;
}

/** More than any instruction data, 10 kB, takes in Base58. */
const maxDataLength = 20_000;
/** The runtime allows 9 at most (SIMD-0268). */
const maxStackHeight = 64;

/** Parsed instructions of unknown programs list addresses. */
function readInstruction(
  value: unknown,
  keys: number,
): RpcInstruction | RpcParsedInstruction | null {
  if (!isObject(value)) return null;
  const { programIdIndex, programId, program, parsed, accounts, data, stackHeight } = value;
  const hasHeight = stackHeight !== undefined && stackHeight !== null;
  if (hasHeight && !isIndex(stackHeight, maxStackHeight)) return null;
  const height = hasHeight ? { stackHeight } : {};
  const isData = typeof data === 'string' && data.length <= maxDataLength;
  if (programIdIndex !== undefined) {
    const indexes = readList(accounts, (one) => (isIndex(one, keys) ? one : null));
    if (!isIndex(programIdIndex, keys) || indexes === null || !isData) return null;
    return { programIdIndex, accounts: indexes, data, ...height };
  }
  if (!isKey(programId)) return null;
  if (parsed !== undefined) {
    if (stringifyJson(parsed).length > maxDataLength) return null;
    const name = typeof program === 'string' ? { program: sanitizeText(program) } : {};
    return { programId, ...name, parsed, ...height };
  }
  const addresses = readList(accounts, (one) => (isKey(one) ? one : null));
  return addresses !== null && isData ? { programId, accounts: addresses, data, ...height } : null;
}

const errorName = /^[A-Za-z][A-Za-z0-9]{0,99}$/;
const maxErrorLength = 300;

function readError(value: unknown): TransactionError | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return sanitizeText(value, maxErrorLength);
  const [[name, detail] = ['', null], second] = isObject(value) ? Object.entries(value) : [];
  if (!errorName.test(name) || second !== undefined) return undefined;
  if (name !== 'InstructionError') {
    if (Number.isSafeInteger(detail)) return { [name]: detail };
    const [[member, index] = ['', null]] = isObject(detail) ? Object.entries(detail) : [];
    // `InsufficientFundsForRent` and the like name an account by its index.
    return Number.isSafeInteger(index) && /^[a-z_]{1,50}$/.test(member)
      ? { [name]: { [member]: index } }
      : { [name]: sanitizeText(stringifyJson(detail ?? null), maxErrorLength) };
  }
  const [index, reason] = Array.isArray(detail) ? (detail as unknown[]) : [];
  if (!isIndex(index, 256)) return undefined;
  if (typeof reason === 'string') return { [name]: [index, sanitizeText(reason, maxErrorLength)] };
  const code = isObject(reason) ? reason['Custom'] : undefined;
  if (isIndex(code, 2 ** 32)) return { [name]: [index, { Custom: code }] };
  const [[kind, words] = ['', null]] = isObject(reason) ? Object.entries(reason) : [];
  return errorName.test(kind) && kind !== 'Custom'
    ? { [name]: [index, { [kind]: sanitizeText(String(words), maxErrorLength) }] }
    : undefined;
}
