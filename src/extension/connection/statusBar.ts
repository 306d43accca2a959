import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableList } from '../disposable.ts';
import { commandFor } from '../register.ts';
import { tooltipOf } from '../views/treeRow.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { statusWords } from './statusWords.ts';

/** While something counts down, the words are made again this often. */
const tickMilliseconds = 1_000;

/** The one status-bar item: connection, state, lag or latency, budget. A click opens the picker. */
export class ConnectionStatusBar implements Disposable {
  readonly #own = new DisposableList();
  readonly #item: vscode.StatusBarItem;
  readonly #active: Pick<ActiveConnection, 'overview' | 'onOverview'>;
  #timer: NodeJS.Timeout | undefined;

  constructor(active: Pick<ActiveConnection, 'overview' | 'onOverview'>) {
    this.#active = active;
    this.#item = this.#own.add(
      vscode.window.createStatusBarItem('arbscope.connection', vscode.StatusBarAlignment.Left),
    );
    this.#item.name = t('Arbscope Connection');
    this.#item.command = commandFor('arbscope.switchConnection', t('Switch Connection'));
    this.#own.add(active.onOverview(() => this.#show()));
    this.#show();
    this.#item.show();
  }

  /** What the item says; for tests. */
  get item(): Pick<vscode.StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation'> {
    return this.#item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#own.dispose();
  }

  #show(): void {
    clearTimeout(this.#timer);
    const words = statusWords(this.#active.overview, Date.now());
    this.#item.text = words.text;
    // Neither trusted nor with HTML: names and messages come from outside.
    this.#item.tooltip = new vscode.MarkdownString(tooltipOf(words));
    this.#item.accessibilityInformation = { label: words.spoken, role: 'button' };
    this.#item.backgroundColor = backgrounds[words.severity];
    if (words.isCounting) this.#timer = setTimeout(() => this.#show(), tickMilliseconds);
  }
}

const backgrounds = {
  none: undefined,
  warning: new vscode.ThemeColor('statusBarItem.warningBackground'),
  error: new vscode.ThemeColor('statusBarItem.errorBackground'),
} as const;
