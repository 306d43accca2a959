import { solDecimals } from '../../api/tokenAmounts.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { token2022Program, tokenProgram } from '../../solana/knownPrograms.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import type { BalanceChange } from '../../solana/landing/transactionReport.ts';
import { tipProviderByAccount } from '../../solana/tipAccounts.ts';

export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}

const tokenAccountBytes = 165;

export function readTokenAccount(account: ChainAccount | null): TokenAccount | null {
  if (account === null) return null;
  const { owner, data } = account;
  const isToken = owner === tokenProgram || owner === token2022Program;
  // Token-2022 appends an account type to the shared layout; 2 is a token account.
  const isAccount =
    data.length === tokenAccountBytes ||
    (data.length > tokenAccountBytes && data[tokenAccountBytes] === 2);
  if (!isToken || !isAccount) return null;
  const view = Buffer.from(data.buffer, data.byteOffset, data.length);
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: view.readBigUInt64LE(64),
  };
}

/** Includes tip accounts, which programs may pay. */
export function balanceChanges(
  addresses: readonly string[],
  signers: ReadonlySet<string>,
  before: (address: string) => ChainAccount | null,
  after: (address: string) => ChainAccount | null,
  decimalsOf: (mint: string) => number,
): BalanceChange[] {
  return addresses.flatMap((account): BalanceChange[] => {
    const was = before(account);
    const is = after(account);
    const changes: BalanceChange[] = [];
    const lamports = { before: was?.lamports ?? 0n, after: is?.lamports ?? 0n };
    const isShown = signers.has(account) || tipProviderByAccount.has(account);
    if (isShown && lamports.before !== lamports.after) {
      changes.push({
        account,
        owner: account,
        mint: null,
        symbol: 'SOL',
        decimals: solDecimals,
        ...lamports,
      });
    }
    const tokenWas = readTokenAccount(was);
    const tokenIs = readTokenAccount(is);
    const token = tokenIs ?? tokenWas;
    if (token === null || !signers.has(token.owner)) return changes;
    const amounts = { before: tokenWas?.amount ?? 0n, after: tokenIs?.amount ?? 0n };
    if (amounts.before !== amounts.after) {
      const known = knownMints.get(token.mint);
      changes.push({
        account,
        owner: token.owner,
        mint: token.mint,
        symbol: known?.symbol ?? '',
        decimals: known?.decimals ?? decimalsOf(token.mint),
        ...amounts,
      });
    }
    return changes;
  });
}
