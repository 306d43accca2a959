import { botPrograms } from '../../solana/knownPrograms.ts';
import { labelOf } from '../decode/programLabels.ts';

/**
 * Whether one operator alone seems to use a program: no list names it, or lists have it as a bot
 * without a name. The programs of SMB and NotArb are rented by everybody.
 */
export function isPrivateProgram(program: string): boolean {
  const bot = botPrograms.get(program);
  if (bot !== undefined) return bot.family === program;
  const { isCore, isListed } = labelOf(program);
  return !isListed && !isCore;
}
