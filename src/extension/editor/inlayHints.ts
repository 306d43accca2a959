import * as vscode from 'vscode';
import { type Disposable, DisposableList } from '../disposable.ts';
import { readSetting } from '../register.ts';
import { scanLines } from './documentScans.ts';
import { localName } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';

/** Names behind known addresses, where the user wants them. */
export class InlayHints implements vscode.InlayHintsProvider, Disposable {
  readonly #memory: MarketMemory;
  readonly #own = new DisposableList();
  readonly #changed = this.#own.add(new vscode.EventEmitter<void>());
  readonly onDidChangeInlayHints = this.#changed.event;

  constructor(memory: MarketMemory) {
    this.#memory = memory;
    this.#own.add(vscode.languages.registerInlayHintsProvider('*', this));
    this.#own.add(memory.onChange(() => this.#changed.fire()));
    this.#own.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.inlayHints')) this.#changed.fire();
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    if (!readSetting('arbscope.inlayHints.enabled')) return [];
    return scanLines(document, range.start.line, range.end.line).flatMap(({ found, end }) => {
      const name = found.kind === 'address' ? localName(found.text, this.#memory) : null;
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
