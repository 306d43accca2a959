import { toJsonInteger } from '../../api/json.ts';
import { systemProgram } from '../../solana/knownPrograms.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import { checkFees } from '../../solana/landing/checkFees.ts';
import { resolveAccounts } from '../../solana/landing/checkLookups.ts';
import { isWritable } from '../../solana/wireTransaction.ts';
import type { SignedTransaction } from '../chain/readSignedTransaction.ts';
import {
  isFeeCharged,
  notReached,
  type SimulatedRun,
  type SimulatedRuns,
} from '../decode/simulatedRun.ts';
import type { ExecutionResult } from '../landing/executionResult.ts';
import { toExecutedTransaction } from '../landing/toExecutedTransaction.ts';
import { decimalsOf, readLookupTables } from './sandboxAccounts.ts';
import type { VirtualMachine } from './virtualMachine.ts';

/** Each runs on the state after the one before. Restores the state at the end. */
export function simulateInSandbox(
  machine: VirtualMachine,
  transactions: readonly SignedTransaction[],
  slot: number,
): SimulatedRuns {
  const runs: SimulatedRun[] = [];
  const touched = new Map<string, ChainAccount | null>();
  try {
    for (const [at, signed] of transactions.entries()) {
      const result = machine.simulate(signed.bytes, false);
      const { run, changed } = toSandboxRun(machine, signed, result);
      runs.push(run);
      if (run.meta.err !== null) break;
      if (at === transactions.length - 1) break;
      for (const [address, account] of changed) {
        if (!touched.has(address)) touched.set(address, machine.account(address));
        machine.setAccount(address, account ?? noAccount);
      }
    }
  } finally {
    for (const [address, account] of touched) machine.setAccount(address, account ?? noAccount);
  }
  return {
    slot,
    isBundle: transactions.length > 1,
    runs: transactions.map((_, at) => runs[at] ?? notReached),
  };
}

/** LiteSVM's form of a missing account. */
const noAccount: ChainAccount = { owner: systemProgram, lamports: 0n, data: new Uint8Array(0) };

export function toSandboxRun(
  machine: VirtualMachine,
  { bytes, transaction }: SignedTransaction,
  run: ExecutionResult,
): { readonly run: SimulatedRun; readonly changed: ReadonlyMap<string, ChainAccount | null> } {
  const tables = readLookupTables(machine, transaction);
  const keys = resolveAccounts(transaction, tables).map(({ address }) => address ?? systemProgram);
  const before = keys.map((key) => machine.account(key));
  const changed = new Map(
    [...run.accounts].filter(([key]) => {
      const index = keys.indexOf(key);
      return index >= 0 && isWritable(transaction, index) && !machine.hasProgram(key);
    }),
  );
  const fee = isFeeCharged(run.error) ? checkFees(transaction).feeLamports : 0n;
  const after = before.map((account, index) => {
    if (run.error === null) return changed.get(keys[index] ?? '') ?? account;
    if (index > 0 || account === null) return account;
    return { ...account, lamports: account.lamports > fee ? account.lamports - fee : 0n };
  });
  const { meta } = toExecutedTransaction({
    ...{ bytes, transaction, keys, before, after, run },
    // A mint that the transaction creates exists only in the run's accounts.
    decimalsOf: (mint) => run.accounts.get(mint)?.data[44] ?? decimalsOf(machine, mint),
  });
  const simulated: SimulatedRun = {
    meta: { ...meta, fee: toJsonInteger(fee) },
    missing: [],
    unitsConsumed: run.unitsConsumed,
    loadedAccountsDataBytes: null,
  };
  return { run: simulated, changed };
}
