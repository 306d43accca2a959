import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { VaultBalance } from './arbitrageRecord.ts';
import type { AccountKeys } from './message.ts';
import type { RpcMeta } from './rpcBlock.ts';

/**
 * What the vaults of pools hold after a block. A pool may be emptied after its last swap, in a
 * transaction without one, so each later transaction counts.
 */
export class BlockVaults {
  readonly #vaults = new Map<string, VaultBalance>();
  /** All that vaults held so far: only an account that held as much before may be one of them. */
  readonly #amounts = new Set<string>();
  readonly #lamports = new Set<bigint>();

  add(vault: VaultBalance): void {
    this.#vaults.set(vault.vault, vault);
    if (holdsLamports(vault)) this.#lamports.add(vault.amount);
    this.#amounts.add(`${vault.amount}`);
  }

  /** Applies a successful transaction to the vaults that earlier ones have named. */
  apply(keys: AccountKeys, meta: RpcMeta): void {
    if (this.#vaults.size === 0) return;
    const { preTokenBalances: before, postTokenBalances: after } = meta;
    for (const { accountIndex, uiTokenAmount } of before ?? []) {
      if (!this.#amounts.has(uiTokenAmount.amount)) continue;
      const vault = this.#vaults.get(keys.at(accountIndex));
      if (vault === undefined) continue;
      // Without a balance, the transaction has closed the account.
      const left = after?.find((balance) => balance.accountIndex === accountIndex);
      this.#change(vault, BigInt(left?.uiTokenAmount.amount ?? 0));
    }
    if (this.#lamports.size === 0) return;
    const { preBalances, postBalances } = meta;
    for (let at = 0; at < preBalances.length; at++) {
      if (preBalances[at] === postBalances[at]) continue;
      if (!this.#lamports.has(BigInt(preBalances[at] ?? 0))) continue;
      const vault = this.#vaults.get(keys.at(at));
      if (vault !== undefined && holdsLamports(vault)) {
        this.#change(vault, BigInt(postBalances[at] ?? 0));
      }
    }
  }

  values(): VaultBalance[] {
    return [...this.#vaults.values()];
  }

  #change(vault: VaultBalance, amount: bigint): void {
    if (vault.amount !== amount) this.add({ ...vault, amount });
  }
}

/** Bonding curves hold their SOL as the lamports of the pool itself. */
const holdsLamports = ({ vault, pool, mint }: VaultBalance): boolean =>
  vault === pool && mint === wrappedSolMint;
