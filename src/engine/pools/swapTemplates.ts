import { accountRoles } from '../../api/marketCache.ts';
import {
  associatedTokenProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../../solana/knownPrograms.ts';
import { ammProgramIds } from './ammProgramIds.ts';

const poolSides = ['pool', 'mintA', 'mintB', 'vaultA', 'vaultB'] as const;

/** Source of an account's address, besides the newest observed swap of the pool. */
export type AddressSource =
  | { readonly kind: 'own' | 'seen' | (typeof poolSides)[number] }
  | { readonly kind: 'fixed'; readonly address: string }
  /** A path of nested keys in the entry's parameters. */
  | { readonly kind: 'parameter'; readonly path: readonly string[] };

export interface SwapAccount {
  readonly name: string;
  readonly role: number;
  readonly source: AddressSource;
}

export interface SwapTemplate {
  readonly discriminator: string;
  readonly accounts: readonly SwapAccount[];
  /** Name prefix of the remaining accounts; missing if there are none. */
  readonly remainingAccountsName?: string;
}

/**
 * A template from account names in order. The prefix is the role: none for read-only, `+` writable,
 * `?` owned by the caller, `!` the caller's signer. The text after `=` is the address source: the
 * pool, one of its sides, `.key.key` in the entry's parameters, or a fixed address; without it, the
 * address is taken from an observed swap.
 */
function template(
  discriminator: string,
  accounts: string,
  remainingAccountsName?: string,
): SwapTemplate {
  return {
    discriminator,
    accounts: accounts.trim().split(/\s+/).map(parseAccount),
    ...(remainingAccountsName !== undefined && { remainingAccountsName }),
  };
}

function parseAccount(word: string): SwapAccount {
  const [, sign = '', name = '', source = ''] = /^([+?!]?)(\w+)=?(.*)$/.exec(word) ?? [];
  if (sign === '!') return { name, role: accountRoles.writableSigner, source: { kind: 'own' } };
  if (sign === '?') return { name, role: accountRoles.writable, source: { kind: 'own' } };
  const role = sign === '+' ? accountRoles.writable : accountRoles.readonly;
  return { name, role, source: parseSource(source) };
}

function parseSource(text: string): AddressSource {
  if (text.startsWith('.')) return { kind: 'parameter', path: text.slice(1).split('.') };
  const side = poolSides.find((each) => each === text);
  if (side !== undefined) return { kind: side };
  return text === '' ? { kind: 'seen' } : { kind: 'fixed', address: text };
}

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const anchorSwap = 'f8c69e91e17587c8';
const anchorSwapV2 = '2b04ed0b1ac91e62';

const { raydiumV4, raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } =
  ammProgramIds;
const { meteoraVault, orcaWhirlpool, pumpAmm } = ammProgramIds;

const clmmSwap = `!payer amm_config +pool_state=pool ?user_input_token_account
  ?user_output_token_account +input_vault=vaultA +output_vault=vaultB +observation_state
  token_program=${tokenProgram}`;

// The program's own address means "no host fee".
const dlmmSwap = `+lb_pair=pool bin_array_bitmap_extension +reserve_x=vaultA +reserve_y=vaultB
  ?user_token_in ?user_token_out token_x_mint=mintA token_y_mint=mintB +oracle
  host_fee_in=${meteoraDlmm} !user token_x_program token_y_program`;
const dlmmEnd = `event_authority=D1ZN9Wj1fRSUQfCjhvnu1hqDMT7hzjzBBpi12nVniYD6
  program=${meteoraDlmm}`;

const whirlpoolVaults = `?user_token_owner_account_a +token_vault_a=vaultA
  ?user_token_owner_account_b +token_vault_b=vaultB`;

/**
 * The accounts of a swap, in order, for the AMM families of the market cache. Names are from the
 * programs' published interfaces. Roles and fixed addresses were verified with real swaps; an
 * account that a successful swap passed as read-only is read-only.
 *
 * Program -> its swap instructions; the first applies if no swap of the pool was observed.
 */
export const swapTemplates: ReadonlyMap<string, readonly SwapTemplate[]> = new Map(
  Object.entries({
    [raydiumV4]: [
      template(
        '09',
        `token_program=${tokenProgram} +amm=pool
         amm_authority=5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1 +amm_open_orders
         +amm_target_orders +pool_coin_token_account=vaultA +pool_pc_token_account=vaultB
         serum_program +serum_market +serum_bids=.serumBids +serum_asks=.serumAsks
         +serum_event_queue=.serumEventQueue +serum_coin_vault_account=.serumCoinVaultAccount
         +serum_pc_vault_account=.serumPcVaultAccount serum_vault_signer=.serumVaultSigner
         ?user_source_token_account ?user_destination_token_account !user_source_owner`,
      ),
    ],
    [raydiumCpmm]: [
      template(
        '8fbe5adac41e33de',
        `!payer authority=GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL amm_config +pool_state=pool
         ?user_input_token_account ?user_output_token_account +input_vault=vaultA
         +output_vault=vaultB input_token_program output_token_program input_token_mint=mintA
         output_token_mint=mintB +observation_state`,
      ),
    ],
    [raydiumClmm]: [
      template(
        anchorSwapV2,
        `${clmmSwap} token_program2022=${token2022Program} memo_program=${memoProgram}
         input_vault_mint=mintA output_vault_mint=mintB`,
        'tick_array',
      ),
      template(anchorSwap, clmmSwap, 'tick_array'),
    ],
    [meteoraDlmm]: [
      template(
        '414b3f4ceb5b5b88',
        `${dlmmSwap} memo_program=${memoProgram} ${dlmmEnd}`,
        'bin_array',
      ),
      template(anchorSwap, `${dlmmSwap} ${dlmmEnd}`, 'bin_array'),
    ],
    [meteoraDammV1]: [
      template(
        anchorSwap,
        `+pool=pool ?user_source_token ?user_destination_token +a_vault +b_vault
         +a_token_vault=vaultA +b_token_vault=vaultB +a_vault_lp_mint=.vaultLpMint.a
         +b_vault_lp_mint=.vaultLpMint.b +a_vault_lp +b_vault_lp +protocol_token_fee !user
         vault_program=${meteoraVault} token_program=${tokenProgram}`,
      ),
    ],
    [meteoraDammV2]: [
      // The program's own address means "no referral".
      template(
        anchorSwap,
        `pool_authority=HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC +pool=pool
         ?user_input_token_account ?user_output_token_account +token_a_vault=vaultA
         +token_b_vault=vaultB token_a_mint=mintA token_b_mint=mintB !payer token_a_program
         token_b_program referral_token_account=${meteoraDammV2}
         event_authority=3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet program=${meteoraDammV2}`,
      ),
    ],
    [orcaWhirlpool]: [
      template(
        anchorSwapV2,
        `token_program_a token_program_b memo_program=${memoProgram} !user_token_authority
         +whirlpool=pool token_mint_a=mintA token_mint_b=mintB ${whirlpoolVaults}
         +tick_array0 +tick_array1 +tick_array2 +oracle`,
      ),
      template(
        anchorSwap,
        `token_program=${tokenProgram} !user_token_authority +whirlpool=pool
         ${whirlpoolVaults} +tick_array0 +tick_array1 +tick_array2 oracle`,
      ),
    ],
    [pumpAmm]: [
      template(
        '66063d1201daebea',
        `pool=pool !user global_config=ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw
         base_mint=mintA quote_mint=mintB ?user_base_token_account ?user_quote_token_account
         +pool_base_token_account=vaultA +pool_quote_token_account=vaultB protocol_fee_recipient
         +protocol_fee_recipient_token_account base_token_program quote_token_program
         system_program=${systemProgram} associated_token_program=${associatedTokenProgram}
         event_authority=GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR program=${pumpAmm}
         +coin_creator_vault_ata coin_creator_vault_authority
         +global_volume_accumulator=C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw
         ?user_volume_accumulator fee_config=5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx
         fee_program=pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ`,
      ),
    ],
  }),
);
