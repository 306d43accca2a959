import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { AccountBalances } from './accountBalances.ts';
import type { MintAmount } from './arbitrageRecord.ts';
import { residualDivisor } from './classifyCycle.ts';
import type { IsTraderAccount } from './findSwaps.ts';
import type { TransactionFlow } from './transactionFlow.ts';

export interface BalanceReconciliation {
  /** Changes of the traders' balances that the movements do not explain. */
  readonly differences: readonly MintAmount[];
  /** That the traders paid for accounts, their own too, which are left open. */
  readonly rentLamports: bigint;
}

export function reconcileBalances(
  flow: TransactionFlow,
  mints: Iterable<string>,
  feeLamports: bigint,
  balances: AccountBalances,
  isTraders: IsTraderAccount,
): BalanceReconciliation {
  const expected = new Map<string, bigint>([[wrappedSolMint, 0n]]);
  for (const mint of mints) expected.set(mint, 0n);
  const add = (mint: string, amount: bigint) => {
    const sum = expected.get(mint);
    if (sum !== undefined) expected.set(mint, sum + amount);
  };
  for (const { from, to, mint, amount, fee } of flow.movements) {
    if (isTraders(from)) add(mint, -amount);
    if (isTraders(to)) add(mint, amount - fee);
  }
  if (isTraders(0)) add(wrappedSolMint, -feeLamports);
  const rents = new Map<number, bigint>();
  for (const { from, to, lamports } of flow.rentPayments) {
    if (isTraders(from)) rents.set(to, (rents.get(to) ?? 0n) + lamports);
    if (isTraders(from) === isTraders(to)) continue;
    add(wrappedSolMint, isTraders(from) ? -lamports : lamports);
  }
  for (const { account, to } of [...flow.closedAccounts, ...emptiedUnseen(flow, balances)]) {
    if (isTraders(to) && !balances.holdsLamports(account)) rents.delete(account);
    if (isTraders(account) === isTraders(to)) continue;
    const lamports = implicitOutflow(account, flow, balances);
    add(wrappedSolMint, isTraders(to) ? lamports : -lamports);
  }
  let rentLamports = 0n;
  for (const [account, lamports] of rents) {
    // The traders may open their account for wrapped SOL with an initial balance, which is no rent.
    const reserved = isTraders(account) ? balances.nativeReserve(account) : undefined;
    rentLamports += reserved === undefined || reserved > lamports ? lamports : reserved;
  }

  const differences: MintAmount[] = [];
  for (const [mint, sum] of expected) {
    let change = 0n;
    for (let account = 0; account < balances.keys.length; account++) {
      const own = balances.changeOf(account, mint);
      if (own !== 0n && isTraders(account)) change += own;
    }
    if (change !== sum) differences.push({ mint, amount: change - sum });
  }
  return { differences, rentLamports };
}

/**
 * Remainders that agents keep when they forward a signer's trade, such as a router after an
 * exact-output swap. At most 0.1 % of the inflow; an agent that keeps more, or trades without the
 * signers, is a vault, whose gain is counted separately.
 */
export function leftWithAgents(
  flow: TransactionFlow,
  mints: Iterable<string>,
  balances: AccountBalances,
  isTraders: IsTraderAccount,
  agents: ReadonlySet<string>,
): MintAmount[] {
  if (agents.size === 0) return [];
  const isAgent = (account: number) => account >= 0 && agents.has(balances.ownerOf(account));
  const left: MintAmount[] = [];
  let signersTrade = false;
  for (const mint of mints) {
    let received = 0n;
    let kept = 0n;
    let ofSigners = 0n;
    for (const { from, to, mint: moved, amount, fee, isNative } of flow.movements) {
      if (moved !== mint || isNative) continue;
      if (isAgent(to)) {
        received += amount - fee;
        kept += amount - fee;
      } else if (isTraders(to)) ofSigners += amount - fee;
      if (isAgent(from)) kept -= amount;
      else if (isTraders(from)) ofSigners -= amount;
    }
    signersTrade ||= ofSigners !== 0n;
    if (kept > 0n && kept * residualDivisor <= received) left.push({ mint, amount: kept });
  }
  return signersTrade ? left : [];
}

/** Accounts closed without an instruction; the rent payer is assumed to get the remainder. */
function emptiedUnseen(
  { rentPayments, closedAccounts }: TransactionFlow,
  balances: AccountBalances,
) {
  const known = new Set(closedAccounts.map(({ account }) => account));
  const unseen: { account: number; to: number }[] = [];
  for (const { from, to } of rentPayments) {
    if (known.has(to) || balances.holdsLamports(to)) continue;
    known.add(to);
    unseen.push({ account: to, to: from });
  }
  return unseen;
}

/** Lamports that left an account without an amount in an instruction, as when it is closed. */
function implicitOutflow(
  account: number,
  flow: TransactionFlow,
  balances: AccountBalances,
): bigint {
  let expected = 0n;
  for (const { from, to, mint, amount, fee } of flow.movements) {
    if (mint !== wrappedSolMint) continue;
    if (to === account) expected += amount - fee;
    if (from === account) expected -= amount;
  }
  for (const { from, to, lamports } of flow.rentPayments) {
    if (to === account) expected += lamports;
    if (from === account) expected -= lamports;
  }
  return expected - balances.lamportChange(account);
}
