import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatDuration, formatPercent } from '../../../api/format.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { CommandId } from '../../contributions/commands.ts';
import { readSetting } from '../../contributions/commandsAndSettings.ts';
import type { CoverageOfDocuments } from './coverageOfDocuments.ts';
import { coverageLine, coveredShare } from './coverageTexts.ts';

export interface CoverageStatusBarOptions {
  readonly documents: Pick<CoverageOfDocuments, 'get'>;
  readonly sourceLabel: () => string;
}

const showCoverage: CommandId = 'arbscope.showCoverage';

/** Shows "Coverage 55% · 24 h" while a config is active and lenses are on. */
export class CoverageStatusBar extends DisposableStore {
  readonly item: vscode.StatusBarItem;
  readonly #options: CoverageStatusBarOptions;

  constructor(options: CoverageStatusBarOptions) {
    super();
    this.#options = options;
    const { Right } = vscode.StatusBarAlignment;
    this.item = this.add(vscode.window.createStatusBarItem('arbscope.coverage', Right, 110));
    this.item.name = t('Arbscope: Coverage');
    this.item.command = showCoverage;
  }

  update(): void {
    const document = vscode.window.activeTextEditor?.document;
    const isOn = readSetting('arbscope.botConfig.codeLens') !== 'off';
    const known = document && isOn ? this.#options.documents.get(document.uri.toString()) : null;
    const share = known ? coveredShare(known.coverage) : null;
    if (!known || share === null) {
      this.item.hide();
      return;
    }
    const { windowSeconds } = known.query;
    const label = t('Coverage {0} · {1}', formatPercent(share), formatDuration(windowSeconds));
    this.item.text = `$(graph) ${label}`;
    this.item.tooltip = [
      coverageLine(known.coverage, windowSeconds),
      this.#options.sourceLabel(),
    ].join('\n');
    this.item.show();
  }
}
