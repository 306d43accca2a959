import * as vscode from 'vscode';
import { executeCommand } from '../commandsAndSettings.ts';
import { findTerminalLinks } from './findTerminalLinks.ts';
import { linkTooltip } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';

/** Addresses and signatures in terminals lead where the look-up command leads. */
export const addressTerminalLinkProvider = (memory: RecentResponses) => ({
  provideTerminalLinks: ({ line }: Pick<vscode.TerminalLinkContext, 'line'>) =>
    findTerminalLinks(line).map(({ start, end, kind, text }) => {
      const tooltip = linkTooltip(kind, text, memory);
      return Object.assign(new vscode.TerminalLink(start, end - start, tooltip), { text });
    }),
  handleTerminalLink: ({ text }: vscode.TerminalLink & { readonly text: string }) =>
    executeCommand('arbscope.lookUp', text),
});
