import type { SimulatedTransaction, SimulationError } from '../../../api/arbscope/simulate.ts';
import type { TransactionDetail } from '../../../api/transaction.ts';
import { checkFees } from '../../../solana/landing/checkFees.ts';
import { formatTransactionError } from '../../../solana/programErrors/errorWords.ts';
import { explainTransactionFailure } from '../../../solana/programErrors/transactionFailure.ts';
import { transactionSizeLimits, type WireTransaction } from '../../../solana/wireTransaction.ts';
import { signingState } from '../../../solana/withoutSignatures.ts';
import {
  type DecodedSimulation,
  decodeSimulation,
  type SimulatedTransactionInput,
} from '../../decode/decodeSimulation.ts';
import { type PriceLookup, PriceTracker, withFallback } from '../../prices/priceTracker.ts';
import { transactionDetailOfRecord } from '../transaction.ts';
import { signerBalanceChanges, tokenAccounts } from './signerBalanceChanges.ts';
import { simulatedCalls } from './simulatedCalls.ts';

export interface SimulationContext {
  /** Prices other than those of the transaction's own swaps. */
  readonly prices: PriceLookup | null;
  /** Empty if unknown. */
  readonly symbol: (mint: string) => string;
  /** Of the prices of the transaction's own swaps, Unix seconds. */
  readonly timeSeconds: number;
}

export function toSimulatedTransaction(
  input: SimulatedTransactionInput,
  context: SimulationContext,
): { readonly simulated: SimulatedTransaction; readonly prices: PriceLookup } {
  const { bytes, transaction, run } = input;
  const decoded = decodeSimulation(input);
  const ownPrices = new PriceTracker();
  ownPrices.observe(decoded, context.timeSeconds);
  const prices = withFallback(ownPrices, context.prices);
  const fees = checkFees(transaction);
  const simulated: SimulatedTransaction = {
    is_success: run.meta.err === null,
    is_complete: run.missing.length === 0,
    missing: [...run.missing],
    signing: signingState(transaction),
    size_bytes: bytes.length,
    size_limit_bytes: transactionSizeLimits[transaction.version],
    record: recordDetail(decoded, prices, context.symbol),
    reason: decoded.reason,
    error: errorOf(run.meta.err, decoded, transaction),
    compute_units: run.unitsConsumed,
    compute_unit_limit: fees.computeUnitLimit,
    is_limit_set: fees.isLimitSet,
    micro_lamports_per_unit: fees.microLamportsPerUnit,
    base_fee: fees.baseFeeLamports,
    priority_fee: fees.priorityFeeLamports,
    loaded_accounts_data_bytes: run.loadedAccountsDataBytes,
    loaded_accounts_data_limit: fees.loadedAccountsDataLimit,
    calls: simulatedCalls(decoded, run.unitsConsumed),
    logs: [...(run.meta.logMessages ?? [])],
    balance_changes: signerBalanceChanges(transaction, run.meta, context.symbol),
    token_accounts: tokenAccounts(transaction, run.meta),
  };
  return { simulated, prices };
}

/** A failure has only its fee as figures, but shows its route up to the failure. */
function recordDetail(
  { record, failedRoute }: DecodedSimulation,
  prices: PriceLookup,
  symbol: (mint: string) => string,
): TransactionDetail | null {
  if (record === null) return null;
  // Not in a block, so its time is unknown.
  const detailOf = (one: typeof record) => transactionDetailOfRecord(one, prices, 0, symbol);
  const detail = detailOf(record);
  if (failedRoute === null || failedRoute.legs.length === 0) return detail;
  const { route_map_details } = detailOf({ ...record, legs: failedRoute.legs });
  return { ...detail, route_map_details };
}

function errorOf(
  error: unknown,
  { logs, failedRoute }: DecodedSimulation,
  { instructions, staticKeys }: WireTransaction,
): SimulationError | null {
  const programs = instructions.map(({ programIndex }) => staticKeys[programIndex] ?? '');
  const failure = explainTransactionFailure(error, logs, programs);
  if (failure === null) return null;
  const { instruction, program, programName, code, name, message, advice } = failure;
  return {
    text: formatTransactionError(error),
    instruction,
    program,
    program_name: programName,
    code,
    name,
    message,
    advice,
    leg: failedRoute?.failedLeg ?? null,
  };
}
