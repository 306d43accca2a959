/** Meteora programs except DLMM. Line format: see `parseErrorTable`. */

/** Source: npm @mercurial-finance/dynamic-amm-sdk 1.1.23, dist/esm/src/amm/idl.js */
export const meteoraDammV1Errors = `
  6000 MathOverflow: Math operation overflow
  6001 InvalidFee: Invalid fee setup
  6002 InvalidInvariant: Invalid invariant d
  6003 FeeCalculationFailure
  6004 ExceededSlippage: Exceeded slippage tolerance
  6005 InvalidCalculation: Invalid curve calculation
  6006 ZeroTradingTokens: Given pool token amount results in zero trading tokens
  6007 ConversionError: Math conversion overflow
  6008 FaultyLpMint: LP mint authority must be 'A' vault lp, without freeze authority, and 0 supply
  6009 MismatchedTokenMint: Token mint mismatched
  6010 MismatchedLpMint: LP mint mismatched
  6011 MismatchedOwner: Invalid lp token owner
  6012 InvalidVaultAccount
  6013 InvalidVaultLpAccount
  6014 InvalidPoolLpMintAccount
  6015 PoolDisabled
  6016 InvalidAdminAccount
  6017 InvalidProtocolFeeAccount
  6018 SameAdminAccount
  6019 IdenticalSourceDestination: Identical user source and destination token account
  6020 ApyCalculationError
  6021 InsufficientSnapshot: Insufficient virtual price snapshot
  6022 NonUpdatableCurve: Current curve is non-updatable
  6023 MisMatchedCurve: New curve is mismatched with old curve
  6024 InvalidAmplification: Amplification is invalid
  6025 UnsupportedOperation: Operation is not supported
  6026 ExceedMaxAChanges: Exceed max amplification changes
  6027 InvalidRemainingAccountsLen: Invalid remaining accounts length
  6028 InvalidRemainingAccounts: Invalid remaining account
  6029 MismatchedDepegMint: Token mint B doesn't matches depeg type token mint
  6030 InvalidApyAccount
  6031 InvalidTokenMultiplier
  6032 InvalidDepegInformation
  6033 UpdateTimeConstraint: Update time constraint violated
  6034 ExceedMaxFeeBps: Exceeded max fee bps
  6035 InvalidAdmin
  6036 PoolIsNotPermissioned
  6037 InvalidDepositAmount
  6038 InvalidFeeOwner
  6039 NonDepletedPool: Pool is not depleted
  6040 AmountNotPeg: Token amount is not 1:1
  6041 AmountIsZero
  6042 TypeCastFailed: Type cast error
  6043 AmountIsNotEnough
  6044 InvalidActivationDuration
  6045 PoolIsNotLaunchPool
  6046 UnableToModifyActivationPoint
  6047 InvalidAuthorityToCreateThePool
  6048 InvalidActivationType
  6049 InvalidActivationPoint
  6050 PreActivationSwapStarted: Pre activation swap window started
  6051 InvalidPoolType
  6052 InvalidQuoteMint: Quote token must be SOL,USDC
`;

