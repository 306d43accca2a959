import { usdcMint, wrappedSolMint } from '../solana/baseMints.ts';
import { smbV10Programs } from './botPrograms.ts';

/** Limits of one V10 transaction: from the bot's program, and from SIMD-0385 for accounts. */
export const maxV10Groups = 4;
/** Including the conversion pool. */
export const maxV10Pools = 16;
export const maxV10Accounts = 64;
/** Wallet, settlement, fee collector and programs, including Token-2022 and memo. */
const commonAccounts = 10;
/** The bot's own SOL/USDC pool on Raydium AMM v4, with its token account. */
const conversionAccounts = 7;

/** Mints that a transaction may settle in, and against which its pools trade. */
export const v10Quotes: ReadonlySet<string> = new Set([wrappedSolMint, usdcMint]);

export interface V10Usage {
  /** Program of each pool; unknown programs count no accounts. */
  readonly programs: readonly (string | undefined)[];
  /** Tokens besides the settlement. */
  readonly tokens: number;
  /** Whether a pool is not quoted in the settlement, so that the bot adds its SOL/USDC pool. */
  readonly isConverted: boolean;
}

/** Pools of a transaction, including the conversion pool. */
export const countV10Pools = ({ programs, isConverted }: V10Usage): number =>
  programs.length + Number(isConverted);

/** Maximum number of accounts of a transaction. */
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
