import type { RpcMeta } from './rpcBlock.ts';

/** A transaction that ran without being sent. */
export interface SimulatedRun {
  /** As of a landed one; `err` has one of the forms of a TransactionError. */
  readonly meta: RpcMeta;
  /** Members that the chain did not return: the metadata then holds what could be made up for them. */
  readonly missing: readonly string[];
  /** `null`: not returned. */
  readonly unitsConsumed: number | null;
  /** Bytes; `null`: not returned. */
  readonly loadedAccountsDataBytes: number | null;
}

export interface SimulatedRuns {
  /** Slot whose state they ran on; `null`: not returned. */
  readonly slot: number | null;
  /** They ran in order, each on what those before it left. */
  readonly isBundle: boolean;
  /** One for each transaction, in their order. */
  readonly runs: readonly SimulatedRun[];
}

/** Errors for which the chain does not even take the fee (Agave, `svm/src/transaction_processor.rs`). */
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

/** Whether a transaction with this error pays its fee all the same. */
export function isFeeCharged(error: unknown): boolean {
  const name = typeof error === 'object' && error !== null ? Object.keys(error)[0] : error;
  return typeof name !== 'string' || !uncharged.has(name);
}

export const notReachedError = 'NotReached';

/** Of a bundle of which a transaction before this one failed. */
export const notReached: SimulatedRun = {
  meta: { err: notReachedError, fee: 0, preBalances: [], postBalances: [] },
  missing: [],
  unitsConsumed: null,
  loadedAccountsDataBytes: null,
};
