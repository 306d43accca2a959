import {
  associatedTokenProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../../solana/knownPrograms.ts';
import { ammProgramIds } from './ammProgramIds.ts';
import {
  callerAccount,
  fixedAccount,
  mintA,
  mintB,
  parameter,
  pool,
  readonlyAccount,
  type SwapTemplate,
  signerAccount,
  vaultA,
  vaultB,
  writableAccount,
} from './swapTemplate.ts';

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

const { raydiumV4, raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } =
  ammProgramIds;
const { meteoraVault, orcaWhirlpool, pumpAmm } = ammProgramIds;

const clmmSwap = [
  signerAccount('payer'),
  readonlyAccount('amm_config'),
  writableAccount('pool_state', pool),
  callerAccount('user_input_token_account'),
  callerAccount('user_output_token_account'),
  writableAccount('input_vault', vaultA),
  writableAccount('output_vault', vaultB),
  writableAccount('observation_state'),
  fixedAccount('token_program', tokenProgram),
];

const dlmmSwap = [
  writableAccount('lb_pair', pool),
  readonlyAccount('bin_array_bitmap_extension'),
  writableAccount('reserve_x', vaultA),
  writableAccount('reserve_y', vaultB),
  callerAccount('user_token_in'),
  callerAccount('user_token_out'),
  readonlyAccount('token_x_mint', mintA),
  readonlyAccount('token_y_mint', mintB),
  writableAccount('oracle'),
  // The program itself stands for "no host fee".
  fixedAccount('host_fee_in', meteoraDlmm),
  signerAccount('user'),
  readonlyAccount('token_x_program'),
  readonlyAccount('token_y_program'),
];
const dlmmEnd = [
  fixedAccount('event_authority', 'D1ZN9Wj1fRSUQfCjhvnu1hqDMT7hzjzBBpi12nVniYD6'),
  fixedAccount('program', meteoraDlmm),
];

/**
 * The accounts that a swap on a pool takes, in order, for the AMM families that the market cache
 * describes. Names are those of the programs' published interfaces; roles and fixed addresses were
 * checked against real swaps (an account that some successful swap passed read-only is read-only).
 *
 * Program -> its swap instructions; the first is shown where no swap of the pool was seen.
 */
export const swapTemplates: ReadonlyMap<string, readonly SwapTemplate[]> = new Map(
  Object.entries({
    [raydiumV4]: [
      {
        discriminator: '09',
        accounts: [
          fixedAccount('token_program', tokenProgram),
          writableAccount('amm', pool),
          fixedAccount('amm_authority', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'),
          writableAccount('amm_open_orders'),
          writableAccount('amm_target_orders'),
          writableAccount('pool_coin_token_account', vaultA),
          writableAccount('pool_pc_token_account', vaultB),
          readonlyAccount('serum_program'),
          writableAccount('serum_market'),
          writableAccount('serum_bids', parameter('serumBids')),
          writableAccount('serum_asks', parameter('serumAsks')),
          writableAccount('serum_event_queue', parameter('serumEventQueue')),
          writableAccount('serum_coin_vault_account', parameter('serumCoinVaultAccount')),
          writableAccount('serum_pc_vault_account', parameter('serumPcVaultAccount')),
          readonlyAccount('serum_vault_signer', parameter('serumVaultSigner')),
          callerAccount('user_source_token_account'),
          callerAccount('user_destination_token_account'),
          signerAccount('user_source_owner'),
        ],
      },
    ],
    [raydiumCpmm]: [
      {
        discriminator: '8fbe5adac41e33de',
        accounts: [
          signerAccount('payer'),
          fixedAccount('authority', 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'),
          readonlyAccount('amm_config'),
          writableAccount('pool_state', pool),
          callerAccount('user_input_token_account'),
          callerAccount('user_output_token_account'),
          writableAccount('input_vault', vaultA),
          writableAccount('output_vault', vaultB),
          readonlyAccount('input_token_program'),
          readonlyAccount('output_token_program'),
          readonlyAccount('input_token_mint', mintA),
          readonlyAccount('output_token_mint', mintB),
          writableAccount('observation_state'),
        ],
      },
    ],
    [raydiumClmm]: [
      {
        discriminator: '2b04ed0b1ac91e62',
        remainingAccountsName: 'tick_array',
        accounts: [
          ...clmmSwap,
          fixedAccount('token_program2022', token2022Program),
          fixedAccount('memo_program', memoProgram),
          readonlyAccount('input_vault_mint', mintA),
          readonlyAccount('output_vault_mint', mintB),
        ],
      },
      {
        discriminator: 'f8c69e91e17587c8',
        remainingAccountsName: 'tick_array',
        accounts: clmmSwap,
      },
    ],
    [meteoraDlmm]: [
      {
        discriminator: '414b3f4ceb5b5b88',
        remainingAccountsName: 'bin_array',
        accounts: [...dlmmSwap, fixedAccount('memo_program', memoProgram), ...dlmmEnd],
      },
      {
        discriminator: 'f8c69e91e17587c8',
        remainingAccountsName: 'bin_array',
        accounts: [...dlmmSwap, ...dlmmEnd],
      },
    ],
    [meteoraDammV1]: [
      {
        discriminator: 'f8c69e91e17587c8',
        accounts: [
          writableAccount('pool', pool),
          callerAccount('user_source_token'),
          callerAccount('user_destination_token'),
          writableAccount('a_vault'),
          writableAccount('b_vault'),
          writableAccount('a_token_vault', vaultA),
          writableAccount('b_token_vault', vaultB),
          writableAccount('a_vault_lp_mint', parameter('vaultLpMint', 'a')),
          writableAccount('b_vault_lp_mint', parameter('vaultLpMint', 'b')),
          writableAccount('a_vault_lp'),
          writableAccount('b_vault_lp'),
          writableAccount('protocol_token_fee'),
          signerAccount('user'),
          fixedAccount('vault_program', meteoraVault),
          fixedAccount('token_program', tokenProgram),
        ],
      },
    ],
    [meteoraDammV2]: [
      {
        discriminator: 'f8c69e91e17587c8',
        accounts: [
          fixedAccount('pool_authority', 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC'),
          writableAccount('pool', pool),
          callerAccount('user_input_token_account'),
          callerAccount('user_output_token_account'),
          writableAccount('token_a_vault', vaultA),
          writableAccount('token_b_vault', vaultB),
          readonlyAccount('token_a_mint', mintA),
          readonlyAccount('token_b_mint', mintB),
          signerAccount('payer'),
          readonlyAccount('token_a_program'),
          readonlyAccount('token_b_program'),
          // The program itself stands for "no referral".
          fixedAccount('referral_token_account', meteoraDammV2),
          fixedAccount('event_authority', '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet'),
          fixedAccount('program', meteoraDammV2),
        ],
      },
    ],
    [orcaWhirlpool]: [
      {
        discriminator: '2b04ed0b1ac91e62',
        accounts: [
          readonlyAccount('token_program_a'),
          readonlyAccount('token_program_b'),
          fixedAccount('memo_program', memoProgram),
          signerAccount('user_token_authority'),
          writableAccount('whirlpool', pool),
          readonlyAccount('token_mint_a', mintA),
          readonlyAccount('token_mint_b', mintB),
          callerAccount('user_token_owner_account_a'),
          writableAccount('token_vault_a', vaultA),
          callerAccount('user_token_owner_account_b'),
          writableAccount('token_vault_b', vaultB),
          writableAccount('tick_array0'),
          writableAccount('tick_array1'),
          writableAccount('tick_array2'),
          writableAccount('oracle'),
        ],
      },
      {
        discriminator: 'f8c69e91e17587c8',
        accounts: [
          fixedAccount('token_program', tokenProgram),
          signerAccount('user_token_authority'),
          writableAccount('whirlpool', pool),
          callerAccount('user_token_owner_account_a'),
          writableAccount('token_vault_a', vaultA),
          callerAccount('user_token_owner_account_b'),
          writableAccount('token_vault_b', vaultB),
          writableAccount('tick_array0'),
          writableAccount('tick_array1'),
          writableAccount('tick_array2'),
          readonlyAccount('oracle'),
        ],
      },
    ],
    [pumpAmm]: [
      {
        discriminator: '66063d1201daebea',
        accounts: [
          readonlyAccount('pool', pool),
          signerAccount('user'),
          fixedAccount('global_config', 'ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw'),
          readonlyAccount('base_mint', mintA),
          readonlyAccount('quote_mint', mintB),
          callerAccount('user_base_token_account'),
          callerAccount('user_quote_token_account'),
          writableAccount('pool_base_token_account', vaultA),
          writableAccount('pool_quote_token_account', vaultB),
          readonlyAccount('protocol_fee_recipient'),
          writableAccount('protocol_fee_recipient_token_account'),
          readonlyAccount('base_token_program'),
          readonlyAccount('quote_token_program'),
          fixedAccount('system_program', systemProgram),
          fixedAccount('associated_token_program', associatedTokenProgram),
          fixedAccount('event_authority', 'GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR'),
          fixedAccount('program', pumpAmm),
          writableAccount('coin_creator_vault_ata'),
          readonlyAccount('coin_creator_vault_authority'),
          writableAccount('global_volume_accumulator', {
            kind: 'fixed',
            address: 'C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw',
          }),
          callerAccount('user_volume_accumulator'),
          fixedAccount('fee_config', '5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx'),
          fixedAccount('fee_program', 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ'),
        ],
      },
    ],
  }),
);
