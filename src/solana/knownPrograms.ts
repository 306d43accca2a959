import programs from './knownPrograms.json' with { type: 'json' };

/** Programs of market transactions, gathered by hand, newest on 2026-09-30. Others are unknown. */
type ProgramTable<Known = object> = ReadonlyMap<string, { readonly name: string } & Known>;

interface AmmProgram {
  /** Lower-case name of the makers, shared by the versions of one AMM. */
  readonly family: string;
  /** What a program that routers trade through is; only some are markets with pools of their own. */
  readonly kind: (typeof ammKinds)[number];
}

const ammKinds = ['amm', 'bonding-curve', 'vault', 'staking', 'jupiter-routable-non-amm'] as const;

/** Programs that hold pools, and what else routers trade through. */
export const ammPrograms: ProgramTable<AmmProgram> = new Map(
  ammKinds.flatMap((kind) =>
    Object.entries(programs[kind]).map(
      ([address, [name = '', family = '']]) => [address, { name, family, kind }] as const,
    ),
  ),
);

const namedPrograms = (table: Readonly<Record<string, string>>): ProgramTable =>
  new Map(Object.entries(table).map(([address, name]) => [address, { name }]));

/** Programs that pass a swap on to AMMs, or keep orders for it. */
export const routerPrograms = namedPrograms(programs.router);

/** Programs of the trading terminals, which take a fee and pass a swap on. */
export const terminalPrograms = namedPrograms(programs.terminal);

/** Programs of the arbitrage bots; the family is as the finder's bot filter names it. */
export const botPrograms: ProgramTable<{ readonly family: string }> = new Map(
  Object.entries(programs.bot).map(([address, [name = '', family = '']]) => [
    address,
    { name, family },
  ]),
);

/** Programs that hold no market: the chain's own, and those that only note or assert. */
export const corePrograms: ProgramTable<{ readonly role: string }> = new Map(
  Object.entries(programs.core).map(([address, [name = '', role = '']]) => [
    address,
    { name, role },
  ]),
);

/** Programs that lend: borrowing, repaying and liquidating is no swap on a pool. */
export const lendingPrograms = namedPrograms(programs.lending);

export const systemProgram = '11111111111111111111111111111111';
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';
export const addressLookupTableProgram = 'AddressLookupTab1e1111111111111111111111111';
export const voteProgram = 'Vote111111111111111111111111111111111111111';

/** Programs that verify signatures named in their data; each costs as much as a signer's. */
export const signaturePrograms: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]);
