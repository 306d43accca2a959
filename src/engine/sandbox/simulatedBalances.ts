import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { RpcMeta, RpcTokenBalance } from '../decode/rpcBlock.ts';
import { transferFee } from './poolReserves.ts';
import type { SimulatedToken } from './simulatedTokens.ts';

const tokenAccountRent = 2_039_280;

interface TokenAccount {
  readonly index: number;
  readonly token: SimulatedToken;
  readonly owner: string;
  readonly before: number;
  amount: number;
}

/** By account index, before and after; lamports of wrapped SOL follow its tokens. */
export class SimulatedBalances {
  #lamports: number[] = [];
  #paid: { readonly to: number; readonly lamports: number }[] = [];
  #tokens: TokenAccount[] = [];
  #tokenAt: (TokenAccount | undefined)[] = [];

  clear(): void {
    this.#lamports = [];
    this.#paid = [];
    this.#tokens = [];
    this.#tokenAt = [];
  }

  get accountCount(): number {
    return this.#lamports.length;
  }

  addAccount(lamports: number): void {
    this.#lamports.push(lamports);
  }

  setTokenAccount(index: number, token: SimulatedToken, owner: string, amount: number): void {
    const account = { index, token, owner, before: amount, amount };
    this.#tokens.push(account);
    this.#tokenAt[index] = account;
    this.#lamports[index] = tokenAccountRent + (token.mint === wrappedSolMint ? amount : 0);
  }

  ownerOf(index: number): string {
    return this.#tokenAt[index]?.owner ?? '';
  }

  /** Subtracts the mint's transfer fee; returns the token. */
  transferTokens(from: number, to: number, amount: number): SimulatedToken {
    const source = this.#tokenAt[from];
    const target = this.#tokenAt[to];
    if (!source || !target) throw new RangeError('a transfer needs two token accounts');
    source.amount -= amount;
    target.amount += amount - transferFee(source.token, amount);
    return source.token;
  }

  transferLamports(to: number, lamports: number): void {
    this.#paid.push({ to, lamports });
  }

  /** A failed transaction changes only the fee payer's lamports. */
  toMetadata(
    feeLamports: number,
    failed: boolean,
  ): Required<
    Pick<RpcMeta, 'preBalances' | 'postBalances' | 'preTokenBalances' | 'postTokenBalances'>
  > {
    const preBalances = this.#lamports;
    const postBalances = preBalances.slice();
    const change = (index: number, lamports: number) => {
      postBalances[index] = (postBalances[index] ?? 0) + lamports;
    };
    change(0, -feeLamports);
    const preTokenBalances = this.#tokens.map((account) => tokenBalance(account, account.before));
    if (failed) {
      return { preBalances, postBalances, preTokenBalances, postTokenBalances: preTokenBalances };
    }
    for (const { to, lamports } of this.#paid) {
      change(0, -lamports);
      change(to, lamports);
    }
    for (const { index, token, before, amount } of this.#tokens) {
      if (token.mint === wrappedSolMint) change(index, amount - before);
    }
    const postTokenBalances = this.#tokens.map((account, at) => {
      const before = preTokenBalances[at];
      return before && account.amount === account.before
        ? before
        : tokenBalance(account, account.amount);
    });
    return { preBalances, postBalances, preTokenBalances, postTokenBalances };
  }
}

function tokenBalance({ index, token, owner }: TokenAccount, amount: number): RpcTokenBalance {
  return {
    accountIndex: index,
    mint: token.mint,
    owner,
    programId: token.program,
    uiTokenAmount: { amount: String(amount), decimals: token.decimals },
  };
}
