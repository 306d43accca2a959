import type { JsonObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import type { ResolvedAccount } from '../../solana/landing/checkLookups.ts';
import { formatTransactionError } from '../../solana/programErrors/errorWords.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { LandingSimulation } from '../chain/landingChain.ts';
import type { SimulatedRun } from '../decode/simulatedRun.ts';
import { balanceChanges } from './balanceChanges.ts';
import { failureAdvice } from './failureAdvice.ts';
import { readReturnedRun } from './readSimulation.ts';
import { readAccounts, readLogs, tokenDecimals } from './rpcResponses.ts';
import { type AccountStates, lacksBalances, toSimulatedRun } from './toSimulatedRun.ts';

export interface LandingSimulationInput {
  /** The `value` of `simulateTransaction`. */
  readonly value: JsonObject;
  readonly slot: number | null;
  readonly transaction: WireTransaction;
  readonly keys: readonly ResolvedAccount[];
  /** Of writable accounts whose state after the run was requested, in this order. */
  readonly addresses: readonly string[];
  readonly before: ReadonlyMap<string, ChainAccount | null>;
}

export function readLandingSimulation(input: LandingSimulationInput): LandingSimulation {
  const { value, slot, transaction, keys, addresses, before } = input;
  const logs = readLogs(value['logs']);
  const isSuccess = value['err'] === null || value['err'] === undefined;
  const list = Array.isArray(value['accounts']) ? (value['accounts'] as unknown[]) : [];
  const after = list.length === 0 ? null : readAccounts(list, addresses, 'simulateTransaction');
  const signers = new Set(transaction.staticKeys.slice(0, transaction.requiredSignatures));
  const tokens = tokenDecimals(value);
  const states: AccountStates = {
    keys,
    before: (address) => before.get(address) ?? null,
    after: (address) => after?.get(address),
    decimalsOf: (mint) => tokens.get(mint) ?? 0,
  };
  return {
    report: {
      isSuccess,
      error: isSuccess ? null : formatTransactionError(value['err']),
      advice: isSuccess ? null : failureAdvice(value['err'], logs, transaction),
      unitsConsumed: typeof value['unitsConsumed'] === 'number' ? value['unitsConsumed'] : null,
      logs,
      slot,
      commitment: 'processed',
      changes:
        isSuccess && after !== null
          ? balanceChanges(
              addresses,
              signers,
              states.before,
              (key) => after.get(key) ?? null,
              states.decimalsOf,
            )
          : [],
    },
    run: readRun(value, transaction, after === null ? null : states),
  };
}

/** The checks work without a decoded run. */
function readRun(
  value: JsonObject,
  transaction: WireTransaction,
  states: AccountStates | null,
): SimulatedRun | null {
  try {
    const returned = readReturnedRun(value, transaction, 'simulateTransaction');
    return toSimulatedRun(returned, transaction, lacksBalances(returned) ? states : null);
  } catch (error) {
    if (MarketError.is(error, 'unreadable-answer')) return null;
    throw error;
  }
}
