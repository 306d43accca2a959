import * as vscode from 'vscode';
import { readSetting } from '../commandsAndSettings.ts';
import { scanLines } from './documentScanner.ts';
import { addressName } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';

/** Names behind known addresses, where the user wants them. */
export const addressInlayHintProvider = (
  recentResponses: RecentResponses,
  onDidChangeInlayHints: vscode.Event<void>,
): vscode.InlayHintsProvider => ({
  onDidChangeInlayHints,
  provideInlayHints(document, { start, end: last }) {
    if (!readSetting('arbscope.inlayHints.enabled')) return [];
    return scanLines(document, start.line, last.line).flatMap(({ found, end }) => {
      const name = found.kind === 'address' ? addressName(found.text, recentResponses) : null;
      if (name === null) return [];
      // Behind the quote: a name within the string would look like a part of it.
      const next = document.lineAt(end.line).text[end.character] ?? ' ';
      const character = end.character + (`"'\``.includes(next) ? 1 : 0);
      const hint = new vscode.InlayHint(new vscode.Position(end.line, character), name);
      hint.paddingLeft = true;
      return [hint];
    });
  },
});
