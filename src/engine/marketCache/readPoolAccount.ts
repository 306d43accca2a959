import { encodeBase58 } from '../../solana/base58.ts';
import { token2022Program, tokenProgram } from '../../solana/knownPrograms.ts';
import { ammProgramIds } from './ammProgramIds.ts';
import { findProgramAddress } from './findProgramAddress.ts';

/** The mints of a pool and the token accounts that hold them. */
export interface PoolSides {
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
}

interface PoolAccount extends PoolSides {
  /** Further accounts of a swap, under the names that `swapTemplates.ts` gives them. */
  readonly addresses: Readonly<Record<string, string>>;
}

interface Layout {
  /** Leading bytes, hexadecimal; empty where the program writes none. */
  readonly discriminator: string;
  readonly bytesMinimum: number;
  readonly read: (address: (offset: number) => string, data: Uint8Array) => PoolAccount;
}

const { raydiumV4, raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } =
  ammProgramIds;
const { orcaWhirlpool, pumpAmm } = ammProgramIds;

/** Programs whose pool accounts begin with the discriminator of "PoolState" and of "Pool". */
const poolState = 'f7ede3f5d7c3de46';
const pool = 'f19a6d0411b16dbc';
const systemAddress = '11111111111111111111111111111111';

/**
 * Where the addresses lie in the pool account of each program, from the programs' published
 * sources and interface files. Accounts that grew are read as far as they reach.
 */
const layouts: ReadonlyMap<string, Layout> = new Map<string, Layout>(
  Object.entries({
    [raydiumV4]: {
      discriminator: '',
      bytesMinimum: 752,
      read: (address) => ({
        vaultA: address(336),
        vaultB: address(368),
        mintA: address(400),
        mintB: address(432),
        addresses: {
          amm_open_orders: address(496),
          serum_market: address(528),
          serum_program: address(560),
          amm_target_orders: address(592),
        },
      }),
    },
    [raydiumCpmm]: {
      discriminator: poolState,
      bytesMinimum: 328,
      read: (address) => ({
        vaultA: address(72),
        vaultB: address(104),
        mintA: address(168),
        mintB: address(200),
        addresses: {
          amm_config: address(8),
          input_token_program: address(232),
          output_token_program: address(264),
          observation_state: address(296),
        },
      }),
    },
    [raydiumClmm]: {
      discriminator: poolState,
      bytesMinimum: 233,
      read: (address) => ({
        mintA: address(73),
        mintB: address(105),
        vaultA: address(137),
        vaultB: address(169),
        addresses: { amm_config: address(9), observation_state: address(201) },
      }),
    },
    [meteoraDlmm]: {
      discriminator: '210b3162b565b10d',
      bytesMinimum: 584,
      read: (address) => ({
        mintA: address(88),
        mintB: address(120),
        vaultA: address(152),
        vaultB: address(184),
        addresses: { oracle: address(552) },
      }),
    },
    [meteoraDammV2]: {
      discriminator: pool,
      bytesMinimum: 484,
      read: (address, data) => ({
        mintA: address(168),
        mintB: address(200),
        vaultA: address(232),
        vaultB: address(264),
        addresses: {
          token_a_program: data[482] === 0 ? tokenProgram : token2022Program,
          token_b_program: data[483] === 0 ? tokenProgram : token2022Program,
        },
      }),
    },
    [meteoraDammV1]: {
      discriminator: pool,
      bytesMinimum: 298,
      read: (address) => ({
        mintA: address(40),
        mintB: address(72),
        // The token accounts belong to the vaults, which several pools share.
        vaultA: vaultTokenAccount(address(104)),
        vaultB: vaultTokenAccount(address(136)),
        addresses: {
          a_vault: address(104),
          b_vault: address(136),
          a_vault_lp: address(168),
          b_vault_lp: address(200),
          // That of token A: a swap names the one of the token that it takes.
          protocol_token_fee: address(234),
        },
      }),
    },
    [orcaWhirlpool]: {
      discriminator: '3f95d10ce1806309',
      bytesMinimum: 245,
      read: (address) => ({
        mintA: address(101),
        vaultA: address(133),
        mintB: address(181),
        vaultB: address(213),
        addresses: {},
      }),
    },
    [pumpAmm]: {
      discriminator: pool,
      bytesMinimum: 203,
      read: (address, data) => ({
        mintA: address(43),
        mintB: address(75),
        vaultA: address(139),
        vaultB: address(171),
        addresses: creatorVault(data.length < 243 ? '' : address(211)),
      }),
    },
  }),
);

/**
 * Reads a pool's account; `null` for a program whose layout is not known here, and for data that
 * is no pool of it.
 */
export function readPoolAccount(program: string, data: Uint8Array): PoolAccount | null {
  const layout = layouts.get(program);
  if (layout === undefined || data.length < layout.bytesMinimum) return null;
  const { discriminator } = layout;
  const leading = Buffer.from(data.subarray(0, discriminator.length / 2)).toString('hex');
  if (leading !== discriminator) return null;
  return layout.read((offset) => encodeBase58(data.subarray(offset, offset + 32)), data);
}

const vaultTokenAccount = (vault: string): string =>
  findProgramAddress(ammProgramIds.meteoraVault, ['token_vault', { address: vault }]) ?? '';

function creatorVault(creator: string): Record<string, string> {
  if (creator === '' || creator === systemAddress) return {};
  const authority = findProgramAddress(pumpAmm, ['creator_vault', { address: creator }]);
  return authority === null ? {} : { coin_creator_vault_authority: authority };
}
