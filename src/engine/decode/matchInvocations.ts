import type { ProgramInvocation, ProgramLogs } from '../../solana/logs/programLogs.ts';
import type { AccountKeys, Instruction } from './message.ts';

/**
 * The instruction of each invocation of a log. Both are in the order in which the programs were
 * called; where they part, as behind a truncated log, nothing more of that instruction is matched.
 */
export function matchInvocations(
  instructions: readonly Instruction[],
  keys: AccountKeys,
  { roots }: ProgramLogs,
): ReadonlyMap<ProgramInvocation, Instruction> {
  const matches = new Map<ProgramInvocation, Instruction>();
  for (const root of roots) {
    const called = instructions.filter(({ topLevel }) => topLevel === root.instruction);
    for (const [at, invocation] of invocationsOf(root).entries()) {
      const instruction = called[at];
      if (instruction === undefined || keys.at(instruction.program) !== invocation.program) break;
      matches.set(invocation, instruction);
    }
  }
  return matches;
}

/** Callers before the called. */
export const invocationsOf = (root: ProgramInvocation): ProgramInvocation[] => [
  root,
  ...root.children.flatMap(invocationsOf),
];

/** The invocations that failed one in the other, outermost first; none where the log tells of none. */
export function failingPath({ roots }: ProgramLogs, instruction: number): ProgramInvocation[] {
  const path: ProgramInvocation[] = [];
  let level: readonly ProgramInvocation[] = roots.filter(
    (root) => root.instruction === instruction,
  );
  for (;;) {
    // A program may go on after a call that failed only if it failed itself.
    const failed = level.findLast(({ state }) => state === 'failed');
    if (failed === undefined) return path;
    path.push(failed);
    level = failed.children;
  }
}
