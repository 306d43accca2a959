import type { RpcBlockTransaction } from '../../decode/rpcBlock.ts';
import type { SandboxChain } from '../sandboxChain.ts';
import { confirmationAt } from '../sandboxLedger.ts';
import { accountKeysOf, toJsonTransaction } from './encodeTransaction.ts';

/** For market transactions; those that users landed are found in all slots. */
const searchedSlots = 300;

interface FoundTransaction {
  readonly slot: number;
  readonly transaction: RpcBlockTransaction;
}

export function findTransaction(chain: SandboxChain, signature: string): FoundTransaction | null {
  const landed = chain.landed(signature);
  if (landed !== null) return landed;
  for (const { slot, transactions } of newestBlocks(chain)) {
    const transaction = transactions.find((each) => signatureOf(each) === signature);
    if (transaction !== undefined) return { slot, transaction };
  }
  return null;
}

/** Newest first, between two signatures. */
export function signaturesOf(
  chain: SandboxChain,
  address: string,
  newestSlot: number,
  range: {
    readonly before: string | undefined;
    readonly until: string | undefined;
    readonly limit: number;
  },
): object[] {
  const found: object[] = [];
  let isPast = range.before === undefined;
  for (const { slot, transactions } of transactionsByAge(chain)) {
    if (slot > newestSlot) continue;
    for (const transaction of transactions) {
      const signature = signatureOf(transaction);
      if (signature === range.until || found.length >= range.limit) return found;
      if (isPast && accountKeysOf(transaction).includes(address)) {
        found.push({
          signature,
          slot,
          err: transaction.meta?.err ?? null,
          memo: null,
          blockTime: chain.timeOf(slot),
          confirmationStatus: confirmationAt(chain.newestSlot - slot),
        });
      }
      isPast ||= signature === range.before;
    }
  }
  return found;
}

const signatureOf = (transaction: RpcBlockTransaction) =>
  toJsonTransaction(transaction).signatures[0];

interface BlockTransactions {
  readonly slot: number;
  /** Newest first. */
  readonly transactions: readonly RpcBlockTransaction[];
}

function* newestBlocks(chain: SandboxChain): Generator<BlockTransactions> {
  const first = Math.max(chain.firstSlot, chain.newestSlot - searchedSlots + 1);
  for (let slot = chain.newestSlot; slot >= first; slot--) {
    yield { slot, transactions: [...chain.block(slot).transactions].reverse() };
  }
}

function* transactionsByAge(chain: SandboxChain): Generator<BlockTransactions> {
  yield* newestBlocks(chain);
  const last = chain.newestSlot - searchedSlots;
  for (const landed of chain.landedUntil(last)) {
    yield { slot: landed.slot, transactions: [landed.transaction] };
  }
}
