import { botPrograms } from '../../solana/knownPrograms.ts';
import type { BotCall } from './arbitrageRecord.ts';
import type { Instruction, Message } from './message.ts';
import type { RpcMeta } from './rpcBlock.ts';

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

/** The first known bot program that is called, and the top-level instructions it is called in. */
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
