import { usdcMint, wrappedSolMint } from '../solana/baseMints.ts';
import { accountLimit } from '../solana/wireTransaction.ts';
import { smbV10Programs } from './botPrograms.ts';

/**
 * Limits of one V10 transaction, from the bot's program. To renew: compare with `src/v10.rs` of the
 * repository that `botPrograms.ts` names.
 */
export const maxV10Groups = 4;
/** Including the conversion pool. */
export const maxV10Pools = 16;
/** The chain's limit. Groups within it also fit once version 1 may have more accounts. */
export const maxV10Accounts = accountLimit;
/** Wallet, settlement, fee collector and programs, including Token-2022 and memo. */
const commonAccounts = 10;
/** The bot's own SOL/USDC pool on Raydium AMM v4, with its token account. */
const conversionAccounts = 7;

/** A transaction settles in one of them, and its pools trade against one of them. */
export const v10Quotes: ReadonlySet<string> = new Set([wrappedSolMint, usdcMint]);

export interface V10Usage {
  /** Unknown programs count no accounts. */
  readonly programs: readonly (string | undefined)[];
  /** Tokens besides the settlement. */
  readonly tokens: number;
  /** If true, the bot adds its SOL/USDC pool. */
  readonly isConverted: boolean;
}

/** Includes the conversion pool. */
export const countV10Pools = ({ programs, isConverted }: V10Usage): number =>
  programs.length + Number(isConverted);

export function countV10Accounts({ programs, tokens, isConverted }: V10Usage): number {
  // Mint and token account of each token.
  let accounts = commonAccounts + (isConverted ? conversionAccounts : 0) + 2 * tokens;
  const counted = new Set<string>();
  for (const program of programs) {
    const own = program === undefined ? undefined : smbV10Programs.get(program);
    if (program === undefined || own === undefined) continue;
    accounts += own.pool + (counted.has(program) ? 0 : own.program);
    counted.add(program);
  }
  return accounts;
}
