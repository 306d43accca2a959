import { ammLayouts, type SwapLayout } from './ammLayouts.ts';
import type { Instruction } from './message.ts';
import { instructionData } from './programActions.ts';

/** The layout of a swap instruction, where its AMM and its discriminator are known. */
export function findSwapLayout(program: string, instruction: Instruction): SwapLayout | null {
  const layouts = ammLayouts.get(program);
  if (!layouts) return null;
  const [only] = layouts;
  if (only && only.discriminator === '') return only;
  const data = instructionData(instruction);
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(8, data.length)).toString('hex');
  return layouts.find(({ discriminator }) => head.startsWith(discriminator)) ?? null;
}
