import { createHash } from 'node:crypto';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import type { Instruction } from './message.ts';
import { instructionData } from './programActions.ts';

/**
 * Instructions of AMMs that move a trader's tokens but are not swaps: liquidity, fees, rewards,
 * resting orders and their settlement, deposits to a market, and the creation and migration of
 * pools. Admin instructions that move no tokens are left out.
 *
 * Prop AMMs publish nothing (SolFi, HumidiFi, GoonFi, Tessera, BisonFi, AlphaQ, ZeroFi, Aquifer,
 * Scorch, …): for those, only the transfers decide.
 */
interface PublishedInstructions {
  readonly programs: readonly string[];
  /** Anchor instructions, separated by white space. Their discriminator is a hash of the name. */
  readonly names?: string;
  /** Leading bytes of other programs' instructions, hexadecimal, separated by white space. */
  readonly tags?: string;
}

/** OpenBook v1 and Serum v3, the program that it was forked from. */
const serumPrograms: readonly string[] = [
  'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX',
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
];

/** Read on 2026-11-29 from the programs' IDLs or source, which the comments name. */
const publishedInstructions: readonly PublishedInstructions[] = [
  {
    // npm @orca-so/whirlpools-client 7.0.0; Cropper runs a fork.
    programs: [
      'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
      'H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt',
    ],
    names: `increase_liquidity increase_liquidity_v2 increase_liquidity_by_token_amounts_v2
      decrease_liquidity decrease_liquidity_v2 reposition_liquidity_v2 reset_position_range
      collect_fees collect_fees_v2 collect_reward collect_reward_v2
      collect_protocol_fees collect_protocol_fees_v2
      initialize_pool initialize_pool_v2 initialize_pool_with_adaptive_fee
      initialize_reward initialize_reward_v2
      open_position open_position_with_metadata open_position_with_token_extensions
      open_bundled_position close_position close_position_with_token_extensions
      close_bundled_position lock_position transfer_locked_position`,
  },
  {
    // npm @crypticdot/fusionamm-client 1.1.7
    programs: ['fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9'],
    names: `increase_liquidity decrease_liquidity collect_fees collect_protocol_fees
      open_limit_order increase_limit_order decrease_limit_order close_limit_order
      initialize_pool open_position open_bundled_position close_position close_bundled_position`,
  },
  {
    // https://github.com/raydium-io/raydium-clmm, programs/amm/src; PancakeSwap, Byreal and Stabble
    // run forks. Offchain rewards: https://github.com/byreal-git/byreal-clmm-sdk
    programs: [
      'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
      'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq',
      'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2',
      '6dMXqGZ3ga2dikrYS9ovDXgHGh5RUsb2RTUj6hrQXhk6',
    ],
    names: `open_position open_position_v2 open_position_with_token22_nft close_position
      increase_liquidity increase_liquidity_v2 decrease_liquidity decrease_liquidity_v2
      open_limit_order increase_limit_order decrease_limit_order settle_limit_order
      close_limit_order create_pool create_pool_v2 create_customizable_pool
      create_permissioned_pool initialize_reward set_reward_params collect_remaining_rewards
      collect_protocol_fee collect_fund_fee close_protocol_position
      deposit_offchain_reward claim_offchain_reward withdraw_offchain_reward`,
  },
  {
    // https://github.com/raydium-io/raydium-cp-swap; GAMMA runs a fork that also takes deposits
    // from other AMMs: https://github.com/GooseFX1/gamma
    programs: [
      'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
      'GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT',
    ],
    names: `initialize initialize_with_permission deposit withdraw
      collect_protocol_fee collect_fund_fee collect_creator_fee rebalance_kamino
      migrate_meteora_dlmm_to_gamma migrate_orca_whirlpool_to_gamma
      migrate_raydium_clmm_to_gamma migrate_raydium_cp_swap_to_gamma
      create_reward_info claim_rewards`,
  },
  {
    // https://github.com/raydium-io/raydium-amm, program/src/instruction.rs; the stable AMM shares
    // deposit and withdraw (npm @raydium-io/raydium-sdk-v2 0.2.73-alpha).
    programs: [
      '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
      '5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h',
    ],
    tags: '00 01 02 03 04 05 07 08 0a 0d',
  },
  {
    // The IDL in npm @raydium-io/raydium-sdk-v2 0.2.73-alpha
    programs: ['LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj'],
    names: `initialize initialize_v2 initialize_with_token_2022 claim_creator_fee
      claim_platform_fee claim_platform_fee_from_vault claim_vested_token collect_fee
      collect_migrate_fee create_vesting_account create_platform_vesting_account
      migrate_to_amm migrate_to_cpswap`,
  },
  {
    // npm @meteora-ag/dlmm 1.9.14
    programs: ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'],
    names: `add_liquidity add_liquidity2 add_liquidity_by_weight add_liquidity_by_weight2
      add_liquidity_by_strategy add_liquidity_by_strategy2 add_liquidity_by_strategy_one_side
      add_liquidity_one_side add_liquidity_one_side_precise add_liquidity_one_side_precise2
      remove_liquidity remove_liquidity2 remove_liquidity_by_range remove_liquidity_by_range2
      remove_all_liquidity rebalance_liquidity
      claim_fee claim_fee2 claim_reward claim_reward2 fund_reward withdraw_ineligible_reward
      withdraw_protocol_fee zap_protocol_fee place_limit_order cancel_limit_order
      close_limit_order_if_empty initialize_lb_pair initialize_lb_pair2
      initialize_permission_lb_pair initialize_customizable_permissionless_lb_pair
      initialize_customizable_permissionless_lb_pair2 initialize_position initialize_position2
      initialize_position_pda initialize_position_by_operator initialize_reward
      increase_position_length increase_position_length2 decrease_position_length
      close_position close_position2 close_position_if_empty`,
  },
  {
    // npm @meteora-ag/cp-amm-sdk 1.5.0
    programs: ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'],
    names: `add_liquidity remove_liquidity remove_all_liquidity
      initialize_pool initialize_customizable_pool initialize_pool_with_dynamic_config
      create_position close_position split_position split_position2
      lock_position lock_inner_position permanent_lock_position
      claim_position_fee claim_protocol_fee claim_protocol_fee2 claim_partner_fee claim_reward
      initialize_reward fund_reward withdraw_ineligible_reward withdraw_dead_liquidity_reward
      zap_protocol_fee`,
  },
  {
    // npm @meteora-ag/dynamic-amm-sdk 1.4.1
    programs: ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'],
    names: `add_balance_liquidity add_imbalance_liquidity bootstrap_liquidity
      remove_balance_liquidity remove_liquidity_single_side initialize_permissioned_pool
      initialize_permissionless_pool initialize_permissionless_pool_with_fee_tier
      initialize_permissionless_constant_product_pool_with_config
      initialize_permissionless_constant_product_pool_with_config2
      initialize_customizable_permissionless_constant_product_pool
      lock claim_fee partner_claim_fee withdraw_protocol_fees move_locked_lp`,
  },
  {
    // npm @meteora-ag/dynamic-bonding-curve-sdk 1.5.12
    programs: ['dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN'],
    names: `initialize_virtual_pool_with_spl_token initialize_virtual_pool_with_token2022
      initialize_virtual_pool_with_token2022_transfer_hook create_locker
      migrate_meteora_damm migrate_meteora_damm_claim_lp_token migrate_meteora_damm_lock_lp_token
      migration_damm_v2 claim_trading_fee claim_trading_fee2 claim_creator_trading_fee
      claim_creator_trading_fee2 claim_protocol_fee claim_protocol_fee2
      claim_partner_pool_creation_fee claim_protocol_pool_creation_fee
      creator_withdraw_surplus partner_withdraw_surplus protocol_withdraw_surplus
      withdraw_leftover withdraw_migration_fee zap_protocol_fee`,
  },
  {
    // npm @pump-fun/pump-swap-sdk 1.20.0 and @pump-fun/pump-sdk 2.0.0
    programs: [
      'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
      '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
    ],
    names: `create_pool deposit withdraw create create_v2 migrate migrate_v2
      collect_creator_fee collect_creator_fee_v2 collect_coin_creator_fee
      transfer_creator_fees_to_pump transfer_creator_fees_to_pump_v2
      distribute_creator_fees distribute_creator_fees_v2 claim_cashback claim_cashback_v2
      claim_token_incentives admin_update_token_incentives init_boost boost_buy_and_burn
      init_user_volume_accumulator close_user_volume_accumulator`,
  },
  {
    // npm @jup-ag/lifinity-sdk-v2 1.0.8
    programs: [
      '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c',
      'EewxydAPCCVuNEyrVN68PuSYdQ7wKn27V9Gjeoi8dy3S',
    ],
    names: 'initialize deposit_all_token_types withdraw_all_token_types',
  },
  {
    // https://github.com/sevenlabs-hq/carbon, decoders/stabble-*-decoder
    programs: [
      'swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ',
      'swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW',
    ],
    names: 'initialize deposit withdraw shutdown',
  },
  {
    // https://github.com/invariant-labs/protocol, programs/invariant/src/instructions
    programs: ['HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt'],
    names: 'create_pool create_position remove_position claim_fee withdraw_protocol_fee',
  },
  {
    // https://github.com/saros-xyz/dlmm-saros-sdk, constants/idl/liquidity_book.json
    programs: ['1qbkdrr3z4ryLA7pZykqxvxWPoeifcVKo6ZG9CfkvVE'],
    names: `initialize_pair create_position increase_position decrease_position close_position
      withdraw_protocol_fees`,
  },
  {
    // https://github.com/cpkt9762/solana-idls, idls/obric_v2_full.json
    programs: ['obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y'],
    names: 'deposit withdraw withdraw_fees',
  },
  {
    // https://github.com/cpkt9762/solana-idls, idls/onedex.json
    programs: ['DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm'],
    names: 'create_pool_state join_pool exit_pool admin_withdraw_token',
  },
  {
    // https://github.com/cpkt9762/solana-idls, idls/lemmingsfi.json
    programs: ['BQEJZUB4CzoT6UhRffoCkqCyqQNrCPCSGHcPEmsdbEsX'],
    names: 'deposit withdraw',
  },
  {
    // npm @perena/numeraire-sdk
    programs: ['NUMERUNsFCP3kuNmWZuXtm1AaQCPj9uw6Guv2Ekoi5P'],
    names: 'add_liquidity remove_liquidity',
  },
  {
    // https://github.com/sevenlabs-hq/carbon, decoders/heaven-decoder
    programs: ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o'],
    names: `create_standard_liquidity_pool create_pro_liquidity_pool
      add_liquidity_pro_pool remove_liquidity_pro_pool transfer_lp_tokens
      claim_standard_creator_trading_fees claim_standard_creator_trading_fee_protocol_fees
      claim_standard_protocol_trading_fees claim_standard_reflection_trading_fees
      claim_pro_creator_trading_fees claim_pro_creator_trading_fee_protocol_fees
      claim_pro_protocol_trading_fees claim_pro_reflection_trading_fees
      claim_pro_liquidity_provider_trading_fees admin_claim_standard_creator_trading_fees
      admin_claim_pro_creator_trading_fees admin_claim_staking_rewards admin_claim_msol
      admin_deposit_msol admin_withdraw_msol admin_mint_msol admin_unstake_msol
      admin_borrow_sol admin_repay_sol admin_withdraw_transfer_fee`,
  },
  {
    // https://github.com/sevenlabs-hq/carbon, decoders/vertigo-decoder
    programs: ['vrTGoBuy5rYSxAfV3jaRJWHH6nN9WK4NRExGxsk1bCJ'],
    names: 'create claim',
  },
  {
    // https://github.com/sevenlabs-hq/carbon, decoders/boop-decoder
    programs: ['boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4'],
    names: `create_token create_token_fallback deploy_bonding_curve deploy_bonding_curve_fallback
      graduate create_raydium_pool create_raydium_random_pool create_meteora_pool
      deposit_into_raydium lock_raydium_liquidity collect_trading_fees collect_trading_fees_v2
      collect_meteora_trading_fees collect_meteora_trading_fees_v2 split_trading_fees
      split_post_graduation_trading_fees close_bonding_curve_vault`,
  },
  {
    // https://github.com/sevenlabs-hq/carbon, decoders/bonkswap-decoder
    programs: ['BSwp6bEBihVLdqJRKGgzjcGLHkcTuzmSo1TQkHepzH8p'],
    names: `create_pool create_provider add_tokens withdraw_shares withdraw_lp_fee
      withdraw_project_fee withdraw_mercanti_fee withdraw_buyback withdraw_rewards add_supply
      create_farm create_dual_farm create_triple_farm reset_farm update_reward_tokens close_pool`,
  },
  {
    // https://github.com/aldrin-labs; names and discriminators in the published Rust client
    programs: [
      'AMM55ShdkoGRB5jVYPjWziwk8m5MpwyDgsMWHaMSQWH6',
      'CURVGoZn8zycx6FXwwevgBTB2gVvdbGTEpvMJDbgs2t4',
    ],
    names: `create_pool initialize_pool create_basket redeem_basket start_farming end_farming
      withdraw_farmed withdraw_trade_fee`,
  },
  {
    // npm @omnipair/program-interface 0.9.6
    programs: ['omnixgS8fnqHfCcTGKWj6JtKjzpJZ1Y5y9pyFkQDkYE'],
    names: `initialize add_liquidity remove_liquidity add_collateral remove_collateral borrow repay
      liquidate flashloan claim_protocol_fees`,
  },
  {
    // npm @marinade.finance/marinade-ts-sdk 6.0.0: the pool of mSOL and SOL
    programs: ['MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD'],
    names: 'add_liquidity remove_liquidity order_unstake claim',
  },
  {
    // The SPL token-swap program and its forks:
    // https://github.com/solana-labs/solana-program-library, token-swap/program/src/instruction.rs
    programs: [
      'SwaPpA9LAaLfeLi3a68M4DjnLqgtticKg6CnyNwgAC8',
      'FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X',
      'DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1',
      '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP',
      'SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr',
      'SSwpMgqNDsyV7mAgN9ady4bDVu5ySjmmXejXvy2vLt1',
      'CTMAxxk34HjKWxQ3QLZK1HpaLXmBveao3ESePXbiyfzh',
      'Dooar9JkhdZ7J3LHN3A7YCuoGRUggXhQaG4kijfLGU2j',
      'PSwapMdSai8tjrEXcxFeQth87xC4rRsa4VA5mhGhXkP',
    ],
    tags: '00 02 03 04 05',
  },
  {
    // https://github.com/saber-hq/stable-swap, stable-swap-client/src/instruction.rs
    programs: ['SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ'],
    tags: '00 02 03 04',
  },
  {
    // https://github.com/mercurial-finance/stable-swap-n-pool-instructions, src/instruction.rs
    programs: ['MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky'],
    tags: '00 01 02 03',
  },
  {
    // https://github.com/Ellipsis-Labs/phoenix-v1, src/program/instruction.rs: orders, funds, seats
    programs: ['PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY'],
    tags: '02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 10 11 64 67 68 69 6a',
  },
  {
    // npm @cks-systems/manifest-sdk 0.2.38
    programs: ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms'],
    tags: '00 01 02 03 05 06 07 08 09 0a 0b 0c',
  },
  {
    // npm @openbook-dex/openbook-v2 0.2.10
    programs: ['opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb'],
    names: `create_market place_order place_orders place_order_pegged edit_order edit_order_pegged
      cancel_all_and_place_orders cancel_order cancel_order_by_client_order_id cancel_all_orders
      deposit refill settle_funds settle_funds_expired sweep_fees consume_events
      consume_given_events prune_orders create_open_orders_account close_open_orders_account`,
  },
  {
    // https://github.com/openbook-dex/program, dex/src/instruction.rs: a version byte, then the tag.
    // Swaps are an order that does not rest (10, see `findSwapLayout`), its settlement (5), and 13.
    programs: serumPrograms,
    tags: `0000000000 0001000000 0002000000 0003000000 0004000000 0006000000 0007000000 0008000000
      0009000000 000a000000 000b000000 000c000000 000e000000 000f000000 0010000000 0011000000 0012000000
      0013000000 0014000000`,
  },
];

