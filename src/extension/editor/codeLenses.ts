import * as vscode from 'vscode';
import { withoutIcons } from '../../interface/displayText.ts';
import type { CommandId } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { readSetting } from '../register.ts';
import { isConstantLine } from './constantLine.ts';
import type { DocumentScans } from './documentScans.ts';
import { rangeOf } from './editorRange.ts';
import { localKind, localName, whatOf } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';

export interface CodeLensesOptions {
  readonly scans: DocumentScans;
  readonly memory: MarketMemory;
}

/** Each takes a line of its own. */
const mostLenses = 500;
const lookUp: CommandId = 'arbscope.lookUp';

/** A line above each constant that holds a known address, where the user wants them. */
export class CodeLenses implements vscode.CodeLensProvider, Disposable {
  readonly #options: CodeLensesOptions;
  readonly #own = new DisposableList();
  readonly #changed = this.#own.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(options: CodeLensesOptions) {
    this.#options = options;
    this.#own.add(vscode.languages.registerCodeLensProvider('*', this));
    this.#own.add(options.memory.onChange(() => this.#changed.fire()));
    this.#own.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.codeLens')) this.#changed.fire();
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!readSetting('arbscope.codeLens.enabled')) return [];
    const { scans, memory } = this.#options;
    const lenses: vscode.CodeLens[] = [];
    for (const placed of (await scans.scan(document)) ?? []) {
      const { found, start } = placed;
      if (found.kind !== 'address' || !isConstantLine(document.lineAt(start.line).text)) continue;
      const name = localName(found.text, memory);
      if (name === null) continue;
      const title = withoutIcons(`${name} · ${whatOf(localKind(found.text, memory))}`);
      const command = { title, command: lookUp, arguments: [found.text] };
      lenses.push(new vscode.CodeLens(rangeOf(placed), command));
      if (lenses.length === mostLenses) break;
    }
    return lenses;
  }
}
