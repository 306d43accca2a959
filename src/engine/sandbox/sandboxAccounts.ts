import { systemProgram } from '../../solana/knownPrograms.ts';
import { type LookupTable, lookupTableState } from '../../solana/landing/chainAccounts.ts';
import { resolveAccounts } from '../../solana/landing/checkLookups.ts';
import type { SimulationReport } from '../../solana/landing/transactionReport.ts';
import { formatTransactionError } from '../../solana/programErrors/errorWords.ts';
import { tipProviderByAccount } from '../../solana/tipAccounts.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { ChainFacts } from '../chain/landingChain.ts';
import { balanceChanges } from '../landing/balanceChanges.ts';
import type { ExecutionResult } from '../landing/executionResult.ts';
import { failureAdvice } from '../landing/failureAdvice.ts';
import { developmentAccounts, developmentLamports } from './developmentAccounts.ts';
import { fillFaucet } from './sandboxFaucet.ts';
import type { SimulatedChain } from './simulatedSource.ts';
import type { VirtualMachine } from './virtualMachine.ts';

const tipAccountLamports = 1_000_000_000n;

export function createAccounts(machine: VirtualMachine, { accounts }: SimulatedChain): void {
  for (const { address } of developmentAccounts()) fund(machine, address, developmentLamports);
  for (const address of tipProviderByAccount.keys()) fund(machine, address, tipAccountLamports);
  fillFaucet(machine);
  const rent = (bytes: number) => BigInt(machine.rentExemption(bytes));
  for (const [address, account] of accounts?.(rent) ?? []) machine.setAccount(address, account);
}

/** Mints lamports without a transfer. */
export function fund(machine: VirtualMachine, address: string, lamports: bigint): void {
  const account = machine.account(address);
  machine.setAccount(address, {
    owner: account?.owner ?? systemProgram,
    data: account?.data ?? new Uint8Array(0),
    lamports: (account?.lamports ?? 0n) + lamports,
  });
}

export const readLookupTables = (
  machine: VirtualMachine,
  { lookups }: WireTransaction,
): Map<string, LookupTable | 'missing' | 'not-a-table'> =>
  new Map(lookups.map(({ table }) => [table, lookupTableState(machine.account(table))]));

/** 0 if the account is not a mint. */
export const decimalsOf = (machine: VirtualMachine, mint: string): number =>
  machine.account(mint)?.data[44] ?? 0;

export function simulationReport(
  machine: VirtualMachine,
  run: ExecutionResult,
  transaction: WireTransaction,
  tables: ChainFacts['tables'],
): Omit<SimulationReport, 'slot' | 'commitment'> {
  const keys = resolveAccounts(transaction, tables).flatMap(({ address }) =>
    address === null ? [] : [address],
  );
  const signers = new Set(transaction.staticKeys.slice(0, transaction.requiredSignatures));
  const before = (key: string) => machine.account(key);
  const after = (key: string) => run.accounts.get(key) ?? before(key);
  return {
    isSuccess: run.error === null,
    error: run.error === null ? null : formatTransactionError(run.error),
    advice: failureAdvice(run.error, run.logs, transaction),
    unitsConsumed: run.unitsConsumed,
    logs: run.logs,
    changes:
      run.error === null
        ? balanceChanges(keys, signers, before, after, (mint) => decimalsOf(machine, mint))
        : [],
  };
}
