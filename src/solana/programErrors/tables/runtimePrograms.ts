/** Programs of the runtime and of token accounts. Line format: see `parseErrorTable`. */

/** Source: npm @solana-program/system, src/generated/errors/system.ts */
export const systemErrors = `
  0 AccountAlreadyInUse: an account with the same address already exists
  1 ResultWithNegativeLamports: account does not have enough SOL to perform the operation
  2 InvalidProgramId: cannot assign account to this program id
  3 InvalidAccountDataLength: cannot allocate account data of this length
  4 MaxSeedLengthExceeded: length of requested seed is too long
  5 AddressWithSeedMismatch: provided address does not match the address derived from seed
  6 NonceNoRecentBlockhashes: advancing stored nonce requires a populated RecentBlockhashes sysvar
  7 NonceBlockhashNotExpired: stored nonce is still in recent_blockhashes
  8 NonceUnexpectedBlockhashValue: specified nonce does not match stored nonce
`;

/** Source: npm @solana-program/token, src/generated/errors/token.ts */
export const tokenErrors = `
  0 NotRentExempt: Lamport balance below rent-exempt threshold
  1 InsufficientFunds
  2 InvalidMint
  3 MintMismatch: Account not associated with this Mint
  4 OwnerMismatch: Owner does not match
  5 FixedSupply
  6 AlreadyInUse
  7 InvalidNumberOfProvidedSigners
  8 InvalidNumberOfRequiredSigners
  9 UninitializedState: State is uninitialized
  10 NativeNotSupported: Instruction does not support native tokens
  11 NonNativeHasBalance: Non-native account can only be closed if its balance is zero
  12 InvalidInstruction
  13 InvalidState: State is invalid for requested operation
  14 Overflow: Operation overflowed
  15 AuthorityTypeNotSupported: Account does not support specified authority type
  16 MintCannotFreeze: This token mint cannot freeze accounts
  17 AccountFrozen: Account is frozen
  18 MintDecimalsMismatch: The provided decimals value different from the Mint decimals
  19 NonNativeNotSupported: Instruction does not support non-native tokens
`;

/** Source: github.com/solana-program/token-2022, interface/src/error.rs; below 20 as SPL Token. */
export const token2022Errors = `
  20 ExtensionTypeMismatch: Extension type does not match already existing extensions
  21 ExtensionBaseMismatch: Extension does not match the base type provided
  22 ExtensionAlreadyInitialized: Extension already initialized on this account
  23 ConfidentialTransferAccountHasBalance: An account can only be closed if its confidential balance is zero
  24 ConfidentialTransferAccountNotApproved: Account not approved for confidential transfers
  25 ConfidentialTransferDepositsAndTransfersDisabled: Account not accepting deposits or transfers
  26 ConfidentialTransferElGamalPubkeyMismatch: ElGamal public key mismatch
  27 ConfidentialTransferBalanceMismatch: Balance mismatch
  28 MintHasSupply: Mint has non-zero supply. Burn all tokens before closing the mint
  29 NoAuthorityExists: No authority exists to perform the desired operation
  30 TransferFeeExceedsMaximum: Transfer fee exceeds maximum of 10,000 basis points
  31 MintRequiredForTransfer: Mint required for this account to transfer tokens, use transfer_checked or transfer_checked_with_fee
  32 FeeMismatch: Calculated fee does not match expected fee
  33 FeeParametersMismatch: Fee parameters associated with zero-knowledge proofs do not match fee parameters in mint
  34 ImmutableOwner: The owner authority cannot be changed
  35 AccountHasWithheldTransferFees: An account can only be closed if its withheld fee balance is zero, harvest fees to the mint and try again
  36 NoMemo: No memo in previous instruction; required for recipient to receive a transfer
  37 NonTransferable: Transfer is disabled for this mint
  38 NonTransferableNeedsImmutableOwnership: Non-transferable tokens can't be minted to an account without immutable ownership
  39 MaximumPendingBalanceCreditCounterExceeded: The account cannot take more Deposit and Transfer instructions until its pending balance is applied
  40 MaximumDepositAmountExceeded: Deposit amount exceeds maximum limit
  41 CpiGuardSettingsLocked: CPI Guard cannot be enabled or disabled in CPI
  42 CpiGuardTransferBlocked: CPI Guard is enabled, and a program attempted to transfer user funds via CPI without using a delegate
  43 CpiGuardBurnBlocked: CPI Guard is enabled, and a program attempted to burn user funds via CPI without using a delegate
  44 CpiGuardCloseAccountBlocked: CPI Guard is enabled, and a program attempted to close an account via CPI without returning lamports to owner
  45 CpiGuardApproveBlocked: CPI Guard is enabled, and a program attempted to approve a delegate via CPI
  46 CpiGuardSetAuthorityBlocked: CPI Guard is enabled, and a program attempted to add or replace an authority via CPI
  47 CpiGuardOwnerChangeBlocked: Account ownership cannot be changed while CPI Guard is enabled
  48 ExtensionNotFound: Extension not found in account data
  49 NonConfidentialTransfersDisabled
  50 ConfidentialTransferFeeAccountHasWithheldFee: An account can only be closed if the confidential withheld fee is zero
  51 InvalidExtensionCombination: A mint or an account is initialized to an invalid combination of extensions
  52 InvalidLengthForAlloc: Extension allocation with overwrite must use the same length
  53 AccountDecryption: Failed to decrypt a confidential transfer account
  54 ProofGeneration: Failed to generate proof
  55 InvalidProofInstructionOffset: An invalid proof instruction offset was provided
  56 HarvestToMintDisabled: Harvest of withheld tokens to mint is disabled
  57 SplitProofContextStateAccountsNotSupported: Split proof context state accounts not supported for instruction
  58 NotEnoughProofContextStateAccounts: Not enough proof context state accounts provided
  59 MalformedCiphertext: Ciphertext is malformed
  60 CiphertextArithmeticFailed
  61 PedersenCommitmentMismatch
  62 RangeProofLengthMismatch
  63 IllegalBitLength: Illegal transfer amount bit length
  64 FeeCalculation: Fee calculation failed
  65 IllegalMintBurnConversion: Withdraw / Deposit not allowed for confidential-mint-burn
  66 InvalidScale: Invalid scale for scaled ui amount
  67 MintPaused: Transferring, minting, and burning is paused on this mint
  68 PendingBalanceNonZero: Key rotation attempted while pending balance is not zero
`;

/** Source: npm @solana-program/token, src/generated/errors/associatedToken.ts */
export const associatedTokenErrors = `
  0 InvalidOwner: Associated token account owner does not match address derivation
`;

/** Source: github.com/solana-labs/solana, sdk/src/precompiles.rs: `PrecompileError` */
export const signatureErrors = `
  0 InvalidPublicKey: public key is not valid
  1 InvalidRecoveryId: id is not valid
  2 InvalidSignature: signature is not valid
  3 InvalidDataOffsets: offset not valid
  4 InvalidInstructionDataSize: instruction is incorrect size
`;
