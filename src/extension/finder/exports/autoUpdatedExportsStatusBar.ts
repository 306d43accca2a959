import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount } from '../../../api/format.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { toCommand } from '../../contributions/commandsAndSettings.ts';
import type { AutoUpdatedExports } from './autoUpdatedExports.ts';
import { autoUpdateMessage } from './autoUpdateMessages.ts';

/** Shows "Export paused" while a file is not updated. A click opens the list of files. */
export class AutoUpdatedExportsStatusBar extends DisposableStore {
  readonly item: vscode.StatusBarItem;
  readonly #exports: Pick<AutoUpdatedExports, 'files' | 'stateOf' | 'onChange'>;

  constructor(exports: Pick<AutoUpdatedExports, 'files' | 'stateOf' | 'onChange'>) {
    super();
    this.#exports = exports;
    const { Left } = vscode.StatusBarAlignment;
    this.item = this.add(vscode.window.createStatusBarItem('arbscope.exports', Left));
    this.item.name = t('Arbscope: Exports');
    this.item.command = toCommand('arbscope.keptExports', t('Manage Auto-Updated Exports'));
    this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.add(exports.onChange(() => this.#update()));
  }

  #update(): void {
    const lines = this.#exports.files.flatMap(({ path }) => {
      const state = this.#exports.stateOf(path);
      const isUpdated = state.kind === 'written' || state.kind === 'waiting';
      return isUpdated ? [] : [autoUpdateMessage(basename(path), state)];
    });
    if (lines.length === 0) {
      this.item.hide();
      return;
    }
    const label =
      lines.length === 1 ? t('Export paused') : t('{0} exports paused', formatCount(lines.length));
    this.item.text = `$(debug-pause) ${label}`;
    this.item.tooltip = lines.join('\n');
    this.item.accessibilityInformation = { label: [label, ...lines].join(', '), role: 'button' };
    this.item.show();
  }
}
