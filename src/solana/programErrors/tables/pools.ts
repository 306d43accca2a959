/** Further AMMs with pools. Line format: see `parseErrorTable`. */

/** Source: npm @orca-so/whirlpools-client 7.0.0; github.com/orca-so/whirlpools, programs/whirlpool/src/errors.rs */
export const whirlpoolErrors = `
  6000 InvalidEnum: Enum value could not be converted
  6001 InvalidStartTick: Invalid start tick index provided
  6002 TickArrayExistInPool: Tick-array already exists in this whirlpool
  6003 TickArrayIndexOutofBounds: Attempt to search for a tick-array failed
  6004 InvalidTickSpacing: Tick-spacing is not supported
  6005 ClosePositionNotEmpty: Position is not empty It cannot be closed
  6006 DivideByZero: Unable to divide by zero
  6007 NumberCastError: Unable to cast number into BigInt
  6008 NumberDownCastError: Unable to down cast number
  6009 TickNotFound: Tick not found within tick array
  6010 InvalidTickIndex: Provided tick index is either out of bounds or uninitializable
  6011 SqrtPriceOutOfBounds: Provided sqrt price out of bounds
  6012 LiquidityZero: Liquidity amount must be greater than zero
  6013 LiquidityTooHigh: Liquidity amount must be less than i64::MAX
  6014 LiquidityOverflow
  6015 LiquidityUnderflow
  6016 LiquidityNetError: Tick liquidity net underflowed or overflowed
  6017 TokenMaxExceeded: Exceeded token max
  6018 TokenMinSubceeded: Did not meet token min
  6019 MissingOrInvalidDelegate: Position token account has a missing or invalid delegate
  6020 InvalidPositionTokenAmount: Position token amount must be 1
  6021 InvalidTimestampConversion: Timestamp should be convertible from i64 to u64
  6022 InvalidTimestamp: Timestamp should be greater than the last updated timestamp
  6023 InvalidTickArraySequence: Invalid tick array sequence provided for instruction
  6024 InvalidTokenMintOrder: Token Mint in wrong order
  6025 RewardNotInitialized
  6026 InvalidRewardIndex
  6027 RewardVaultAmountInsufficient: Reward vault requires amount to support emissions for at least one day
  6028 FeeRateMaxExceeded: Exceeded max fee rate
  6029 ProtocolFeeRateMaxExceeded: Exceeded max protocol fee rate
  6030 MultiplicationShiftRightOverflow: Multiplication with shift right overflow
  6031 MulDivOverflow
  6032 MulDivInvalidInput: Invalid div_u256 input
  6033 MultiplicationOverflow
  6034 InvalidSqrtPriceLimitDirection: Provided SqrtPriceLimit not in the same direction as the swap
  6035 ZeroTradableAmount: There are no tradable amount to swap
  6036 AmountOutBelowMinimum: Amount out below minimum threshold
  6037 AmountInAboveMaximum: Amount in above maximum threshold
  6038 TickArraySequenceInvalidIndex: Invalid index for tick array sequence
  6039 AmountCalcOverflow: Amount calculated overflows
  6040 AmountRemainingOverflow: Amount remaining overflows
  6041 InvalidIntermediaryMint
  6042 DuplicateTwoHopPool
  6043 InvalidBundleIndex: Bundle index is out of bounds
  6044 BundledPositionAlreadyOpened: Position has already been opened
  6045 BundledPositionAlreadyClosed: Position has already been closed
  6046 PositionBundleNotDeletable: Unable to delete PositionBundle with open positions
  6047 UnsupportedTokenMint: Token mint has unsupported attributes
  6048 RemainingAccountsInvalidSlice: Invalid remaining accounts
  6049 RemainingAccountsInsufficient: Insufficient remaining accounts
  6050 NoExtraAccountsForTransferHook: Unable to call transfer hook without extra accounts
  6051 IntermediateTokenAmountMismatch: Output and input amount mismatch
  6052 TransferFeeCalculationError: Transfer fee calculation failed
  6053 RemainingAccountsDuplicatedAccountsType: Same accounts type is provided more than once
  6054 FullRangeOnlyPool: This whirlpool only supports full-range positions
  6055 TooManySupplementalTickArrays: Too many supplemental tick arrays provided
  6056 DifferentWhirlpoolTickArrayAccount: TickArray account for different whirlpool provided
  6057 PartialFillError: Trade resulted in partial fill
  6058 PositionNotLockable: Position is not lockable
  6059 OperationNotAllowedOnLockedPosition
  6060 SameTickRangeNotAllowed: Cannot reset position range with same tick range
  6061 InvalidAdaptiveFeeConstants
  6062 InvalidFeeTierIndex
  6063 InvalidTradeEnableTimestamp
  6064 TradeIsNotEnabled: Trade is not enabled yet
  6065 RentCalculationError
  6066 FeatureIsNotEnabled
  6067 PositionWithTokenExtensionsRequired: This whirlpool only supports open_position_with_token_extensions instruction
  6068 AdaptiveFeeConstantsUnchanged: Provided adaptive fee constants are unchanged
  6069 PriceSlippageOutOfBounds: Price outside slippage bounds
`;

