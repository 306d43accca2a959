import { parseTransactionFile } from '../../solana/landing/parseTransactions.ts';
import { CommandError } from './commandLine.ts';
import { readInput } from './readInput.ts';

const maxInputBytes = 4_000_000;

/** From standard input for `-`. Throws a CommandError if there are none, or for a secret key. */
export async function readTransactions(path: string): Promise<readonly Uint8Array[]> {
  const input = parseTransactionFile(await readInput(path, { maxBytes: maxInputBytes }));
  if (input.kind === 'secret-key') {
    throw new CommandError(
      'The input contains a secret key. It was not sent or printed. Anyone who has it can move the funds.',
    );
  }
  if (input.kind !== 'transactions') {
    throw new CommandError(input.kind === 'wrong' ? input.reason : 'The input is empty');
  }
  return input.transactions.map(({ bytes }) => bytes);
}
