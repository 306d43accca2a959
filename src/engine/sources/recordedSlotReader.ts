import { t } from '@vscode/l10n';
import { throwIfCancelled } from '../../api/cancellation.ts';
import { MarketError } from '../../api/marketError.ts';
import { isoTime, type TimeWindow } from '../base/timeWindow.ts';
import type { ReadBlock } from '../chain/blockReader.ts';
import type { SlotLeader, SlotReader, UnknownBefore, WalletSlot } from '../chain/slotReader.ts';
import { isSigner, type Message, UnreadableTransactionError } from '../decode/message.ts';
import { readChainFile } from '../decode/readChainFile.ts';
import { readMessage } from '../decode/readMessage.ts';
import type { RpcBlock, RpcBlockTransaction } from '../decode/rpcBlock.ts';

export interface BlockPlace {
  readonly file: string;
  /** In the file. */
  readonly index: number;
  readonly parentSlot: number;
}

/** Reads the files of recorded blocks again. A recording has no leaders and no clock. */
export class RecordedSlotReader implements SlotReader {
  readonly #places: ReadonlyMap<number, BlockPlace>;

  constructor(places: ReadonlyMap<number, BlockPlace>) {
    this.#places = places;
  }

  async block(slot: number): Promise<ReadBlock> {
    const place = this.#places.get(slot);
    const block = place && (await readBlock(place));
    if (block) return { kind: 'block', block };
    const isSkipped = [...this.#places].some(
      ([later, { parentSlot }]) => parentSlot < slot && slot < later,
    );
    return isSkipped ? { kind: 'none' } : { kind: 'missing', reason: t('it is not recorded') };
  }

  async slotOf(
    signature: string,
    indexed: number | null,
    signal: AbortSignal,
  ): Promise<number | null> {
    if (indexed !== null) return indexed;
    for (const [slot, place] of this.#places) {
      signal.throwIfAborted();
      const { transactions = [] } = (await readBlock(place)) ?? {};
      if (transactions.some((each) => isSigned(each, signature))) return slot;
    }
    return null;
  }

  async *slotsOf(
    wallet: string,
    { fromSeconds, toSeconds }: TimeWindow,
    signal: AbortSignal,
  ): AsyncGenerator<WalletSlot | UnknownBefore> {
    let oldest = toSeconds;
    let begin: number | null = null;
    let parentSlot: number | null = null;
    let gapSeconds: number | null = null;
    for (const [slot, place] of [...this.#places].sort(([one], [other]) => other - one)) {
      throwIfCancelled(signal);
      const block = await readBlock(place);
      const timeSeconds = block?.blockTime ?? null;
      begin = timeSeconds ?? begin;
      if (timeSeconds !== null && timeSeconds > toSeconds) continue;
      const isGap = block === null || (parentSlot !== null && parentSlot !== slot);
      if (isGap) gapSeconds ??= oldest;
      if (timeSeconds !== null && timeSeconds < fromSeconds) {
        oldest = fromSeconds;
        break;
      }
      oldest = timeSeconds ?? oldest;
      parentSlot = place.parentSlot;
      const transactions = block?.transactions.filter((each) => signs(each, wallet)).length ?? 0;
      if (transactions > 0) yield { slot, timeSeconds, transactions };
    }
    if (gapSeconds !== null) {
      const reason = t('Not all slots before {0} are recorded.', isoTime(gapSeconds));
      yield { beforeSeconds: gapSeconds, reason };
    } else if (oldest > fromSeconds) {
      const reason =
        begin === null
          ? t('No block with a time is recorded.')
          : t('The recording begins at {0}.', isoTime(begin));
      yield { beforeSeconds: oldest, reason };
    }
  }

  async leaders(): Promise<readonly (SlotLeader | null)[]> {
    throw new MarketError('not-offered', t('A recording does not say who led its slots.'));
  }

  async slotMilliseconds(): Promise<null> {
    return null;
  }
}

/** `null` if the file has changed since. Throws a MarketError if it cannot be read. */
async function readBlock({ file, index }: BlockPlace): Promise<RpcBlock | null> {
  const entry = (await readChainFile(file)).entries[index];
  return entry?.kind === 'block' ? entry.block : null;
}

const isSigned = (transaction: RpcBlockTransaction, signature: string): boolean =>
  readableMessage(transaction)?.signature() === signature;

function signs(transaction: RpcBlockTransaction, account: string): boolean {
  const message = readableMessage(transaction);
  return message !== null && isSigner(message, account);
}

function readableMessage(transaction: RpcBlockTransaction): Message | null {
  try {
    return readMessage(transaction);
  } catch (error) {
    if (error instanceof UnreadableTransactionError) return null;
    throw error;
  }
}
