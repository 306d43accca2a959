import { computeBudgetProgram, voteProgram } from '../../solana/knownPrograms.ts';
import type { Message } from './message.ts';
import type { RpcBlockTransaction } from './rpcBlock.ts';

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

/** The same for the plain vote of the encoding json, before anything of it is unfolded. */
export function isPlainJsonVote({ transaction }: RpcBlockTransaction): boolean {
  if (!('message' in transaction)) return false;
  const { accountKeys, instructions } = transaction.message;
  const [only] = instructions;
  if (only === undefined || instructions.length > 1 || !('programIdIndex' in only)) return false;
  return accountKeys[only.programIdIndex] === voteProgram;
}
