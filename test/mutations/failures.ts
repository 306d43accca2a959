import type { Mutation } from './mutation.ts';

const tree = 'src/solana/logs/programLogs.ts';
const units = 'src/solana/logs/computeUnits.ts';
const failure = 'src/solana/programErrors/transactionFailure.ts';
const anchor = 'src/solana/programErrors/anchorLog.ts';
const treeTests = ['test/unit/solana/logs/programLogs.test.ts'];
const unitTests = ['test/unit/solana/logs/computeUnits.test.ts'];
const failureTests = ['test/unit/solana/programErrors/transactionFailure.test.ts'];

export const failureMutations: readonly Mutation[] = [
  {
    protection: 'Only the innermost program of a whole log can end',
    file: tree,
    find: '    if (!this.isTruncated) {\n',
    replace: '    if (this.roots.length < 0) {\n',
    tests: treeTests,
  },
  {
    protection: 'What a program logs is no line of the runtime',
    file: tree,
    find: '} success$`);',
    replace: "} success$`, 'm');",
    tests: treeTests,
  },
  {
    protection: 'The log tree has a limit in lines',
    file: tree,
    find: 'all.slice(0, maxLines)',
    replace: 'all',
    tests: treeTests,
  },
  {
    protection: 'The log tree has a limit in depth',
    file: tree,
    find: 'if (depth < 1 || depth > maxDepth) return false;',
    replace: '',
    tests: treeTests,
  },
  {
    protection: 'Compute units of a program whose calls a truncated log may hide are unknown',
    file: units,
    find: '  if (!invocation.isComplete) return null;\n  const called',
    replace: '  const called',
    tests: unitTests,
  },
  {
    protection: 'Compute units that contradict each other are unknown',
    file: units,
    find: 'called > total ? null : total - called',
    replace: 'total - called',
    tests: unitTests,
  },
  {
    protection: 'A program’s error is named only where the log shows which program failed',
    file: failure,
    find: 'nameProgramError(code, isProgramCertain ? program : null, failed)',
    replace: 'nameProgramError(code, program, failed)',
    tests: failureTests,
  },
  {
    protection: 'A log that says another error than the transaction names no program',
    file: failure,
    find: '  code === null || failure === ',
    replace: '  code === null || failure !== ',
    tests: failureTests,
  },
  {
    protection: 'A log of another instruction names no program',
    file: failure,
    find: '  if (root.instruction !== null && root.instruction !== error.instruction) return null;\n',
    replace: '',
    tests: failureTests,
  },
  {
    protection: 'A line of Anchor names the error that has its number alone',
    file: failure,
    find: 'if (logged?.code === code) return logged;',
    replace: 'if (logged !== null) return logged;',
    tests: failureTests,
  },
  {
    protection: 'Anchor’s codes name errors of programs written with Anchor alone',
    file: failure,
    find: 'program !== null && usesAnchor(program, failed) ?',
    replace: 'program !== null ?',
    tests: failureTests,
  },
  {
    protection: 'The words of Anchor’s line are one harmless line',
    file: anchor,
    find: 'sanitizeMessage(message, maxMessageLength)',
    replace: 'message',
    tests: failureTests,
  },
  {
    protection: 'A program’s last words are one harmless line',
    file: failure,
    find: 'sanitizeMessage(words, maxWordsLength) || null',
    replace: 'words',
    tests: failureTests,
  },
  {
    protection: 'The name of an error that a node says is harmless and bounded',
    file: failure,
    find: 'sanitizeText(error.name, maxNameLength)',
    replace: 'error.name',
    tests: failureTests,
  },
  {
    protection: 'An error’s name that JavaScript objects have is a name like others',
    file: 'src/solana/programErrors/errorWords.ts',
    find: 'nodeMessages.get(error) ?? error',
    replace: 'Reflect.get(Object.fromEntries(nodeMessages), error) ?? error',
    tests: ['test/unit/solana/programErrors/errorWords.test.ts'],
  },
];
