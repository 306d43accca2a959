import * as vscode from 'vscode';
import { readSetting } from '../commandsAndSettings.ts';
import { DisposableStore } from '../disposable.ts';
import { scanLines } from './documentScanner.ts';
import { addressName } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';

/** Names behind known addresses, where the user wants them. */
export class AddressInlayHintProvider extends DisposableStore implements vscode.InlayHintsProvider {
  readonly #recentResponses: RecentResponses;
  readonly #changed = this.add(new vscode.EventEmitter<void>());
  readonly onDidChangeInlayHints = this.#changed.event;

  constructor(memory: RecentResponses) {
    super();
    this.#recentResponses = memory;
    this.add(memory.onChange(() => this.#changed.fire()));
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.inlayHints')) this.#changed.fire();
      }),
    );
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    if (!readSetting('arbscope.inlayHints.enabled')) return [];
    return scanLines(document, range.start.line, range.end.line).flatMap(({ found, end }) => {
      const name = found.kind === 'address' ? addressName(found.text, this.#recentResponses) : null;
      if (name === null) return [];
      // Behind the quote: a name within the string would look like a part of it.
      const next = document.lineAt(end.line).text[end.character] ?? ' ';
      const character = end.character + (`"'\``.includes(next) ? 1 : 0);
      const hint = new vscode.InlayHint(new vscode.Position(end.line, character), name);
      hint.paddingLeft = true;
      return [hint];
    });
  }
}
