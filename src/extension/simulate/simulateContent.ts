import { t } from '@vscode/l10n';
import type {
  SimulatedTransaction,
  Simulation,
  SimulationError,
} from '../../api/arbscope/simulate.ts';
import { joinList } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { lamportsToSol } from '../../api/tokenAmounts.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type {
  SimulateContent,
  SimulatedTransactionContent,
  SimulateState,
  SimulationFailure,
  SimulationRun,
} from '../../webview/messages/simulate.ts';
import { toIdlNames } from '../shared/idlNames.ts';
import { buildTransactionContent } from '../transaction/transactionContent.ts';
import { responseJson } from '../ui/responseJson.ts';
import { type AdviceOptions, simulationAdvice } from './advice.ts';

const maxNameLength = 60;
const maxTextLength = 600;
const maxEntries = 2_000;

export interface SimulateContentOptions {
  readonly state: SimulateState;
  readonly connection: { readonly name: string; readonly isSandbox: boolean };
  readonly advice: AdviceOptions;
  /** Runs of each transaction, including this one. */
  readonly runs: readonly (readonly SimulationRun[])[];
  /** Line of the error of each transaction in the workspace; empty: none. */
  readonly errorSources: readonly string[];
}

export function buildSimulateContent(
  simulation: Simulation,
  { state, connection, advice, runs, errorSources }: SimulateContentOptions,
): SimulateContent {
  return {
    key: state.key,
    slot: simulation.slot,
    connection: connection.name,
    network: name(simulation.network),
    isSandbox: connection.isSandbox,
    isBundle: simulation.is_bundle,
    solPriceUsd: simulation.sol_price_usd,
    source: state.source,
    isOnSave: state.isOnSave,
    transactions: simulation.transactions.map((transaction, at) => ({
      ...toTransaction(transaction, connection, errorSources[at] ?? ''),
      advice: simulationAdvice(transaction, advice),
      runs: runs[at] ?? [],
    })),
    json: responseJson(simulation),
  };
}

function toTransaction(
  transaction: SimulatedTransaction,
  connection: SimulateContentOptions['connection'],
  errorSource: string,
): Omit<SimulatedTransactionContent, 'advice' | 'runs'> {
  const { record } = transaction;
  const source = { name: connection.name, isSimulated: connection.isSandbox, note: '' };
  return {
    isSuccess: transaction.is_success,
    isComplete: transaction.is_complete,
    missing: transaction.missing.slice(0, 50).map(name),
    signing: transaction.signing,
    sizeBytes: transaction.size_bytes,
    sizeLimitBytes: transaction.size_limit_bytes,
    // The JSON shows the whole response only once.
    record: record === null ? null : { ...buildTransactionContent(record, source), json: '' },
    reason: sanitizeText(transaction.reason, maxTextLength),
    error:
      transaction.error === null ? null : { ...toFailure(transaction.error), source: errorSource },
    computeUnits: transaction.compute_units,
    computeUnitLimit: transaction.compute_unit_limit,
    baseFee: String(transaction.base_fee),
    priorityFee: String(transaction.priority_fee),
    calls: transaction.calls.slice(0, maxEntries).map((call) => ({
      instruction: call.instruction,
      depth: call.depth,
      program: programName(call.program_name, call.program),
      name: name(call.name ?? ''),
      computeUnits: call.compute_units,
      ownComputeUnits: call.own_compute_units,
      state: call.state,
      logFrom: call.log_from,
      logTo: call.log_to,
      names: call.idl === undefined ? null : toIdlNames(call.idl, call.idl.is_event),
      events: (call.events ?? [])
        .slice(0, maxEntries)
        .map((event) => toIdlNames(event.names, true)),
    })),
    logs: transaction.logs.slice(0, maxEntries).map((line) => line.slice(0, 20_000)),
    balances: transaction.balance_changes.slice(0, maxEntries).map((change) => ({
      account: change.account.slice(0, 100),
      owner: change.owner.slice(0, 100),
      mint: change.mint === null ? null : change.mint.slice(0, 100),
      symbol: name(change.symbol),
      decimals: change.digits,
      before: String(change.before),
      after: String(change.after),
    })),
  };
}

const name = (text: string): string => sanitizeText(text, maxNameLength);

const programName = (known: string | null, address: string): string =>
  known === null || known === '' ? sanitizeText(shortAddress(address)) : name(known);

const toFailure = (error: SimulationError): Omit<SimulationFailure, 'source'> => ({
  text: sanitizeText(error.text, maxTextLength),
  instruction: error.instruction,
  program: error.program === null ? '' : programName(error.program_name, error.program),
  code: error.code,
  name: name(error.name ?? ''),
  message: sanitizeText(error.message ?? '', maxTextLength),
  advice: sanitizeText(error.advice ?? '', maxTextLength),
  leg: error.leg,
});

export function toOutcome(
  transaction: SimulatedTransaction,
  slot: number | null,
  atMilliseconds: number,
): Omit<SimulationRun, 'number'> {
  const error = transaction.error === null ? null : toFailure(transaction.error);
  return {
    slot,
    atMilliseconds,
    netGainsSol: netGainsSol(transaction),
    computeUnits: transaction.compute_units,
    isSuccess: transaction.is_success,
    error: error === null ? '' : (error.name || error.text).slice(0, 200),
    errorDetail:
      error === null
        ? ''
        : joinList([
            error.code === null ? '' : String(error.code),
            error.program,
            error.leg === null ? '' : t('leg {0}', error.leg + 1),
          ]).slice(0, 200),
  };
}

/** Minus the fee for a failure; null if the record is incomplete. */
function netGainsSol(transaction: SimulatedTransaction): number | null {
  const { is_success, is_complete, record, base_fee, priority_fee } = transaction;
  if (!is_success) return -lamportsToSol(base_fee + priority_fee);
  // An incomplete response has figures only if its route could be read.
  if (record === null || (!is_complete && record.route_map_details.length === 0)) return null;
  return buildTransactionContent(record, { name: '', isSimulated: false, note: '' }).netGainsSol;
}
