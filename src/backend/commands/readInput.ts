import { createReadStream } from 'node:fs';
import { stdin } from 'node:process';
import { describeReadError } from '../../engine/base/fileError.ts';
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
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of path === '-' ? stdin : createReadStream(path)) {
      pieces.push(piece as Buffer);
      size += (piece as Buffer).length;
      if (size > maxBytes) break;
    }
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${describeReadError(error)}`, failureCode);
  }
  if (size > maxBytes) throw new CommandError('The input is too long', failureCode);
  return Uint8Array.from(Buffer.concat(pieces));
}
