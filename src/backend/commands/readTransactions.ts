import { existsSync } from 'node:fs';
import {
  type ParsedInput,
  parseTransactionFile,
  parseTransactionText,
} from '../../solana/landing/parseTransactions.ts';
import { CommandError } from './commandLine.ts';
import { readInput } from './readInput.ts';

const maxInputBytes = 4_000_000;
/** Longer than any transaction of a shell's argument, which may not be a path. */
const minTransactionLength = 120;

export interface TransactionsInput {
  readonly transactions: readonly Uint8Array[];
  /** Several that only execute together. */
  readonly isBundle: boolean;
}

/**
 * From a file, from standard input for `-`, or from the argument itself. Throws a CommandError if
 * there are none, or for a secret key, which is not repeated.
 */
export async function readTransactions(argument: string): Promise<TransactionsInput> {
  const input = await parseArgument(argument);
  if (input.kind === 'secret-key') {
    throw new CommandError(
      'The input contains a secret key or a seed phrase. It was not sent or printed. Anyone who has it can move the funds.',
    );
  }
  if (input.kind !== 'transactions') {
    throw new CommandError(input.kind === 'wrong' ? input.reason : 'The input is empty');
  }
  return {
    transactions: input.transactions.map(({ bytes }) => bytes),
    isBundle: input.isBundle,
  };
}

async function parseArgument(argument: string): Promise<ParsedInput> {
  if (argument !== '-' && !existsSync(argument)) {
    const given = parseTransactionText(argument);
    const isText = argument.length >= minTransactionLength || given.kind === 'secret-key';
    if (isText) return given;
    // The argument is not repeated: it may be half of a key, or a seed.
    throw new CommandError('There is no such file, and the argument is not a transaction');
  }
  return parseTransactionFile(await readInput(argument, { maxBytes: maxInputBytes }));
}
