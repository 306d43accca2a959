import { findProgramAddress } from '../../solana/findProgramAddress.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { associatedTokenProgram } from '../../solana/knownPrograms.ts';
import { ammProgramIds } from './ammProgramIds.ts';
import type { PoolSides } from './readPoolAccount.ts';

/** A pool's own account and program with its two sides. Empty text where it is not known. */
export interface PoolAddresses extends PoolSides {
  readonly pool: string;
  readonly program: string;
}

/** Finds another account of the same swap by its name; empty text where it is not known. */
export type FindAccount = (name: string) => string;

type Derive = (pool: PoolAddresses, find: FindAccount) => string | null;

const { raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } = ammProgramIds;
const { meteoraVault, orcaWhirlpool, pumpAmm } = ammProgramIds;

/** `'pool'`, `'mintA'` and `'mintB'` in braces stand for the pool's own. */
type Seed = string | { readonly of: 'pool' | 'mintA' | 'mintB' };
const pool: Seed = { of: 'pool' };
const mintA: Seed = { of: 'mintA' };
const mintB: Seed = { of: 'mintB' };

const derivedFromSeeds =
  (...seeds: readonly Seed[]): Derive =>
  (from) =>
    addressOf(
      from.program,
      seeds.map((seed) => (typeof seed === 'string' ? seed : { address: from[seed.of] })),
    );

/** Derived by `program` from a text and another account of the swap. */
const derivedFrom =
  (program: string, text: string, name: string): Derive =>
  (_, find) =>
    addressOf(program, [text, { address: find(name) }]);

/** `first` and the pool, in this order. */
const withPool =
  (name: string): Derive =>
  (from, find) =>
    addressOf(from.program, [{ address: find(name) }, { address: from.pool }]);

/** Every vault of this program was made with this base. */
const vaultBase = { address: 'HWzXGcGHy4tcpYfaRDCyLNzXqBTv3E6BttpCH2vJxArv' };
/** Only where it holds the pool's own tokens: the sides of these pools are in no order. */
const meteoraVaultOf =
  (side: 'mintA' | 'mintB', tokens: 'vaultA' | 'vaultB'): Derive =>
  (from) => {
    const vault = addressOf(meteoraVault, ['vault', { address: from[side] }, vaultBase]);
    if (vault === null) return null;
    const held = from[tokens];
    const holds = findProgramAddress(meteoraVault, ['token_vault', { address: vault }]);
    return held === '' || held === holds ? vault : null;
  };

const tokenProgramOf =
  (side: 'mintA' | 'mintB'): Derive =>
  (from) =>
    knownMints.get(from[side])?.tokenProgram ?? null;

const associated =
  (
    owner: (from: PoolAddresses, find: FindAccount) => string,
    tokens: string,
    side: 'mintA' | 'mintB',
  ) =>
  (from: PoolAddresses, find: FindAccount): string | null =>
    addressOf(associatedTokenProgram, [
      { address: owner(from, find) },
      { address: find(tokens) },
      { address: from[side] },
    ]);

const ofPool = (from: PoolAddresses) => from.pool;
const ofAccount = (name: string) => (_: PoolAddresses, find: FindAccount) => find(name);

const raydiumVaults = {
  input_vault: derivedFromSeeds('pool_vault', pool, mintA),
  output_vault: derivedFromSeeds('pool_vault', pool, mintB),
};

/** Program -> name of an account of its swap -> how its address follows from others. */
const derivations = new Map<string, Readonly<Record<string, Derive>>>(
  Object.entries({
    [raydiumCpmm]: {
      ...raydiumVaults,
      // Pools of the CLMM have one too, but the older ones at an address of their own.
      observation_state: derivedFromSeeds('observation', pool),
      input_token_program: tokenProgramOf('mintA'),
      output_token_program: tokenProgramOf('mintB'),
    },
    [raydiumClmm]: {
      ...raydiumVaults,
      tick_array_bitmap_extension: derivedFromSeeds('pool_tick_array_bitmap_extension', pool),
    },
    [meteoraDlmm]: {
      reserve_x: derivedFromSeeds(pool, mintA),
      reserve_y: derivedFromSeeds(pool, mintB),
      oracle: derivedFromSeeds('oracle', pool),
      token_x_program: tokenProgramOf('mintA'),
      token_y_program: tokenProgramOf('mintB'),
    },
    [meteoraDammV1]: {
      a_vault: meteoraVaultOf('mintA', 'vaultA'),
      b_vault: meteoraVaultOf('mintB', 'vaultB'),
      a_token_vault: derivedFrom(meteoraVault, 'token_vault', 'a_vault'),
      b_token_vault: derivedFrom(meteoraVault, 'token_vault', 'b_vault'),
      a_vault_lp: withPool('a_vault'),
      b_vault_lp: withPool('b_vault'),
      protocol_token_fee: derivedFromSeeds('fee', mintA, pool),
    },
    [meteoraDammV2]: {
      token_a_vault: derivedFromSeeds('token_vault', mintA, pool),
      token_b_vault: derivedFromSeeds('token_vault', mintB, pool),
      token_a_program: tokenProgramOf('mintA'),
      token_b_program: tokenProgramOf('mintB'),
    },
    [orcaWhirlpool]: {
      oracle: derivedFromSeeds('oracle', pool),
      token_program_a: tokenProgramOf('mintA'),
      token_program_b: tokenProgramOf('mintB'),
    },
    [pumpAmm]: {
      base_token_program: tokenProgramOf('mintA'),
      quote_token_program: tokenProgramOf('mintB'),
      pool_base_token_account: associated(ofPool, 'base_token_program', 'mintA'),
      pool_quote_token_account: associated(ofPool, 'quote_token_program', 'mintB'),
      protocol_fee_recipient_token_account: associated(
        ofAccount('protocol_fee_recipient'),
        'quote_token_program',
        'mintB',
      ),
      coin_creator_vault_ata: associated(
        ofAccount('coin_creator_vault_authority'),
        'quote_token_program',
        'mintB',
      ),
    },
  }),
);

/** Derives an account's address by the program's published seeds; empty text if it cannot be. */
export function deriveAccount(from: PoolAddresses, name: string, find: FindAccount): string {
  return derivations.get(from.program)?.[name]?.(from, find) ?? '';
}

function addressOf(
  program: string,
  seeds: readonly (string | { readonly address: string })[],
): string | null {
  const isKnown = seeds.every((seed) => typeof seed === 'string' || seed.address !== '');
  return isKnown ? findProgramAddress(program, seeds) : null;
}
