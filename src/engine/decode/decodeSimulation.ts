import { t } from '@vscode/l10n';
import { type ProgramLogs, parseProgramLogs } from '../../solana/logs/programLogs.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { ArbitrageRecord, PriceObservation, VaultBalance } from './arbitrageRecord.ts';
import { addDecimals } from './decodeBlock.ts';
import { decodeFailedRoute, type FailedRoute } from './decodeFailedRoute.ts';
import { decodeBlockTransaction } from './decodeTransaction.ts';
import { type Instruction, type Message, UnreadableTransactionError } from './message.ts';
import { hasExecuted, mayHaveCalls } from './metaMembers.ts';
import { flattenInstructions } from './readJsonMessage.ts';
import { readMessage } from './readMessage.ts';
import type { RpcTransaction } from './rpcBlock.ts';
import type { SimulatedRun } from './simulatedRun.ts';

export interface SimulatedTransactionInput {
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
  readonly run: SimulatedRun;
  readonly slot: number | null;
}

export interface DecodedSimulation {
  /** Like the record of a landed transaction, without block time; `null`: could not be read. */
  readonly record: ArbitrageRecord | null;
  /** Empty for an arbitrage. */
  readonly reason: string;
  readonly observations: readonly PriceObservation[];
  readonly vaults: readonly VaultBalance[];
  readonly decimals: ReadonlyMap<string, number>;
  /** Set for failures, whose record has no legs. */
  readonly failedRoute: FailedRoute | null;
  readonly logs: ProgramLogs;
  /** The message and all instructions in execution order; `null`: not run, or not readable. */
  readonly ran: { readonly message: Message; readonly instructions: readonly Instruction[] } | null;
}

export function toRpcTransaction(input: SimulatedTransactionInput): RpcTransaction {
  return {
    slot: input.slot ?? 0,
    blockTime: null,
    version: input.transaction.version,
    transaction: [Buffer.from(input.bytes).toString('base64'), 'base64'],
    meta: input.run.meta,
  };
}

/** Never throws. */
export function decodeSimulation(input: SimulatedTransactionInput): DecodedSimulation {
  const { transaction, run } = input;
  const entry = toRpcTransaction(input);
  const decimals = new Map<string, number>();
  addDecimals(entry, decimals);
  const programs = transaction.instructions.map(
    ({ programIndex }) => transaction.staticKeys[programIndex] ?? '',
  );
  const logs = parseProgramLogs(run.meta.logMessages, programs);
  const base = { observations: [], vaults: [], decimals, failedRoute: null, logs, ran: null };
  try {
    const message = readMessage(entry);
    const instructions = flattenInstructions(message, run.meta);
    // A transaction that was rejected first may have tables that could not be read.
    const ran = hasExecuted(run.meta.err) ? { message, instructions } : null;
    // Without them the trades of a program are invisible and its gain would be wrong.
    const lacksCalls = run.missing.includes('innerInstructions') && mayHaveCalls(message);
    if (run.meta.err === null && lacksCalls) {
      return { ...base, ran, record: null, reason: t('no inner instructions were returned') };
    }
    const position = {
      slot: entry.slot,
      index: 0,
      blockTimeSeconds: null,
      version: transaction.version,
    };
    const { record, reason, observations, vaults } = decodeBlockTransaction(entry, position, true);
    return {
      ...base,
      ran,
      record: record && withOwnSignature(record, transaction),
      reason,
      observations,
      vaults,
      failedRoute: run.meta.err === null ? null : decodeFailedRoute(message, run.meta, logs),
    };
  } catch (error) {
    const isExpected = error instanceof UnreadableTransactionError;
    return { ...base, record: null, reason: isExpected ? error.message : t('unexpected JSON') };
  }
}

/** The bytes of an unsigned transaction contain a signature of zeros, which is not a signature. */
const withOwnSignature = (
  record: ArbitrageRecord,
  { signatures }: WireTransaction,
): ArbitrageRecord =>
  signatures[0]?.some((byte) => byte !== 0) === true ? record : { ...record, signature: '' };
