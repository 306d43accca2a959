import type { TextError } from './configNode.ts';
import type { ConfigFix, ConfigProblem, ProblemCode, TextRange } from './model.ts';

/** @param args Never a value of the file, which may be a key or secret. */
export const problem = (
  code: ProblemCode,
  range: TextRange,
  args: readonly string[] = [],
  more: { readonly severity?: ConfigProblem['severity']; readonly fix?: ConfigFix | null } = {},
): ConfigProblem => ({
  ...{ code, range, severity: 'error', arguments: args, related: null, fix: null },
  ...more,
});

/** Longest marked part of a broken line. */
const maxSyntaxLength = 80;

/**
 * Marks the word at which the parser stopped, or only the position at the end of a line or text.
 */
export function syntaxProblem(text: string, { offset, reason }: TextError): ConfigProblem {
  const start = Math.min(Math.max(offset, 0), text.length);
  const [word] = /^\S*/.exec(text.slice(start, start + maxSyntaxLength)) ?? [''];
  return problem('syntax', { start, end: start + word.length }, [reason]);
}
