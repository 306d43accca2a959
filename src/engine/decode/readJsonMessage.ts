import { t } from '@vscode/l10n';
import { ammPrograms, corePrograms } from '../../solana/knownPrograms.ts';
import {
  AccountKeyList,
  type AccountKeys,
  createLookupTableResolver,
  createWritableCheck,
  type Instruction,
  type Message,
  type TableLookup,
  UnreadableTransactionError,
} from './message.ts';
import { ProgramLabels } from './programLabels.ts';
import type { RpcBlockTransaction, RpcInnerInstruction, RpcMessage, RpcMeta } from './rpcBlock.ts';

interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

export type JsonTransaction = Exclude<RpcBlockTransaction['transaction'], readonly unknown[]>;

export function readJsonMessage(transaction: JsonTransaction, loaded: LoadedAddresses): Message {
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
  // jsonParsed lists loaded keys in accountKeys and has no loadedAddresses.
  const listed = parsedKeys
    ? new AccountKeyList(accountKeys.map(keyOf))
    : new JsonKeys(accountKeys, loaded);
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
      : createLookupTableResolver(() => readLookups(message), accountKeys.length),
  };
}

class JsonKeys implements AccountKeys {
  readonly length: number;
  readonly #own: RpcMessage['accountKeys'];
  readonly #loaded: LoadedAddresses;

  constructor(own: RpcMessage['accountKeys'], loaded: LoadedAddresses) {
    this.#own = own;
    this.#loaded = loaded;
    this.length = own.length + loaded.writable.length + loaded.readonly.length;
  }

  at(index: number): string {
    const own = this.#own[index];
    if (own !== undefined) return keyOf(own);
    const { writable, readonly } = this.#loaded;
    const loaded = index - this.#own.length;
    return writable[loaded] ?? readonly[loaded - writable.length] ?? '';
  }

  indexOf(key: string): number {
    for (let index = 0; index < this.length; index++) if (this.at(index) === key) return index;
    return -1;
  }
}

const keyOf = (key: RpcMessage['accountKeys'][number]): string =>
  typeof key === 'string' ? key : key.pubkey;

const readLookups = ({ addressTableLookups }: RpcMessage): TableLookup[] =>
  (addressTableLookups ?? []).map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
    table: () => accountKey,
    writable: writableIndexes.length,
    readonly: readonlyIndexes.length,
  }));

/** Unknown keys get the index -1. */
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
    return {
      program: instruction.programIdIndex,
      accounts,
      data: instruction.data,
      depth,
      topLevel,
    };
  }
  const base = {
    program: keys.indexOf(instruction.programId),
    accounts: (instruction.accounts ?? []).map((key) => keys.indexOf(key)),
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

/** In execution order. */
export function flattenInstructions(message: Message, meta: RpcMeta): Instruction[] {
  const inner = new Map(meta.innerInstructions?.map((each) => [each.index, each.instructions]));
  const flat: Instruction[] = [];
  for (const top of message.instructions) {
    flat.push(top);
    const calls = inner.get(top.topLevel);
    if (calls === undefined) continue;
    if (typeof calls[0]?.stackHeight !== 'number') {
      flat.push(...withInferredDepths(top, calls, message.keys));
      continue;
    }
    for (const raw of calls) {
      flat.push(readInstruction(raw, raw.stackHeight ?? 2, top.topLevel, message.keys));
    }
  }
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
