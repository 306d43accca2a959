import { arbscopeOperations } from '../../src/api/arbscope/arbscopeOperations.ts';
import { operations } from '../../src/api/operations.ts';
import { tools } from '../../src/api/tools/tools.ts';
import type { Generated } from './generated.ts';

const list = (name: string, values: readonly string[]): string =>
  `export const ${name} = [\n${values.map((value) => `  '${value}',\n`).join('')}] as const;\n`;

export const operationNamesFile: Generated = {
  file: 'src/api/operationNames.ts',
  make: () =>
    [
      '// Generated from the definitions by `npm run generate`.\n\n',
      '/** Plain data, so that the extension need not load schemas. */\n',
      list('operationNames', Object.keys(operations)),
      '\n',
      list('arbscopeOperationNames', Object.keys(arbscopeOperations)),
      '\n',
      list('toolNames', Object.keys(tools)),
      'export type ToolName = (typeof toolNames)[number];\n',
    ].join(''),
};
