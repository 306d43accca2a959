import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MarketError } from '../../api/marketError.ts';
import type { WaitingProgress } from '../../backend/protocol/callProtocol.ts';
import { type ActiveConnection, getErrorContext } from '../connections/activeConnection.ts';
import { type ConnectionOverview, getConnectionPhase } from '../connections/connectionPhase.ts';
import type { CommandId, ViewId } from '../contributions.ts';
import { type Disposable, DisposableStore } from '../disposable.ts';
import { sandboxSourceName, sourceLabel } from '../finder/finderResponse.ts';
import type { Log } from '../log.ts';
import { Countdown } from './countdown.ts';
import { asMarketError } from './errorDescription.ts';
import { errorRow } from './errorRow.ts';
import { ExpandedRows } from './expandedRows.ts';
import { setViewMessage } from './setViewMessage.ts';
import { toTreeItem, withTooltip } from './treeItem.ts';
import type { TreeRow } from './treeRow.ts';

export interface RefreshableTreeViewOptions {
  readonly viewId: ViewId;
  readonly active: Pick<ActiveConnection, 'current' | 'overview' | 'onSwitch' | 'onOverview'>;
  /** Of this workspace, for what is open. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
  readonly dragAndDropController: vscode.TreeDragAndDropController<TreeRow>;
  readonly canSelectMany?: boolean;
  /** What could not be done when `ask` fails, as a short phrase. */
  readonly errorTitle: string;
  /** Asks again. */
  readonly retryCommand: CommandId;
  /** Asks for what the view shows. Throws a MarketError. */
  readonly load: (signal: AbortSignal) => Promise<void>;
  /** Another connection answers from now on. */
  readonly reset: () => void;
  /** The rows at the top, without a failure. */
  readonly rows: () => readonly TreeRow[];
  /** When the rows were answered; null before. */
  readonly answeredAtMilliseconds: () => number | null;
  /** What stands beside the connection's name. */
  readonly filterLabels: () => readonly string[];
}

/**
 * What a tree that asks the active connection has to do besides its rows: ask only while it is
 * visible, ask again when the connection or the process has changed, say what it waits for, show a
 * failure as a row, and keep what is open.
 */
