import { knownMints } from '../../solana/knownMints.ts';
import { associatedTokenProgram } from '../../solana/knownPrograms.ts';
import { ammPrograms } from './ammPrograms.ts';
import { programAddress } from './programAddress.ts';

/** What addresses are derived from. Empty text where it is not known. */
export interface PoolSides {
  readonly pool: string;
  readonly program: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
}

/** Finds another account of the same swap by its name; empty text where it is not known. */
export type FindAccount = (name: string) => string;

type Derive = (pool: PoolSides, find: FindAccount) => string | null;

const { raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } = ammPrograms;
const { meteoraVault, orcaWhirlpool, pumpAmm } = ammPrograms;

/** `'pool'`, `'mintA'` and `'mintB'` in braces stand for the pool's own. */
type Seed = string | { readonly of: 'pool' | 'mintA' | 'mintB' };
const pool: Seed = { of: 'pool' };
const mintA: Seed = { of: 'mintA' };
const mintB: Seed = { of: 'mintB' };

const derived =
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
    const holds = programAddress(meteoraVault, ['token_vault', { address: vault }]);
    return held === '' || held === holds ? vault : null;
  };

const tokenProgramOf =
  (side: 'mintA' | 'mintB'): Derive =>
  (from) =>
    knownMints.get(from[side])?.tokenProgram ?? null;

const associated =
  (
    owner: (from: PoolSides, find: FindAccount) => string,
    tokens: string,
    side: 'mintA' | 'mintB',
  ) =>
  (from: PoolSides, find: FindAccount): string | null =>
    addressOf(associatedTokenProgram, [
      { address: owner(from, find) },
      { address: find(tokens) },
      { address: from[side] },
    ]);

const ofPool = (from: PoolSides) => from.pool;
const ofAccount = (name: string) => (_: PoolSides, find: FindAccount) => find(name);

const raydiumVaults = {
  input_vault: derived('pool_vault', pool, mintA),
  output_vault: derived('pool_vault', pool, mintB),
};

/** Program -> name of an account of its swap -> how its address follows from others. */
const derivations = new Map<string, Readonly<Record<string, Derive>>>([
  [
    raydiumCpmm,
    {
      ...raydiumVaults,
      // Pools of the CLMM have one too, but the older ones at an address of their own.
      observation_state: derived('observation', pool),
      input_token_program: tokenProgramOf('mintA'),
      output_token_program: tokenProgramOf('mintB'),
    },
  ],
  [
    raydiumClmm,
    {
      ...raydiumVaults,
      tick_array_bitmap_extension: derived('pool_tick_array_bitmap_extension', pool),
    },
  ],
  [
    meteoraDlmm,
    {
      reserve_x: derived(pool, mintA),
      reserve_y: derived(pool, mintB),
      oracle: derived('oracle', pool),
      token_x_program: tokenProgramOf('mintA'),
      token_y_program: tokenProgramOf('mintB'),
    },
  ],
  [
    meteoraDammV1,
    {
      a_vault: meteoraVaultOf('mintA', 'vaultA'),
      b_vault: meteoraVaultOf('mintB', 'vaultB'),
      a_token_vault: derivedFrom(meteoraVault, 'token_vault', 'a_vault'),
      b_token_vault: derivedFrom(meteoraVault, 'token_vault', 'b_vault'),
      a_vault_lp: withPool('a_vault'),
      b_vault_lp: withPool('b_vault'),
      protocol_token_fee: derived('fee', mintA, pool),
    },
  ],
  [
    meteoraDammV2,
    {
      token_a_vault: derived('token_vault', mintA, pool),
      token_b_vault: derived('token_vault', mintB, pool),
      token_a_program: tokenProgramOf('mintA'),
      token_b_program: tokenProgramOf('mintB'),
    },
  ],
  [
    orcaWhirlpool,
    {
      oracle: derived('oracle', pool),
      token_program_a: tokenProgramOf('mintA'),
      token_program_b: tokenProgramOf('mintB'),
    },
  ],
  [
    pumpAmm,
    {
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
  ],
]);

/**
 * The address of an account of a pool's swap where it follows from the pool, its mints and other
 * accounts by the program's published seeds; empty text where it does not.
 */
export function deriveAccount(from: PoolSides, name: string, find: FindAccount): string {
  return derivations.get(from.program)?.[name]?.(from, find) ?? '';
}

function addressOf(
  program: string,
  seeds: readonly (string | { readonly address: string })[],
): string | null {
  const isKnown = seeds.every((seed) => typeof seed === 'string' || seed.address !== '');
  return isKnown ? programAddress(program, seeds) : null;
}
