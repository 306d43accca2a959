import { encodeBase58 } from '../../solana/base58.ts';
import { findProgramAddress } from '../../solana/findProgramAddress.ts';
import { token2022Program, tokenProgram } from '../../solana/knownPrograms.ts';
import { ammProgramIds } from './ammProgramIds.ts';

export interface PoolSides {
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
}

interface PoolAccount extends PoolSides {
  /** Further accounts of a swap, with the names of `swapTemplates.ts`. */
  readonly addresses: Readonly<Record<string, string>>;
}

interface Layout {
  /** Leading bytes in hexadecimal; empty if the program writes none. */
  readonly discriminator: string;
  readonly bytesMinimum: number;
  /** Offsets of both mints, then of both vaults. */
  readonly sides: readonly [mintA: number, mintB: number, vaultA: number, vaultB: number];
  readonly addresses?: Readonly<Record<string, number>>;
  readonly more?: (
    address: (offset: number) => string,
    data: Uint8Array,
  ) => { readonly vaultA?: string; readonly vaultB?: string; readonly [name: string]: string };
}

const { raydiumV4, raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } =
  ammProgramIds;
const { orcaWhirlpool, pumpAmm } = ammProgramIds;

/** Discriminators of "PoolState" and "Pool" accounts. */
const poolState = 'f7ede3f5d7c3de46';
const pool = 'f19a6d0411b16dbc';
const systemAddress = '11111111111111111111111111111111';

/**
 * Offsets of addresses in each program's pool account, from published sources and interfaces. To
 * renew: compare each layout with the account in the program's current IDL, then with the vaults and
 * mints of a recorded swap.
 */
const layouts: ReadonlyMap<string, Layout> = new Map<string, Layout>(
  Object.entries({
    [raydiumV4]: {
      discriminator: '',
      bytesMinimum: 752,
      sides: [400, 432, 336, 368],
      addresses: {
        amm_open_orders: 496,
        serum_market: 528,
        serum_program: 560,
        amm_target_orders: 592,
      },
    },
    [raydiumCpmm]: {
      discriminator: poolState,
      bytesMinimum: 328,
      sides: [168, 200, 72, 104],
      addresses: {
        amm_config: 8,
        input_token_program: 232,
        output_token_program: 264,
        observation_state: 296,
      },
    },
    [raydiumClmm]: {
      discriminator: poolState,
      bytesMinimum: 233,
      sides: [73, 105, 137, 169],
      addresses: { amm_config: 9, observation_state: 201 },
    },
    [meteoraDlmm]: {
      discriminator: '210b3162b565b10d',
      bytesMinimum: 584,
      sides: [88, 120, 152, 184],
      addresses: { oracle: 552 },
    },
    [meteoraDammV2]: {
      discriminator: pool,
      bytesMinimum: 484,
      sides: [168, 200, 232, 264],
      more: (_, data) => ({
        token_a_program: data[482] === 0 ? tokenProgram : token2022Program,
        token_b_program: data[483] === 0 ? tokenProgram : token2022Program,
      }),
    },
    [meteoraDammV1]: {
      discriminator: pool,
      bytesMinimum: 298,
      // The vaults, which several pools share and which own the token accounts.
      sides: [40, 72, 104, 136],
      // The fee account of token A: a swap uses that of its input token.
      addresses: {
        a_vault: 104,
        b_vault: 136,
        a_vault_lp: 168,
        b_vault_lp: 200,
        protocol_token_fee: 234,
      },
      more: (address) => ({
        vaultA: vaultTokenAccount(address(104)),
        vaultB: vaultTokenAccount(address(136)),
      }),
    },
    [orcaWhirlpool]: {
      discriminator: '3f95d10ce1806309',
      bytesMinimum: 245,
      sides: [101, 181, 133, 213],
    },
    [pumpAmm]: {
      discriminator: pool,
      bytesMinimum: 203,
      sides: [43, 75, 139, 171],
      more: (address, data) => creatorVault(data.length < 243 ? '' : address(211)),
    },
  }),
);

/** `null` if the program has no layout or the data is not a pool. */
export function readPoolAccount(program: string, data: Uint8Array): PoolAccount | null {
  const layout = layouts.get(program);
  if (layout === undefined || data.length < layout.bytesMinimum) return null;
  if (!beginsWith(data, layout.discriminator)) return null;
  const address = (offset: number) => encodeBase58(data.subarray(offset, offset + 32));
  const { sides, addresses = {}, more } = layout;
  const { vaultA, vaultB, ...others } = more?.(address, data) ?? {};
  const named: Record<string, string> = {};
  for (const name in addresses) named[name] = address(addresses[name] as number);
  return {
    mintA: address(sides[0]),
    mintB: address(sides[1]),
    vaultA: vaultA ?? address(sides[2]),
    vaultB: vaultB ?? address(sides[3]),
    addresses: Object.assign(named, others),
  };
}

function beginsWith(data: Uint8Array, hexadecimal: string): boolean {
  if (hexadecimal === '') return true;
  const leading = Buffer.from(hexadecimal, 'hex');
  return leading.equals(data.subarray(0, leading.length));
}

const vaultTokenAccount = (vault: string): string =>
  findProgramAddress(ammProgramIds.meteoraVault, ['token_vault', { address: vault }]) ?? '';

function creatorVault(creator: string): Record<string, string> {
  if (creator === '' || creator === systemAddress) return {};
  const authority = findProgramAddress(pumpAmm, ['creator_vault', { address: creator }]);
  return authority === null ? {} : { coin_creator_vault_authority: authority };
}
