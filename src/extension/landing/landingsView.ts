import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LandingEntry } from '../../market/landingProtocol.ts';
import type { MarketConnection } from '../connection/marketConnection.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { Log } from '../log.ts';
import { saveExport } from '../panels/saveExport.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { registerCommand } from '../register.ts';
import { treeItem, withTooltip } from '../views/treeItem.ts';
import type { TreeRow } from '../views/treeRow.ts';
import type { LandingCalls } from './landingCalls.ts';
import { landingRows } from './landingRows.ts';
import { landingsCsv } from './landingsCsv.ts';

export interface LandingsViewOptions {
  readonly calls: LandingCalls;
  readonly market: Pick<MarketConnection, 'onLanding' | 'onState'>;
  readonly prompter: Prompter;
  readonly log: Log;
}

/** How long ago each was sent is told anew this often while the view is visible. */
const ageMilliseconds = 30_000;

/** The Landings view: what was sent by any window, as the market process keeps it. */
export class LandingsView implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly #options: LandingsViewOptions;
  readonly #own = new DisposableList();
  readonly #changed = this.#own.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeRow>;
  readonly #entries = new Map<string, LandingEntry>();
  #isLoaded = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LandingsViewOptions) {
    this.#options = options;
    const { market } = options;
    this.#view = this.#own.add(
      vscode.window.createTreeView(viewIds.landings, { treeDataProvider: this }),
    );
    this.#own.add(market.onLanding((entry) => this.#came(entry)));
    this.#own.add(
      market.onState(({ kind }) => {
        // A process that was started anew has read what the former wrote down.
        if (kind === 'ready' && this.#isLoaded) void this.#load();
      }),
    );
    this.#own.add(this.#view.onDidChangeVisibility(() => this.#age()));
    this.#own.add(registerCommand('arbscope.exportLandings', () => this.#export()));
    this.#own.add(registerCommand('arbscope.clearLandings', () => this.#clear()));
  }

  /** What the rows are made of, the newest first. */
  get entries(): readonly LandingEntry[] {
    return [...this.#entries.values()].sort(
      (first, second) => second.submittedAtMilliseconds - first.submittedAtMilliseconds,
    );
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return treeItem(row);
  }

  resolveTreeItem(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
    return withTooltip(item, row);
  }

  async getChildren(row?: TreeRow): Promise<TreeRow[]> {
    if (row !== undefined) return [...(row.children?.() ?? [])];
    if (!this.#isLoaded) await this.#load();
    return landingRows(this.entries, Date.now());
  }

  reveal(): void {
    void vscode.commands.executeCommand(`${viewIds.landings}.focus`, { preserveFocus: true });
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#own.dispose();
  }

  #came(entry: LandingEntry): void {
    this.#entries.set(entry.id, entry);
    this.#changed.fire(undefined);
  }

  async #load(): Promise<void> {
    this.#isLoaded = true;
    try {
      const entries = await this.#options.calls.entries();
      this.#entries.clear();
      for (const entry of entries) this.#entries.set(entry.id, entry);
    } catch (error) {
      // Asked again when the process is there.
      this.#options.log.warn(`Landings: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.#changed.fire(undefined);
  }

  #age(): void {
    clearInterval(this.#timer);
    if (!this.#view.visible) return;
    this.#timer = setInterval(() => this.#changed.fire(undefined), ageMilliseconds);
  }

  async #export(): Promise<void> {
    const data = landingsCsv(this.entries);
    const saved = await saveExport({ type: 'save', name: 'landings', format: 'csv', data });
    if (saved !== null) void this.#options.prompter.tell('info', t('Saved as {0}.', saved), []);
  }

  async #clear(): Promise<void> {
    const isSure = await this.#options.prompter.confirm({
      message: t('Forget the landings that are settled?'),
      detail: t('Those that are still followed stay. Nothing on the chain changes.'),
      yes: t('Forget'),
    });
    if (!isSure) return;
    await this.#options.calls.forgetSettled();
    await this.#load();
  }
}
