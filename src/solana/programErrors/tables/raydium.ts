/** Raydium programs. Line format: see `parseErrorTable`. */

/** Source: github.com/raydium-io/raydium-amm, program/src/error.rs */
export const raydiumAmmErrors = `
  0 AlreadyInUse
  1 InvalidProgramAddress
  2 ExpectedMint
  3 ExpectedAccount
  4 InvalidCoinVault
  5 InvalidPCVault
  6 InvalidTokenLP
  7 InvalidDestTokenCoin: Invalid destination token coin
  8 InvalidDestTokenPC: Invalid destination token PC
  9 InvalidPoolMint
  10 InvalidOpenOrders
  11 InvalidMarket
  12 InvalidMarketProgram
  13 InvalidTargetOrders
  14 AccountNeedWriteable: Account must be writable
  15 AccountNeedReadOnly: Account must be read-only
  16 InvalidCoinMint
  17 InvalidPCMint
  18 InvalidOwner
  19 InvalidSupply
  20 InvalidDelegate
  21 InvalidSignAccount
  22 InvalidStatus
  23 InvalidInstruction
  24 WrongAccountsNumber
  25 InvalidTargetAccountOwner
  26 InvalidTargetOwner
  27 InvalidAmmAccountOwner
  28 InvalidParamsSet: Invalid parameter set
  29 InvalidInput
  30 ExceededSlippage: Exceeded desired slippage limit
  31 CalculationExRateFailure: Calculation exchange rate failed
  32 CheckedSubOverflow: Checked subtraction overflow
  33 CheckedAddOverflow: Checked addition overflow
  34 CheckedMulOverflow: Checked multiplication overflow
  35 CheckedDivOverflow: Checked division overflow
  36 CheckedEmptyFunds: Empty funds
  37 CalcPnlError: P&L calculation error
  38 InvalidSplTokenProgram
  39 TakePnlError: Take P&L error
  40 InsufficientFunds
  41 ConversionFailure: Conversion to u64 failed with overflow or underflow
  42 InvalidUserToken: User token input does not match AMM
  43 InvalidSrmMint
  44 InvalidSrmToken
  45 TooManyOpenOrders
  46 OrderAtSlotIsPlaced: Order at slot is already placed
  47 InvalidSysProgramAddress: Invalid system program address
  48 InvalidFee
  49 RepeatCreateAmm: Repeat AMM creation for the market
  50 NotAllowZeroLP: Zero LP not allowed
  51 InvalidCloseAuthority: Token account has a close authority
  52 InvalidFreezeAuthority: Pool token mint has a freeze authority
  53 InvalidReferPCMint: Invalid referrer PC mint
  54 InvalidConfigAccount: Invalid configuration account
  55 RepeatCreateConfigAccount: Repeat configuration account creation
  56 MarketLotSizeIsTooLarge
  57 InitLpAmountTooLess: Initial LP amount is too low
  58 UnknownAmmError
  59 NotAllowed: Not allowed due to same mint
`;

/** Source: github.com/raydium-io/raydium-idl, raydium_clmm/amm_v3.json; deployed until 2026-04 at least */
export const raydiumClmmErrors = `
  6000 LOK
  6001 NotApproved
  6002 InvalidUpdateConfigFlag: invalid update amm config flag
  6003 AccountLack
  6004 ClosePositionErr: Remove liquidity, collect fees owed and reward then you can close position account
  6005 ZeroMintAmount: Minting amount should be greater than 0
  6006 InvaildTickIndex: Tick out of range
  6007 TickInvaildOrder: The lower tick must be below the upper tick
  6008 TickLowerOverflow: The tick must be greater, or equal to the minimum tick
  6009 TickUpperOverflow: The tick must be lesser than, or equal to the maximum tick
  6010 TickAndSpacingNotMatch: tick % tick_spacing must be zero
  6011 InvalidTickArray: Invalid tick array account
  6012 InvalidTickArrayBoundary
  6013 SqrtPriceLimitOverflow: Square root price limit overflow
  6014 SqrtPriceX64: sqrt_price_x64 out of range
  6015 LiquiditySubValueErr: Liquidity sub delta L must be smaller than before
  6016 LiquidityAddValueErr: Liquidity add delta L must be greater, or equal to before
  6017 InvaildLiquidity: Invalid liquidity when update position
  6018 ForbidBothZeroForSupplyLiquidity: Both token amount must not be zero while supply liquidity
  6019 LiquidityInsufficient
  6020 TransactionTooOld
  6021 PriceSlippageCheck
  6022 TooLittleOutputReceived
  6023 TooMuchInputPaid
  6024 InvaildSwapAmountSpecified: Swap special amount can not be zero
  6025 InvalidInputPoolVault: Input pool vault is invalid
  6026 TooSmallInputOrOutputAmount: Swap input or output amount is too small
  6027 NotEnoughTickArrayAccount
  6028 InvalidFirstTickArrayAccount
  6029 InvalidRewardIndex
  6030 FullRewardInfo: The init reward token reach to the max
  6031 RewardTokenAlreadyInUse: The init reward token already in use
  6032 ExceptPoolVaultMint: The reward tokens must contain one of pool vault mint except the last reward
  6033 InvalidRewardInitParam
  6034 InvalidRewardDesiredAmount: Invalid collect reward desired amount
  6035 InvalidRewardInputAccountNumber: Invalid collect reward input account number
  6036 InvalidRewardPeriod
  6037 NotApproveUpdateRewardEmissiones: Modification of emissions is allowed within 72 hours from the end of the previous cycle
  6038 UnInitializedRewardInfo
  6039 NotSupportMint: Not support token_2022 mint extension
  6040 MissingTickArrayBitmapExtensionAccount
  6041 InsufficientLiquidityForDirection: Insufficient liquidity for this direction
`;

