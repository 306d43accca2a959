import { existsSync } from 'node:fs';
import {
  type ParsedInput,
  parseTransactionFile,
  parseTransactionText,
} from '../../solana/landing/parseTransactions.ts';
import { CommandError } from './commandLine.ts';
import { readInput } from './readInput.ts';

const maxInputBytes = 4 * 1024 * 1024;
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
export async function readTransactions(
  argument: string,
  signal: AbortSignal,
): Promise<TransactionsInput> {
  const input = await parseArgument(argument, signal);
  if (input.kind === 'secret-key') {
    throw new CommandError(
      'The input contains a secret key or a seed phrase. It was not sent or printed. Anyone who has it can move the funds.',
    );
  }
  if (input.kind === 'empty') {
    throw new CommandError(
      argument === '-'
        ? 'Standard input is empty. Pipe a transaction into the command, or name a FILE'
        : 'The input is empty. It must contain a transaction',
    );
  }
  if (input.kind === 'wrong') throw new CommandError(input.reason);
  return {
    transactions: input.transactions.map(({ bytes }) => bytes),
    isBundle: input.isBundle,
  };
}

async function parseArgument(argument: string, signal: AbortSignal): Promise<ParsedInput> {
  if (argument !== '-' && !existsSync(argument)) {
    const given = parseTransactionText(argument);
    const isText = argument.length >= minTransactionLength || given.kind === 'secret-key';
    if (isText) return given;
    // The argument is not repeated: it may be half of a key, or a seed.
    throw new CommandError('There is no such file, and the argument is not a transaction');
  }
  return parseTransactionFile(await readInput(argument, { maxBytes: maxInputBytes, signal }));
}
