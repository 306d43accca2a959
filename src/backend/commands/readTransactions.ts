import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { errorMessage } from '../../api/errorMessage.ts';
import { parseTransactionFile } from '../../solana/landing/parseTransactions.ts';
import { CommandError } from './commandLine.ts';

const maxInputBytes = 4_000_000;

/**
 * The transactions of a file, or of standard input for `-`. Throws a CommandError for what holds
 * none, or a secret key.
 */
export async function readTransactions(path: string): Promise<readonly Uint8Array[]> {
  const input = parseTransactionFile(await readInput(path));
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

async function readInput(path: string): Promise<Uint8Array> {
  if (path !== '-') {
    try {
      return Uint8Array.from(await readFile(path));
    } catch (error) {
      throw new CommandError(`cannot read ${path}: ${errorMessage(error)}`);
    }
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stdin) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size > maxInputBytes) throw new CommandError('The input is too long');
  }
  return Uint8Array.from(Buffer.concat(pieces));
}
