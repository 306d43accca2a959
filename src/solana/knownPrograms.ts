import programs from './knownPrograms.json' with { type: 'json' };
import { shortAddress } from './shortAddress.ts';

/**
 * Programs of market transactions by their one role: the sections of `knownPrograms.json`. Each entry
 * has a name, AMMs and bots a family, then the source. Entries without a source are from public lists
 * and mainnet transactions up to 2026-09-30: the parsers of cxcx-ai/solana-dex-parser, the label list of
 * Jupiter and the decoders of sevenlabs-hq/carbon. To renew: compare with those three, and look at the
 * outermost programs without a label in recent blocks.
 */
type ProgramTable<Known = object> = ReadonlyMap<string, { readonly name: string } & Known>;

interface AmmProgram {
  /** Lower-case name of the developers, shared by all versions of an AMM. */
  readonly family: string;
  /** What the program is to routers; only some kinds are markets with their own pools. */
  readonly kind: (typeof ammKinds)[number];
}

const ammKinds = ['amm', 'bonding-curve', 'vault', 'staking', 'jupiter-routable-non-amm'] as const;

export const ammPrograms: ProgramTable<AmmProgram> = new Map(
  ammKinds.flatMap((kind) =>
    Object.entries(programs[kind]).map(
      ([address, [name = '', family = '']]) => [address, { name, family, kind }] as const,
    ),
  ),
);

/**
 * AMMs whose pools share vaults: Meteora DAMM v1 and Stabble (their vault programs), Deriverse (one
 * account for each mint). What a vault holds bounds nothing that one of the pools could pay.
 */
export const programsWithSharedVaults: ReadonlySet<string> = new Set([
  'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB',
  'swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ',
  'swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW',
  'DRVSpZ2YUYYKgZP8XtLhAGtT1zYSCKzeHfb4DgRnrgqD',
]);

/**
 * AMMs whose vaults do not show what a pool holds, so that no liquidity is computed from them: shared
 * vaults, and both Pump programs, which keep fees in them and trade with virtual reserves too
 * (https://github.com/pump-fun/pump-public-docs, docs/VIRTUAL_QUOTE_RESERVES_FEE_ADJUSTMENT.md). Read on
 * 2026-11-29. To renew: look in the documentation of each AMM for shared vaults, fees that wait in a
 * vault, and virtual reserves.
 */
export const programsWithOtherReserves: ReadonlySet<string> = new Set([
  ...programsWithSharedVaults,
  'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
]);

const namedPrograms = (table: Readonly<Record<string, readonly string[]>>): ProgramTable =>
  new Map(Object.entries(table).map(([address, [name = '']]) => [address, { name }]));

export const routerPrograms = namedPrograms(programs.router);

export const terminalPrograms = namedPrograms(programs.terminal);

/**
 * Arbitrage bots; families as in the finder's bot filter. Bots without a public label have their address
 * as family, like those that are recognized by what they do.
 */
export const botPrograms: ProgramTable<{ readonly family: string }> = new Map(
  Object.entries(programs.bot).map(([address, [name = '', family = '']]) => [
    address,
    { name: name || shortAddress(address), family: family || address },
  ]),
);

/** Programs that compute or collect fees and tips for others. */
export const feePrograms = namedPrograms(programs.fee);

/** Programs without a market: the chain's own, those that only log or assert, and those for fees. */
export const corePrograms: ProgramTable<{ readonly role: string }> = new Map([
  ...Object.entries(programs.core).map(
    ([address, [name = '', role = '']]) => [address, { name, role }] as const,
  ),
  ...[...feePrograms].map(([address, { name }]) => [address, { name, role: 'fees' }] as const),
]);

/** Lending programs: borrowing, repaying and liquidating is not a swap on a pool. */
export const lendingPrograms = namedPrograms(programs.lending);

export const systemProgram = '11111111111111111111111111111111';
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
export const addressLookupTableProgram = 'AddressLookupTab1e1111111111111111111111111';
export const voteProgram = 'Vote111111111111111111111111111111111111111';

/**
 * Programs that verify signatures in their data; each costs as much as a signer's signature. With the
 * scheduler's cost units for a signature (Agave, `cost-model/src/block_cost_limits.rs`).
 */
export const signaturePrograms: ReadonlyMap<string, number> = new Map([
  ['Ed25519SigVerify111111111111111111111111111', 2_400],
  ['KeccakSecp256k11111111111111111111111111111', 6_690],
  ['Secp256r1SigVerify1111111111111111111111111', 4_800],
]);
