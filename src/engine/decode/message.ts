import type { ProgramLabels } from './programLabels.ts';

/** An instruction in one form, whatever encoding it came in. */
export interface Instruction {
  readonly program: number;
  /** Indexes into the account keys. */
  readonly accounts: ArrayLike<number>;
  /** Bytes, or Base58 that is decoded only where somebody looks. */
  readonly data: Uint8Array | string;
  /** Call depth: 1 at top level. */
  readonly depth: number;
  /** Index of the top-level instruction it runs under. */
  readonly topLevel: number;
  /** What jsonParsed gives in place of accounts and data. */
  readonly parsed?: { readonly type: string; readonly info: Readonly<Record<string, unknown>> };
}

/** The account keys of a transaction: its own, then the loaded ones. */
export interface AccountKeys {
  readonly length: number;
  /** Empty text for an index out of range. */
  at(index: number): string;
  /** -1 for a key that is not among them. */
  indexOf(key: string): number;
}

/** A transaction's message in one form, whatever encoding it came in. */
export interface Message {
  readonly signature: () => string;
  readonly keys: AccountKeys;
  readonly programs: ProgramLabels;
  readonly requiredSignatures: number;
  readonly isWritable: (index: number) => boolean;
  readonly instructions: readonly Instruction[];
  /** Of version 1, which has no other and ignores compute budget instructions; 0 if unset. */
  readonly headerComputeUnitLimit: number | null;
  readonly lookupTableOf: (index: number) => string | null;
}

/** Whether a key is writable, by its place in the header's order. */
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

/** How many keys a transaction loads through a table. */
export interface TableLookup {
  /** Address of the table. */
  readonly table: () => string;
  readonly writable: number;
  readonly readonly: number;
}

/**
 * Which lookup table each loaded key came through: first all writable keys, then the others. `read`
 * is called when somebody asks.
 */
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
    return this.#keys[index] ?? '';
  }

  indexOf(key: string): number {
    this.#index ??= new Map(this.#keys.map((each, position) => [each, position]));
    return this.#index.get(key) ?? -1;
  }
}

/** A transaction that cannot be read, with the reason in words. It never ends a whole block. */
export class UnreadableTransactionError extends Error {
  override readonly name = 'UnreadableTransactionError';
}
