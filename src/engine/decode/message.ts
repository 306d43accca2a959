import { t } from '@vscode/l10n';
import type { ProgramLabels } from './programLabels.ts';

export interface Instruction {
  readonly program: number;
  /** Indexes into the account keys. */
  readonly accounts: ArrayLike<number>;
  /** Bytes, or Base58 that is decoded on demand. */
  readonly data: Uint8Array | string;
  /** 1 at top level. */
  readonly depth: number;
  readonly topLevel: number;
  /** jsonParsed returns this instead of accounts and data. */
  readonly parsed?: { readonly type: string; readonly info: Readonly<Record<string, unknown>> };
}

/** Static keys first, then those loaded from tables. */
export interface AccountKeys {
  readonly length: number;
  /** Throws UnreadableTransactionError for an index out of range. */
  at(index: number): string;
  /** -1 for an unknown key. */
  indexOf(key: string): number;
}

export interface Message {
  readonly signature: () => string;
  readonly keys: AccountKeys;
  readonly programs: ProgramLabels;
  readonly requiredSignatures: number;
  readonly isWritable: (index: number) => boolean;
  readonly instructions: readonly Instruction[];
  /** Only in version 1, which ignores compute budget instructions (0: unset); else `null`. */
  readonly headerComputeUnitLimit: number | null;
  readonly lookupTableOf: (index: number) => string | null;
}

/** Whether an account signed it. */
export function isSigner({ keys, requiredSignatures }: Message, account: string): boolean {
  const index = keys.indexOf(account);
  return index >= 0 && index < requiredSignatures;
}

/** Returns a check of a key's position in the header's order. */
export function createWritableCheck(
  own: number,
  requiredSignatures: number,
  readonlySigned: number,
  readonlyUnsigned: number,
  loadedWritable: number,
): (index: number) => boolean {
  return (index) => {
    if (index < requiredSignatures) return index < requiredSignatures - readonlySigned;
    if (index < own) return index < own - readonlyUnsigned;
    return index < own + loadedWritable;
  };
}

export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

export interface TableLookup {
  readonly table: () => string;
  readonly writable: number;
  readonly readonly: number;
}

/** Assigns a table to each loaded key: first all writable keys, then the others. Lazy. */
export function createLookupTableResolver(
  read: () => readonly TableLookup[],
  own: number,
): (index: number) => string | null {
  let lookups: readonly TableLookup[] | undefined;
  return (index) => {
    lookups ??= read();
    let position = own;
    for (const { table, writable } of lookups) {
      position += writable;
      if (index >= own && index < position) return table();
    }
    for (const { table, readonly } of lookups) {
      const start = position;
      position += readonly;
      if (index >= start && index < position) return table();
    }
    return null;
  };
}

export class AccountKeyList implements AccountKeys {
  readonly length: number;
  readonly #keys: readonly string[];
  #index: Map<string, number> | undefined;

  constructor(keys: readonly string[]) {
    this.#keys = keys;
    this.length = keys.length;
  }

  at(index: number): string {
    return requireAddress(this.#keys[index], index);
  }

  indexOf(key: string): number {
    this.#index ??= new Map(this.#keys.map((each, position) => [each, position]));
    return this.#index.get(key) ?? -1;
  }
}

/** Never aborts the decoding of a block. */
export class UnreadableTransactionError extends Error {
  override readonly name = 'UnreadableTransactionError';
}

/** Anybody can land a transaction with such amounts, so it says nothing about the node. */
export class AmountOutOfRangeError extends UnreadableTransactionError {}

export const invalidMember = (name: string): UnreadableTransactionError =>
  new UnreadableTransactionError(t('invalid {0}', name));

/** `name`: a member of an entry of the list; empty for the entry itself. */
export const invalidEntry = (name: string, list: string): UnreadableTransactionError =>
  name === ''
    ? invalidMember(list)
    : new UnreadableTransactionError(t('invalid {0} in {1}', name, list));

/** Throws UnreadableTransactionError; an empty address would make two accounts one. */
export function requireAddress(address: unknown, index: number): string {
  if (typeof address === 'string' && address !== '') return address;
  throw unknownAccount(index);
}

export const unknownAccount = (index: number): UnreadableTransactionError =>
  new UnreadableTransactionError(t('no address of account {0}', index));

/** Throws UnreadableTransactionError for an account that the transaction does not have. */
export function checkAccounts(accounts: ArrayLike<number>, keyCount: number): void {
  for (let at = 0; at < accounts.length; at++) {
    const account = accounts[at];
    if (!Number.isInteger(account) || !(Number(account) >= 0 && Number(account) < keyCount)) {
      throw unknownAccount(Number(account));
    }
  }
}

/**
 * Throws UnreadableTransactionError unless the node returned as many loaded addresses as the
 * message looks up: their number determines the address of each later index.
 */
export function checkLoadedAddresses(
  { writable, readonly }: LoadedAddresses,
  lookups: Pick<TableLookup, 'writable' | 'readonly'>,
): void {
  if (writable.length === lookups.writable && readonly.length === lookups.readonly) return;
  throw new UnreadableTransactionError(
    t(
      'loadedAddresses has {0} of the {1} addresses that its lookup tables name',
      writable.length + readonly.length,
      lookups.writable + lookups.readonly,
    ),
  );
}
