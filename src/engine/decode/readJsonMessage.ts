import { t } from '@vscode/l10n';
import { isAddress, keySize } from '../../api/base58.ts';
import { isObject, type JsonObject } from '../../api/isObject.ts';
import { ammPrograms, corePrograms } from '../../solana/knownPrograms.ts';
import { isU8 } from '../base/integers.ts';
import {
  AccountKeyList,
  type AccountKeys,
  checkAccounts,
  checkLoadedAddresses,
  createLookupTableResolver,
  createWritableCheck,
  type Instruction,
  invalidEntry,
  invalidMember,
  type LoadedAddresses,
  type Message,
  requireAddress,
  type TableLookup,
  UnreadableTransactionError,
} from './message.ts';
import { findInvalidInstruction } from './metaEntries.ts';
import { ProgramLabels } from './programLabels.ts';
import type { RpcBlockTransaction, RpcInnerInstruction, RpcMessage, RpcMeta } from './rpcBlock.ts';

export type JsonTransaction = Exclude<RpcBlockTransaction['transaction'], readonly unknown[]>;

/** `isResolved`: whether `loaded` must contain the addresses of all lookups. */
export function readJsonMessage(
  transaction: JsonTransaction,
  loaded: LoadedAddresses,
  isResolved: boolean,
): Message {
  const signature = checkTransaction(transaction);
  const { message } = transaction;
  const { accountKeys, header } = message;
  const parsedKeys = typeof accountKeys[0] === 'object';
  const requiredSignatures = parsedKeys
    ? message.accountKeys.filter((key) => typeof key === 'object' && key.signer).length
    : (header?.numRequiredSignatures ?? 1);
  // The decoder loops over this number, so an arbitrary value from a node must be rejected.
  const isPossible =
    Number.isInteger(requiredSignatures) &&
    requiredSignatures >= 0 &&
    requiredSignatures <= accountKeys.length;
  if (!isPossible) {
    throw new UnreadableTransactionError(t('invalid number of required signatures'));
  }
  const isWritable = parsedKeys
    ? (index: number) => {
        const key = message.accountKeys[index];
        return typeof key === 'object' && key.writable;
      }
    : createWritableCheck(
        accountKeys.length,
        requiredSignatures,
        header?.numReadonlySignedAccounts ?? 0,
        header?.numReadonlyUnsignedAccounts ?? 0,
        loaded.writable.length,
      );
  const lookups = readLookups(message);
  const lookedUp = lookups === null ? null : sumOf(lookups);
  if (!parsedKeys && isResolved && lookedUp !== null) checkLoadedAddresses(loaded, lookedUp);
  // jsonParsed lists loaded keys in accountKeys and has no loadedAddresses.
  const listed = parsedKeys
    ? new AccountKeyList(accountKeys.map(addressOf))
    : new JsonKeys(accountKeys, loaded, lookedUp);
  return {
    signature: () => signature,
    keys: listed,
    programs: new ProgramLabels(listed),
    requiredSignatures,
    isWritable,
    instructions: message.instructions.map((instruction, topLevel) =>
      readInstruction(instruction, 1, topLevel, listed),
    ),
    headerComputeUnitLimit: message.transactionConfig
      ? (message.transactionConfig.computeUnitLimit ?? 0)
      : null,
    // jsonParsed does not include the lookup table of a key.
    lookupTableOf: parsedKeys
      ? () => null
      : createLookupTableResolver(() => lookups ?? [], accountKeys.length),
  };
}

/** Members of `message`, in the order of a report. */
const messageMembers: readonly (readonly [name: string, isValid: (value: unknown) => boolean])[] = [
  ['accountKeys', isAccountKeys],
  ['instructions', Array.isArray],
  [
    'header',
    (value) => isAbsent(value) || (isObject(value) && headerMembers.every(isByteOf(value))),
  ],
  ['addressTableLookups', (value) => isAbsent(value) || isLookups(value)],
  ['transactionConfig', (value) => isAbsent(value) || (isObject(value) && isConfig(value))],
];

/** Returns the signature. Throws UnreadableTransactionError that names the invalid member. */
function checkTransaction(transaction: unknown): string {
  const message = isObject(transaction) ? transaction['message'] : undefined;
  if (!isObject(transaction) || !isObject(message)) throw invalidMember('message');
  const invalid = messageMembers.find(([name, isValid]) => !isValid(message[name]));
  if (invalid !== undefined) throw invalidMember(invalid[0]);
  const { signatures } = transaction;
  const signature: unknown = Array.isArray(signatures) ? signatures[0] : undefined;
  if (typeof signature !== 'string') throw new UnreadableTransactionError(t('no signature'));
  if (keySize(signature) !== 64) throw invalidMember('signatures');
  for (const instruction of message['instructions'] as readonly unknown[]) {
    const wrong = findInvalidInstruction(instruction);
    if (wrong !== null) throw invalidEntry(wrong, 'instructions');
  }
  return signature;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** All texts, or in jsonParsed all objects. */
function isAccountKeys(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const keys = value as readonly unknown[];
  return typeof keys[0] === 'string' ? keys.every(isKey) : keys.every(isParsedKey);
}

const isKey = (value: unknown): boolean => typeof value === 'string' && isAddress(value);

const isParsedKey = (value: unknown): boolean =>
  isObject(value) &&
  isKey(value['pubkey']) &&
  typeof value['signer'] === 'boolean' &&
  typeof value['writable'] === 'boolean';

const headerMembers = [
  'numRequiredSignatures',
  'numReadonlySignedAccounts',
  'numReadonlyUnsignedAccounts',
] as const;

const isByteOf =
  (header: JsonObject) =>
  (name: string): boolean =>
    isU8(header[name]);

const isConfig = ({ computeUnitLimit: limit }: JsonObject): boolean =>
  isAbsent(limit) || (Number.isInteger(limit) && Number(limit) >= 0);

const isLookups = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (lookup) =>
      isObject(lookup) &&
      isKey(lookup['accountKey']) &&
      isBytes(lookup['writableIndexes']) &&
      isBytes(lookup['readableIndexes'] ?? lookup['readonlyIndexes']),
  );

