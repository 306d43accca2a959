import type { RpcMeta } from './rpcBlock.ts';

export interface SimulatedRun {
  /** In the format of a landed transaction; `err` is a valid TransactionError. */
  readonly meta: RpcMeta;
  /** `meta` has substitutes for them as far as possible. */
  readonly missing: readonly string[];
  readonly unitsConsumed: number | null;
  /** Bytes; `null`: not returned. */
  readonly loadedAccountsDataBytes: number | null;
}

export interface SimulatedRuns {
  /** Slot of the state; `null`: not returned. */
  readonly slot: number | null;
  /** They ran in order, each on the state after the one before. */
  readonly isBundle: boolean;
  readonly runs: readonly SimulatedRun[];
}

/** Errors for which the chain charges no fee (Agave, `svm/src/transaction_processor.rs`). */
const uncharged: ReadonlySet<string> = new Set([
  'AccountNotFound',
  'AccountInUse',
  'AccountLoadedTwice',
  'AddressLookupTableNotFound',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CommitCancelled',
  'DuplicateInstruction',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidAddressLookupTableOwner',
  'SanitizeFailure',
  'SignatureFailure',
  'TooManyAccountLocks',
  'UnsupportedVersion',
]);

export function isFeeCharged(error: unknown): boolean {
  const name = typeof error === 'object' && error !== null ? Object.keys(error)[0] : error;
  return typeof name !== 'string' || !uncharged.has(name);
}

export const notReachedError = 'NotReached';

export const notReached: SimulatedRun = {
  meta: { err: notReachedError, fee: 0, preBalances: [], postBalances: [] },
  missing: [],
  unitsConsumed: null,
  loadedAccountsDataBytes: null,
};
