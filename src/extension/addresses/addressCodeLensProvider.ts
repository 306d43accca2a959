import * as vscode from 'vscode';
import { escapeIcons } from '../../api/sanitizeText.ts';
import { readSetting, toCommand } from '../commandsAndSettings.ts';
import type { DocumentScanner } from './documentScanner.ts';
import { isConstantLine } from './isConstantLine.ts';
import { addressKind, addressName, formatKind } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';
import { toRange } from './toRange.ts';

/** Each takes a line of its own. */
const maxLenses = 500;

/** A line above each constant that holds a known address, where the user wants them. */
export const addressCodeLensProvider = (
  scanner: DocumentScanner,
  recentResponses: RecentResponses,
  onDidChangeCodeLenses: vscode.Event<void>,
): vscode.CodeLensProvider => ({
  onDidChangeCodeLenses,
  async provideCodeLenses(document) {
    if (!readSetting('arbscope.codeLens.enabled')) return [];
    const lenses: vscode.CodeLens[] = [];
    for (const placed of (await scanner.scan(document)) ?? []) {
      const { found, start } = placed;
      if (found.kind !== 'address' || !isConstantLine(document.lineAt(start.line).text)) continue;
      const name = addressName(found.text, recentResponses);
      if (name === null) continue;
      const kind = formatKind(addressKind(found.text, recentResponses));
      const title = escapeIcons(`${name} · ${kind}`);
      const command = toCommand('arbscope.lookUp', title, found.text);
      lenses.push(new vscode.CodeLens(toRange(placed), command));
      if (lenses.length === maxLenses) break;
    }
    return lenses;
  },
});
