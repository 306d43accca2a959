import { sanitizeMessage } from '../../api/sanitizeText.ts';

/** As in Solana's RPC: `"BlockhashNotFound"`, `{"InstructionError":[2,{"Custom":1}]}`. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** The older form of an error, which typed clients read beside `err`. */
export const toTransactionResult = (error: unknown): { Ok: null } | { Err: unknown } =>
  error === null || error === undefined ? { Ok: null } : { Err: error };

const errorMessages: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  SignatureFailure: 'Transaction did not pass signature verification',
  AddressLookupTableNotFound:
    'Transaction address table lookup uses an address table that does not exist',
  InvalidProgramForExecution: 'This program may not be used for executing instructions',
  InvalidAddressLookupTableOwner:
    'Transaction address table lookup uses a table of another program',
  InvalidAddressLookupTableData: 'Transaction address table lookup uses a table with invalid data',
  InvalidAddressLookupTableIndex: 'Transaction address table lookup uses an invalid index',
  InvalidRentPayingAccount:
    'Transaction leaves an account with a lower balance than rent-exempt minimum',
  UnsupportedVersion: 'Transaction version is unsupported',
};

/** Words of an error, as nodes put them behind "Transaction simulation failed: ". */
export const formatTransactionError = (error: unknown): string =>
  sanitizeMessage(describeTransactionError(error), maxErrorLength);

/** A node can name any error. */
const maxErrorLength = 300;

function describeTransactionError(error: unknown): string {
  if (typeof error === 'string') return errorMessages[error] ?? error;
  if (typeof error !== 'object' || error === null) return 'an unknown error';
  const [[name, detail] = ['', null]] = Object.entries(error);
  if (name === 'InstructionError' && Array.isArray(detail)) {
    return `Error processing Instruction ${detail[0]}: ${formatInstructionError(detail[1])}`;
  }
  if (name === 'InsufficientFundsForRent') {
    const at = typeof detail === 'object' && detail !== null ? Object.values(detail)[0] : '?';
    return `Transaction results in an account (${at}) with insufficient funds for rent`;
  }
  if (name === 'DuplicateInstruction') {
    return `Transaction contains a duplicate instruction (${detail}) that is not allowed`;
  }
  return `${name} ${JSON.stringify(detail)}`;
}

function formatInstructionError(error: unknown): string {
  if (typeof error === 'string') {
    return error.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  }
  if (typeof error === 'object' && error !== null && 'Custom' in error) {
    const code = Number(error.Custom);
    return `custom program error: 0x${code.toString(16)}`;
  }
  return JSON.stringify(error);
}
