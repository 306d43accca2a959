import type { ToolName } from '../../src/api/operationNames.ts';
import { toolInputSchema, tools } from '../../src/api/tools/tools.ts';
import { sortedJson } from './sortedJson.ts';

const toolNames = Object.keys(tools) as readonly ToolName[];

/** Key of a tool's text for users in package.nls.json; texts for models are English only. */
const keyOf = (name: ToolName, member: string): string =>
  `tool.${name.replace('arbscope_', '')}.${member}`;

export const manifestTools = (): readonly object[] =>
  toolNames.map((name) => ({
    name,
    displayName: `%${keyOf(name, 'displayName')}%`,
    userDescription: `%${keyOf(name, 'userDescription')}%`,
    modelDescription: tools[name].description,
    toolReferenceName: name.replace('_', '-').replaceAll('_', '-'),
    canBeReferencedInPrompt: true,
    icon: '$(pulse)',
    tags: ['solana', 'arbitrage'],
    inputSchema: toolInputSchema(name),
  }));

export function withToolTexts(text: string): string {
  const others = Object.entries(JSON.parse(text)).filter(([key]) => !key.startsWith('tool.'));
  const texts = toolNames.flatMap((name) => {
    const { title, description } = tools[name];
    const beginning = /^.*?[.:](?= |$)/.exec(description)?.[0] ?? description;
    return [
      [keyOf(name, 'displayName'), `Arbscope: ${title}`],
      [keyOf(name, 'userDescription'), beginning.replace(/:$/, '.')],
    ];
  });
  return sortedJson(Object.fromEntries([...others, ...texts]));
}
