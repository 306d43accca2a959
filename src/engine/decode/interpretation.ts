import { t } from '@vscode/l10n';
import type { AccountBalances } from './accountBalances.ts';
import { buildLegs, type DecodedLeg } from './buildLegs.ts';
import { type Cycle, classifyCycle } from './classifyCycle.ts';
import { findSwaps, firstOrder, type IsTraderAccount, type SwapSearchResult } from './findSwaps.ts';
import type { Message } from './message.ts';
import { reconcileBalances } from './reconcileBalances.ts';
import type { RpcMeta } from './rpcBlock.ts';
import { swapWithNativePayout } from './swapWithNativePayout.ts';
import { createTraderCheck, traderCandidates } from './traderCandidates.ts';
import type { TransactionFlow } from './transactionFlow.ts';
import { UnreadableTransactionError } from './unreadableTransactionError.ts';

/** What a transaction says when it is read for one choice of traders. */
export interface Interpretation {
  readonly cycle: Cycle;
  readonly legs: readonly DecodedLeg[];
  readonly search: SwapSearchResult;
  readonly isTraders: IsTraderAccount;
  readonly owners: readonly string[];
  /** Lamports paid out without an instruction. */
  readonly implicitPayout: { readonly mint: string; readonly amount: bigint } | null;
}

const cycleRank = { arbitrage: 2, 'circular-with-loss': 1, none: 0 } as const;

/** Reads the transaction for each choice of traders and keeps the one that says most. */
export function findBestInterpretation(
  message: Message,
  meta: RpcMeta,
  flow: TransactionFlow,
  balances: AccountBalances,
): Interpretation {
  let best: Interpretation | undefined;
  for (const owners of traderCandidates(message, flow, balances)) {
    const reading = interpret(owners, message, meta, flow, balances);
    if (reading.cycle.kind === 'arbitrage') return reading;
    const isBetter =
      !best ||
      cycleRank[reading.cycle.kind] > cycleRank[best.cycle.kind] ||
      (reading.cycle.kind === best.cycle.kind && reading.legs.length >= best.legs.length);
    if (isBetter) best = reading;
  }
  if (!best) throw new UnreadableTransactionError(t('it has no signer'));
  return best;
}

function interpret(
  owners: ReadonlySet<string>,
  message: Message,
  meta: RpcMeta,
  flow: TransactionFlow,
  balances: AccountBalances,
): Interpretation {
  const isTraders = createTraderCheck(owners, balances);
  const search = findSwaps(flow, balances, isTraders);
  let { swaps } = search;
  let implicitPayout: Interpretation['implicitPayout'] = null;
  if (search.halfSwaps.length === 1) {
    const closing = reconcileBalances(flow, [], BigInt(meta.fee), balances, isTraders);
    const payout = swapWithNativePayout(search, closing.differences[0]?.amount ?? 0n, isTraders);
    if (payout) {
      swaps = [...swaps, payout].sort((a, b) => firstOrder(a.movements) - firstOrder(b.movements));
      implicitPayout = { mint: payout.outputMint, amount: payout.outputAmount };
    }
  }
  const legs = buildLegs(swaps, message, balances, isTraders);
  const gainOwners = new Set<string>();
  for (const { movements } of legs) {
    for (const { from, to } of movements) {
      for (const account of [from, to]) {
        if (isTraders(account)) gainOwners.add(balances.ownerOf(account));
      }
    }
  }
  const cycle = classifyCycle(legs);
  return { cycle, legs, search, isTraders, owners: [...gainOwners], implicitPayout };
}
