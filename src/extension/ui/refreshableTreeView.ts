import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MarketError } from '../../api/marketError.ts';
import type { WaitingProgress } from '../../backend/protocol/callProtocol.ts';
import { getErrorContext } from '../backend/activeConnection.ts';
import { type ConnectionOverview, getConnectionPhase } from '../backend/connectionPhase.ts';
import { asMarketError, isLongestWait } from '../backend/errorDescription.ts';
import { titleLabel } from '../base/connections.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Countdown } from './countdown.ts';
import { errorRow } from './errorRow.ts';
import { ExpandedRows } from './expandedRows.ts';
import type { RefreshableTreeViewOptions } from './refreshableTreeViewOptions.ts';
import { RefreshTimer } from './refreshTimer.ts';
import { RenderedRows } from './renderedRows.ts';
import { RenewableTreeView } from './renewableTreeView.ts';
import { BranchRetries, RetryBackoff } from './retryBackoff.ts';
import { toTreeItem, withTooltip } from './treeItem.ts';
import type { TreeRow } from './treeRow.ts';
import { ViewMessage } from './viewMessage.ts';

/**
 * Loads only while visible or needed, reloads when the connection or the backend changes, shows waits and
 * failures, and restores expanded rows.
 */
export class RefreshableTreeView
  extends DisposableStore
  implements vscode.TreeDataProvider<TreeRow>
{
  readonly view: RenewableTreeView;
  readonly #options: RefreshableTreeViewOptions;
  readonly #changed = this.add(new vscode.EventEmitter<TreeRow | TreeRow[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #expandedRows: ExpandedRows;
  readonly #renderedRows = new RenderedRows((id) => this.#expandedRows.has(id));
  readonly #message: ViewMessage;
  #error: MarketError | null = null;
  #activeRequest: AbortController | null = null;
  /** Aborts the requests of expanded rows. */
  #childRequests = new AbortController();
  #needsRefresh = true;
  readonly #retryBackoff = new RetryBackoff();
  readonly #branchRetries = new BranchRetries((row) => this.#changed.fire(row));
  /** A hidden view that nothing needs sends no requests; it refreshes when shown again. */
  readonly #refreshTimer = this.add(
    new RefreshTimer(() => {
      this.#needsRefresh = true;
      this.refreshIfNeeded({ isAutomatic: true });
    }),
  );
  /** Seconds to the next try, in the row of the error. */
  readonly #untilRetry = this.add(
    new Countdown((seconds) => {
      this.#retrySeconds = seconds;
      if (this.#error !== null && this.view.visible) this.renderRow(this.#topErrorRow(this.#error));
    }),
  );
  #retrySeconds: number | null = null;
  #phase: ReturnType<typeof getConnectionPhase>;

  constructor(options: RefreshableTreeViewOptions) {
    super();
    const { viewId, active, storage, dragAndDropController, canSelectMany = false } = options;
    this.#options = options;
    this.#phase = getConnectionPhase(active.overview);
    this.view = this.add(
      new RenewableTreeView(viewId, {
        treeDataProvider: this,
        showCollapseAll: true,
        dragAndDropController,
        canSelectMany,
      }),
    );
    this.#expandedRows = this.add(
      new ExpandedRows({ view: this.view, storage, key: `${viewId}.open` }),
    );
    this.#message = this.add(
      new ViewMessage(this.view, {
        isHidden: () => this.#showsWelcome(),
        restingText: () => options.restingMessage?.() ?? '',
      }),
    );
    this.add(this.view.onDidChangeVisibility(() => this.refreshIfNeeded()));
    this.add(active.onSwitch(() => this.#connectionSwitched()));
    this.add(active.onOverview((overview) => this.#connectionChanged(overview)));
    this.updateDescription();
  }

  /** For tests. */
  get message(): string {
    return this.view.message ?? '';
  }

  /** For tests. */
  get rows(): readonly TreeRow[] {
    return this.#renderedRows.rows;
  }

  /** True if the last request failed and the rows are from an earlier response. */
  get hasFailed(): boolean {
    return this.#error !== null;
  }

  /** The service refused the last request (HTTP 429): the user may retry without waiting. */
  get isRefused(): boolean {
    return this.#message.isRefused;
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    this.view.countDrawnRow();
    return toTreeItem(this.#renderedRows.latest(row), this.#expandedRows.has(row.id));
  }

  resolveTreeItem(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
    this.#options.onTooltip?.();
    return withTooltip(item, this.#renderedRows.latest(row));
  }

  /** Only top-level rows are ever revealed. */
  getParent(): undefined {
    return undefined;
  }

  async getChildren(parent?: TreeRow): Promise<TreeRow[]> {
    if (parent === undefined) {
      // The editor's first request for rows means that the view is visible.
      const isNew = this.#options.answeredAtMilliseconds() === null && this.#error === null;
      if (isNew && this.#needsRefresh && this.#activeRequest === null) void this.refresh();
      return this.#renderedRows.renderAll();
    }
    this.#expandedRows.markExpanded(parent.id);
    const row = this.#renderedRows.latest(parent);
    if (row.loadChildren === undefined) return [...(row.children?.() ?? [])];
    const { signal } = this.#childRequests;
    try {
      return [...(await row.loadChildren(signal))];
    } catch (error) {
      if (signal.aborted) return [];
      const failure = asMarketError(error);
      this.#branchRetries.schedule(parent, failure);
      return [this.#errorRow(failure, row.label, row.id)];
    } finally {
      // Keep the message of a running load.
      if (this.#activeRequest === null) this.#message.clear();
    }
  }

  /** Shows the countdown while a call waits for the rate limit. */
  readonly onWaiting = ({ nextCallAtMilliseconds, isRefused }: WaitingProgress): void =>
    this.#message.countDown({ nextCallAtMilliseconds, isRefused });

  /**
   * Cancels a running request. A failure becomes a row.
   * @param isAutomatic Without the view's progress bar, which would flash with each refresh.
   */
  async refresh({ forceRefresh = false, isAutomatic = false } = {}): Promise<void> {
    const { viewId, answeredAtMilliseconds } = this.#options;
    this.cancel();
    this.#needsRefresh = false;
    const request = new AbortController();
    this.#activeRequest = request;
    // A retry leaves the error in its place.
    if (answeredAtMilliseconds() === null && this.#error === null) this.#showLoadingMessage();
    const load = () => this.#loadOnce(request.signal, forceRefresh);
    if (isAutomatic) await load();
    else await vscode.window.withProgress({ location: { viewId } }, load);
  }

  async #loadOnce(signal: AbortSignal, forceRefresh: boolean): Promise<void> {
    const { viewId, load, log, refreshSeconds } = this.#options;
    let retrySeconds: number | null = null;
    try {
      await load(signal, forceRefresh);
      if (signal.aborted) return;
      this.#error = null;
      this.#retryBackoff.reset();
      this.#message.reset();
    } catch (error) {
      // Cancelled by the caller, not an error.
      if (signal.aborted) return;
      const failure = asMarketError(error);
      // A repeated failure is logged once.
      if (failure.message === this.#error?.message) log.debug(`${viewId}: ${failure.message}`);
      else log.warn(`${viewId}: ${failure.message}`);
      retrySeconds = this.#handleError(failure);
    }
    this.#activeRequest = null;
    this.#refreshTimer.stop();
    this.#refreshTimer.schedule(retrySeconds ?? refreshSeconds?.() ?? 0);
    this.#retrySeconds = null;
    if (retrySeconds !== null) this.#untilRetry.start(Date.now() + retrySeconds * 1_000);
    this.render();
  }

  cancel(): void {
    this.#refreshTimer.stop();
    this.#untilRetry.stop();
    this.#activeRequest?.abort();
    this.#activeRequest = null;
    this.#branchRetries.stop();
    this.#childRequests.abort();
    this.#childRequests = new AbortController();
    this.#message.clear();
  }

  render(): void {
    const failure =
      this.#error === null || this.#showsWelcome() ? [] : [this.#topErrorRow(this.#error)];
    const { rendersChangesOnly } = this.#options;
    const rows = [...failure, ...this.#options.rows()];
    const parts =
      rendersChangesOnly === 'differing-rows'
        ? this.#renderedRows.updateDiffering(rows)
        : this.#renderedRows.update(rows);
    this.updateDescription();
    this.#message.update();
    const rendered = rendersChangesOnly === undefined ? [undefined] : parts;
    for (const part of rendered) this.#changed.fire(part);
  }

  /** Replaces the top-level row with the same id. */
  renderRow(row: TreeRow): void {
    const rendered = this.#renderedRows.replace(row);
    if (rendered !== undefined) this.#changed.fire(rendered);
  }

  /** Reloads now if visible or needed, otherwise when shown. */
  invalidate(): void {
    this.#needsRefresh = true;
    this.render();
    this.refreshIfNeeded();
  }

  /** Loads what is outdated, if the view is visible or needed; otherwise when it is shown. */
  refreshIfNeeded({ isAutomatic = false } = {}): void {
    const isWanted = this.view.visible || this.#options.isNeededWhileHidden?.() === true;
    if (this.#needsRefresh && isWanted) void this.refresh({ isAutomatic });
  }

  updateDescription(): void {
    const { active, filterLabels, stateLabel } = this.#options;
    const first = stateLabel?.() ?? titleLabel(active.current);
    this.view.description = [first, ...filterLabels()].join(' · ');
  }

  showMessage(message: string): void {
    this.#message.show(message);
  }

  override dispose(): void {
    this.#activeRequest?.abort();
    this.#childRequests.abort();
    this.#branchRetries.stop();
    super.dispose();
  }

  #topErrorRow(error: MarketError): TreeRow {
    const row = this.#errorRow(error, this.#options.errorTitle);
    const seconds = this.#retrySeconds;
    return seconds === null ? row : { ...row, description: t('next try in {0} s', seconds) };
  }

  #errorRow(error: MarketError, title: string, parentId = ''): TreeRow {
    const { active, retryCommand, answeredAtMilliseconds, errorContext } = this.#options;
    return errorRow({
      ...(parentId === '' ? {} : { id: `${parentId}/error` }),
      title,
      error,
      errorContext: { ...getErrorContext(active), ...errorContext?.(error) },
      retryCommand,
      lastResponseAtMilliseconds: parentId === '' ? answeredAtMilliseconds() : null,
      nowMilliseconds: Date.now(),
    });
  }

  /** Seconds until the next retry; null: as set for automatic refreshes. */
  #handleError(error: MarketError): number | null {
    const { active, isLoadedOnDemand } = this.#options;
    const { backend } = active.overview;
    this.#message.stopCountdown();
    if (backend.kind === 'recovering') {
      // A message is shown already, and the view reloads after the restart.
      this.#needsRefresh = true;
    } else if (error.kind === 'rate-limited' && error.retryAfterSeconds !== undefined) {
      const seconds = Math.max(1, error.retryAfterSeconds);
      this.#message.countDown({
        nextCallAtMilliseconds: Date.now() + seconds * 1_000,
        isRefused: true,
        isShortened: isLongestWait(seconds),
      });
      return seconds;
    } else {
      // The backend's failure explains more than the failure of this request.
      this.#error = backend.kind === 'failed' ? backend.error : error;
      this.showMessage('');
      const refreshSeconds = this.#options.refreshSeconds?.() ?? 0;
      const retrySeconds = this.#retryBackoff.secondsAfter(error, refreshSeconds);
      return isLoadedOnDemand?.() === true ? null : retrySeconds;
    }
    return null;
  }

  #showLoadingMessage(): void {
    const { loadingMessage, active } = this.#options;
    if (loadingMessage !== undefined) this.showMessage(loadingMessage(active.overview));
  }

  /** The editor shows it only without rows and message. */
  #showsWelcome(): boolean {
    const { backend, blockedReason } = this.#options.active.overview;
    const isKept = blockedReason !== null || backend.kind === 'failed';
    return isKept && this.#options.rows().length === 0;
  }

  /** Never shows rows of one connection under the name of another. */
  #connectionSwitched(): void {
    this.cancel();
    this.#error = null;
    this.#retryBackoff.reset();
    this.#options.reset();
    this.invalidate();
  }

  #connectionChanged(overview: ConnectionOverview): void {
    const { backend, status, blockedReason } = overview;
    const phase = getConnectionPhase(overview);
    const before = this.#phase;
    this.#phase = phase;
    this.updateDescription();
    if (backend.kind === 'recovering') {
      this.#needsRefresh = true;
      this.#error = null;
      this.showMessage(t('The backend stopped. Restarting (attempt {0})…', backend.attempt));
      this.render();
      return;
    }
    if (this.#activeRequest !== null && status?.state === 'starting') this.#showLoadingMessage();
    if (phase === before) return;
    if (backend.kind === 'failed' || blockedReason !== null) {
      this.#needsRefresh = true;
      if (backend.kind === 'failed') this.#error = backend.error;
      this.showMessage('');
      this.render();
    } else if (phase === 'starting' || phase === 'ready' || phase === 'idle') {
      if (before === 'troubled' && phase === 'ready') this.#handleRecovery();
      this.refreshIfNeeded();
    }
  }

  /** A call of another view has succeeded, so the failed request may succeed too. */
  #handleRecovery(): void {
    if (this.#error === null) return;
    const seconds = this.#retryBackoff.secondsAfterRecovery(Date.now());
    if (seconds > 0) this.#refreshTimer.schedule(seconds);
    else this.#needsRefresh = true;
  }
}