/** Source: IDL lifinity_amm_v2 0.1.1 of npm @lifinity/sdk-v2; two public copies agree */
export const lifinityV2Errors = `
  6000 AlreadyInUse: Swap account already in use
  6001 InvalidProgramAddress: Invalid program address generated from bump seed and key
  6002 InvalidOwner: Input account owner is not the program address
  6003 InvalidOutputOwner: Output pool account owner cannot be the program address
  6004 ExpectedMint: Deserialized account is not an SPL Token mint
  6005 ExpectedAccount: Deserialized account is not an SPL Token account
  6006 EmptySupply: Input token account empty
  6007 InvalidSupply: Pool token mint has a non-zero supply
  6008 InvalidDelegate: Token account has a delegate
  6009 InvalidInput
  6010 IncorrectSwapAccount: Address of the provided swap token account is incorrect
  6011 IncorrectPoolMint: Address of the provided pool token mint is incorrect
  6012 InvalidOutput
  6013 CalculationFailure: General calculation failure due to overflow or underflow
  6014 InvalidInstruction
  6015 RepeatedMint: Swap input token accounts have the same mint
  6016 ExceededSlippage: Swap instruction exceeds desired slippage limit
  6017 InvalidCloseAuthority: Token account has a close authority
  6018 InvalidFreezeAuthority: Pool token mint has a freeze authority
  6019 IncorrectFeeAccount: Pool fee token account incorrect
  6020 ZeroTradingTokens: Given pool token amount results in zero trading tokens
  6021 FeeCalculationFailure: Fee calculation failed due to overflow, underflow, or unexpected 0
  6022 ConversionFailure: Conversion to u64 failed with an overflow or underflow
  6023 InvalidFee: The provided fee does not match the program owner's constraints
  6024 IncorrectTokenProgramId: The provided token program does not match the token program expected by the swap
  6025 IncorrectOracleAccount: Address of the provided oracle account is incorrect
  6026 IncorrectConfigAccount: Address of the provided config account is incorrect
  6027 UnsupportedCurveType: The provided curve type is not supported by the program owner
  6028 InvalidCurve: The provided curve parameters are invalid
  6029 UnsupportedCurveOperation: The operation cannot be performed on the given curve
  6030 InvalidPythStatus: Pyth oracle status is not 'trading'
  6031 InvalidPythPrice: Could not retrieve updated price feed from the Pyth oracle
  6032 IncorrectSigner: Address of the provided signer account is incorrect
  6033 ExceedPoolBalance: Swap amount exceeds pool balance
  6034 ProgramIsFrozen
  6035 OracleConfidence: Oracle confidence is outside of its limit
  6036 OverCapAmount: Over Pool Cap Amount
  6037 InvalidUpdateAccount: Invalid update wallet address
`;