export class RefreshableTreeView implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly view: vscode.TreeView<TreeRow>;
  readonly #options: RefreshableTreeViewOptions;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<TreeRow | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #expandedRows: ExpandedRows;
  readonly #countdown: Countdown;
  #error: MarketError | null = null;
  #activeRequest: AbortController | null = null;
  /** Ends what rows ask for when they are opened. */
  #childRequests = new AbortController();
  #needsRefresh = true;
  #retryTimer: NodeJS.Timeout | undefined;
  #phase: ReturnType<typeof getConnectionPhase>;
  #topRows: readonly TreeRow[] = [];

  constructor(options: RefreshableTreeViewOptions) {
    const { viewId, active, storage, dragAndDropController, canSelectMany = false } = options;
    this.#options = options;
    this.#phase = getConnectionPhase(active.overview);
    this.view = this.#disposables.add(
      vscode.window.createTreeView(viewId, {
        treeDataProvider: this,
        showCollapseAll: true,
        dragAndDropController: dragAndDropController,
        canSelectMany,
      }),
    );
    this.#expandedRows = this.#disposables.add(
      new ExpandedRows({ view: this.view, storage, key: `${viewId}.open` }),
    );
    this.#countdown = this.#disposables.add(
      new Countdown((seconds) => this.showMessage(t('Next call in {0} s', seconds))),
    );
    this.#disposables.add(this.view.onDidChangeVisibility(() => this.#refreshIfNeeded()));
    this.#disposables.add(active.onSwitch(() => this.#connectionSwitched()));
    this.#disposables.add(active.onOverview((overview) => this.#connectionChanged(overview)));
    this.updateDescription();
    this.showMessage('');
  }

  /** What is shown above the rows; for tests. */
  get message(): string {
    return this.view.message ?? '';
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return toTreeItem(row, this.#expandedRows.has(row.id));
  }

  resolveTreeItem(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
    return withTooltip(item, row);
  }

  /** Only rows at the top are ever revealed. */
  getParent(): undefined {
    return undefined;
  }

  async getChildren(row?: TreeRow): Promise<TreeRow[]> {
    if (row === undefined) {
      // The first that the editor asks shows that the view is there to be seen.
      if (this.#needsRefresh && this.#activeRequest === null && this.#error === null)
        void this.refresh();
      return [...this.#topRows];
    }
    this.#expandedRows.markExpanded(row.id);
    if (row.loadChildren === undefined) return [...(row.children?.() ?? [])];
    const { signal } = this.#childRequests;
    try {
      return [...(await row.loadChildren(signal))];
    } catch (error) {
      if (signal.aborted) return [];
      return [this.#errorRow(asMarketError(error), row.label, row.id)];
    } finally {
      this.#countdown.stop();
      this.showMessage('');
    }
  }

  /** For calls: they wait for their turn within the service's limits. */
  readonly onWaiting = ({ nextCallAtMilliseconds }: WaitingProgress): void => {
    this.#countdown.start(nextCallAtMilliseconds);
  };

  /** Asks again; a question under way is dropped. Failures become a row. */
  async refresh(): Promise<void> {
    const { viewId, load, log } = this.#options;
    this.cancel();
    this.#needsRefresh = false;
    const asking = new AbortController();
    this.#activeRequest = asking;
    const { signal } = asking;
    const options = { location: { viewId } };
    await vscode.window.withProgress(options, async () => {
      try {
        await load(signal);
        if (signal.aborted) return;
        this.#error = null;
      } catch (error) {
        if (signal.aborted) return;
        log.warn(`${viewId}: ${asMarketError(error).message}`);
        this.#handleError(asMarketError(error));
      }
      this.#activeRequest = null;
      this.render();
    });
  }

  /** Drops what is being asked. */
  cancel(): void {
    clearTimeout(this.#retryTimer);
    this.#countdown.stop();
    this.#activeRequest?.abort();
    this.#activeRequest = null;
    this.#childRequests.abort();
    this.#childRequests = new AbortController();
    this.showMessage('');
  }

  /** Draws the rows again, as they are known. */
  render(): void {
    const failure =
      this.#error === null || this.#showsWelcome()
        ? []
        : [this.#errorRow(this.#error, this.#options.errorTitle)];
    this.#topRows = [...failure, ...this.#options.rows()];
    this.updateDescription();
    if (this.#activeRequest === null) this.showMessage('');
    this.#changed.fire(undefined);
  }

  /** Something else is wanted: asked for now if anybody looks, otherwise when somebody does. */
  invalidate(): void {
    this.#needsRefresh = true;
    this.render();
    this.#refreshIfNeeded();
  }

  updateDescription(): void {
    const { active, filterLabels } = this.#options;
    this.view.description = [active.current.name, ...filterLabels()].join(' · ');
  }

  /** What stands above the rows; simulated data is called what it is. */
  showMessage(message: string): void {
    const { name } = this.#options.active.current;
    const label = name === sandboxSourceName ? sourceLabel(name) : '';
    const hasRows = this.#topRows.length > 0;
    const said = message === '' && hasRows ? label : message;
    setViewMessage(this.view, this.#showsWelcome() ? '' : said);
  }

  dispose(): void {
    this.#activeRequest?.abort();
    this.#childRequests.abort();
    clearTimeout(this.#retryTimer);
    this.#disposables.dispose();
  }

  #errorRow(error: MarketError, title: string, parentId = ''): TreeRow {
    const { active, retryCommand, answeredAtMilliseconds } = this.#options;
    return errorRow({
      ...(parentId === '' ? {} : { id: `${parentId}/error` }),
      title,
      error,
      errorContext: getErrorContext(active),
      retryCommand,
      lastResponseAtMilliseconds: parentId === '' ? answeredAtMilliseconds() : null,
      nowMilliseconds: Date.now(),
    });
  }

  #handleError(error: MarketError): void {
    const { backend } = this.#options.active.overview;
    this.#countdown.stop();
    if (backend.kind === 'recovering') this.#needsRefresh = true;
    else if (error.kind === 'rate-limited' && error.retryAfterSeconds !== undefined) {
      this.#retryAfter(error.retryAfterSeconds);
    } else this.#error = backend.kind === 'failed' ? backend.error : error;
  }

  /** A service that wants to be left alone for a while is asked again after it: no failure. */
  #retryAfter(seconds: number): void {
    const milliseconds = Math.max(1, seconds) * 1_000;
    this.#countdown.start(Date.now() + milliseconds);
    this.#retryTimer = setTimeout(() => {
      this.#needsRefresh = true;
      this.#refreshIfNeeded();
    }, milliseconds);
  }

  /** Whether the editor shows the view's welcome content: only without rows and message. */
  #showsWelcome(): boolean {
    const { backend, blockedReason } = this.#options.active.overview;
    const isKept = blockedReason !== null || backend.kind === 'failed';
    return isKept && this.#options.rows().length === 0;
  }

  #refreshIfNeeded(): void {
    if (this.#needsRefresh && this.view.visible) void this.refresh();
  }

  /** Rows of one connection are never shown under the name of another. */
  #connectionSwitched(): void {
    this.cancel();
    this.#error = null;
    this.#options.reset();
    this.invalidate();
  }

  #connectionChanged(overview: ConnectionOverview): void {
    const phase = getConnectionPhase(overview);
    const before = this.#phase;
    this.#phase = phase;
    if (phase === before) return;
    const { backend } = overview;
    if (backend.kind === 'recovering') {
      this.#needsRefresh = true;
      this.#error = null;
      this.render();
      this.showMessage(t('The backend ended unexpectedly. It is being started again…'));
    } else if (backend.kind === 'failed') {
      this.#needsRefresh = true;
      this.#error = backend.error;
      this.render();
    } else if (overview.blockedReason !== null) {
      this.#needsRefresh = true;
      this.render();
    } else if (phase === 'ready' || phase === 'idle') {
      this.#refreshIfNeeded();
    }
  }
}