const publishedOf = new Map(
  publishedInstructions.flatMap((published) =>
    published.programs.map((program) => [program, published] as const),
  ),
);

/** Hexadecimal, by entry; hashed when a program first needs them. */
const leadingBytes = new WeakMap<PublishedInstructions, readonly string[]>();

function leadingBytesOf(published: PublishedInstructions): readonly string[] {
  let bytes = leadingBytes.get(published);
  if (bytes === undefined) {
    bytes = [...words(published.names).map(anchorDiscriminator), ...words(published.tags)];
    leadingBytes.set(published, bytes);
  }
  return bytes;
}

const words = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Of an Anchor instruction, from its name in the IDL; hexadecimal. */
export function anchorDiscriminator(name: string): string {
  return createHash('sha256').update(`global:${name}`).digest('hex').slice(0, 16);
}

/** Whether a program publishes this instruction as one that moves tokens without being a swap. */
export function isKnownNonSwap(program: string, instruction: Pick<Instruction, 'data'>): boolean {
  const published = publishedOf.get(program);
  if (published === undefined) return false;
  const data = hexadecimal(instruction, 8);
  return leadingBytesOf(published).some((bytes) => data.startsWith(bytes));
}

/** The same from the name that an Anchor program logs, such as `IncreaseLiquidityV2`. */
export function isNameOfNonSwap(program: string, loggedName: string): boolean {
  const names = words(publishedOf.get(program)?.names);
  return names.some((name) => name.replaceAll('_', '') === loggedName.toLowerCase());
}

