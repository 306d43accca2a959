import { botFeeOwners } from '../../solana/feeAccounts.ts';
import { tipProviderByAccount } from '../../solana/tipAccounts.ts';
import type { AccountBalances } from './accountBalances.ts';
import type { BotCall, BotFee, Tip } from './arbitrageRecord.ts';
import type { IsTraderAccount, SwapSearchResult } from './findSwaps.ts';
import type { Movement } from './movement.ts';

/**
 * Finds tips: lamports that any account sends to a known tip account at any depth, and tokens that
 * the traders send, outside their swaps, to an account owned by a tip account. Some tip accounts
 * are also a router's authority, so tokens that a swap moves through their accounts are not tips.
 */
export function findTips(
  movements: readonly Movement[],
  rest: readonly Movement[],
  balances: AccountBalances,
  isTraders: IsTraderAccount,
): Tip[] {
  const tips: Tip[] = [];
  const beside = new Set(rest);
  for (const movement of movements) {
    if (movement.to < 0 || movement.from < 0) continue;
    const recipient = balances.ownerOf(movement.to);
    const provider = tipProviderOf(movement, balances);
    if (provider === undefined || balances.ownerOf(movement.from) === recipient) continue;
    const isTokenTip = beside.has(movement) && isTraders(movement.from) && !isTraders(movement.to);
    if (!movement.isNative && !isTokenTip) continue;
    tips.push({
      provider,
      recipient,
      payer: balances.ownerOf(movement.from),
      mint: movement.mint,
      amount: movement.amount,
      inner: movement.depth > 1,
    });
  }
  return tips;
}

/**
 * Jupiter's tip accounts are paid lamports for tips. Tokens to their owners are platform fees, as of
 * DFlow's `transfer_fee`.
 */
function tipProviderOf({ to, isNative }: Movement, balances: AccountBalances): string | undefined {
  const provider = tipProviderByAccount.get(balances.ownerOf(to));
  return provider === 'JUPITER_BEAM' && !isNative ? undefined : provider;
}

type PaymentSources = Pick<SwapSearchResult, 'otherMovements' | 'liquidityMovements'>;

export interface Payments {
  readonly botFees: readonly BotFee[];
  readonly others: readonly BotFee[];
}

/**
 * Outside the swaps; a loan nets to zero or to the lender's fee. What a bot deposits to a pool
 * still belongs to the traders, so it is not a bot fee.
 */
export function findPayments(
  { otherMovements, liquidityMovements }: PaymentSources,
  bot: BotCall | null,
  botInstructions: ReadonlySet<number>,
  balances: AccountBalances,
  isTraders: IsTraderAccount,
): Payments {
  const paid = new Map<string, { to: string; mint: string; amount: bigint; byBot: boolean }>();
  for (const movement of otherMovements) {
    const from = isTraders(movement.from);
    if (from === isTraders(movement.to)) continue;
    const other = from ? movement.to : movement.from;
    if (other < 0) continue;
    const to = balances.ownerOf(other);
    if (from && tipProviderOf(movement, balances) !== undefined) continue;
    const key = `${to} ${movement.mint}`;
    const entry = paid.get(key) ?? { to, mint: movement.mint, amount: 0n, byBot: false };
    entry.amount += from ? movement.amount : movement.fee - movement.amount;
    entry.byBot ||=
      (botInstructions.has(movement.topLevel) && !liquidityMovements.has(movement)) ||
      botFeeOwners.has(to) ||
      botFeeOwners.has(balances.keys.at(other));
    paid.set(key, entry);
  }
  const botFees: BotFee[] = [];
  const others: BotFee[] = [];
  for (const { to, mint, amount, byBot } of paid.values()) {
    if (amount === 0n) continue;
    const isBotFee = amount > 0n && bot !== null && byBot;
    (isBotFee ? botFees : others).push({ to, mint, amount });
  }
  return { botFees, others };
}
