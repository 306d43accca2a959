import { t } from '@vscode/l10n';
import { associatedTokenProgram } from '../knownPrograms.ts';

export interface FailureFacts {
  /** From the program or the runtime; `null`: unknown. */
  readonly name: string | null;
  /** If false, the name is a program's. */
  readonly isRuntimeError: boolean;
  readonly program: string | null;
  /** From the runtime, at the end of the program's log. */
  readonly failure: string | null;
  /** The program's last log message. */
  readonly programWords: string | null;
}

type Topic =
  | 'slippage'
  | 'compute-units'
  | 'blockhash'
  | 'processed'
  | 'fee-payer'
  | 'rent'
  | 'lookup-table'
  | 'loaded-data'
  | 'account-locks'
  | 'program'
  | 'block-limit'
  | 'funds'
  | 'missing-account'
  | 'price-moved-away'
  | 'migrated'
  | 'token-account-exists'
  | 'heap'
  | 'signature';

const byName = (
  ...lists: readonly (readonly [Topic, ...names: string[]])[]
): ReadonlyMap<string, Topic> =>
  new Map(lists.flatMap(([topic, ...names]) => names.map((name) => [name, topic] as const)));

const runtimeTopics = byName(
  ['compute-units', 'ComputationalBudgetExceeded'],
  ['blockhash', 'BlockhashNotFound'],
  ['processed', 'AlreadyProcessed'],
  ['fee-payer', 'AccountNotFound', 'InsufficientFundsForFee'],
  ['rent', 'InsufficientFundsForRent', 'InvalidRentPayingAccount', 'AccountNotRentExempt'],
  ['lookup-table', 'AddressLookupTableNotFound', 'InvalidAddressLookupTableOwner'],
  ['lookup-table', 'InvalidAddressLookupTableData', 'InvalidAddressLookupTableIndex'],
  ['loaded-data', 'MaxLoadedAccountsDataSizeExceeded'],
  ['account-locks', 'TooManyAccountLocks'],
  ['program', 'ProgramAccountNotFound', 'InvalidProgramForExecution', 'UnsupportedProgramId'],
  ['block-limit', 'WouldExceedMaxBlockCostLimit', 'WouldExceedMaxAccountCostLimit'],
  ['funds', 'InsufficientFunds'],
  ['missing-account', 'UninitializedAccount'],
  ['signature', 'SignatureFailure', 'MissingRequiredSignature', 'MissingSignatureForFee'],
);

/** Equal names mean the same in all programs. */
const programTopics = byName(
  ['slippage', 'SlippageToleranceExceeded', 'ExceededSlippage', 'TooLittleOutputReceived'],
  ['slippage', 'TooMuchInputPaid', 'PriceSlippageCheck', 'AmountOutBelowMinimum'],
  ['slippage', 'AmountInAboveMaximum', 'ExceededAmountSlippageTolerance', 'InsufficientOut'],
  ['slippage', 'ExceededBinSlippageTolerance', 'TooMuchSolRequired', 'TooLittleSolReceived'],
  ['slippage', 'BuySlippageBelowMinTokensOut', 'BuySlippageBelowMinBaseAmountOut'],
  ['funds', 'ResultWithNegativeLamports', 'InsufficientFunds'],
  ['missing-account', 'AccountNotInitialized', 'UninitializedState'],
  ['price-moved-away', 'InvalidTickArraySequence', 'TickArraySequenceInvalidIndex'],
  ['price-moved-away', 'NotEnoughTickArrayAccount', 'InvalidFirstTickArrayAccount'],
  ['price-moved-away', 'BinArrayNotFound'],
  ['migrated', 'BondingCurveComplete', 'PoolIsCompleted', 'PoolMigrated'],
);

/** Whether a program's error of this name means that a price was worse than the accepted one. */
export const isSlippageError = (name: string): boolean => programTopics.get(name) === 'slippage';

/** What to do; `null` if the error alone does not show it. */
export function adviseOnFailure(facts: FailureFacts): string | null {
  const topic = topicOf(facts);
  return topic === null ? null : adviceOn(topic);
}

function topicOf(facts: FailureFacts): Topic | null {
  const { name, isRuntimeError, program, failure, programWords } = facts;
  if (name === null) return null;
  if (!isRuntimeError) return programTopics.get(name) ?? null;
  if (name === 'IllegalOwner' && program === associatedTokenProgram) return 'token-account-exists';
  // The runtime uses one name for these two and others; only the text differs.
  if (name === 'ProgramFailedToComplete') {
    if (failure?.startsWith('exceeded CUs meter') === true) return 'compute-units';
    if (programWords === 'Error: memory allocation failed, out of memory') return 'heap';
  }
  return runtimeTopics.get(name) ?? null;
}

/** Evaluated on each call: the language may be set after this module is loaded. */
function adviceOn(topic: Topic): string {
  switch (topic) {
    case 'slippage':
      return t('The price moved past the limit. Quote again, or allow more slippage.');
    case 'compute-units':
      return t('Raise the compute unit limit of the transaction.');
    case 'blockhash':
      return t('The blockhash expired or belongs to another cluster. Sign with a recent one.');
    case 'processed':
      return t('The transaction is on the chain already. Do not send it again.');
    case 'fee-payer':
      return t('Fund the wallet that pays the fee.');
    case 'rent':
      return t('Leave each account empty or with its rent-exempt minimum.');
    case 'lookup-table':
      return t('Read the address lookup table again and rebuild the transaction.');
    case 'loaded-data':
      return t('Raise the limit of loaded account data, or use fewer accounts.');
    case 'account-locks':
      return t('Use fewer accounts in the transaction.');
    case 'program':
      return t('Check the program’s address and the cluster.');
    case 'block-limit':
      return t('The block has no room for these accounts. Send it again.');
    case 'funds':
      return t('Fund the account that pays, or lower the amount.');
    case 'missing-account':
      return t('Create the account in an earlier instruction.');
    case 'price-moved-away':
      return t('Derive the tick or bin arrays again from the current price of the pool.');
    case 'migrated':
      return t('The token left the bonding curve. Trade it in its new pool.');
    case 'token-account-exists':
      return t('The token account exists already. Use CreateIdempotent.');
    case 'heap':
      return t('Request a larger heap frame, or use fewer accounts or legs.');
    case 'signature':
      return t('Sign with every required key after the last change of the message.');
    default:
      return topic satisfies never;
  }
}
