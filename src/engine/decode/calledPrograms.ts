import { botPrograms, computeBudgetProgram, voteProgram } from '../../solana/knownPrograms.ts';
import type { BotCall } from './arbitrageRecord.ts';
import type { Instruction, Message } from './message.ts';
import type { RpcBlockTransaction, RpcMeta } from './rpcBlock.ts';

/** The first known bot program that a failed transaction called; its calls are not unfolded. */
export function findBotOfFailed(message: Message, meta: RpcMeta): BotCall | null {
  const { keys } = message;
  const botOf = (program: string): BotCall | null => {
    const known = botPrograms.get(program);
    return known ? { family: known.family, program } : null;
  };
  for (const { program } of message.instructions) {
    const bot = botOf(keys.at(program));
    if (bot) return bot;
  }
  for (const { instructions } of meta.innerInstructions ?? []) {
    for (const instruction of instructions) {
      const bot = botOf(
        'programIdIndex' in instruction
          ? keys.at(instruction.programIdIndex)
          : instruction.programId,
      );
      if (bot) return bot;
    }
  }
  return null;
}

export function findBot(instructions: readonly Instruction[], message: Message) {
  let bot: BotCall | null = null;
  const topLevel = new Set<number>();
  for (const instruction of instructions) {
    const program = message.keys.at(instruction.program);
    const known = botPrograms.get(program);
    if (!known) continue;
    bot ??= { family: known.family, program };
    topLevel.add(instruction.topLevel);
  }
  return { bot, topLevel };
}

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
