import { t } from '@vscode/l10n';
import type { AccountBook } from './accountBook.ts';
import { checkClosing } from './closing.ts';
import { type Cycle, judgeCycle } from './cycle.ts';
import { type FoundLeg, legsOfSwaps } from './legs.ts';
import type { Message } from './message.ts';
import type { TransactionFlow } from './movements.ts';
import { swapWithNativePayout } from './nativePayout.ts';
import type { RpcMeta } from './rpcBlock.ts';
import { findSwaps, type IsTraders, type SwapSearch } from './swapCalls.ts';
import { traderChoices, tradersTest } from './traders.ts';
import { UnreadableTransaction } from './unreadable.ts';

/** What a transaction says when it is read for one choice of traders. */
export interface Reading {
  readonly cycle: Cycle;
  readonly legs: readonly FoundLeg[];
  readonly search: SwapSearch;
  readonly isTraders: IsTraders;
  readonly owners: readonly string[];
  /** Lamports paid out without an instruction. */
  readonly unseen: { readonly mint: string; readonly amount: bigint } | null;
}

const rank = { arbitrage: 2, 'circular-with-loss': 1, none: 0 } as const;

/** Reads the transaction for each choice of traders and keeps the one that says most. */
export function readBest(
  message: Message,
  meta: RpcMeta,
  flow: TransactionFlow,
  book: AccountBook,
): Reading {
  let best: Reading | undefined;
  for (const owners of traderChoices(message, flow, book)) {
    const reading = readFor(owners, message, meta, flow, book);
    if (reading.cycle.kind === 'arbitrage') return reading;
    const isBetter =
      !best ||
      rank[reading.cycle.kind] > rank[best.cycle.kind] ||
      (reading.cycle.kind === best.cycle.kind && reading.legs.length >= best.legs.length);
    if (isBetter) best = reading;
  }
  if (!best) throw new UnreadableTransaction(t('it has no signer'));
  return best;
}

function readFor(
  owners: ReadonlySet<string>,
  message: Message,
  meta: RpcMeta,
  flow: TransactionFlow,
  book: AccountBook,
): Reading {
  const isTraders = tradersTest(owners, book);
  const search = findSwaps(flow, book, isTraders);
  let { swaps } = search;
  let unseen: Reading['unseen'] = null;
  if (search.oneSided.length === 1) {
    const closing = checkClosing(flow, [], BigInt(meta.fee), book, isTraders);
    const payout = swapWithNativePayout(search, closing.differences[0]?.amount ?? 0n, isTraders);
    if (payout) {
      swaps = [...swaps, payout].sort((a, b) => firstOrder(a) - firstOrder(b));
      unseen = { mint: payout.outputMint, amount: payout.outputAmount };
    }
  }
  const legs = legsOfSwaps(swaps, message, book, isTraders);
  const gainOwners = new Set<string>();
  for (const { movements } of legs) {
    for (const { from, to } of movements) {
      for (const account of [from, to]) {
        if (isTraders(account)) gainOwners.add(book.ownerOf(account));
      }
    }
  }
  const cycle = judgeCycle(legs);
  return { cycle, legs, search, isTraders, owners: [...gainOwners], unseen };
}

const firstOrder = (swap: SwapSearch['swaps'][number]) => swap.movements[0]?.order ?? 0;
