import { t } from '@vscode/l10n';
import { tipProviderByAccount } from '../../solana/tipAccounts.ts';
import type { AccountBalances } from './accountBalances.ts';
import { type Message, UnreadableTransactionError } from './message.ts';
import { hasExecuted } from './metaMembers.ts';
import type { Movement } from './movement.ts';
import type { RpcMeta } from './rpcBlock.ts';
import type { TransactionFlow } from './transactionFlow.ts';

/**
 * Some nodes and proxies return empty lists in place of members that they do not store. Such a list
 * contradicts the rest of the transaction, which would otherwise read as one without swaps. Other
 * members that contradict each other are invented, or were changed on the way.
 */

/** Of a transaction (https://solana.com/docs/core/fees/compute-budget). */
const computeUnitsMaximum = 1_400_000;

/** Throws UnreadableTransactionError for costs that the balances or the limits of the chain exclude. */
export function checkCosts({ err, fee, preBalances, postBalances, ...meta }: RpcMeta): void {
  if (!hasExecuted(err)) return;
  const [before = 0] = preBalances;
  const [after = 0] = postBalances;
  // Comparisons are exact for numbers and bigints alike.
  if (fee > before) {
    throw new UnreadableTransactionError(
      t('the fee of {0} lamports is more than its payer had: {1}', `${fee}`, `${before}`),
    );
  }
  // A failure takes the fee, and undoes everything else.
  if (err != null && BigInt(after) > BigInt(before) - BigInt(fee)) {
    throw new UnreadableTransactionError(
      t('it has failed, but its payer has more than before without the fee'),
    );
  }
  const { computeUnitsConsumed: units } = meta;
  if (units != null && units > computeUnitsMaximum) {
    throw new UnreadableTransactionError(
      t('computeUnitsConsumed is {0}, above the limit of a transaction', `${units}`),
    );
  }
}

/** Throws UnreadableTransactionError for a tip that its recipient does not have. */
export function checkTips(movements: readonly Movement[], balances: AccountBalances): void {
  for (const { isNative, to, amount } of movements) {
    if (!isNative || to < 0 || amount <= balances.lamportsAfter(to)) continue;
    if (!tipProviderByAccount.has(balances.keys.at(to))) continue;
    // The provider may have moved its tips on in the same transaction.
    if (movements.some(({ from }) => from === to)) continue;
    throw new UnreadableTransactionError(
      t('a tip of {0} lamports is more than its recipient has', `${amount}`),
    );
  }
}

/** Throws UnreadableTransactionError if calls ran that `innerInstructions` lacks. */
export function checkCalls(message: Message, meta: RpcMeta): void {
  const { innerInstructions } = meta;
  // Without the list, `checkMeta` has decided.
  if (!innerInstructions || !hasExecuted(meta.err)) return;
  let recorded = 0;
  for (const { instructions } of innerInstructions) recorded += instructions.length;
  const logged = countLoggedCalls(meta.logMessages ?? []);
  if (logged > recorded) {
    throw new UnreadableTransactionError(
      t(
        'innerInstructions has {0} calls, but the log has {1}. The node does not return all of them: use another node.',
        recorded,
        logged,
      ),
    );
  }
  const { preTokenBalances: before, postTokenBalances: after } = meta;
  if (recorded > 0 || !before || !after || meta.err != null) return;
  // Only the token programs change token accounts.
  const named = new Set<number>();
  for (const { program, accounts, parsed } of message.instructions) {
    if (!message.programs.at(program).isToken) continue;
    // jsonParsed names the accounts in different members.
    if (parsed !== undefined) return;
    for (const account of Array.from(accounts)) named.add(account);
  }
  if (haveMoved(before, after, named)) {
    throw new UnreadableTransactionError(
      t(
        'tokens moved, but innerInstructions is empty. The node does not return all calls: use another node.',
      ),
    );
  }
}

/** Programs cannot imitate this line of the runtime. */
const callLine = /^Program [1-9A-HJ-NP-Za-km-z]{32,44} invoke \[(?:[2-9]|\d{2})\]$/;

/** At least as many calls ran: the log may be truncated. */
function countLoggedCalls(log: readonly unknown[]): number {
  let calls = 0;
  for (const line of log) {
    if (typeof line === 'string' && line.endsWith(']') && callLine.test(line)) calls++;
  }
  return calls;
}

type TokenBalances = NonNullable<RpcMeta['postTokenBalances']>;

/** Whether the tokens of an account changed that is not one of `except`. */
function haveMoved(
  before: TokenBalances,
  after: TokenBalances,
  except: ReadonlySet<number>,
): boolean {
  const amounts = new Map<number, bigint>();
  const add = (balances: TokenBalances, sign: bigint): void => {
    for (const { accountIndex, uiTokenAmount } of balances) {
      const amount = sign * BigInt(uiTokenAmount.amount);
      amounts.set(accountIndex, (amounts.get(accountIndex) ?? 0n) + amount);
    }
  };
  add(after, 1n);
  add(before, -1n);
  return [...amounts].some(([account, change]) => change !== 0n && !except.has(account));
}

/**
 * Throws UnreadableTransactionError for a transfer of an account without its token balances: before,
 * unless the transaction opened it, and after, unless it closed it.
 */
export function checkTransfers(
  { transfers, openedAccounts, closedAccounts }: TransactionFlow,
  balances: AccountBalances,
): void {
  if (transfers.length === 0) return;
  const opened = new Set(openedAccounts);
  const closed = new Set(closedAccounts.map(({ account }) => account));
  const isKnown = (account: number): boolean =>
    balances.isTokenAccount(account) &&
    (balances.hasTokensBefore(account) || opened.has(account)) &&
    (balances.tokensAfter(account) !== undefined || closed.has(account));
  if (transfers.every(({ from, to }) => isKnown(from) && isKnown(to))) return;
  throw new UnreadableTransactionError(
    t(
      'preTokenBalances and postTokenBalances lack an account of a token transfer. The node does not return all of them: use another node.',
    ),
  );
}
