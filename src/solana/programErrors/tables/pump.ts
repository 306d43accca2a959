/** Pump.fun programs. Line format: see `parseErrorTable`. */

/** Source: npm @pump-fun/pump-sdk 2.0.0, src/idl/pump.json; from 6094 on github.com/pump-fun/pump-public-docs, idl/pump.json (2026-11) */
export const pumpErrors = `
  6000 NotAuthorized: The given account is not authorized to execute this instruction
  6001 AlreadyInitialized: The program is already initialized
  6002 TooMuchSolRequired: slippage: Too much SOL required to buy the given amount of tokens
  6003 TooLittleSolReceived: slippage: Too little SOL received to sell the given amount of tokens
  6004 MintDoesNotMatchBondingCurve: The mint does not match the bonding curve
  6005 BondingCurveComplete: The bonding curve has completed and liquidity migrated to raydium
  6006 BondingCurveNotComplete: The bonding curve has not completed
  6007 NotInitialized: The program is not initialized
  6008 WithdrawTooFrequent
  6009 NewSizeShouldBeGreaterThanCurrentSize: new_size should be > current_size
  6010 AccountTypeNotSupported
  6011 InitialRealTokenReservesShouldBeLessThanTokenTotalSupply
  6012 InitialVirtualTokenReservesShouldBeGreaterThanInitialRealTokenReserves
  6013 FeeBasisPointsGreaterThanMaximum
  6014 AllZerosWithdrawAuthority: Withdraw authority cannot be set to System Program ID
  6015 PoolMigrationFeeShouldBeLessThanFinalRealSolReserves
  6016 PoolMigrationFeeShouldBeGreaterThanCreatorFeePlusMaxMigrateFees: pool_migration_fee should be greater than creator_fee + MAX_MIGRATE_FEES
  6017 DisabledWithdraw: Migrate instruction is disabled
  6018 DisabledMigrate: Migrate instruction is disabled
  6019 InvalidCreator: Invalid creator pubkey
  6020 BuyZeroAmount
  6021 NotEnoughTokensToBuy
  6022 SellZeroAmount
  6023 NotEnoughTokensToSell
  6024 Overflow
  6025 Truncation
  6026 DivisionByZero
  6027 NotEnoughRemainingAccounts
  6028 AllFeeRecipientsShouldBeNonZero
  6029 UnsortedNotUniqueFeeRecipients: Unsorted or not unique fee recipients
  6030 CreatorShouldNotBeZero
  6031 StartTimeInThePast
  6032 EndTimeInThePast
  6033 EndTimeBeforeStartTime
  6034 TimeRangeTooLarge
  6035 EndTimeBeforeCurrentDay
  6036 SupplyUpdateForFinishedRange
  6037 DayIndexAfterEndIndex
  6038 DayInActiveRange
  6039 InvalidIncentiveMint
  6040 BuyNotEnoughSolToCoverRent: Buy: Not enough SOL to cover for rent exemption
  6041 BuyNotEnoughSolToCoverFees: Buy: Not enough SOL to cover for fees
  6042 BuySlippageBelowMinTokensOut: Slippage: Would buy less tokens than expected min_tokens_out
  6043 NameTooLong
  6044 SymbolTooLong
  6045 UriTooLong
  6046 CreateV2Disabled
  6047 CpitializeMayhemFailed
  6048 MayhemModeDisabled
  6049 CreatorMigratedToSharingConfig: creator has been migrated to sharing config
  6050 UnableToDistributeCreatorVaultMigratedToSharingConfig: creator_vault has been migrated to sharing config, use pump:distribute_creator_fees instead
  6051 SharingConfigNotActive: Sharing config is not active
  6052 UnableToDistributeCreatorFeesToExecutableRecipient: The recipient account is executable, so it cannot receive lamports, remove it from the team first
  6053 BondingCurveAndSharingConfigCreatorMismatch: Bonding curve creator does not match sharing config
  6054 ShareholdersAndRemainingAccountsMismatch: Remaining accounts do not match shareholders, make sure to pass exactly the same pubkeys in the same order
  6055 InvalidShareBps: Share bps must be greater than 0
  6056 CashbackNotEnabled: Cashback is not enabled
  6057 BuybackFeeRecipientNotAuthorized
  6058 AllBuybackFeeRecipientsShouldBeNonZero
  6059 NotUniqueBuybackFeeRecipients
  6060 BuybackBasisPointsOutOfRange: buyback_basis_points must be <= 10_000
  6061 WrongBuybackFeeRecipientsCount: buyback fee recipients require exactly 8 remaining accounts (or none)
  6062 BuybackFeeRecipientMissing
  6063 UnsupportedQuoteMint
  6064 InvalidQuoteTokenProgram: Create v2: quote token program must be SPL Token or Token-2022
  6065 InvalidAssociatedQuoteBondingCurve: Create v2: associated quote bonding curve address does not match derivation
  6066 QuoteMintWhitelistFull: Quote mint whitelist is full
  6067 QuoteMintAlreadyWhitelisted: Quote mint is already whitelisted
  6068 QuoteMintNotWhitelisted: Quote mint is not in the whitelist
  6069 QuoteMintNotEligibleForWhitelist: Quote mint cannot be added or removed via whitelist (default or native SOL mint)
  6070 UnableToDistributeCreatorFeesToUninitializedAccount
  6071 MayhemModeQuoteMintNotAllowed
  6072 MissingCashbackAccounts: Cashback trade is missing the required remaining accounts
  6073 InvalidCashbackAccumulator: Cashback user_volume_accumulator account is invalid
  6074 InvalidBondingCurveV2: bonding_curve_v2 remaining account is missing or invalid
  6075 InvalidQuoteControl: quote_control remaining account does not match derivation or is uninitialized
  6076 InvalidCashbackRecipient: Cashback recipient token account is not owned by user
  6077 CreatorFeeNotConfigurable: Configurable creator fees are disabled
  6078 CreatorFeeBpsOutOfRange: Creator fee basis points must be between 1 and the configured maximum
  6079 CreatorFeeNotEditable: Creator fee is not editable for this bonding curve
  6080 CreatorFeeNotAllowedForCashbackCoin: Creator fee cannot be configured for a cashback coin
  6081 BondingCurveAlreadyMigrated: Bonding curve has already migrated
  6082 CashbackDeprecated: Cashback coins can no longer be created
  6083 HolderRewardCreatorImmutable: The creator of a holder-reward coin cannot be changed
  6084 HolderRewardDisabled: Holder-reward coins are disabled
  6085 HolderRewardRecipientsMismatch: Holder-reward amounts and recipient accounts do not match
  6086 HolderRewardsRentFloor: The holder-rewards PDA cannot be left below its rent-exempt minimum
  6087 HolderRewardTokenAccountMissing: A holder-rewards token account is required on a token quote
  6088 CtoNotAllowedForMayhemCoin: CTO is not allowed on a mayhem-mode coin
  6089 CtoNewCreatorRequired: new_creator is required unless converting to holder rewards
  6090 CtoNewCreatorNotAllowed: new_creator must be omitted when converting to holder rewards
  6091 CreatorFeeNotConfigurableForQuote: Creator fee is not configurable on a SOL or whitelisted quote; the fee schedule applies
  6092 CtoCreatorAccountNotWritable: current_creator must be passed writable so the outgoing creator can be paid
  6093 CtoSharedVaultFrozen: A frozen sharing-config vault account holds a balance; thaw it before the holder conversion
  6094 CashbackCoinNotSupported: v3 trades do not support cashback coins; use the v2 instructions
  6095 CreatorFeesNotSwept: creator_fee must be swept before the creator changes or the vault is distributed
  6096 FeeTiersEmpty: The fee config tier table is empty
  6097 FeeConfigTooShort: The fee config account is shorter than its initialize size
  6098 MultiHopDiscontinuousPath: multi-hop: a hop's input mint is neither side of its bonding curve
  6099 InvalidQuoteBondingCurve: Quote bonding curve remaining account does not match derivation or is uninitialized
  6100 QuoteBondingCurveNotEligible: Quote bonding curve is not eligible as a quote: mayhem mode, or a depth-0 coin whose own quote is not listed
  6101 QuotePoolAccountsRequired: Quote bonding curve has migrated: pool and vault remaining accounts are required
  6102 QuotePoolNotFound: Quote pool remaining account is not an initialized pump-amm pool
  6103 InvalidQuotePool: Quote pool or vault remaining accounts do not match derivation or are invalid
  6104 QuoteReservesOutOfRange: Derived quote reserves are zero
  6105 CurveDepthExceeded: The new curve's depth (quote coin depth plus one) exceeds Global.max_curve_depth
  6106 MultiHopHopFeesMismatch: multi-hop: hop_fees must carry one flag byte per curve hop using only the protocol and creator bits
  6107 QuoteCurveAwaitingMigration: The quote coin's curve is complete but not yet migrated; retry once migrate_v2 creates its pool
  6108 MultiHopMayhemCurveNotSupported: multi-hop: mayhem-mode curves are not routable; use the v2 instructions
`;

