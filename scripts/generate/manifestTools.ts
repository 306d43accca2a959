import { toolNames } from '../../src/interface/toolNames.ts';
import { toolInputSchema, tools } from '../../src/interface/tools.ts';

/** `languageModelTools` of `package.json`, out of the interface's own definitions. */
export const manifestTools = (): readonly object[] =>
  toolNames.map((name) => {
    const { title, description } = tools[name];
    return {
      name,
      displayName: `Arbscope: ${title}`,
      userDescription: (/^.*?[.:](?= |$)/.exec(description)?.[0] ?? description).replace(/:$/, '.'),
      modelDescription: description,
      toolReferenceName: name.replace('_', '-').replaceAll('_', '-'),
      canBeReferencedInPrompt: true,
      icon: '$(pulse)',
      tags: ['solana', 'arbitrage'],
      inputSchema: toolInputSchema(name),
    };
  });

/** The text of `package.json` with them. */
export function withManifestTools(text: string): string {
  const manifest = JSON.parse(text);
  manifest.contributes.languageModelTools = manifestTools();
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