/** Source: github.com/solana-labs/solana-program-library, token-swap/program/src/error.rs */
export const tokenSwapErrors = `
  0 AlreadyInUse: Swap account already in use
  1 InvalidProgramAddress: Invalid program address generated from bump seed and key
  2 InvalidOwner: Input account owner is not the program address
  3 InvalidOutputOwner: Output pool account owner cannot be the program address
  4 ExpectedMint: Deserialized account is not an SPL Token mint
  5 ExpectedAccount: Deserialized account is not an SPL Token account
  6 EmptySupply: Input token account empty
  7 InvalidSupply: Pool token mint has a non-zero supply
  8 InvalidDelegate: Token account has a delegate
  9 InvalidInput
  10 IncorrectSwapAccount: Address of the provided swap token account is incorrect
  11 IncorrectPoolMint: Address of the provided pool token mint is incorrect
  12 InvalidOutput
  13 CalculationFailure: General calculation failure due to overflow or underflow
  14 InvalidInstruction
  15 RepeatedMint: Swap input token accounts have the same mint
  16 ExceededSlippage: Swap instruction exceeds desired slippage limit
  17 InvalidCloseAuthority: Token account has a close authority
  18 InvalidFreezeAuthority: Pool token mint has a freeze authority
  19 IncorrectFeeAccount: Pool fee token account incorrect
  20 ZeroTradingTokens: Given pool token amount results in zero trading tokens
  21 FeeCalculationFailure: Fee calculation failed due to overflow, underflow, or unexpected 0
  22 ConversionFailure: Conversion to u64 failed with an overflow or underflow
  23 InvalidFee: The provided fee does not match the program owner's constraints
  24 IncorrectTokenProgramId: The provided token program does not match the token program expected by the swap
  25 UnsupportedCurveType: The provided curve type is not supported by the program owner
  26 InvalidCurve: The provided curve parameters are invalid
  27 UnsupportedCurveOperation: The operation cannot be performed on the given curve
  28 InvalidFeeAccount: The pool fee account is invalid
`;

/** Source: github.com/saber-hq/stable-swap, stable-swap-program/program/src/error.rs */
export const saberErrors = `
  0 AlreadyInUse: Swap account already in use
  1 InvalidAdmin: Address of the admin fee account is incorrect
  2 InvalidOwner: Input account owner is not the program address
  3 InvalidOutputOwner: Output pool account owner cannot be the program address
  4 InvalidProgramAddress: Invalid program address generated from nonce and key
  5 ExpectedMint: Deserialized account is not an SPL Token mint
  6 ExpectedAccount: Deserialized account is not an SPL Token account
  7 EmptyPool: Pool token supply is 0
  8 EmptySupply: Input token account empty
  9 InvalidSupply: Pool token mint has a non-zero supply
  10 InvalidDelegate: Token account has a delegate
  11 InvalidInput
  12 IncorrectSwapAccount: Address of the provided swap token account is incorrect
  13 IncorrectMint: Address of the provided token mint is incorrect
  14 CalculationFailure
  15 InvalidInstruction
  16 RepeatedMint: Swap input token accounts have the same mint
  17 ExceededSlippage: Swap instruction exceeds desired slippage limit
  18 InvalidCloseAuthority: Token account has a close authority
  19 InvalidFreezeAuthority: Pool token mint has a freeze authority
  20 ConversionFailure: Conversion to u64 failed with an overflow or underflow
  21 Unauthorized: Account is not authorized to execute this instruction
  22 IsPaused: Swap pool is paused
  23 RampLocked: Ramp is locked in this time period
  24 InsufficientRampTime
  25 ActiveTransfer: Active admin transfer in progress
  26 NoActiveTransfer: No active admin transfer in progress
  27 AdminDeadlineExceeded: Admin transfer deadline exceeded
  28 MismatchedDecimals: Token mints must have same decimals
`;
