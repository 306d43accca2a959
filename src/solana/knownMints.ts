import mints from './knownMints.json' with { type: 'json' };
import { token2022Program, tokenProgram } from './knownPrograms.ts';

interface KnownMint {
  readonly symbol: string;
  readonly decimals: number;
  readonly tokenProgram: string;
}

/**
 * From the base tokens of NotArb/Jupiter and balances of mainnet transactions, up to 2026-09. To renew:
 * add mints that the Finder ranks without a symbol, with the decimals of their account.
 */
type MintTable = Readonly<Record<string, readonly (string | number)[]>>;

const entries = (table: MintTable, owner: string) =>
  Object.entries(table).map(
    ([mint, [symbol, decimals]]) =>
      [mint, { symbol: String(symbol), decimals: Number(decimals), tokenProgram: owner }] as const,
  );

/** Symbols are not unique; only the address identifies a mint. */
export const knownMints: ReadonlyMap<string, KnownMint> = new Map([
  ...entries(mints.splToken, tokenProgram),
  ...entries(mints.token2022, token2022Program),
]);
