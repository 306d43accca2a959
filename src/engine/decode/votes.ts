import { computeBudgetProgram, voteProgram } from '../../solana/knownPrograms.ts';
import type { Message } from './message.ts';

/** Votes are two thirds of a block and never swap anything: told by their programs alone. */
export function isVote(message: Message): boolean {
  const { instructions, keys } = message;
  let votes = 0;
  for (const { program } of instructions) {
    const address = keys.at(program);
    if (address === voteProgram) votes++;
    else if (address !== computeBudgetProgram) return false;
  }
  return votes > 0;
}
