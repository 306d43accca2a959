import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { errorMessage } from '../../api/errorMessage.ts';
import { CommandError, type FailureCode } from './commandLine.ts';

export interface InputLimits {
  readonly maxBytes: number;
  readonly failureCode?: FailureCode;
}

/** The bytes of a file, or of standard input for `-`. Throws a CommandError. */
export async function readInput(
  path: string,
  { maxBytes, failureCode }: InputLimits,
): Promise<Uint8Array> {
  if (path !== '-') {
    try {
      return Uint8Array.from(await readFile(path));
    } catch (error) {
      throw new CommandError(`cannot read ${path}: ${errorMessage(error)}`, failureCode);
    }
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stdin) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size > maxBytes) throw new CommandError('The input is too long', failureCode);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}
