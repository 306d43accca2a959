import { isObject } from '../../api/isObject.ts';
import { type ProgramLogs, parseProgramLogs } from '../../solana/logs/programLogs.ts';
import type { ArbitrageRecord } from '../decode/arbitrageRecord.ts';
import { isPlainJsonVote, isVote } from '../decode/calledPrograms.ts';
import { decodeBlockTransaction } from '../decode/decodeTransaction.ts';
import type { Message } from '../decode/message.ts';
import { readMessage } from '../decode/readMessage.ts';
import type { RpcBlock, RpcBlockTransaction, RpcMeta } from '../decode/rpcBlock.ts';
import { type Circle, readCircle } from './circle.ts';

/** One transaction of a block that is no vote. */
export interface BlockTransaction {
  readonly slot: number;
  /** From 0, votes included: the position in the block. */
  readonly position: number;
  readonly signature: string;
  readonly isSuccess: boolean;
  /** False for one that never reached a block: only what its bytes name is known. */
  readonly isLanded: boolean;
  readonly message: Message;
  readonly meta: RpcMeta;
  /** Parsed on demand: only failures need it. */
  readonly logs: () => ProgramLogs;
  /** Program of each instruction. */
  readonly programs: readonly string[];
  /** As the index has it; without legs for a failure. */
  readonly record: ArbitrageRecord;
  /** What it swapped, or had swapped before it failed. */
  readonly circle: Circle;
}

/** A block of the window. */
export interface CompetitionBlock {
  readonly slot: number;
  /** Unix seconds; `null`: unknown. */
  readonly blockTimeSeconds: number | null;
  /** With votes: positions count them. */
  readonly transactionCount: number;
  /** In order, without votes and unreadable ones. */
  readonly transactions: readonly BlockTransaction[];
  /** Transactions that could not be read: who sent them and what they did is unknown. */
  readonly unreadable: number;
}

/**
 * Reads the swaps at once: block by block, they take tens of milliseconds each, while a whole window would
 * keep a server from its other requests.
 */
export function readCompetitionBlock(
  slot: number,
  block: Pick<RpcBlock, 'transactions' | 'blockTime'>,
): CompetitionBlock {
  const blockTimeSeconds = block.blockTime ?? null;
  const transactions: BlockTransaction[] = [];
  let unreadable = 0;
  for (const [position, entry] of block.transactions.entries()) {
    try {
      const read = readTransaction(entry, { slot, index: position, blockTimeSeconds });
      if (read !== null) transactions.push(read);
    } catch {
      // A node may send anything; what cannot be read is counted.
      unreadable++;
    }
  }
  const transactionCount = block.transactions.length;
  return { slot, blockTimeSeconds, transactionCount, transactions, unreadable };
}

interface Place {
  readonly slot: number;
  readonly index: number;
  readonly blockTimeSeconds: number | null;
}

/** `null` for a vote. Throws if it cannot be read. */
export function readTransaction(entry: RpcBlockTransaction, place: Place): BlockTransaction | null {
  const { meta } = entry;
  if (!isObject(meta)) throw new TypeError('no metadata');
  if (isPlainJsonVote(entry)) return null;
  const message = readMessage(entry);
  if (isVote(message)) return null;
  const at = { ...place, version: entry.version ?? null };
  const { record } = decodeBlockTransaction(entry, at, true);
  if (record === null) return null;
  const programs = message.instructions.map(({ program }) => message.keys.at(program));
  let parsed: ProgramLogs | undefined;
  const logs = (): ProgramLogs => {
    parsed ??= parseProgramLogs(meta.logMessages, programs);
    return parsed;
  };
  return {
    slot: place.slot,
    position: place.index,
    signature: record.signature,
    isSuccess: meta.err === null || meta.err === undefined,
    isLanded: true,
    ...{ message, meta, logs, programs, record },
    circle: readCircle(message, meta, logs),
  };
}
