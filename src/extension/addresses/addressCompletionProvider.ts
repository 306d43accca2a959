import * as vscode from 'vscode';
import { knownAddresses } from '../../solana/knownAddresses.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { addressKind, addressName, formatKind } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';
import { stringLiteralAt } from './stringLiteralAt.ts';

/** Inside a string, symbols and names complete to their addresses. */
export const addressCompletionProvider = (
  memory: RecentResponses,
): vscode.CompletionItemProvider => ({
  provideCompletionItems(document, { line, character }) {
    const string = stringLiteralAt(document.lineAt(line).text, character);
    if (string === null) return [];
    const range = new vscode.Range(line, string.start, line, string.end);
    const addresses = new Set([
      ...memory.walletNames().keys(),
      ...knownAddresses().keys(),
      ...memory.mints().keys(),
      ...memory.entries().keys(),
    ]);
    return [...addresses].flatMap((address) => {
      const name = addressName(address, memory);
      if (name === null) return [];
      const kind = addressKind(address, memory);
      const item = new vscode.CompletionItem(
        { label: name, description: shortAddress(address) },
        kind === 'mint' ? vscode.CompletionItemKind.Constant : vscode.CompletionItemKind.Reference,
      );
      item.detail = `${formatKind(kind)} · ${address}`;
      item.filterText = name;
      item.insertText = address;
      item.range = range;
      // Whatever the language itself offers comes first, and mints before programs.
      item.sortText = `~${kind === 'mint' ? 0 : 1}${name}`;
      return [item];
    });
  },
});
