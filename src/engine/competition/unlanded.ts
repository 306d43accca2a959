import { toJsonInteger } from '../../api/json.ts';
import { checkFees } from '../../solana/landing/checkFees.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { LoadedAddresses } from '../decode/message.ts';
import { type BlockTransaction, readTransaction } from './blockTransaction.ts';

interface Unlanded {
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
  /** From its lookup tables. */
  readonly loaded: LoadedAddresses;
  /** Where it would have stood: the competition is looked for around it. */
  readonly slot: number;
  readonly position: number;
}

/**
 * A transaction that never reached a block. Its bytes tell what it names and what it offered; it ran
 * nothing. `null` for a vote. Throws if it cannot be read.
 */
export function readUnlanded(one: Unlanded): BlockTransaction | null {
  const { bytes, transaction, loaded, slot, position } = one;
  const entry = {
    version: transaction.version,
    transaction: [Buffer.from(bytes).toString('base64'), 'base64'] as const,
    meta: {
      err: 'BlockhashNotFound',
      fee: toJsonInteger(checkFees(transaction).feeLamports),
      innerInstructions: [],
      loadedAddresses: loaded,
      preBalances: [],
      postBalances: [],
    },
  };
  const read = readTransaction(entry, { slot, index: position, blockTimeSeconds: null });
  return read && { ...read, isLanded: false };
}
