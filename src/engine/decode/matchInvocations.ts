import type { ProgramInvocation, ProgramLogs } from '../../solana/logs/programLogs.ts';
import type { AccountKeys, Instruction } from './message.ts';

/**
 * Matches the invocations of a log to instructions. Both are in call order; at the first difference
 * (for example after a truncated log) the rest of that top-level instruction stays unmatched.
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

/** Callers before callees. */
export const invocationsOf = (root: ProgramInvocation): ProgramInvocation[] => [
  root,
  ...root.children.flatMap(invocationsOf),
];

/** The nested failed invocations, outermost first; empty if the log has none. */
export function failingPath({ roots }: ProgramLogs, instruction: number): ProgramInvocation[] {
  const path: ProgramInvocation[] = [];
  let level: readonly ProgramInvocation[] = roots.filter(
    (root) => root.instruction === instruction,
  );
  for (;;) {
    // Only the last failed call matters: a failed call makes its caller fail too.
    const failed = level.findLast(({ state }) => state === 'failed');
    if (failed === undefined) return path;
    path.push(failed);
    level = failed.children;
  }
}
