/** Order books and routers. Line format: see `parseErrorTable`. */

/** Source: npm @ellipsis-labs/phoenix-sdk 2.0.3, src/errors/index.ts */
export const phoenixErrors = `
  0 InvalidMarketParameters: Invalid market parameters error
  1 InvalidMarketAuthority: Invalid exchange authority error
  2 FailedToLoadMarketFromAccount: Market deserialization error
  3 MarketAlreadyInitialized: Market already initialized error
  4 MarketUninitialized: Market is not initialized error
  5 InvalidStateTransition: Invalid state transition error
  6 InvalidMarketSigner: Invalid market signer error
  7 InvalidLotSize: Invalid lot size error
  8 InvalidTickSize: Invalid tick size error
  9 InvalidMint: Invalid mint error
  10 InvalidBaseVault: Invalid base vault error
  11 InvalidQuoteVault: Invalid quote vault error
  12 InvalidBaseAccount: Invalid base account error
  13 InvalidQuoteAccount: Invalid quote account error
  14 TooManyEvents: Too many events error
  15 NewOrderError
  16 ReduceOrderError
  17 CancelMultipleOrdersError
  18 WithdrawFundsError
  19 RemoveEmptyOrdersError
  20 TraderNotFound: Trader not found error
  21 InvalidSeatStatus
  22 EvictionError: Failed to evict trader
`;

/** Source: npm @openbook-dex/openbook-v2 0.2.10, dist/esm/openbook_v2.js */
export const openBookV2Errors = `
  6000 SomeError
  6001 InvalidInputNameLength: Name lenght above limit
  6002 InvalidInputMarketExpired: Market cannot be created as expired
  6003 InvalidInputMarketFees: Taker fees should be positive and if maker fees are negative, greater or equal to their abs value
  6004 InvalidInputLots: Lots cannot be negative
  6005 InvalidInputLotsSize: Lots size above market limits
  6006 InvalidInputOrdersAmounts: Input amounts above limits
  6007 InvalidInputCancelSize: Price lots should be greater than zero
  6008 InvalidInputPriceLots: Expected cancel size should be greater than zero
  6009 InvalidInputPegLimit: Peg limit should be greater than zero
  6010 InvalidInputOrderType: The order type is invalid. A taker order must be Market or ImmediateOrCancel
  6011 InvalidInputOrderId: Order id cannot be zero
  6012 InvalidInputHeapSlots: Slot above heap limit
  6013 InvalidOracleTypes: Cannot combine two oracles of different providers
  6014 InvalidSecondOracle: Cannot configure secondary oracle without primary
  6015 NoCloseMarketAdmin: This market does not have a 'close_market_admin' and thus cannot be closed
  6016 InvalidCloseMarketAdmin
  6017 InvalidOpenOrdersAdmin: The 'open_orders_admin' required by this market to sign all instructions that creates orders is missing or is not valid
  6018 InvalidConsumeEventsAdmin: The 'consume_events_admin' required by this market to sign all instructions that consume events is missing or is not valid
  6019 InvalidMarketVault: Provided 'market_vault' is invalid
  6020 IndexerActiveOO: Cannot be closed due to the existence of open orders accounts
  6021 OraclePegInvalidOracleState: Cannot place a peg order due to invalid oracle state
  6022 UnknownOracleType: oracle type cannot be determined
  6023 OracleConfidence: an oracle does not reach the confidence threshold
  6024 OracleStale: an oracle is stale
  6025 OrderIdNotFound: Order id not found on the orderbook
  6026 EventHeapContainsElements
  6027 InvalidOrderPostIOC: ImmediateOrCancel is not a PostOrderType
  6028 InvalidOrderPostMarket: Market is not a PostOrderType
  6029 WouldSelfTrade
  6030 MarketHasExpired: The Market has already expired
  6031 InvalidPriceLots: Price lots should be greater than zero
  6032 InvalidOraclePrice: Oracle price above market limits
  6033 MarketHasNotExpired: The Market has not expired yet
  6034 NoOwnerOrDelegate: No correct owner or delegate
  6035 NoOwner: No correct owner
  6036 OpenOrdersFull: No free order index in open orders account
  6037 BookContainsElements
  6038 OpenOrdersOrderNotFound: Could not find order in user account
  6039 InvalidPostAmount: Amount to post above book limits
  6040 DisabledOraclePeg: Oracle peg orders are not enabled for this market
  6041 NonEmptyMarket: Cannot close a non-empty market
  6042 NonEmptyOpenOrdersPosition: Cannot close a non-empty open orders account
  6043 WouldExecutePartially: Fill-Or-Kill order would generate a partial execution
`;

/** Source: github.com/CKS-Systems/manifest, programs/manifest/src/program/error.rs */
export const manifestErrors = `
  0 InvalidMarketParameters
  1 InvalidDepositAccounts
  2 InvalidWithdrawAccounts
  3 InvalidCancel
  4 InvalidFreeList: Internal free list corruption
  5 AlreadyClaimedSeat: Cannot claim a second seat for the same trader
  6 PostOnlyCrosses: Matched on a post only order
  7 AlreadyExpired: New order is already expired
  8 InsufficientOut: Less than minimum out amount
  9 InvalidPlaceOrderFromWalletParams
  10 WrongIndexHintParams: Index hint did not match actual index
  11 PriceNotPositive: Price is not positive
  12 OrderWouldOverflow: Order settlement would overflow
  13 OrderTooSmall: Order is too small to settle any value
  14 Overflow: Overflow in token addition
  15 MissingGlobal: Missing Global account
  16 GlobalInsufficient: Insufficient funds on global account to rest an order
  17 IncorrectAccount: Account key did not match expected
  18 InvalidMint: Mint not allowed for market
`;

/** Source: npm @jup-ag/instruction-parser 6.0.28, the IDL in dist/index.mjs */
export const jupiterErrors = `
  6000 EmptyRoute
  6001 SlippageToleranceExceeded
  6002 InvalidCalculation
  6003 MissingPlatformFeeAccount
  6004 InvalidSlippage
  6005 NotEnoughPercent: Not enough percent to 100
  6006 InvalidInputIndex: Token input index is invalid
  6007 InvalidOutputIndex: Token output index is invalid
  6008 NotEnoughAccountKeys
  6009 NonZeroMinimumOutAmountNotSupported
  6010 InvalidRoutePlan
  6011 InvalidReferralAuthority
  6012 LedgerTokenAccountDoesNotMatch: Token account doesn't match the ledger
  6013 InvalidTokenLedger
  6014 IncorrectTokenProgramID: Token program ID is invalid
  6015 TokenProgramNotProvided
  6016 SwapNotSupported
  6017 ExactOutAmountNotMatched: Exact out amount doesn't match
  6018 SourceAndDestinationMintCannotBeTheSame: Source mint and destination mint cannot the same
`;