/**
 * Source: github.com/raydium-io/raydium-clmm, programs/amm/src/error.rs, in the source since 2026-04;
 * read on 2026-11-29. Whether and when it was deployed is not published.
 */
export const raydiumClmmErrors2026 = `
  6000 NotApproved: Not approved
  6001 InvalidUpdateConfigFlag: invalid update amm config flag
  6002 AccountLack: Account lack
  6003 ClosePositionErr: Remove liquidity, collect fees owed and reward then you can close position account
  6004 InvalidTickIndex: Tick out of range
  6005 TickInvalidOrder: The lower tick must be below the upper tick
  6006 TickLowerOverflow: The tick must be greater, or equal to the minimum tick
  6007 TickUpperOverflow: The tick must be lesser than, or equal to the maximum tick
  6008 TickAndSpacingNotMatch: tick % tick_spacing must be zero
  6009 InvalidTickArray: Invalid tick array account
  6010 InvalidTickArrayBoundary
  6011 SqrtPriceLimitOverflow: Square root price limit overflow
  6012 SqrtPriceX64: sqrt_price_x64 out of range
  6013 LiquiditySubValueErr: Liquidity sub delta L must be smaller than before
  6014 LiquidityAddValueErr: Liquidity add delta L must be greater, or equal to before
  6015 ForbidBothZeroForSupplyLiquidity: Both token amount must not be zero while supply liquidity
  6016 LiquidityInsufficient
  6017 PriceSlippageCheck
  6018 TooLittleOutputReceived
  6019 TooMuchInputPaid
  6020 ZeroAmountSpecified: Swap special amount can not be zero
  6021 InvalidInputPoolVault: Input pool vault is invalid
  6022 TooSmallInputOrOutputAmount: Swap input or output amount is too small
  6023 NotEnoughTickArrayAccount
  6024 InvalidFirstTickArrayAccount
  6025 InvalidRewardIndex
  6026 FullRewardInfo: The init reward token reach to the max
  6027 RewardTokenAlreadyInUse: The init reward token already in use
  6028 ExceptRewardMint: The reward tokens must contain one of pool vault mint except the last reward
  6029 InvalidRewardInitParam
  6030 InvalidRewardInputAccountNumber: Invalid collect reward input account number
  6031 InvalidRewardPeriod
  6032 NotApproveUpdateRewardEmissions: Modification of emissions is allowed within 72 hours from the end of the previous cycle
  6033 UnInitializedRewardInfo
  6034 NotSupportMint: Not support token_2022 mint extension
  6035 MissingTickArrayBitmapExtensionAccount
  6036 InsufficientLiquidityForDirection: Insufficient liquidity for this direction
  6037 MaxTokenOverflow
  6038 CalculateOverflow
  6039 TransferFeeCalculateNotMatch
  6040 OrderAlreadyFilled: Order already fully filled, cannot modify
  6041 InvalidOrderPhase
  6042 InvalidLimitOrderAmount
  6043 OrderPhaseSaturated: Tick order phase saturated
  6044 InvalidDynamicFeeConfigParams
  6045 InvalidFeeOn: Invalid fee on which token (must be 0, 1, or 2)
  6046 ZeroSqrtPrice: sqrt_price_x64 must be greater than 0
  6047 ZeroLiquidity: liquidity must be greater than 0
  6048 MissingBaseFlag: base_flag is required when liquidity is zero
  6049 MissingMintAccount: Mint account is required but not provided
  6050 MissingTokenProgram2022: Token-2022 program is required but not provided
  6051 InvalidTickArrayBitmapExtensionAccount: TickArrayBitmapExtension account does not belong to this pool
`;

/** Source: github.com/raydium-io/raydium-idl, raydium_cpmm/raydium_cp_swap.json */
export const raydiumCpmmErrors = `
  6000 NotApproved
  6001 InvalidOwner: Input account owner is not the program address
  6002 EmptySupply: Input token account empty
  6003 InvalidInput
  6004 IncorrectLpMint: Address of the provided lp token mint is incorrect
  6005 ExceededSlippage: Exceeds desired slippage limit
  6006 ZeroTradingTokens: Given pool token amount results in zero trading tokens
  6007 NotSupportMint: Not support token_2022 mint extension
  6008 InvalidVault
  6009 InitLpAmountTooLess: Initial LP amount is too low (100 LP will be locked)
`;

/** Source: github.com/sava-software/anchor-programs, programs/src/main/java/software/sava/anchor/programs/
 * raydium/launchpad/anchor/RaydiumLaunchpadError.java (generated from the IDL on the chain) */
export const raydiumLaunchLabErrors = `
  6000 NotApproved
  6001 InvalidOwner: Input account owner is not the program address
  6002 InvalidInput
  6003 InputNotMatchCurveConfig: The input params do not match the curve type in config
  6004 ExceededSlippage: Exceeds desired slippage limit
  6005 PoolFunding
  6006 PoolMigrated
  6007 MigrateTypeNotMatch
  6008 MathOverflow
  6009 NoAssetsToCollect
  6010 VestingRatioTooHigh
  6011 VestingSettingEnded
  6012 VestingNotStarted
  6013 NoVestingSchedule
  6014 InvalidPlatformInfo: The platform info input is invalid
  6015 PoolNotMigrated
  6016 InvalidCpSwapConfig: The input cp swap config account is invalid
  6017 NoSupportExtension
  6018 NotEnoughRemainingAccounts
  6019 TransferFeeCalculateNotMatch
  6020 CurveParamIsNotExist
  6021 InvalidTotalLockedAmount: Total locked amount must be at least the platform vesting share amount
`;
