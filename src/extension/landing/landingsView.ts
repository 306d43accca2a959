import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { errorMessage } from '../../api/errorMessage.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import { saveExport } from '../ui/panels/saveExport.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { toTreeItem, withTooltip } from '../ui/treeItem.ts';
import type { TreeRow } from '../ui/treeRow.ts';
import type { LandingClient } from './landingClient.ts';
import { journalProblemRow, landingRows } from './landingRows.ts';
import { landingsCsv } from './landingsCsv.ts';

export interface LandingsViewOptions {
  readonly client: LandingClient;
  readonly market: Pick<
    BackendClient,
    'onLanding' | 'journalProblem' | 'onJournalProblem' | 'onState'
  >;
  readonly prompter: Prompter;
  readonly log: Log;
}

/** Submissions of all windows, as stored by the backend. */
export class LandingsView extends DisposableStore implements vscode.TreeDataProvider<TreeRow> {
  readonly #options: LandingsViewOptions;
  readonly #changed = this.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #entries = new Map<string, LandingEntry>();
  #isLoaded = false;

  constructor(options: LandingsViewOptions) {
    super();
    this.#options = options;
    this.add(vscode.window.createTreeView(viewIds.landings, { treeDataProvider: this }));
    this.add(options.market.onLanding((entry) => this.#setEntry(entry)));
    this.add(options.market.onJournalProblem(() => this.#changed.fire(undefined)));
    this.add(
      options.market.onState(({ kind }) => {
        // A restarted backend has read the journal of the previous one.
        if (kind === 'ready' && this.#isLoaded) void this.#load();
      }),
    );
    this.add(registerCommand('arbscope.exportLandings', () => this.#export()));
    this.add(registerCommand('arbscope.clearLandings', () => this.#clear()));
  }

  get entries(): readonly LandingEntry[] {
    return [...this.#entries.values()].sort(
      (first, second) => second.submittedAtMilliseconds - first.submittedAtMilliseconds,
    );
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return toTreeItem(row);
  }

  resolveTreeItem(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
    return withTooltip(item, row);
  }

  async getChildren(row?: TreeRow): Promise<TreeRow[]> {
    if (row !== undefined) return [...(row.children?.() ?? [])];
    if (!this.#isLoaded) await this.#load();
    const problem = this.#options.market.journalProblem;
    const rows = landingRows(this.entries);
    return problem === null ? rows : [journalProblemRow(problem), ...rows];
  }

  reveal(): void {
    void vscode.commands.executeCommand(`${viewIds.landings}.focus`, { preserveFocus: true });
  }

  /** Resolves when the outcome is known; with null if the entry was cleared, for example in another window. */
  outcomeOf(entry: LandingEntry): Promise<LandingEntry | null> {
    if (!this.#entries.has(entry.id)) this.#setEntry(entry);
    return new Promise((resolve) => {
      const check = (): void => {
        const latest = this.#entries.get(entry.id) ?? null;
        if (latest !== null && !hasOutcome(latest)) return;
        listening.dispose();
        resolve(latest);
      };
      const listening = this.onDidChangeTreeData(check);
      check();
    });
  }

  #setEntry(entry: LandingEntry): void {
    this.#entries.set(entry.id, entry);
    this.#changed.fire(undefined);
  }

  async #load(): Promise<void> {
    this.#isLoaded = true;
    try {
      const entries = await this.#options.client.entries();
      this.#entries.clear();
      for (const entry of entries) this.#entries.set(entry.id, entry);
    } catch (error) {
      // Loaded again when the backend is ready.
      this.#options.log.warn(`Landings: ${errorMessage(error)}`);
    }
    this.#changed.fire(undefined);
  }

  async #export(): Promise<void> {
    const data = landingsCsv(this.entries);
    const saved = await saveExport({ type: 'save', name: 'landings', format: 'csv', data });
    if (saved !== null) vscode.window.setStatusBarMessage(t('Saved {0}', saved), 3_000);
  }

  async #clear(): Promise<void> {
    const isSure = await this.#options.prompter.confirm({
      message: t('Clear settled landings?'),
      detail: t('Pending landings stay. Nothing changes on chain.'),
      confirmLabel: t('Clear'),
    });
    if (!isSure) return;
    await this.#options.client.clearSettled();
    await this.#load();
  }
}

const hasOutcome = ({ state, isSettled }: LandingEntry): boolean =>
  isSettled || !['sending', 'accepted', 'seen', 'unknown'].includes(state);
