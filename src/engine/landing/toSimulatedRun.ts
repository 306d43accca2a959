import { type JsonInteger, toJsonInteger } from '../../api/json.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import { checkFees } from '../../solana/landing/checkFees.ts';
import type { ResolvedAccount } from '../../solana/landing/checkLookups.ts';
import { isWritable, type WireTransaction } from '../../solana/wireTransaction.ts';
import { hasExecuted } from '../decode/metaMembers.ts';
import type { RpcMeta } from '../decode/rpcBlock.ts';
import { isFeeCharged, type SimulatedRun } from '../decode/simulatedRun.ts';
import type { ReturnedRun } from './readSimulation.ts';
import { lamportsOf, tokenBalances } from './toExecutedTransaction.ts';

const balanceMembers = [
  'preBalances',
  'postBalances',
  'preTokenBalances',
  'postTokenBalances',
] as const;

/** Account states that replace the balances that nodes before Agave 3.0 do not return. */
export interface AccountStates {
  /** In transaction order; the address is missing if a lookup table could not be read. */
  readonly keys: readonly ResolvedAccount[];
  readonly before: (address: string) => ChainAccount | null;
  /** Undefined for an account that was not requested; it is unchanged. */
  readonly after: (address: string) => ChainAccount | null | undefined;
  readonly decimalsOf: (mint: string) => number;
}

/** Whether the node does not support balances; a rejected transaction has them as `null`. */
export const lacksBalances = (run: ReturnedRun): boolean =>
  balanceMembers.some((name) => run[name] === undefined || (run[name] === null && !run.error));

export function toSimulatedRun(
  returned: ReturnedRun,
  transaction: WireTransaction,
  states: AccountStates | null = null,
): SimulatedRun {
  const { error } = returned;
  const made = states === null ? null : balancesOf(states, transaction, returned);
  const loaded = returned.loadedAddresses ?? (states && loadedAddresses(states, transaction));
  return {
    meta: {
      err: error,
      fee: feeOf(returned, transaction),
      ...(returned.unitsConsumed !== null && { computeUnitsConsumed: returned.unitsConsumed }),
      innerInstructions: returned.innerInstructions ?? null,
      loadedAddresses: loaded ?? { writable: [], readonly: [] },
      logMessages: returned.logs,
      preBalances: returned.preBalances ?? made?.preBalances ?? [],
      postBalances: returned.postBalances ?? made?.postBalances ?? [],
      preTokenBalances: returned.preTokenBalances ?? made?.preTokenBalances ?? [],
      postTokenBalances: returned.postTokenBalances ?? made?.postTokenBalances ?? [],
    },
    missing: missingMembers(returned, transaction),
    unitsConsumed: returned.unitsConsumed,
    loadedAccountsDataBytes: returned.loadedAccountsDataBytes,
  };
}

function feeOf(returned: ReturnedRun, transaction: WireTransaction): JsonInteger {
  const { fee, error } = returned;
  if (fee !== null && fee !== undefined) return fee;
  const isFree = error !== null && (fee === null || !isFeeCharged(error));
  return isFree ? 0 : toJsonInteger(checkFees(transaction).feeLamports);
}

/** In the order of Agave's `RpcSimulateTransactionResult`. */
function missingMembers(returned: ReturnedRun, { lookups }: WireTransaction): string[] {
  const hasRun = hasExecuted(returned.error);
  const needed = [
    'innerInstructions' as const,
    'fee' as const,
    ...balanceMembers,
    ...(lookups.length === 0 ? [] : ['loadedAddresses' as const]),
  ];
  // If the transaction never ran, `null` is not missing.
  return needed.filter((name) =>
    hasRun ? returned[name] === undefined || returned[name] === null : returned[name] === undefined,
  );
}

type Balances = Pick<RpcMeta, (typeof balanceMembers)[number]>;

function balancesOf(
  { keys, before, after, decimalsOf }: AccountStates,
  transaction: WireTransaction,
  returned: ReturnedRun,
): Balances {
  const were = keys.map(({ address }) => (address === null ? null : before(address)));
  const fee = BigInt(feeOf(returned, transaction));
  const are = keys.map(({ address }, index) => {
    const was = were[index] ?? null;
    // A failed transaction changes only its payer's balance.
    if (returned.error !== null) {
      return index > 0 || was === null ? was : { ...was, lamports: max0(was.lamports - fee) };
    }
    const is = address !== null && isWritable(transaction, index) ? after(address) : undefined;
    return is === undefined ? was : is;
  });
  return {
    preBalances: were.map(lamportsOf),
    postBalances: are.map(lamportsOf),
    preTokenBalances: tokenBalances(were, decimalsOf),
    postTokenBalances: tokenBalances(are, decimalsOf),
  };
}

const max0 = (lamports: bigint): bigint => (lamports < 0n ? 0n : lamports);

/** `null` if a lookup table could not be read. */
function loadedAddresses(
  { keys }: AccountStates,
  { staticKeys, lookups }: WireTransaction,
): RpcMeta['loadedAddresses'] | null {
  const own = staticKeys.length;
  const writable = lookups.reduce((sum, one) => sum + one.writableIndexes.length, 0);
  const addresses = keys.flatMap(({ address }) => (address === null ? [] : [address]));
  if (addresses.length < keys.length) return null;
  return {
    writable: addresses.slice(own, own + writable),
    readonly: addresses.slice(own + writable),
  };
}
