import type { TextError } from './configNode.ts';
import type { ConfigFix, ConfigProblem, ProblemCode, TextRange } from './model.ts';

/** @param args Never a value of the file: it may be a key or a secret. */
export const problem = (
  code: ProblemCode,
  range: TextRange,
  args: readonly string[] = [],
  more: { readonly severity?: ConfigProblem['severity']; readonly fix?: ConfigFix | null } = {},
): ConfigProblem => ({
  ...{ code, range, severity: 'error', arguments: args, related: null, fix: null },
  ...more,
});

/** At most so much of a broken line is marked. */
const maxSyntaxLength = 80;

/** Where a parser stopped: the word there, or the place alone where a line or the text ends. */
export function syntaxProblem(text: string, { offset, reason }: TextError): ConfigProblem {
  const start = Math.min(Math.max(offset, 0), text.length);
  const [word] = /^\S*/.exec(text.slice(start, start + maxSyntaxLength)) ?? [''];
  return problem('syntax', { start, end: start + word.length }, [reason]);
}
