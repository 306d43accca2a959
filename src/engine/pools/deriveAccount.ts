import { pumpBuybackAccounts } from '../../solana/feeAccounts.ts';
import { findProgramAddress } from '../../solana/findProgramAddress.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { associatedTokenProgram } from '../../solana/knownPrograms.ts';
import { ammProgramIds } from './ammProgramIds.ts';
import type { PoolSides } from './readPoolAccount.ts';

/** Addresses of a pool, its program, mints and vaults; empty text if unknown. */
export interface PoolAddresses extends PoolSides {
  readonly pool: string;
  readonly program: string;
}

/** Returns another account of the same swap by name; empty text if unknown. */
export type FindAccount = (name: string) => string;

type Derive = (pool: PoolAddresses, find: FindAccount) => string | null;

const { raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } = ammProgramIds;
const { meteoraVault, orcaWhirlpool, pumpAmm, pumpCurve } = ammProgramIds;

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

/** Derived from the account `name` and the pool. */
const withPool =
  (name: string): Derive =>
  (from, find) =>
    addressOf(from.program, [{ address: find(name) }, { address: from.pool }]);

/** All vaults of this program were created with this base. */
const vaultBase = { address: 'HWzXGcGHy4tcpYfaRDCyLNzXqBTv3E6BttpCH2vJxArv' };
/** Only if the vault's token account is that of the pool: DAMM v1 sides are unordered. */
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

const pumpFeeProgram = 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ';

/** Program -> account name of its swap -> how to derive the address. */
const derivations = new Map<string, Readonly<Record<string, Derive>>>(
  Object.entries({
    [raydiumCpmm]: {
      ...raydiumVaults,
      // CLMM pools also have one, but older ones at a different address.
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
      pool_v2: derivedFromSeeds('pool-v2', mintA),
      // PumpSwap's second version lists only its token account.
      buyback_fee_recipient: () => pumpBuybackAccounts[0] ?? null,
      buyback_fee_recipient_token_account: associated(
        ofAccount('buyback_fee_recipient'),
        'quote_token_program',
        'mintB',
      ),
    },
    [pumpCurve]: {
      base_token_program: tokenProgramOf('mintA'),
      quote_token_program: tokenProgramOf('mintB'),
      associated_base_bonding_curve: associated(ofPool, 'base_token_program', 'mintA'),
      associated_quote_bonding_curve: associated(ofPool, 'quote_token_program', 'mintB'),
      associated_quote_fee_recipient: associated(
        ofAccount('fee_recipient'),
        'quote_token_program',
        'mintB',
      ),
      associated_quote_buyback_fee_recipient: associated(
        ofAccount('buyback_fee_recipient'),
        'quote_token_program',
        'mintB',
      ),
      associated_creator_vault: associated(
        ofAccount('creator_vault'),
        'quote_token_program',
        'mintB',
      ),
      sharing_config: (from) =>
        addressOf(pumpFeeProgram, ['sharing-config', { address: from.mintA }]),
    },
  }),
);

/** Derives an account's address from the program's published seeds; empty text if impossible. */
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