/** Source: npm @pump-fun/pump-sdk 2.0.0, src/idl/pump_amm.json; from 6079 on the instructions in github.com/pump-fun/pump-public-docs (2026-11) */
export const pumpAmmErrors = `
  6000 FeeBasisPointsExceedsMaximum
  6001 ZeroBaseAmount
  6002 ZeroQuoteAmount
  6003 TooLittlePoolTokenLiquidity
  6004 ExceededSlippage
  6005 InvalidAdmin
  6006 UnsupportedBaseMint
  6007 UnsupportedQuoteMint
  6008 InvalidBaseMint
  6009 InvalidQuoteMint
  6010 InvalidLpMint
  6011 AllProtocolFeeRecipientsShouldBeNonZero
  6012 UnsortedNotUniqueProtocolFeeRecipients
  6013 InvalidProtocolFeeRecipient
  6014 InvalidPoolBaseTokenAccount
  6015 InvalidPoolQuoteTokenAccount
  6016 BuyMoreBaseAmountThanPoolReserves
  6017 DisabledCreatePool
  6018 DisabledDeposit
  6019 DisabledWithdraw
  6020 DisabledBuy
  6021 DisabledSell
  6022 SameMint
  6023 Overflow
  6024 Truncation
  6025 DivisionByZero
  6026 NewSizeLessThanCurrentSize
  6027 AccountTypeNotSupported
  6028 OnlyCanonicalPumpPoolsCanHaveCoinCreator
  6029 InvalidAdminSetCoinCreatorAuthority
  6030 StartTimeInThePast
  6031 EndTimeInThePast
  6032 EndTimeBeforeStartTime
  6033 TimeRangeTooLarge
  6034 EndTimeBeforeCurrentDay
  6035 SupplyUpdateForFinishedRange
  6036 DayIndexAfterEndIndex
  6037 DayInActiveRange
  6038 InvalidIncentiveMint
  6039 BuyNotEnoughQuoteTokensToCoverFees: buy: Not enough quote tokens to cover for fees
  6040 BuySlippageBelowMinBaseAmountOut: buy: slippage - would buy less tokens than expected min_base_amount_out
  6041 MayhemModeDisabled
  6042 OnlyPumpPoolsMayhemMode
  6043 MayhemModeInDesiredState
  6044 NotEnoughRemainingAccounts
  6045 InvalidSharingConfigBaseMint
  6046 InvalidSharingConfigCoinCreator
  6047 CoinCreatorMigratedToSharingConfig: coin creator has been migrated to sharing config
  6048 CreatorVaultMigratedToSharingConfig: creator_vault has been migrated to sharing config, use pump:distribute_creator_fees instead
  6049 CashbackNotEnabled: Cashback is disabled
  6050 OnlyPumpPoolsCashback
  6051 CashbackNotInDesiredState
  6052 TokensInVaultLessThanCashbackEarned
  6053 BuybackFeeRecipientNotAuthorized
  6054 AllBuybackFeeRecipientsShouldBeNonZero
  6055 NotUniqueBuybackFeeRecipients
  6056 BuybackBasisPointsOutOfRange: buyback_basis_points must be <= 10_000
  6057 WrongBuybackFeeRecipientsCount: buyback fee recipients require exactly 8 remaining accounts (or none)
  6058 BuybackFeeRecipientMissing
  6059 MissingCashbackAccounts: Cashback trade is missing the required remaining accounts
  6060 InvalidCashbackAccumulator: Cashback user_volume_accumulator account is invalid
  6061 InvalidCashbackAccumulatorAta: Cashback user_volume_accumulator ATA is missing or invalid
  6062 InvalidPoolV2: pool_v2 remaining account is missing or invalid
  6063 InsufficientRealQuoteReserves: BOOST: sell output exceeds the real quote vault. effective = real + virtual is pricing-only; payout is capped at real_vault, so quote min(out, real_vault)
  6064 BoostPoolLiquidityUnsupported: BOOST: deposit/withdraw don't apply to boost pools
  6065 PoolCannotBoost: BOOST: pool cannot be boosted (no virtual reserves)
  6066 BoostDisabled: BOOST: boost is disabled
  6067 SeedLockViolation: BOOST: lp_supply must never drop below the circulating LP mint supply
  6068 CreatorFeeNotConfigurable: Configurable creator fee is disabled
  6069 CreatorFeeBpsOutOfRange: Creator fee basis points must be between 1 and the configured maximum
  6070 CreatorFeeNotEditable: Creator fee is not editable for this pool
  6071 CreatorFeeNotAllowedForCashbackCoin: Cashback coins cannot have a creator fee
  6072 SharingConfigNotActive: Sharing config is not active
  6073 NotAuthorized
  6074 HolderRewardCreatorImmutable: The coin creator of a holder-reward pool cannot be changed
  6075 CtoNotAllowedForMayhemPool: CTO is not allowed on a mayhem-mode pool
  6076 InvalidHolderRewardCoinCreator: A holder-reward pool's coin creator must be the holder-rewards PDA
  6077 CreatorFeeNotConfigurableForQuote: Creator fee is not configurable on a SOL or USDC quote; the fee schedule applies
  6079 CashbackCoinNotSupported: v2 trades do not support cashback coins; use the v1 instructions
  6080 MayhemPoolNotSupported: multi-hop: mayhem-mode pools are not supported
  6081 CreatorFeesNotSwept: Creator fees must be swept before the creator changes
  6084 MultiHopDiscontinuousPath: multi-hop: the hops do not chain
  6086 MultiHopMixedDirection: multi-hop: every hop must be a buy, or every hop a sell
`;

