import type { RecordedNames } from '../../api/arbscope/idlNames.ts';
import { errorMessage } from '../../api/errorMessage.ts';
import type {
  ArbitrageRecord,
  PriceObservation,
  VaultBalance,
} from '../../engine/decode/arbitrageRecord.ts';
import { addDecimals } from '../../engine/decode/decodeBlock.ts';
import {
  type DecodedTransaction,
  decodeBlockTransaction,
  signatureOf,
} from '../../engine/decode/decodeTransaction.ts';
import { type ChainEntry, readChainFile } from '../../engine/decode/readChainFile.ts';
import type { RpcBlockTransaction } from '../../engine/decode/rpcBlock.ts';
import { nameRecorded } from '../../engine/idl/nameRecorded.ts';
import type { ProgramIdls } from '../../engine/idl/programIdls.ts';
import { transactionDetailOfRecord } from '../../engine/operations/transaction.ts';
import { PriceTracker } from '../../engine/prices/priceTracker.ts';
import { computeValuation } from '../../engine/store/recordValuation.ts';
import { type Command, UsageError, writeJson, writeLine } from './commandLine.ts';
import { formatUsage, parseArguments } from './commandOptions.ts';
import { idlOption, readIdlArguments } from './idlArguments.ts';

/** A transaction of a file: its record, or the object to print for it. */
type Decoded = ({ readonly record: ArbitrageRecord } | { readonly answer: object }) & {
  /** Only with IDLs. */
  readonly names?: RecordedNames;
};

interface DecodedEntry {
  readonly slot: number;
  readonly timeSeconds: number;
  readonly transactions: readonly Decoded[];
  readonly observations: readonly PriceObservation[];
  readonly vaults: readonly VaultBalance[];
  readonly decimals: ReadonlyMap<string, number>;
}

const syntax = { command: 'decode', operands: 'FILE|-...', options: { idl: idlOption } } as const;

export const decodeCommand: Command = {
  usage: formatUsage(syntax),
  summary: 'Print each transaction of the files as one line of JSON, without votes.',
  run: async (args, { stdout, stderr, signal }) => {
    const { values, positionals } = parseArguments(args, syntax);
    if (positionals.length === 0) throw new UsageError('decode needs at least one FILE, or -');
    const idls = await readIdlArguments(values.idl, { stderr, signal });
    const entries: DecodedEntry[] = [];
    let failed = false;
    const report = async (message: string) => {
      failed = true;
      await writeLine(stderr, `error: ${message}`);
    };
    for (const path of positionals) {
      if (signal.aborted) return 1;
      try {
        const file = await readChainFile(path, signal);
        for (const refusal of file.refusals) await report(refusal);
        for (const entry of file.entries) {
          const decoded = decodeEntry(entry, idls);
          if ('reason' in decoded) await report(`${entry.source}: ${decoded.reason}`);
          else entries.push(decoded);
        }
      } catch (error) {
        if (signal.aborted) return 1;
        await report(errorMessage(error));
      }
    }
    for (const answer of formatResponses(entries)) await writeJson(stdout, answer);
    return failed ? 1 : 0;
  },
};

/** The reason if a transaction cannot be read. Those of a block are part of its result. */
function decodeEntry(
  file: ChainEntry,
  idls: ProgramIdls,
): DecodedEntry | { readonly reason: string } {
  const isBlock = file.kind === 'block';
  const slot = isBlock ? file.slot : file.transaction.slot;
  const blockTimeSeconds = (isBlock ? file.block : file.transaction).blockTime ?? null;
  const all: readonly RpcBlockTransaction[] = isBlock
    ? file.block.transactions
    : [file.transaction];
  const transactions: Decoded[] = [];
  const observations: PriceObservation[] = [];
  const vaults = new Map<string, VaultBalance>();
  const decimals = new Map<string, number>();
  for (const [index, entry] of all.entries()) {
    let decoded: DecodedTransaction;
    try {
      decoded = decodeBlockTransaction(entry, {
        slot,
        index,
        blockTimeSeconds,
        version: entry.version ?? null,
      });
    } catch (error) {
      const reason = errorMessage(error);
      if (!isBlock) return { reason };
      const signature = signatureOf(entry) ?? `transaction ${index} of slot ${slot}`;
      transactions.push({ answer: { signature, type: null, reason: `cannot be read: ${reason}` } });
      continue;
    }
    if (decoded.isVote && isBlock) continue;
    const names = idls.isEmpty ? {} : { names: nameRecorded(entry, idls) };
    transactions.push({ ...toDecoded(decoded), ...names });
    observations.push(...decoded.observations);
    for (const vault of decoded.vaults) vaults.set(vault.vault, vault);
    addDecimals(entry, decimals);
  }
  return {
    slot,
    timeSeconds: blockTimeSeconds ?? 0,
    transactions,
    observations,
    vaults: [...vaults.values()],
    decimals,
  };
}

const toDecoded = ({ record, reason, signature }: DecodedTransaction): Decoded =>
  record === null ? { answer: { signature: signature(), type: null, reason } } : { record };

/** In the order of the files; prices from their own swaps, up to the slot of each entry. */
function formatResponses(entries: readonly DecodedEntry[]): object[] {
  const prices = new PriceTracker();
  const responses: object[][] = entries.map(() => []);
  const bySlot = [...entries.entries()].sort(([, first], [, second]) => first.slot - second.slot);
  for (const [at, entry] of bySlot) {
    const { timeSeconds, transactions } = entry;
    prices.observe(entry, timeSeconds);
    responses[at] = transactions.map((transaction) => ({
      ...('record' in transaction
        ? describeRecord(transaction.record, prices, timeSeconds)
        : transaction.answer),
      ...(transaction.names && { idl: transaction.names }),
    }));
  }
  return responses.flat();
}

/** The interface has 0 for an unknown figure; `null` cannot be mistaken for a figure. */
function describeRecord(
  record: ArbitrageRecord,
  prices: PriceTracker,
  timeSeconds: number,
): object {
  const { profitsUsd, netGainsSol, volumeUsd, volumeSol } = computeValuation(record, prices);
  return {
    ...transactionDetailOfRecord(record, prices, timeSeconds),
    net_gains_usd: profitsUsd,
    net_gains_sol: netGainsSol,
    volume_usd: volumeUsd,
    volume_sol: volumeSol,
  };
}
