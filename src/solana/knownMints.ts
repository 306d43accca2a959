import mints from './knownMints.json' with { type: 'json' };
import { token2022Program, tokenProgram } from './knownPrograms.ts';

interface KnownMint {
  readonly symbol: string;
  readonly decimals: number;
  readonly tokenProgram: string;
}

const entries = (table: Readonly<Record<string, Omit<KnownMint, 'tokenProgram'>>>, owner: string) =>
  Object.entries(table).map(([mint, known]) => [mint, { ...known, tokenProgram: owner }] as const);

/** Mints with a name that traders know. Symbols are no identity: only the address is. */
export const knownMints: ReadonlyMap<string, KnownMint> = new Map([
  ...entries(mints.splToken, tokenProgram),
  ...entries(mints.token2022, token2022Program),
]);
