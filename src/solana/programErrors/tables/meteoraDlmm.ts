/** Meteora DLMM. Line format: see `parseErrorTable`. */

/** Source: npm @meteora-ag/dlmm 1.9.14, the IDL in dist/index.mjs */
export const meteoraDlmmErrors = `
  6000 InvalidStartBinIndex
  6001 InvalidBinId
  6002 InvalidInput: Invalid input data
  6003 ExceededAmountSlippageTolerance
  6004 ExceededBinSlippageTolerance
  6005 CompositionFactorFlawed
  6006 NonPresetBinStep
  6007 ZeroLiquidity
  6008 InvalidPosition
  6009 BinArrayNotFound
  6010 InvalidTokenMint
  6011 InvalidAccountForSingleDeposit
  6012 PairInsufficientLiquidity
  6013 InvalidFeeOwner
  6014 InvalidFeeWithdrawAmount
  6015 InvalidAdmin
  6016 IdenticalFeeOwner
  6017 InvalidBps: Invalid basis point
  6018 MathOverflow: Math operation overflow
  6019 TypeCastFailed: Type cast error
  6020 InvalidRewardIndex
  6021 InvalidRewardDuration
  6022 RewardInitialized: Reward already initialized
  6023 RewardUninitialized: Reward not initialized
  6024 IdenticalFunder
  6025 RewardCampaignInProgress
  6026 IdenticalRewardDuration: Reward duration is the same
  6027 InvalidBinArray
  6028 NonContinuousBinArrays: Bin arrays must be continuous
  6029 InvalidRewardVault
  6030 NonEmptyPosition: Position is not empty
  6031 UnauthorizedAccess
  6032 InvalidFeeParameter
  6033 MissingOracle: Missing oracle account
  6034 InsufficientSample: Insufficient observation sample
  6035 InvalidLookupTimestamp
  6036 BitmapExtensionAccountIsNotProvided
  6037 CannotFindNonZeroLiquidityBinArrayId
  6038 BinIdOutOfBound
  6039 InsufficientOutAmount: Insufficient amount in for minimum out
  6040 InvalidPositionWidth
  6041 ExcessiveFeeUpdate
  6042 PoolDisabled
  6043 InvalidPoolType
  6044 ExceedMaxWhitelist: Whitelist for wallet is full
  6045 InvalidIndex
  6046 RewardNotEnded
  6047 MustWithdrawnIneligibleReward: Must withdraw ineligible reward
  6048 UnauthorizedAddress
  6049 OperatorsAreTheSame: Cannot update because operators are the same
  6050 WithdrawToWrongTokenAccount
  6051 WrongRentReceiver
  6052 AlreadyPassActivationPoint: Already activated
  6053 ExceedMaxSwappedAmount: Swapped amount is exceeded max swapped amount
  6054 InvalidStrategyParameters
  6055 LiquidityLocked
  6056 BinRangeIsNotEmpty
  6057 NotExactAmountOut: Amount out is not matched with exact amount out
  6058 InvalidActivationType
  6059 InvalidActivationDuration
  6060 MissingTokenAmountAsTokenLaunchProof: Missing token amount as token launch owner proof
  6061 InvalidQuoteToken: Quote token must be SOL or USDC
  6062 InvalidBinStep
  6063 InvalidBaseFee
  6064 InvalidPreActivationDuration
  6065 AlreadyPassPreActivationSwapPoint
  6066 InvalidStatus
  6067 ExceededMaxOracleLength: Exceed max oracle length
  6068 InvalidMinimumLiquidity
  6069 NotSupportMint: Not support token_2022 mint extension
  6070 UnsupportedMintExtension
  6071 UnsupportNativeMintToken2022: Unsupported native mint token2022
  6072 UnmatchTokenMint
  6073 UnsupportedTokenMint
  6074 InsufficientRemainingAccounts
  6075 InvalidRemainingAccountSlice
  6076 DuplicatedRemainingAccountTypes
  6077 MissingRemainingAccountForTransferHook
  6078 NoTransferHookProgram: Remaining account was passed for transfer hook but there's no hook program
  6079 ZeroFundedAmount
  6080 InvalidSide
  6081 InvalidResizeLength
  6082 NotSupportAtTheMoment
  6083 InvalidRebalanceParameters
  6084 InvalidRewardAccounts
  6085 UndeterminedError
  6086 ReallocExceedMaxLengthPerInstruction
  6087 InvalidBaseFeeMantissa: Mantissa cannot more than two significant digits
  6088 InvalidPositionOwner
  6089 InvalidPoolAddress
  6090 InvalidTokenBadgeType
  6091 InvalidTransferHookAuthority
  6092 AmountXIsNegative
  6093 AmountYIsNegative
  6094 InvalidPoolCreator
  6095 InvalidFunctionType
  6096 InvalidPermission
  6097 IncorrectATA
  6098 InvalidWithdrawProtocolFeeZapAccounts
  6099 MintRestrictedFromZap: SOL,USDC protocol fee cannot be withdrawn via zap
  6100 CpiDisabled
  6101 MissingZapOutInstruction
  6102 InvalidZapAccounts
  6103 InvalidZapOutParameters
  6104 InsufficientInAmount
  6105 InvalidPlaceLimitOrderParameters
  6106 InvalidLimitOrderOwner
  6107 InvalidCancelLimitOrderParameters
  6108 CannotFindLimitOrderByBinId
  6109 CancelNonEmptyLimitOrder: Cannot cancel non-empty limit order
  6110 InvalidCollectFeeMode
`;
