import { errorMessage } from '../../api/errorMessage.ts';
import type { ArbitrageRecord, PriceObservation } from '../../engine/decode/arbitrageRecord.ts';
import { addDecimals } from '../../engine/decode/decodeBlock.ts';
import {
  type DecodedTransaction,
  decodeBlockTransaction,
  signatureOf,
} from '../../engine/decode/decodeTransaction.ts';
import { readChainFile } from '../../engine/decode/readChainFile.ts';
import type { RpcBlockTransaction } from '../../engine/decode/rpcBlock.ts';
import { transactionDetailOfRecord } from '../../engine/operations/transaction.ts';
import { PriceTracker } from '../../engine/prices/priceTracker.ts';
import { type Command, parseArguments, UsageError, writeJson, writeLine } from './commandLine.ts';

/** A transaction of a file: its record, or the object to print for it. */
type Decoded = { readonly record: ArbitrageRecord } | { readonly answer: object };

interface DecodedFile {
  readonly slot: number;
  readonly timeSeconds: number;
  readonly transactions: readonly Decoded[];
  readonly observations: readonly PriceObservation[];
  readonly decimals: ReadonlyMap<string, number>;
}

export const decodeCommand: Command = {
  usage: 'decode FILE...',
  summary: 'Print each transaction of the files as one line of JSON, without votes.',
  run: async (args, { stdout, stderr, signal }) => {
    const { positionals } = parseArguments(args, {});
    if (positionals.length === 0) throw new UsageError('decode needs at least one FILE');
    const files: DecodedFile[] = [];
    let failed = false;
    for (const path of positionals) {
      if (signal.aborted) return 1;
      try {
        files.push(await decodeFile(path));
      } catch (error) {
        failed = true;
        await writeLine(stderr, `error: ${errorMessage(error)}`);
      }
    }
    for (const answer of formatResponses(files)) await writeJson(stdout, answer);
    return failed ? 1 : 0;
  },
};

/** Throws an Error that names the file and the problem. */
async function decodeFile(path: string): Promise<DecodedFile> {
  const file = await readChainFile(path);
  const isBlock = file.kind === 'block';
  const slot = isBlock ? file.slot : file.transaction.slot;
  const blockTimeSeconds = (isBlock ? file.block : file.transaction).blockTime ?? null;
  const entries: readonly RpcBlockTransaction[] = isBlock
    ? file.block.transactions
    : [file.transaction];
  const transactions: Decoded[] = [];
  const observations: PriceObservation[] = [];
  const decimals = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
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
      if (!isBlock) throw new Error(`${path}: ${reason}`);
      const signature = signatureOf(entry) ?? `transaction ${index} of slot ${slot}`;
      transactions.push({ answer: { signature, type: null, reason: `cannot be read: ${reason}` } });
      continue;
    }
    if (decoded.isVote && isBlock) continue;
    transactions.push(toDecoded(decoded));
    observations.push(...decoded.observations);
    addDecimals(entry, decimals);
  }
  return { slot, timeSeconds: blockTimeSeconds ?? 0, transactions, observations, decimals };
}

const toDecoded = ({ record, reason, signature }: DecodedTransaction): Decoded =>
  record === null ? { answer: { signature: signature(), type: null, reason } } : { record };

/** In the order of the files; prices from the files' own swaps, up to each file's slot. */
function formatResponses(files: readonly DecodedFile[]): object[] {
  const prices = new PriceTracker();
  const responses: object[][] = files.map(() => []);
  const bySlot = [...files.entries()].sort(([, first], [, second]) => first.slot - second.slot);
  for (const [at, { observations, decimals, timeSeconds, transactions }] of bySlot) {
    prices.observe(observations, decimals, timeSeconds);
    responses[at] = transactions.map((transaction) =>
      'record' in transaction
        ? transactionDetailOfRecord(transaction.record, prices, timeSeconds)
        : transaction.answer,
    );
  }
  return responses.flat();
}
