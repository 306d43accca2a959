import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import { toCommand } from '../contributions/commandsAndSettings.ts';
import { tooltipMarkdown } from '../ui/treeRow.ts';
import { statusBarContent } from './statusBarContent.ts';

/** Interval of updates during a countdown. */
const tickMilliseconds = 1_000;

/** The status-bar item: connection, state, lag or latency, budget. A click opens the picker. */
export class ConnectionStatusBar extends DisposableStore {
  readonly #item: vscode.StatusBarItem;
  readonly #active: Pick<ActiveConnection, 'overview' | 'onOverview'>;
  #timer: NodeJS.Timeout | undefined;

  constructor(active: Pick<ActiveConnection, 'overview' | 'onOverview'>) {
    super();
    this.#active = active;
    this.#item = this.add(
      vscode.window.createStatusBarItem('arbscope.connection', vscode.StatusBarAlignment.Left),
    );
    this.#item.name = t('Arbscope Connection');
    this.#item.command = toCommand('arbscope.switchConnection', t('Switch Connection'));
    this.add(active.onOverview(() => this.#update()));
    this.#update();
    this.#item.show();
  }

  /** For tests. */
  get item(): Pick<vscode.StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation'> {
    return this.#item;
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }

  #update(): void {
    clearTimeout(this.#timer);
    const content = statusBarContent(this.#active.overview, Date.now());
    this.#item.text = content.text;
    // Neither trusted nor HTML, because names and messages come from outside.
    this.#item.tooltip = new vscode.MarkdownString(tooltipMarkdown(content));
    this.#item.accessibilityInformation = { label: content.accessibilityLabel, role: 'button' };
    this.#item.backgroundColor = backgrounds[content.severity];
    if (content.hasCountdown) this.#timer = setTimeout(() => this.#update(), tickMilliseconds);
  }
}

const backgrounds = {
  none: undefined,
  warning: new vscode.ThemeColor('statusBarItem.warningBackground'),
  error: new vscode.ThemeColor('statusBarItem.errorBackground'),
} as const;
