import { t } from '@vscode/l10n';
import { ammPrograms, corePrograms } from '../../solana/knownPrograms.ts';
import {
  AccountKeyList,
  type AccountKeys,
  checkAccounts,
  checkLoadedAddresses,
  createLookupTableResolver,
  createWritableCheck,
  type Instruction,
  type LoadedAddresses,
  type Message,
  requireAddress,
  type TableLookup,
  UnreadableTransactionError,
} from './message.ts';
import { invalidMember } from './metaMembers.ts';
import { ProgramLabels } from './programLabels.ts';
import type { RpcBlockTransaction, RpcInnerInstruction, RpcMessage, RpcMeta } from './rpcBlock.ts';

export type JsonTransaction = Exclude<RpcBlockTransaction['transaction'], readonly unknown[]>;

/** `isResolved`: whether `loaded` must contain the addresses of all lookups. */
export function readJsonMessage(
  transaction: JsonTransaction,
  loaded: LoadedAddresses,
  isResolved: boolean,
): Message {
  const message = transaction?.message;
  if (!Array.isArray(message?.accountKeys) || !Array.isArray(message.instructions)) {
    throw new UnreadableTransactionError(t('no account keys or no instructions'));
  }
  const signature = transaction.signatures?.[0];
  if (typeof signature !== 'string') throw new UnreadableTransactionError(t('no signature'));

  const { accountKeys } = message;
  const parsedKeys = typeof accountKeys[0] === 'object';
  const header = message.header;
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
export function readInstruction(
  instruction: RpcInnerInstruction,
  depth: number,
  topLevel: number,
  keys: AccountKeys,
): Instruction {
  if ('programIdIndex' in instruction) {
    const { accounts } = instruction;
    // Rejects objects with an arbitrary `length`, over which the decoder would loop.
    if (!Array.isArray(accounts) && !(accounts instanceof Uint8Array)) {
      throw new UnreadableTransactionError(t('no list of accounts in an instruction'));
    }
    checkAccounts(accounts, keys.length);
    return {
      program: instruction.programIdIndex,
      accounts,
      data: instruction.data,
      depth,
      topLevel,
    };
  }
  const base = {
    program: indexOf(instruction.programId, keys),
    accounts: (instruction.accounts ?? []).map((key) => indexOf(key, keys)),
    data: instruction.data ?? '',
    depth,
    topLevel,
  };
  const { parsed } = instruction;
  if (typeof parsed !== 'object' || parsed === null) return base;
  const { type, info } = parsed as { type?: unknown; info?: unknown };
  if (typeof type !== 'string' || typeof info !== 'object' || info === null) return base;
  return { ...base, parsed: { type, info: info as Readonly<Record<string, unknown>> } };
}

function indexOf(key: string, keys: AccountKeys): number {
  const index = keys.indexOf(key);
  if (index >= 0) return index;
  throw new UnreadableTransactionError(t('{0} is not in the account keys', String(key)));
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
    if (typeof calls[0]?.stackHeight !== 'number') {
      flat.push(...withInferredDepths(top, calls, message.keys));
      continue;
    }
    for (const raw of calls) {
      flat.push(readInstruction(raw, raw.stackHeight ?? 2, top.topLevel, message.keys));
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