/** Serum's `SettleFunds` pays what an order of another instruction bought. */
export function isSettlement(program: string, instruction: Pick<Instruction, 'data'>): boolean {
  return serumPrograms.includes(program) && hexadecimal(instruction, 5) === '0005000000';
}

const hexadecimal = (instruction: Pick<Instruction, 'data'>, length: number): string =>
  Buffer.from(instructionData(instruction).subarray(0, length)).toString('hex');

/**
 * Programs whose market is their own token: they mint it to the buyer and burn it from the seller.
 * Stake pools, wrappers and funds; listed with the AMMs because routers trade through them.
 */
const issuers: ReadonlySet<string> = new Set([
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
  'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq',
  '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
  'pegVkBpfR9GFi5Jaa9YXAHACyM9CzCNvhc5bf8GWNyW',
  'so1f7APRw5pJ5iNJrM9g5X9tQgXzk8kMUnXxDNdt99b',
  'HYEXCHtHkBagdStcJCp3xbbb9B7sdMdWXFNj6mdsG4hn',
  'save8RQVPMWNTzU18t3GBvBkN9hT7jsGjiCQ28FpD9H',
  'MSwapi3WhNKMUGm9YrxGhypgUEt7wYQH3ZgG32XoWzH',
  'DecZY86MU5Gj7kppfUCEmd4LbXXuyZH1yHaP2NTqdiZB',
  'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu',
  'C1onEW2kPetmHmwe74YC1ESx3LnFEpVau6g2pg4fHycr',
]);

/** Whether a minted or burned token is a side of the program's swaps. If not, it is an LP token. */
export function issuesTokens(program: string): boolean {
  const kind = ammPrograms.get(program)?.kind;
  return kind !== undefined && (kind !== 'amm' || issuers.has(program));
}
