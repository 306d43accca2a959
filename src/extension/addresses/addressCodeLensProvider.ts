import * as vscode from 'vscode';
import { escapeIcons } from '../../api/sanitizeText.ts';
import { readSetting } from '../commandsAndSettings.ts';
import type { CommandId } from '../contributions.ts';
import { DisposableStore } from '../disposable.ts';
import type { DocumentScanner } from './documentScanner.ts';
import { isConstantLine } from './isConstantLine.ts';
import { addressKind, addressName, formatKind } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';
import { toRange } from './toRange.ts';

/** Each takes a line of its own. */
const maxLenses = 500;
const lookUpCommandId: CommandId = 'arbscope.lookUp';

/** A line above each constant that holds a known address, where the user wants them. */
export class AddressCodeLensProvider extends DisposableStore implements vscode.CodeLensProvider {
  readonly #scanner: DocumentScanner;
  readonly #recentResponses: RecentResponses;
  readonly #changed = this.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(scanner: DocumentScanner, recentResponses: RecentResponses) {
    super();
    this.#scanner = scanner;
    this.#recentResponses = recentResponses;
    this.add(recentResponses.onChange(() => this.#changed.fire()));
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.codeLens')) this.#changed.fire();
      }),
    );
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!readSetting('arbscope.codeLens.enabled')) return [];
    const recentResponses = this.#recentResponses;
    const lenses: vscode.CodeLens[] = [];
    for (const placed of (await this.#scanner.scan(document)) ?? []) {
      const { found, start } = placed;
      if (found.kind !== 'address' || !isConstantLine(document.lineAt(start.line).text)) continue;
      const name = addressName(found.text, recentResponses);
      if (name === null) continue;
      const title = escapeIcons(
        `${name} · ${formatKind(addressKind(found.text, recentResponses))}`,
      );
      const command = { title, command: lookUpCommandId, arguments: [found.text] };
      lenses.push(new vscode.CodeLens(toRange(placed), command));
      if (lenses.length === maxLenses) break;
    }
    return lenses;
  }
}
