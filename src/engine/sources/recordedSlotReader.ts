import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { ReadBlock } from '../chain/blockReader.ts';
import type { SlotLeader, SlotReader } from '../chain/slotReader.ts';
import { UnreadableTransactionError } from '../decode/message.ts';
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

function isSigned(transaction: RpcBlockTransaction, signature: string): boolean {
  try {
    return readMessage(transaction).signature() === signature;
  } catch (error) {
    if (error instanceof UnreadableTransactionError) return false;
    throw error;
  }
}
