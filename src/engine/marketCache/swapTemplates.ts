import {
  associatedTokenProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../../solana/knownPrograms.ts';
import { ammPrograms } from './ammPrograms.ts';
import {
  fixed,
  mintA,
  mintB,
  own,
  parameter,
  pool,
  reads,
  type SwapTemplate,
  signer,
  vaultA,
  vaultB,
  writes,
} from './swapTemplate.ts';

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

const { raydiumV4, raydiumCpmm, raydiumClmm, meteoraDlmm, meteoraDammV1, meteoraDammV2 } =
  ammPrograms;
const { meteoraVault, orcaWhirlpool, pumpAmm } = ammPrograms;

const clmmSwap = [
  signer('payer'),
  reads('amm_config'),
  writes('pool_state', pool),
  own('user_input_token_account'),
  own('user_output_token_account'),
  writes('input_vault', vaultA),
  writes('output_vault', vaultB),
  writes('observation_state'),
  fixed('token_program', tokenProgram),
];

const dlmmSwap = [
  writes('lb_pair', pool),
  reads('bin_array_bitmap_extension'),
  writes('reserve_x', vaultA),
  writes('reserve_y', vaultB),
  own('user_token_in'),
  own('user_token_out'),
  reads('token_x_mint', mintA),
  reads('token_y_mint', mintB),
  writes('oracle'),
  // The program itself stands for "no host fee".
  fixed('host_fee_in', meteoraDlmm),
  signer('user'),
  reads('token_x_program'),
  reads('token_y_program'),
];
const dlmmEnd = [
  fixed('event_authority', 'D1ZN9Wj1fRSUQfCjhvnu1hqDMT7hzjzBBpi12nVniYD6'),
  fixed('program', meteoraDlmm),
];

/**
 * The accounts that a swap on a pool takes, in order, for the AMM families that the market cache
 * describes. Names are those of the programs' published interfaces; roles and fixed addresses were
 * checked against real swaps (an account that some successful swap passed read-only is read-only).
 *
 * Program -> its swap instructions; the first is shown where no swap of the pool was seen.
 */
export const swapTemplates: ReadonlyMap<string, readonly SwapTemplate[]> = new Map([
  [
    raydiumV4,
    [
      {
        discriminator: '09',
        following: null,
        accounts: [
          fixed('token_program', tokenProgram),
          writes('amm', pool),
          fixed('amm_authority', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'),
          writes('amm_open_orders'),
          writes('amm_target_orders'),
          writes('pool_coin_token_account', vaultA),
          writes('pool_pc_token_account', vaultB),
          reads('serum_program'),
          writes('serum_market'),
          writes('serum_bids', parameter('serumBids')),
          writes('serum_asks', parameter('serumAsks')),
          writes('serum_event_queue', parameter('serumEventQueue')),
          writes('serum_coin_vault_account', parameter('serumCoinVaultAccount')),
          writes('serum_pc_vault_account', parameter('serumPcVaultAccount')),
          reads('serum_vault_signer', parameter('serumVaultSigner')),
          own('user_source_token_account'),
          own('user_destination_token_account'),
          signer('user_source_owner'),
        ],
      },
    ],
  ],
  [
    raydiumCpmm,
    [
      {
        discriminator: '8fbe5adac41e33de',
        following: null,
        accounts: [
          signer('payer'),
          fixed('authority', 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'),
          reads('amm_config'),
          writes('pool_state', pool),
          own('user_input_token_account'),
          own('user_output_token_account'),
          writes('input_vault', vaultA),
          writes('output_vault', vaultB),
          reads('input_token_program'),
          reads('output_token_program'),
          reads('input_token_mint', mintA),
          reads('output_token_mint', mintB),
          writes('observation_state'),
        ],
      },
    ],
  ],
  [
    raydiumClmm,
    [
      {
        discriminator: '2b04ed0b1ac91e62',
        following: 'tick_array',
        accounts: [
          ...clmmSwap,
          fixed('token_program2022', token2022Program),
          fixed('memo_program', memoProgram),
          reads('input_vault_mint', mintA),
          reads('output_vault_mint', mintB),
        ],
      },
      { discriminator: 'f8c69e91e17587c8', following: 'tick_array', accounts: clmmSwap },
    ],
  ],
  [
    meteoraDlmm,
    [
      {
        discriminator: '414b3f4ceb5b5b88',
        following: 'bin_array',
        accounts: [...dlmmSwap, fixed('memo_program', memoProgram), ...dlmmEnd],
      },
      {
        discriminator: 'f8c69e91e17587c8',
        following: 'bin_array',
        accounts: [...dlmmSwap, ...dlmmEnd],
      },
    ],
  ],
  [
    meteoraDammV1,
    [
      {
        discriminator: 'f8c69e91e17587c8',
        following: null,
        accounts: [
          writes('pool', pool),
          own('user_source_token'),
          own('user_destination_token'),
          writes('a_vault'),
          writes('b_vault'),
          writes('a_token_vault', vaultA),
          writes('b_token_vault', vaultB),
          writes('a_vault_lp_mint', parameter('vaultLpMint', 'a')),
          writes('b_vault_lp_mint', parameter('vaultLpMint', 'b')),
          writes('a_vault_lp'),
          writes('b_vault_lp'),
          writes('protocol_token_fee'),
          signer('user'),
          fixed('vault_program', meteoraVault),
          fixed('token_program', tokenProgram),
        ],
      },
    ],
  ],
  [
    meteoraDammV2,
    [
      {
        discriminator: 'f8c69e91e17587c8',
        following: null,
        accounts: [
          fixed('pool_authority', 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC'),
          writes('pool', pool),
          own('user_input_token_account'),
          own('user_output_token_account'),
          writes('token_a_vault', vaultA),
          writes('token_b_vault', vaultB),
          reads('token_a_mint', mintA),
          reads('token_b_mint', mintB),
          signer('payer'),
          reads('token_a_program'),
          reads('token_b_program'),
          // The program itself stands for "no referral".
          fixed('referral_token_account', meteoraDammV2),
          fixed('event_authority', '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet'),
          fixed('program', meteoraDammV2),
        ],
      },
    ],
  ],
  [
    orcaWhirlpool,
    [
      {
        discriminator: '2b04ed0b1ac91e62',
        following: null,
        accounts: [
          reads('token_program_a'),
          reads('token_program_b'),
          fixed('memo_program', memoProgram),
          signer('user_token_authority'),
          writes('whirlpool', pool),
          reads('token_mint_a', mintA),
          reads('token_mint_b', mintB),
          own('user_token_owner_account_a'),
          writes('token_vault_a', vaultA),
          own('user_token_owner_account_b'),
          writes('token_vault_b', vaultB),
          writes('tick_array0'),
          writes('tick_array1'),
          writes('tick_array2'),
          writes('oracle'),
        ],
      },
      {
        discriminator: 'f8c69e91e17587c8',
        following: null,
        accounts: [
          fixed('token_program', tokenProgram),
          signer('user_token_authority'),
          writes('whirlpool', pool),
          own('user_token_owner_account_a'),
          writes('token_vault_a', vaultA),
          own('user_token_owner_account_b'),
          writes('token_vault_b', vaultB),
          writes('tick_array0'),
          writes('tick_array1'),
          writes('tick_array2'),
          reads('oracle'),
        ],
      },
    ],
  ],
  [
    pumpAmm,
    [
      {
        discriminator: '66063d1201daebea',
        following: null,
        accounts: [
          reads('pool', pool),
          signer('user'),
          fixed('global_config', 'ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw'),
          reads('base_mint', mintA),
          reads('quote_mint', mintB),
          own('user_base_token_account'),
          own('user_quote_token_account'),
          writes('pool_base_token_account', vaultA),
          writes('pool_quote_token_account', vaultB),
          reads('protocol_fee_recipient'),
          writes('protocol_fee_recipient_token_account'),
          reads('base_token_program'),
          reads('quote_token_program'),
          fixed('system_program', systemProgram),
          fixed('associated_token_program', associatedTokenProgram),
          fixed('event_authority', 'GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR'),
          fixed('program', pumpAmm),
          writes('coin_creator_vault_ata'),
          reads('coin_creator_vault_authority'),
          writes('global_volume_accumulator', {
            kind: 'fixed',
            address: 'C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw',
          }),
          own('user_volume_accumulator'),
          fixed('fee_config', '5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx'),
          fixed('fee_program', 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ'),
        ],
      },
    ],
  ],
]);