/** Source: npm @meteora-ag/cp-amm-sdk 1.5.0, the IDL in dist/index.mjs */
export const meteoraDammV2Errors = `
  6000 MathOverflow: Math operation overflow
  6001 InvalidFee: Invalid fee setup
  6002 ExceededSlippage: Exceeded slippage tolerance
  6003 PoolDisabled
  6004 ExceedMaxFeeBps: Exceeded max fee bps
  6005 InvalidAdmin
  6006 AmountIsZero
  6007 TypeCastFailed: Type cast error
  6008 UnableToModifyActivationPoint
  6009 InvalidAuthorityToCreateThePool
  6010 InvalidActivationType
  6011 InvalidActivationPoint
  6012 InvalidQuoteMint: Quote token must be SOL,USDC
  6013 InvalidFeeCurve
  6014 InvalidPriceRange
  6015 PriceRangeViolation: Trade is over price range
  6016 InvalidParameters
  6017 InvalidCollectFeeMode
  6018 InvalidInput
  6019 CannotCreateTokenBadgeOnSupportedMint
  6020 InvalidTokenBadge
  6021 InvalidMinimumLiquidity
  6022 InvalidVestingInfo: Invalid vesting information
  6023 InsufficientLiquidity
  6024 InvalidVestingAccount
  6025 InvalidPoolStatus
  6026 UnsupportNativeMintToken2022: Unsupported native mint token2022
  6027 InvalidRewardIndex
  6028 InvalidRewardDuration
  6029 RewardInitialized: Reward already initialized
  6030 RewardUninitialized: Reward not initialized
  6031 InvalidRewardVault
  6032 MustWithdrawnIneligibleReward: Must withdraw ineligible reward
  6033 IdenticalRewardDuration: Reward duration is the same
  6034 RewardCampaignInProgress
  6035 IdenticalFunder
  6036 InvalidFunder
  6037 RewardNotEnded
  6038 FeeInverseIsIncorrect
  6039 PositionIsNotEmpty
  6040 InvalidPoolCreatorAuthority
  6041 InvalidConfigType
  6042 InvalidPoolCreator
  6043 RewardVaultFrozenSkipRequired: Reward vault is frozen, must skip reward to proceed
  6044 InvalidSplitPositionParameters: Invalid parameters for split position
  6045 UnsupportPositionHasVestingLock: Unsupported split position has vesting lock
  6046 SamePosition
  6047 InvalidBaseFeeMode
  6048 InvalidFeeRateLimiter
  6049 FailToValidateSingleSwapInstruction: Fail to validate single swap instruction in rate limiter
  6050 InvalidFeeTimeScheduler: Invalid fee scheduler
  6051 UndeterminedError
  6052 InvalidPoolVersion
  6053 InvalidAuthority: Invalid authority to do that action
  6054 InvalidPermission
  6055 InvalidFeeMarketCapScheduler
  6056 CannotUpdateBaseFee
  6057 InvalidDynamicFeeParameters
  6058 InvalidUpdatePoolFeesParameters
  6059 MissingOperatorAccount
  6060 IncorrectATA
  6061 InvalidZapOutParameters
  6062 InvalidWithdrawProtocolFeeZapAccounts
  6063 MintRestrictedFromZap: SOL,USDC protocol fee cannot be withdrawn via zap
  6064 CpiDisabled
  6065 MissingZapOutInstruction
  6066 InvalidZapAccounts
  6067 InvalidCompoundingFeeBps
  6068 InvalidClaimProtocolFeeAccounts
  6069 TransferFeeExcludedAmountIsZero
  6070 DelegatedAmountNonZero: Delegated amount is not zero
  6071 DeprecatedBaseFeeMode
  6072 InvalidConfigPermission
`;