/** Source: npm @pump-fun/pump-sdk 2.0.0, src/idl/pump_fees.json */
export const pumpFeesErrors = `
  6000 UnauthorizedProgram: Only Pump and PumpSwap programs can call this instruction
  6001 InvalidAdmin
  6002 NoFeeTiers: No fee tiers provided
  6003 TooManyFeeTiers: format
  6004 OffsetNotContinuous: The offset should be <= fee_config.fee_tiers.len()
  6005 FeeTiersNotSorted: Fee tiers must be sorted by market cap threshold (ascending)
  6006 InvalidFeeTotal: Fee total must not exceed 10_000bps
  6007 InvalidSharingConfig
  6008 InvalidPool
  6009 SharingConfigAdminRevoked: Sharing config authority has been revoked - sharing config can only be updated once
  6010 NoShareholders: No shareholders provided
  6011 TooManyShareholders: format
  6012 DuplicateShareholder: Duplicate shareholder address
  6013 NotEnoughRemainingAccounts
  6014 InvalidShareTotal: Invalid share total - must equal 10_000 basis points
  6015 ShareCalculationOverflow
  6016 NotAuthorized: The given account is not authorized to execute this instruction
  6017 ZeroShareNotAllowed: Shareholder cannot have zero share
  6018 SharingConfigNotActive: Fee sharing config is not active
  6019 AmmAccountsRequiredForGraduatedCoin: AMM accounts are required for graduated coins
  6020 ShareholderAccountMismatch: Remaining account key doesn't match shareholder address
  6021 FeatureDeactivated: Feature is currently deactivated
  6022 UserIdTooLong: User ID exceeds maximum length
  6023 DeprecatedInstruction: Instruction is deprecated
  6024 FeeSharesAlreadyUpdated: Reward split can only be updated once
  6025 MathOverflow
  6026 InvalidBuybackIndex
  6027 ClaimRateLimitExceeded
  6028 InvalidFeeConfigAccount: Account is not a valid FeeConfig for this instruction
  6029 AccountTypeNotSupported
  6030 InvalidMint: Mint does not match quote mint
  6031 UnsupportedQuoteMint
  6032 InvalidRemainingAccounts
`;
