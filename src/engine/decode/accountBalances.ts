import { wrappedSolMint } from '../../solana/baseMints.ts';
import { token2022Program } from '../../solana/knownPrograms.ts';
import { type AccountKeys, type Message, unknownAccount } from './message.ts';
import type { RpcMeta, RpcTokenBalance } from './rpcBlock.ts';

/**
 * Owner, mint and balances by account, including accounts opened and closed in the transaction.
 * `checkMeta` has checked the token balances.
 */
export class AccountBalances {
  readonly keys: AccountKeys;
  readonly #meta: RpcMeta;
  readonly #mint: (string | undefined)[] = [];
  readonly #owner: (string | undefined)[] = [];
  readonly #pre: (RpcTokenBalance | undefined)[] = [];
  readonly #post: (RpcTokenBalance | undefined)[] = [];

  constructor(message: Message, meta: RpcMeta) {
    this.keys = message.keys;
    this.#meta = meta;
    for (const balance of meta.preTokenBalances ?? []) this.#addTokenBalance(balance, this.#pre);
    for (const balance of meta.postTokenBalances ?? []) this.#addTokenBalance(balance, this.#post);
  }

  #addTokenBalance(balance: RpcTokenBalance, balances: (RpcTokenBalance | undefined)[]): void {
    const { accountIndex } = balance;
    if (accountIndex >= this.keys.length) throw unknownAccount(accountIndex);
    this.#mint[accountIndex] = balance.mint;
    // Old blocks have no owner, or an empty one.
    this.#owner[accountIndex] = balance.owner || this.#owner[accountIndex];
    balances[accountIndex] = balance;
  }

  addOpenedAccount(account: number, mint: string, owner: string): void {
    this.#mint[account] ??= mint;
    this.#owner[account] ??= owner;
  }

  inferOwner(account: number, authority: number): void {
    if (authority < 0) return;
    if (this.#mint[account] !== undefined || account < 0) {
      this.#owner[account] ??= this.keys.at(authority);
    }
  }

  isTokenAccount(account: number): boolean {
    return this.#mint[account] !== undefined;
  }

  hasTokensBefore(account: number): boolean {
    return this.#pre[account] !== undefined;
  }

  mintOf(account: number): string | undefined {
    return this.#mint[account];
  }

  /** Owner of a token account; for any other account, the account itself. */
  ownerOf(account: number): string {
    return this.#owner[account] ?? this.keys.at(account);
  }

  /** Whether the account may receive less than the amount sent (Token-2022 transfer fees). */
  mayWithholdFees(account: number): boolean {
    const balance = this.#post[account] ?? this.#pre[account];
    return balance?.programId === token2022Program;
  }

  /** `undefined` for an account that the transaction closed, or that is not a token account. */
  tokenChange(account: number): bigint | undefined {
    const after = this.tokensAfter(account);
    return after === undefined ? undefined : after - this.tokensBefore(account);
  }

  tokensBefore(account: number): bigint {
    return BigInt(this.#pre[account]?.uiTokenAmount.amount ?? 0n);
  }

  tokensAfter(account: number): bigint | undefined {
    const amount = this.#post[account]?.uiTokenAmount.amount;
    return amount === undefined ? undefined : BigInt(amount);
  }

  /** Rent of an account for wrapped SOL; `undefined` for other accounts, or if it was closed. */
  nativeReserve(account: number): bigint | undefined {
    const tokens = this.mintOf(account) === wrappedSolMint ? this.tokensAfter(account) : undefined;
    return tokens === undefined ? undefined : this.lamportsAfter(account) - tokens;
  }

  lamportsAfter(account: number): bigint {
    return BigInt(this.#meta.postBalances[account] ?? 0);
  }

  lamportsBefore(account: number): bigint {
    return BigInt(this.#meta.preBalances[account] ?? 0);
  }

  holdsLamports(account: number): boolean {
    return this.lamportsAfter(account) > 0n;
  }

  lamportChange(account: number): bigint {
    const { preBalances, postBalances } = this.#meta;
    if (postBalances[account] === preBalances[account]) return 0n;
    return BigInt(postBalances[account] ?? 0) - this.lamportsBefore(account);
  }

  /** Change of an account's balance of a mint; lamports for SOL, wrapped or native. */
  changeOf(account: number, mint: string): bigint {
    if (mint === wrappedSolMint) return this.lamportChange(account);
    if (this.#mint[account] !== mint) return 0n;
    return this.tokenChange(account) ?? -this.tokensBefore(account);
  }
}
