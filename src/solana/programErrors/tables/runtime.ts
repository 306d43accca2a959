/** Runtime errors in numeric order: a name, and a text if it says more than the name. */

/** Source: npm @solana/errors, src/transaction-error.ts and src/messages.ts */
export const transactionErrors = `
  AccountInUse
  AccountLoadedTwice
  AccountNotFound: Attempt to debit an account but found no record of a prior credit
  ProgramAccountNotFound: Attempt to load a program that does not exist
  InsufficientFundsForFee
  InvalidAccountForFee: This account may not be used to pay transaction fees
  AlreadyProcessed: This transaction has already been processed
  BlockhashNotFound
  CallChainTooDeep: Loader call chain is too deep
  MissingSignatureForFee: Transaction requires a fee but has no signature present
  InvalidAccountIndex: Transaction contains an invalid account reference
  SignatureFailure: Transaction did not pass signature verification
  InvalidProgramForExecution: This program may not be used for executing instructions
  SanitizeFailure: Transaction failed to sanitize accounts offsets correctly
  ClusterMaintenance: Transactions are currently disabled due to cluster maintenance
  AccountBorrowOutstanding: Transaction processing left an account with an outstanding borrowed reference
  WouldExceedMaxBlockCostLimit: Transaction would exceed max Block Cost Limit
  UnsupportedVersion: Transaction version is unsupported
  InvalidWritableAccount: Transaction loads a writable account that cannot be written
  WouldExceedMaxAccountCostLimit: Transaction would exceed max account limit within the block
  WouldExceedAccountDataBlockLimit: Transaction would exceed account data limit within the block
  TooManyAccountLocks: Transaction locked too many accounts
  AddressLookupTableNotFound: Transaction loads an address table account that doesn't exist
  InvalidAddressLookupTableOwner: Transaction loads an address table account with an invalid owner
  InvalidAddressLookupTableData: Transaction loads an address table account with invalid data
  InvalidAddressLookupTableIndex: Transaction address table lookup uses an invalid index
  InvalidRentPayingAccount: Transaction leaves an account with a lower balance than rent-exempt minimum
  WouldExceedMaxVoteCostLimit: Transaction would exceed max Vote Cost Limit
  WouldExceedAccountDataTotalLimit: Transaction would exceed total account data limit
  DuplicateInstruction: Transaction contains a duplicate instruction that is not allowed
  InsufficientFundsForRent: Transaction results in an account with insufficient funds for rent
  MaxLoadedAccountsDataSizeExceeded: Transaction exceeded max loaded accounts data size cap
  InvalidLoadedAccountsDataSizeLimit: LoadedAccountsDataSizeLimit set for transaction must be greater than 0
  ResanitizationNeeded
  ProgramExecutionTemporarilyRestricted: Execution of the program referenced by an account is temporarily restricted
  UnbalancedTransaction: Sum of account balances before and after transaction do not match
`;

/** Source: npm @solana/errors, src/instruction-error.ts and src/messages.ts */
export const instructionErrors = `
  GenericError: Generic instruction error
  InvalidArgument: Invalid program argument
  InvalidInstructionData
  InvalidAccountData: Invalid account data for instruction
  AccountDataTooSmall: Account data too small for instruction
  InsufficientFunds: Insufficient funds for instruction
  IncorrectProgramId: Incorrect program id for instruction
  MissingRequiredSignature: Missing required signature for instruction
  AccountAlreadyInitialized: Instruction requires an uninitialized account
  UninitializedAccount: Instruction requires an initialized account
  UnbalancedInstruction: Sum of account balances before and after instruction do not match
  ModifiedProgramId: Instruction illegally modified the program id of an account
  ExternalAccountLamportSpend: Instruction spent from the balance of an account it does not own
  ExternalAccountDataModified: Instruction modified data of an account it does not own
  ReadonlyLamportChange: Instruction changed the balance of a read-only account
  ReadonlyDataModified: Instruction modified data of a read-only account
  DuplicateAccountIndex: Instruction contains duplicate accounts
  ExecutableModified: Instruction changed executable bit of an account
  RentEpochModified: Instruction modified rent epoch of an account
  NotEnoughAccountKeys: Insufficient account keys for instruction
  AccountDataSizeChanged: Program other than the account's owner changed the size of the account data
  AccountNotExecutable: Instruction expected an executable account
  AccountBorrowFailed: Instruction tries to borrow reference for an account which is already borrowed
  AccountBorrowOutstanding: Instruction left account with an outstanding borrowed reference
  DuplicateAccountOutOfSync: Instruction modifications of multiply-passed account differ
  InvalidError: Program returned invalid error code
  ExecutableDataModified: Instruction changed executable accounts data
  ExecutableLamportChange: Instruction changed the balance of an executable account
  ExecutableAccountNotRentExempt: Executable accounts must be rent exempt
  UnsupportedProgramId
  CallDepth: Cross-program invocation call depth too deep
  MissingAccount: An account required by the instruction is missing
  ReentrancyNotAllowed: Cross-program invocation reentrancy not allowed for this instruction
  MaxSeedLengthExceeded: Length of the seed is too long for address generation
  InvalidSeeds: Provided seeds do not result in a valid address
  InvalidRealloc: Failed to reallocate account data
  ComputationalBudgetExceeded
  PrivilegeEscalation: Cross-program invocation with unauthorized signer or writable account
  ProgramEnvironmentSetupFailure: Failed to create program execution environment
  ProgramFailedToComplete
  ProgramFailedToCompile
  Immutable: Account is immutable
  IncorrectAuthority: Incorrect authority provided
  BorshIoError: Failed to serialize or deserialize account data
  AccountNotRentExempt: An account does not have enough lamports to be rent-exempt
  InvalidAccountOwner
  ArithmeticOverflow: Program arithmetic overflowed
  UnsupportedSysvar
  IllegalOwner: Provided owner is not allowed
  MaxAccountsDataAllocationsExceeded: Accounts data allocations exceeded the maximum allowed per transaction
  MaxAccountsExceeded
  MaxInstructionTraceLengthExceeded
  BuiltinProgramsMustConsumeComputeUnits
`;
