import { accountRoles } from '../../api/marketCache.ts';
import { pumpBuybackAccounts } from '../../solana/feeAccounts.ts';
import {
  associatedTokenProgram,
  memoProgram,
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
  /** The caller may pass any of them; the first if no swap was observed. */
  | { readonly kind: 'oneOf'; readonly addresses: readonly string[] }
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
  if (text === 'anyBuyback') return { kind: 'oneOf', addresses: pumpBuybackAccounts };
  const side = poolSides.find((each) => each === text);
  if (side !== undefined) return { kind: side };
  return text === '' ? { kind: 'seen' } : { kind: 'fixed', address: text };
}

const anchorSwap = 'f8c69e91e17587c8';
const anchorSwapV2 = '2b04ed0b1ac91e62';

const { raydiumV4, raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } =
  ammProgramIds;
const { meteoraVault, orcaWhirlpool, pumpAmm, pumpCurve } = ammProgramIds;

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

const [pumpBuy, pumpSell, pumpBuyExactIn] = [
  '66063d1201daebea',
  '33e685a4017f83ad',
  'c62e1552b4d9e870',
] as const;
const [pumpBuyV2, pumpSellV2, pumpBuyExactInV2] = [
  'b817ee6167c5d33d',
  '5df6823ce7e940b2',
  'c2ab1c46684d5b2f',
] as const;
const [pumpBuyV3, pumpSellV3, pumpBuyExactInV3] = [
  '07051dc4f5176550',
  '1c92de7726c469d5',
  'e1f7501ed5b38488',
] as const;
const pumpFeeProgram = 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ';

const pumpAmmStart = `+pool=pool !user global_config=ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw
  base_mint=mintA quote_mint=mintB ?user_base_token_account ?user_quote_token_account
  +pool_base_token_account=vaultA +pool_quote_token_account=vaultB`;
const pumpAmmEvents = `event_authority=GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR
  program=${pumpAmm}`;
const pumpAmmFeeConfig = 'fee_config=5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx';
const pumpAmmVolume = 'C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw';
const pumpAmmFees = `${pumpAmmStart} protocol_fee_recipient +protocol_fee_recipient_token_account
  base_token_program quote_token_program system_program=${systemProgram}
  associated_token_program=${associatedTokenProgram} ${pumpAmmEvents} +coin_creator_vault_ata
  coin_creator_vault_authority`;
/** Remaining accounts since 28 April 2026. */
const pumpAmmEnd = 'pool_v2 buyback_fee_recipient=anyBuyback +buyback_fee_recipient_token_account';
/** The first of the remaining accounts of coins with cashback. */
const pumpCashbackAccount = '?user_volume_accumulator_token_account';

const pumpCurveStart = `global=4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf base_mint=mintA
  quote_mint=mintB base_token_program quote_token_program`;
const pumpCurveSides = `+bonding_curve=pool +associated_base_bonding_curve=vaultA
  +associated_quote_bonding_curve !user ?associated_base_user ?associated_quote_user`;
const pumpCurveFeeConfig = 'fee_config=8Wf5TiAheLUqBrKXeYg2JtAFFMWtKdG2BSFgqUcPVwTt';
const pumpCurveVolume = 'Hq2wp8uJ9jCPsYgNHex8RtqdvMPfVGoYwjvF1ATiwn2Y';
const pumpCurveEnd = `system_program=${systemProgram}
  event_authority=Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1 program=${pumpCurve}`;

/**
 * The accounts of a swap, in order, for the AMM families of the market cache. Names are from the
 * programs' published interfaces. Roles and fixed addresses were verified with real swaps; an
 * account that a successful swap passed as read-only is read-only.
 *
 * Program -> its swap instructions; the first applies if no swap of the pool was observed. One
 * instruction may have several, with different numbers of accounts. Pump's are those of
 * pump-fun/pump-public-docs of November 2026. To renew: compare each list with the program's current
 * interface and with a recorded swap; an entry names templates that the newest swap does not fit.
 */
export const swapTemplates: ReadonlyMap<string, readonly SwapTemplate[]> = new Map(
  Object.entries({
    // Raydium's instruction may leave out `amm_target_orders`.
    [raydiumV4]: ['+amm_target_orders', ''].map((targetOrders) =>
      template(
        '09',
        `token_program=${tokenProgram} +amm=pool
         amm_authority=5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1 +amm_open_orders
         ${targetOrders} +pool_coin_token_account=vaultA +pool_pc_token_account=vaultB
         serum_program +serum_market +serum_bids=.serumBids +serum_asks=.serumAsks
         +serum_event_queue=.serumEventQueue +serum_coin_vault_account=.serumCoinVaultAccount
         +serum_pc_vault_account=.serumPcVaultAccount serum_vault_signer=.serumVaultSigner
         ?user_source_token_account ?user_destination_token_account !user_source_owner`,
      ),
    ),
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
      // Fees stay in the pool. Not for cashback coins.
      ...[pumpBuyExactInV2, pumpBuyV2, pumpSellV2].map((discriminator) =>
        template(
          discriminator,
          `${pumpAmmStart} base_token_program quote_token_program system_program=${systemProgram}
           ?user_volume_accumulator ${pumpAmmFeeConfig} +buyback_fee_recipient_token_account
           ${pumpAmmEvents}`,
        ),
      ),
      ...[pumpBuy, pumpBuyExactIn].flatMap((discriminator) => {
        const buy = `${pumpAmmFees} +global_volume_accumulator=${pumpAmmVolume}
          ?user_volume_accumulator ${pumpAmmFeeConfig} fee_program=${pumpFeeProgram}`;
        return [
          template(discriminator, `${buy} ${pumpAmmEnd}`),
          template(discriminator, `${buy} ${pumpCashbackAccount} ${pumpAmmEnd}`),
        ];
      }),
      ...['', `${pumpCashbackAccount} ?user_volume_accumulator`].map((cashback) =>
        template(
          pumpSell,
          `${pumpAmmFees} ${pumpAmmFeeConfig} fee_program=${pumpFeeProgram} ${cashback}
           ${pumpAmmEnd}`,
        ),
      ),
    ],
    [pumpCurve]: [
      ...[pumpBuyExactInV3, pumpBuyV3, pumpSellV3].map((discriminator) =>
        template(
          discriminator,
          `${pumpCurveStart} ${pumpCurveSides} ?user_volume_accumulator ${pumpCurveFeeConfig}
           +buyback_fee_recipient ${pumpCurveEnd}`,
        ),
      ),
      ...[pumpBuyExactInV2, pumpBuyV2, pumpSellV2].map((discriminator) =>
        template(
          discriminator,
          `${pumpCurveStart} associated_token_program=${associatedTokenProgram} +fee_recipient
           +associated_quote_fee_recipient +buyback_fee_recipient=anyBuyback
           +associated_quote_buyback_fee_recipient ${pumpCurveSides} +creator_vault
           +associated_creator_vault sharing_config
           ${discriminator === pumpSellV2 ? '' : `global_volume_accumulator=${pumpCurveVolume}`}
           ?user_volume_accumulator ?associated_user_volume_accumulator ${pumpCurveFeeConfig}
           fee_program=${pumpFeeProgram} ${pumpCurveEnd}`,
        ),
      ),
    ],
  }),
);