/** Source: npm @meteora-ag/dynamic-bonding-curve-sdk 1.5.12, the IDL in dist/index.js */
export const meteoraBondingCurveErrors = `
  6000 MathOverflow: Math operation overflow
  6001 InvalidFee: Invalid fee setup
  6002 ExceededSlippage: Exceeded slippage tolerance
  6003 ExceedMaxFeeBps: Exceeded max fee bps
  6004 InvalidAdmin
  6005 AmountIsZero
  6006 TypeCastFailed: Type cast error
  6007 InvalidActivationType
  6008 InvalidQuoteMint
  6009 InvalidCollectFeeMode
  6010 InvalidMigrationFeeOption
  6011 InvalidInput
  6012 NotEnoughLiquidity
  6013 PoolIsCompleted
  6014 PoolIsIncompleted
  6015 InvalidMigrationOption
  6016 InvalidTokenDecimals
  6017 InvalidTokenType
  6018 InvalidFeePercentage
  6019 InvalidQuoteThreshold
  6020 InvalidTokenSupply
  6021 InvalidCurve
  6022 NotPermitToDoThisAction
  6023 InvalidOwnerAccount
  6024 InvalidConfigAccount
  6025 SurplusHasBeenWithdraw
  6026 LeftoverHasBeenWithdraw
  6027 TotalBaseTokenExceedMaxSupply: Total base token is exceeded max supply
  6028 UnsupportNativeMintToken2022
  6029 InsufficientLiquidityForMigration
  6030 MissingPoolConfigInRemainingAccount
  6031 InvalidVestingParameters
  6032 InvalidLeftoverAddress
  6033 InsufficientLiquidity: Liquidity in bonding curve is insufficient
  6034 InvalidFeeScheduler
  6035 InvalidCreatorTradingFeePercentage
  6036 InvalidNewCreator
  6037 InvalidTokenAuthorityOption
  6038 InvalidAccount: Invalid account for the instruction
  6039 InvalidMigratorFeePercentage
  6040 MigrationFeeHasBeenWithdraw
  6041 InvalidBaseFeeMode
  6042 InvalidFeeRateLimiter
  6043 FailToValidateSingleSwapInstruction: Fail to validate single swap instruction in rate limiter
  6044 InvalidMigratedPoolFee: Invalid migrated pool fee params
  6045 UndeterminedError: Undertermined error
  6046 RateLimiterNotSupported
  6047 AmountLeftIsNotZero
  6048 NextSqrtPriceIsSmallerThanStartSqrtPrice
  6049 InvalidMinBaseFee
  6050 AccountInvariantViolation
  6051 InvalidPoolCreationFee
  6052 PoolCreationFeeHasBeenClaimed
  6053 Unauthorized: Not permit to do this action
  6054 ZeroPoolCreationFee: Pool creation fee is zero
  6055 InvalidMigrationLockedLiquidity
  6056 InvalidFeeMarketCapScheduler
  6057 FirstSwapValidationFailed: Fail to validate first swap with minimum fee
  6058 IncorrectATA
  6059 InsufficientPoolLamports: Pool has insufficient lamports to perform the operation
  6060 InvalidPermission
  6061 InvalidWithdrawProtocolFeeZapAccounts
  6062 MintRestrictedFromZap: SOL,USDC protocol fee cannot be withdrawn via zap
  6063 InvalidZapOutParameters
  6064 CpiDisabled
  6065 MissingZapOutInstruction
  6066 InvalidZapAccounts
  6067 InvalidCompoundingParameters
  6068 InvalidClaimProtocolFeeAccounts
  6069 InvalidInstructionsSysvar: Invalid instructions sysvar account
  6070 InvalidRemainingAccountsLength
  6071 MissingRemainingAccountForTransferHook
  6072 NoTransferHookProgram
  6073 DuplicatedRemainingAccountTypes
  6074 InvalidTransferHookProgram
  6075 InvalidPoolAccount
  6076 PoolTypeMismatch: Pool type does not match instruction
  6077 InvalidRemainingAccountSliceType: Invalid remaining account slice type for this instruction
  6078 DeprecatedBaseFeeMode
  6079 CannotCreateTokenBadgeOnSupportedMint
  6080 InvalidTokenBadge
  6081 QuoteMintHasNonZeroTransferFee: Quote mint has a non zero transfer fee
  6082 DeprecatedMigrationOption
`;

/** Source: npm @meteora-ag/dynamic-bonding-curve-sdk 1.5.12, the vault's IDL in dist/index.js */
export const meteoraVaultErrors = `
  6000 VaultIsDisabled
  6001 ExceededSlippage: Exceeded slippage tolerance
  6002 StrategyIsNotExisted
  6003 UnAuthorized
  6004 MathOverflow: Math operation overflow
  6005 ProtocolIsNotSupported
  6006 UnMatchReserve: Reserve does not support token mint
  6007 InvalidLockedProfitDegradation: lockedProfitDegradation is invalid
  6008 MaxStrategyReached: Maximum number of strategies have been reached
  6009 StrategyExisted
  6010 InvalidUnmintAmount
  6011 InvalidAccountsForStrategy
  6012 InvalidBump
  6013 AmountMustGreaterThanZero: Amount must be greater than 0
  6014 MangoIsNotSupportedAnymore
  6015 StrategyIsNotSupported
  6016 PayAmountIsExceeded
  6017 FeeVaultIsNotSet
  6018 LendingAssertionViolation: deposit amount in lending is not matched
  6019 HaveMoneyInLending: Cannot remove strategy because we have some in lending
  6020 InvalidPrecisionLoss
  6021 UndeterminedError
`;
