import * as vscode from 'vscode';
import { readSetting } from '../commandsAndSettings.ts';
import { type Disposable, DisposableStore } from '../disposable.ts';
import { scanLines } from './documentScanner.ts';
import { addressName } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';

/** Names behind known addresses, where the user wants them. */
export class AddressInlayHintProvider implements vscode.InlayHintsProvider, Disposable {
  readonly #recentResponses: RecentResponses;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeInlayHints = this.#changed.event;

  constructor(memory: RecentResponses) {
    this.#recentResponses = memory;
    this.#disposables.add(vscode.languages.registerInlayHintsProvider('*', this));
    this.#disposables.add(memory.onChange(() => this.#changed.fire()));
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.inlayHints')) this.#changed.fire();
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
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
