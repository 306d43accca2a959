import * as vscode from 'vscode';
import { readSetting } from '../commandsAndSettings.ts';
import type { DocumentScanner } from './documentScanner.ts';
import { addressName } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';

/** Names behind known addresses, where the user wants them. */
export const addressInlayHintProvider = (
  scanner: DocumentScanner,
  recentResponses: RecentResponses,
  onDidChangeInlayHints: vscode.Event<void>,
): vscode.InlayHintsProvider => ({
  onDidChangeInlayHints,
  async provideInlayHints(document, range) {
    if (!readSetting('arbscope.inlayHints.enabled')) return [];
    return ((await scanner.scan(document)) ?? []).flatMap(({ found, end }) => {
      if (end.line < range.start.line || end.line > range.end.line) return [];
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
