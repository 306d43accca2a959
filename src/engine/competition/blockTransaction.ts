import { type ProgramLogs, parseProgramLogs } from '../../solana/logs/programLogs.ts';
import type { ArbitrageRecord } from '../decode/arbitrageRecord.ts';
import { isPlainJsonVote, isVote } from '../decode/calledPrograms.ts';
import { decodeBlockTransaction } from '../decode/decodeTransaction.ts';
import { type Message, UnreadableTransactionError } from '../decode/message.ts';
import { readMessage } from '../decode/readMessage.ts';
import type { RpcBlock, RpcBlockTransaction, RpcMeta } from '../decode/rpcBlock.ts';
import { type Circle, readCircle } from './circle.ts';

/** One transaction of a block, without votes. Most are only asked which accounts they name. */
export class BlockTransaction {
  readonly slot: number;
  /** From 0, votes included: the position in the block. */
  readonly position: number;
  readonly message: Message;
  readonly meta: RpcMeta;
  readonly #record: () => ArbitrageRecord;
  #read: ArbitrageRecord | null | undefined;
  #circle: Circle | null | undefined;
  #logs: ProgramLogs | undefined;

  constructor(
    place: { readonly slot: number; readonly position: number },
    message: Message,
    meta: RpcMeta,
    record: () => ArbitrageRecord,
  ) {
    this.slot = place.slot;
    this.position = place.position;
    this.message = message;
    this.meta = meta;
    this.#record = record;
  }

  get signature(): string {
    return this.message.signature();
  }

  get isSuccess(): boolean {
    return this.meta.err === null || this.meta.err === undefined;
  }

  /** As the index has it; without legs for a failure. `null`: unreadable. */
  get record(): ArbitrageRecord | null {
    if (this.#read === undefined) this.#read = readable(this.#record);
    return this.#read;
  }

  /** What it swapped, or had swapped before it failed. `null`: unreadable. */
  get circle(): Circle | null {
    if (this.#circle === undefined) {
      this.#circle = readable(() => readCircle(this.message, this.meta, this.logs));
    }
    return this.#circle;
  }

  get logs(): ProgramLogs {
    this.#logs ??= parseProgramLogs(this.meta.logMessages, this.programs);
    return this.#logs;
  }

  /** Program of each instruction. */
  get programs(): readonly string[] {
    return this.message.instructions.map(({ program }) => this.message.keys.at(program));
  }
}

function readable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableTransactionError) return null;
    throw error;
  }
}

/** A block of the window. */
export interface CompetitionBlock {
  readonly slot: number;
  /** Unix seconds; `null`: unknown. */
  readonly blockTimeSeconds: number | null;
  /** With votes: positions count them. */
  readonly transactionCount: number;
  /** In order, without votes. */
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
      const read = readTransaction(entry, { slot, position, blockTimeSeconds });
      if (read === null) continue;
      if (read.circle === null) unreadable++;
      transactions.push(read);
    } catch (error) {
      if (!(error instanceof UnreadableTransactionError)) throw error;
      unreadable++;
    }
  }
  const transactionCount = block.transactions.length;
  return { slot, blockTimeSeconds, transactionCount, transactions, unreadable };
}

/** `null` for a vote. */
function readTransaction(
  entry: RpcBlockTransaction,
  place: {
    readonly slot: number;
    readonly position: number;
    readonly blockTimeSeconds: number | null;
  },
): BlockTransaction | null {
  const { meta } = entry;
  if (isPlainJsonVote(entry)) return null;
  const message = readMessage(entry);
  if (isVote(message)) return null;
  if (meta === null) throw new UnreadableTransactionError('meta');
  const { slot, position, blockTimeSeconds } = place;
  return new BlockTransaction(place, message, meta, () => {
    const at = { slot, index: position, blockTimeSeconds, version: entry.version ?? null };
    const { record } = decodeBlockTransaction(entry, at, true);
    if (record === null) throw new UnreadableTransactionError('vote');
    return record;
  });
}
