import type { Mutation } from './mutation.ts';

const command = 'src/backend/commands/coverage.ts';
const lines = 'src/backend/commands/coverageLines.ts';
const lineTests = ['test/unit/backend/commands/coverageLines.test.ts'];
const toolTests = ['test/unit/backend/tools/callTool.test.ts'];
const commandTests = { tests: ['test/contract/coverageCommand.test.ts'], needsBuild: true };

export const coverageCommandMutations: readonly Mutation[] = [
  {
    protection: 'Bounds meet no threshold',
    file: command,
    find: 'return atLeast === undefined ? 0 : 1;',
    replace: 'return 0;',
    ...commandTests,
  },
  {
    protection: 'A coverage that is unknown meets no threshold',
    file: lines,
    find: '  window.coverage === null || !(total.net_gains_usd > 0)\n    ? null',
    replace: '  !(total.net_gains_usd > 0)\n    ? 0 * Number(window.coverage)',
    tests: lineTests,
  },
  {
    protection: 'A window of which nothing is indexed has no figures',
    file: lines,
    find: '  const isKnown = window.coverage !== null;',
    replace: '  const isKnown = window !== null;',
    tests: lineTests,
  },
  {
    protection: 'An entry whose pools see arbitrages that it cannot take counts as one without',
    file: lines,
    find: '!earning.has(at) || ',
    replace: '!earning.has(at + 1_000_000) === false || ',
    tests: lineTests,
  },
  {
    protection: 'A config below the threshold ends with 1',
    file: command,
    find: 'isMet(report, atLeast) ? 0 : 1',
    replace: 'isMet(report, atLeast) ? 0 : 0',
    ...commandTests,
  },
  {
    protection: 'A config that cannot be read ends with 2, not as one below the threshold',
    file: command,
    find: 'the file cannot be parsed from here`, 2)',
    replace: 'the file cannot be parsed from here`, 1)',
    ...commandTests,
  },
  {
    protection: 'No message repeats the text of a config: it may hold a key',
    file: command,
    find: 'the file cannot be parsed from here`, 2)',
    replace: 'the file cannot be parsed from here`.concat(text), 2)',
    ...commandTests,
  },
  {
    protection: 'A tool takes as much of a config as a model writes, not more',
    file: 'src/api/tools/tools.ts',
    find: 'const maxToolGroupPools = 500;',
    replace: 'const maxToolGroupPools = 50_000;',
    tests: toolTests,
  },
  {
    protection: 'Lists as text are of texts: numbers may be a secret key',
    file: 'src/backend/tools/toolInput.ts',
    find: "list.flat().every((entry) => typeof entry === 'string')",
    replace: "list.flat().every((entry) => typeof entry !== 'undefined')",
    tests: [...toolTests, 'test/unit/backend/tools/toolResults.test.ts'],
  },
];
