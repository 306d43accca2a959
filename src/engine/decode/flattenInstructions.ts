import { ammPrograms, corePrograms } from '../../solana/knownPrograms.ts';
import type { Instruction, Message } from './message.ts';
import { readInstruction } from './readJsonMessage.ts';
import type { RpcMeta } from './rpcBlock.ts';

/**
 * All instructions of a transaction in the order they ran, each with its call depth. Old blocks
 * have no `stackHeight`; there a depth is made up from the order: a program is called by the
 * top-level instruction, a vault by the program before it, a core program by whatever is before it.
 */
export function flattenInstructions(message: Message, meta: RpcMeta): Instruction[] {
  const inner = new Map(meta.innerInstructions?.map((each) => [each.index, each.instructions]));
  const flat: Instruction[] = [];
  for (const top of message.instructions) {
    flat.push(top);
    let lastProgramDepth = 1;
    for (const raw of inner.get(top.topLevel) ?? []) {
      const height = raw.stackHeight;
      if (typeof height === 'number') {
        flat.push(readInstruction(raw, height, top.topLevel, message.keys));
        continue;
      }
      const instruction = readInstruction(raw, 2, top.topLevel, message.keys);
      const program = message.keys.at(instruction.program);
      if (corePrograms.has(program)) {
        flat.push({ ...instruction, depth: lastProgramDepth + 1 });
      } else {
        lastProgramDepth = ammPrograms.get(program)?.kind === 'vault' ? 3 : 2;
        flat.push({ ...instruction, depth: lastProgramDepth });
      }
    }
  }
  return flat;
}
