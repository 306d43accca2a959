import { errorMessage } from '../../api/errorMessage.ts';
import { type ReadLimits, readLimited } from '../../engine/base/readLimited.ts';
import { CommandError, type FailureCode } from './commandLine.ts';

export interface InputLimits extends ReadLimits {
  readonly failureCode?: FailureCode;
}

/** The bytes of a file, or of standard input for `-`. Throws a CommandError. */
export async function readInput(
  path: string,
  { failureCode, ...limits }: InputLimits,
): Promise<Uint8Array> {
  try {
    return Uint8Array.from(await readLimited(path, limits));
  } catch (error) {
    const reason = limits.signal?.aborted === true ? 'Stopped while reading the input' : null;
    throw new CommandError(reason ?? `cannot read ${errorMessage(error)}`, failureCode);
  }
}