const isBytes = (value: unknown): boolean => Array.isArray(value) && value.every(isU8);

class JsonKeys implements AccountKeys {
  readonly length: number;
  readonly #own: RpcMessage['accountKeys'];
  readonly #loaded: LoadedAddresses;

  /** `lookedUp`: the number of loaded keys; `null`: as many as there are. */
  constructor(
    own: RpcMessage['accountKeys'],
    loaded: LoadedAddresses,
    lookedUp: ReturnType<typeof sumOf> | null,
  ) {
    this.#own = own;
    this.#loaded = loaded;
    this.length =
      own.length +
      (lookedUp?.writable ?? loaded.writable.length) +
      (lookedUp?.readonly ?? loaded.readonly.length);
  }

  at(index: number): string {
    const own = this.#own[index];
    if (own !== undefined) return addressOf(own, index);
    const { writable, readonly } = this.#loaded;
    const loaded = index - this.#own.length;
    return requireAddress(writable[loaded] ?? readonly[loaded - writable.length], index);
  }

  indexOf(key: string): number {
    for (let index = 0; index < this.length; index++) if (this.at(index) === key) return index;
    return -1;
  }
}

const addressOf = (key: RpcMessage['accountKeys'][number], index: number): string =>
  requireAddress(typeof key === 'string' ? key : key.pubkey, index);

/** `null` if the message does not say. */
const readLookups = ({ addressTableLookups }: RpcMessage): TableLookup[] | null =>
  addressTableLookups?.map(
    ({ accountKey, writableIndexes, readonlyIndexes, readableIndexes = readonlyIndexes }) => ({
      table: () => accountKey,
      writable: writableIndexes.length,
      readonly: readableIndexes.length,
    }),
  ) ?? null;

const sumOf = (lookups: readonly TableLookup[]) => ({
  writable: lookups.reduce((sum, { writable }) => sum + writable, 0),
  readonly: lookups.reduce((sum, { readonly }) => sum + readonly, 0),
});

/** Throws UnreadableTransactionError for an account that is not one of the keys. */
function readInstruction(
  instruction: RpcInnerInstruction,
  depth: number,
  topLevel: number,
  keys: AccountKeys,
): Instruction {
  if ('programIdIndex' in instruction) {
    const { programIdIndex: program, accounts, data } = instruction;
    checkAccounts(accounts, keys.length);
    return { program, accounts, data, depth, topLevel };
  }
  const base = {
    program: indexOf(instruction.programId, keys),
    accounts: (instruction.accounts ?? []).map((key) => indexOf(key, keys)),
    data: instruction.data ?? '',
    depth,
    topLevel,
  };
  const { parsed } = instruction;
  if (!isObject(parsed) || typeof parsed['type'] !== 'string') return base;
  const { type, info } = parsed;
  return { ...base, parsed: { type, info: isObject(info) ? info : {} } };
}

function indexOf(key: string, keys: AccountKeys): number {
  const index = keys.indexOf(key);
  if (index >= 0) return index;
  // Not quoted: in a file of unknown content it may be half of a secret key.
  throw new UnreadableTransactionError(
    t('an instruction names an address that is not in the account keys'),
  );
}

/** In execution order. Throws UnreadableTransactionError for calls of an unknown instruction. */
export function flattenInstructions(message: Message, meta: RpcMeta): Instruction[] {
  const inner = new Map(meta.innerInstructions?.map((each) => [each.index, each.instructions]));
  let left = meta.innerInstructions?.length ?? 0;
  const flat: Instruction[] = [];
  for (const top of message.instructions) {
    flat.push(top);
    const calls = inner.get(top.topLevel);
    if (calls === undefined) continue;
    left--;
    if (calls.some(({ stackHeight }) => typeof stackHeight !== 'number')) {
      flat.push(...withInferredDepths(top, calls, message.keys));
      continue;
    }
    for (const raw of calls) {
      flat.push(readInstruction(raw, Number(raw.stackHeight), top.topLevel, message.keys));
    }
  }
  // Listed twice, or for an instruction that the message does not have.
  if (left !== 0) throw invalidMember('innerInstructions');
  return flat;
}

/**
 * Old blocks have no `stackHeight`, so the depth is inferred from the order: a program is called by
 * the top-level instruction, a vault by the preceding program, a core program by the last preceding
 * program that has all of its accounts, since a program can only pass on accounts it received.
 */
function withInferredDepths(
  top: Instruction,
  calls: readonly RpcInnerInstruction[],
  keys: AccountKeys,
): Instruction[] {
  const callers = [top];
  return calls.map((raw) => {
    const instruction = readInstruction(raw, 2, top.topLevel, keys);
    const program = keys.at(instruction.program);
    const isCore = corePrograms.has(program);
    const isVault = ammPrograms.get(program)?.kind === 'vault';
    if (!isCore) callers.length = Math.min(callers.length, isVault ? 2 : 1);
    else while (callers.length > 1 && !hasAccounts(callers.at(-1), instruction)) callers.pop();
    const placed = { ...instruction, depth: callers.length + 1 };
    if (!isCore) callers.push(placed);
    return placed;
  });
}

/** True if jsonParsed does not list the accounts. */
function hasAccounts(caller: Instruction | undefined, { accounts }: Instruction): boolean {
  const passed = new Set(Array.from(caller?.accounts ?? []));
  return Array.from(accounts).every((account) => passed.has(account));
}
