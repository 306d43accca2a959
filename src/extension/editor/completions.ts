import * as vscode from 'vscode';
import { knownAddresses } from '../../solana/addressBook.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Disposable } from '../disposable.ts';
import { localKind, localName, whatOf } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';
import { stringAt } from './stringAt.ts';

/** Inside a string, symbols and names complete to their addresses. */
export class Completions implements vscode.CompletionItemProvider, Disposable {
  readonly #memory: MarketMemory;
  readonly #registered: Disposable;

  constructor(memory: MarketMemory) {
    this.#memory = memory;
    this.#registered = vscode.languages.registerCompletionItemProvider('*', this);
  }

  dispose(): void {
    this.#registered.dispose();
  }

  provideCompletionItems(
    document: vscode.TextDocument,
    { line, character }: vscode.Position,
  ): vscode.CompletionItem[] {
    const string = stringAt(document.lineAt(line).text, character);
    if (string === null) return [];
    const memory = this.#memory;
    const range = new vscode.Range(line, string.start, line, string.end);
    const addresses = new Set([
      ...memory.wallets().keys(),
      ...knownAddresses().keys(),
      ...memory.mints().keys(),
      ...memory.all().keys(),
    ]);
    return [...addresses].flatMap((address) => {
      const name = localName(address, memory);
      if (name === null) return [];
      const kind = localKind(address, memory);
      const item = new vscode.CompletionItem(
        { label: name, description: shortAddress(address) },
        kind === 'mint' ? vscode.CompletionItemKind.Constant : vscode.CompletionItemKind.Reference,
      );
      item.detail = `${whatOf(kind)} · ${address}`;
      item.filterText = name;
      item.insertText = address;
      item.range = range;
      // Whatever the language itself offers comes first, and mints before programs.
      item.sortText = `~${kind === 'mint' ? 0 : 1}${name}`;
      return [item];
    });
  }
}
