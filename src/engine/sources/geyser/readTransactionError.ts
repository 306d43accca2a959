import {
  instructionErrors,
  transactionErrors,
} from '../../../solana/programErrors/tables/runtime.ts';
import { GeyserFormatError } from './protobufReader.ts';

const namesIn = (table: string): string[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/:.*/, ''));

/** In the order of their bincode numbers. */
export const transactionErrorNames: readonly string[] = [
  // The tables do not include variants without a text.
  ...namesIn(transactionErrors).toSpliced(8, 0, 'InstructionError'),
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
];

/** In the order of their bincode numbers. */
export const instructionErrorNames: readonly string[] = namesIn(instructionErrors).toSpliced(
  25,
  0,
  'Custom',
);

const variantBytes = 4;

/**
 * From bincode to a node's JSON: `"AccountInUse"`, `{"InstructionError":[2,{"Custom":6001}]}`.
 * Unknown variants get a name with their number. Throws a GeyserFormatError for truncated bytes.
 */
export function readTransactionError(bytes: Buffer): unknown {
  const variant = integer(bytes, 0, variantBytes);
  const name = transactionErrorNames[variant] ?? `TransactionError${variant}`;
  switch (name) {
    case 'InstructionError':
      return {
        [name]: [
          integer(bytes, variantBytes, 1),
          readInstructionError(bytes.subarray(variantBytes + 1)),
        ],
      };
    case 'DuplicateInstruction':
      return { [name]: integer(bytes, variantBytes, 1) };
    case 'InsufficientFundsForRent':
    case 'ProgramExecutionTemporarilyRestricted':
      return { [name]: { account_index: integer(bytes, variantBytes, 1) } };
    default:
      return name;
  }
}

function readInstructionError(bytes: Buffer): unknown {
  const variant = integer(bytes, 0, variantBytes);
  const name = instructionErrorNames[variant] ?? `InstructionError${variant}`;
  if (name === 'Custom') return { [name]: integer(bytes, variantBytes, 4) };
  // This variant had a text until 2025.
  if (name === 'BorshIoError' && bytes.length > variantBytes) {
    const start = variantBytes + 8;
    const end = start + integer(bytes, variantBytes, 4);
    if (end > bytes.length) throw new GeyserFormatError('error-is-truncated');
    return { [name]: bytes.toString('utf8', start, end) };
  }
  return name;
}

function integer(bytes: Buffer, offset: number, length: 1 | 4): number {
  if (offset + length > bytes.length) throw new GeyserFormatError('error-is-truncated');
  return bytes.readUIntLE(offset, length);
}
