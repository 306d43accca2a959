import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { findSerializedTransactions } from '../addresses/findSerializedTransactions.ts';
import { readSetting, toCommand } from '../contributions/commandsAndSettings.ts';
import { toRange } from '../shared/toRange.ts';

/** Each lens takes a line. */
const maxLenses = 50;

/** Actions above each serialized transaction in source code, if the user has turned them on. */
export const simulateCodeLensProvider = (
  onDidChangeCodeLenses: vscode.Event<void>,
): vscode.CodeLensProvider => ({
  onDidChangeCodeLenses,
  async provideCodeLenses(document, token) {
    if (!readSetting('arbscope.simulate.codeLens')) return [];
    const found = await findSerializedTransactions(document, () => token.isCancellationRequested);
    return (found ?? []).slice(0, maxLenses).flatMap((placed) => {
      const { text } = placed.found;
      const range = toRange(placed);
      return [
        new vscode.CodeLens(range, toCommand('arbscope.simulateTransaction', t('Simulate'), text)),
        new vscode.CodeLens(range, toCommand('arbscope.inspectTransaction', t('Inspect'), text)),
      ];
    });
  },
});
