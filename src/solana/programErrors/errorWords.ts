import { stringifyJson } from '../../api/json.ts';
import { sanitizeMessage } from '../../api/sanitizeText.ts';

/** Agave's wording, except for lookup tables. */
const nodeMessages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // Arbscope's own: nodes do not report transactions that they did not run.
    NotReached: 'Not run: a transaction before it in the bundle failed',
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
    InvalidAddressLookupTableData:
      'Transaction address table lookup uses a table with invalid data',
    InvalidAddressLookupTableIndex: 'Transaction address table lookup uses an invalid index',
    InvalidRentPayingAccount:
      'Transaction leaves an account with a lower balance than rent-exempt minimum',
    UnsupportedVersion: 'Transaction version is unsupported',
  }),
);

/** As nodes append it to "Transaction simulation failed: ". */
export const formatTransactionError = (error: unknown): string =>
  sanitizeMessage(nodeWords(error), maxErrorLength);

/** A node can return any text. */
const maxErrorLength = 300;

function nodeWords(error: unknown): string {
  if (typeof error === 'string') return nodeMessages.get(error) ?? error;
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
  return `${name} ${stringifyJson(detail)}`;
}

function formatInstructionError(error: unknown): string {
  if (typeof error === 'string') {
    return toWords(error);
  }
  if (typeof error === 'object' && error !== null && 'Custom' in error) {
    const code = Number(error.Custom);
    return `custom program error: 0x${code.toString(16)}`;
  }
  return stringifyJson(error);
}

/** As stored in records, e.g. `instruction 3: custom error 6001`. */
export function describeTransactionError(error: unknown): string {
  if (typeof error === 'string') return toWords(error);
  if (typeof error !== 'object' || error === null) return 'unknown error';
  const [name = 'unknown error'] = Object.keys(error);
  const detail: unknown = (error as Readonly<Record<string, unknown>>)[name] ?? null;
  if (name === 'InstructionError' && Array.isArray(detail)) {
    const [index, reason] = detail as readonly unknown[];
    return `instruction ${String(index)}: ${describeInstructionError(reason)}`;
  }
  return detail === null ? toWords(name) : `${toWords(name)}: ${stringifyJson(detail)}`;
}

function describeInstructionError(reason: unknown): string {
  if (typeof reason === 'string') return toWords(reason);
  if (typeof reason === 'object' && reason !== null && 'Custom' in reason) {
    return `custom error ${String(reason.Custom)}`;
  }
  return stringifyJson(reason);
}

const toWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
