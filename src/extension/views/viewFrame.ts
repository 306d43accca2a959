import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MarketError } from '../../interface/marketError.ts';
import type { WaitingProgress } from '../../market/callProtocol.ts';
import { type ActiveConnection, placeOfFailure } from '../connection/activeConnection.ts';
import { type ConnectionOverview, phaseOf } from '../connection/connectionPhase.ts';
import type { CommandId, ViewId } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import type { Log } from '../log.ts';
import { Countdown } from './countdown.ts';
import { errorRow } from './errorRow.ts';
import { simulatedSource, sourceWords } from './finderAnswer.ts';
import { OpenRows } from './openRows.ts';
import { treeItem, withTooltip } from './treeItem.ts';
import type { TreeRow } from './treeRow.ts';
import { setMessage } from './viewMessage.ts';

export interface ViewFrameOptions {
  readonly viewId: ViewId;
  readonly active: Pick<ActiveConnection, 'current' | 'overview' | 'onSwitch' | 'onOverview'>;
  /** Of this workspace, for what is open. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
  readonly drag: vscode.TreeDragAndDropController<TreeRow>;
  readonly canSelectMany?: boolean;
  /** What could not be done when `ask` fails, in a few words. */
  readonly what: string;
  /** Asks again. */
  readonly retry: CommandId;
  /** Asks for what the view shows. Throws a MarketError. */
  readonly ask: (signal: AbortSignal) => Promise<void>;
  /** Another connection answers from now on. */
  readonly forget: () => void;
  /** The rows at the top, without a failure. */
  readonly rows: () => readonly TreeRow[];
  /** When the rows were answered; null before. */
  readonly answeredAtMilliseconds: () => number | null;
  /** What stands beside the connection's name. */
  readonly filters: () => readonly string[];
}

/**
 * What a tree that asks the connection in use has to do besides its rows: ask only while it is
 * visible, ask again when the connection or the process has changed, say what it waits for, show a
 * failure as a row, and keep what is open.
 */
export class ViewFrame implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly view: vscode.TreeView<TreeRow>;
  readonly #options: ViewFrameOptions;
  readonly #own = new DisposableList();
  readonly #changed = this.#own.add(new vscode.EventEmitter<TreeRow | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #open: OpenRows;
  readonly #countdown: Countdown;
  #error: MarketError | null = null;
  #asking: AbortController | null = null;
  /** Ends what rows ask for when they are opened. */
  #opening = new AbortController();
  #isDue = true;
  #timer: NodeJS.Timeout | undefined;
  #phase: ReturnType<typeof phaseOf>;
  #top: readonly TreeRow[] = [];

  constructor(options: ViewFrameOptions) {
    const { viewId, active, storage, drag, canSelectMany = false } = options;
    this.#options = options;
    this.#phase = phaseOf(active.overview);
    this.view = this.#own.add(
      vscode.window.createTreeView(viewId, {
        treeDataProvider: this,
        showCollapseAll: true,
        dragAndDropController: drag,
        canSelectMany,
      }),
    );
    this.#open = this.#own.add(new OpenRows({ view: this.view, storage, key: `${viewId}.open` }));
    this.#countdown = this.#own.add(
      new Countdown((seconds) => this.say(t('Next call in {0} s', seconds))),
    );
    this.#own.add(this.view.onDidChangeVisibility(() => this.#refreshWhenDue()));
    this.#own.add(active.onSwitch(() => this.#switched()));
    this.#own.add(active.onOverview((overview) => this.#connectionChanged(overview)));
    this.describe();
    this.say('');
  }

  /** What is shown above the rows; for tests. */
  get message(): string {
    return this.view.message ?? '';
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return treeItem(row, this.#open.has(row.id));
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
      if (this.#isDue && this.#asking === null && this.#error === null) void this.refresh();
      return [...this.#top];
    }
    this.#open.opened(row.id);
    if (row.more === undefined) return [...(row.children?.() ?? [])];
    const { signal } = this.#opening;
    try {
      return [...(await row.more(signal))];
    } catch (error) {
      if (signal.aborted) return [];
      return [this.#errorRow(asMarketError(error), row.label, row.id)];
    } finally {
      this.#countdown.stop();
      this.say('');
    }
  }

  /** For calls: they wait for their turn within the service's limits. */
  readonly onWaiting = ({ nextCallAtMilliseconds }: WaitingProgress): void => {
    this.#countdown.to(nextCallAtMilliseconds);
  };

  /** Asks again; a question under way is dropped. Failures become a row. */
  async refresh(): Promise<void> {
    const { viewId, ask, log } = this.#options;
    this.stop();
    this.#isDue = false;
    const asking = new AbortController();
    this.#asking = asking;
    const { signal } = asking;
    const options = { location: { viewId } };
    await vscode.window.withProgress(options, async () => {
      try {
        await ask(signal);
        if (signal.aborted) return;
        this.#error = null;
      } catch (error) {
        if (signal.aborted) return;
        log.warn(`${viewId}: ${asMarketError(error).message}`);
        this.#failed(asMarketError(error));
      }
      this.#asking = null;
      this.show();
    });
  }

  /** Drops what is being asked. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#countdown.stop();
    this.#asking?.abort();
    this.#asking = null;
    this.#opening.abort();
    this.#opening = new AbortController();
    this.say('');
  }

  /** Draws the rows again, as they are known. */
  show(): void {
    const failure =
      this.#error === null || this.#isWelcoming()
        ? []
        : [this.#errorRow(this.#error, this.#options.what)];
    this.#top = [...failure, ...this.#options.rows()];
    this.describe();
    if (this.#asking === null) this.say('');
    this.#changed.fire(undefined);
  }

  /** Something else is wanted: asked for now if anybody looks, otherwise when somebody does. */
  invalidate(): void {
    this.#isDue = true;
    this.show();
    this.#refreshWhenDue();
  }

  describe(): void {
    const { active, filters } = this.#options;
    this.view.description = [active.current.name, ...filters()].join(' · ');
  }

  /** What stands above the rows; simulated data is called what it is. */
  say(message: string): void {
    const { name } = this.#options.active.current;
    const label = name === simulatedSource ? sourceWords(name) : '';
    const hasRows = this.#top.length > 0;
    const said = message === '' && hasRows ? label : message;
    setMessage(this.view, this.#isWelcoming() ? '' : said);
  }

  dispose(): void {
    this.#asking?.abort();
    this.#opening.abort();
    clearTimeout(this.#timer);
    this.#own.dispose();
  }

  #errorRow(error: MarketError, what: string, parentId = ''): TreeRow {
    const { active, retry, answeredAtMilliseconds } = this.#options;
    return errorRow({
      ...(parentId === '' ? {} : { id: `${parentId}/error` }),
      what,
      error,
      place: placeOfFailure(active),
      retry,
      lastAnswerAtMilliseconds: parentId === '' ? answeredAtMilliseconds() : null,
      nowMilliseconds: Date.now(),
    });
  }

  #failed(error: MarketError): void {
    const { process } = this.#options.active.overview;
    this.#countdown.stop();
    if (process.kind === 'recovering') this.#isDue = true;
    else if (error.kind === 'rate-limited' && error.retryAfterSeconds !== undefined) {
      this.#waitFor(error.retryAfterSeconds);
    } else this.#error = process.kind === 'failed' ? process.error : error;
  }

  /** A service that wants to be left alone for a while is asked again after it: no failure. */
  #waitFor(seconds: number): void {
    const milliseconds = Math.max(1, seconds) * 1_000;
    this.#countdown.to(Date.now() + milliseconds);
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#refreshWhenDue();
    }, milliseconds);
  }

  /** Whether the editor shows the view's welcome content: only without rows and message. */
  #isWelcoming(): boolean {
    const { process, hold } = this.#options.active.overview;
    const isKept = hold !== null || process.kind === 'failed';
    return isKept && this.#options.rows().length === 0;
  }

  #refreshWhenDue(): void {
    if (this.#isDue && this.view.visible) void this.refresh();
  }

  /** Rows of one connection are never shown under the name of another. */
  #switched(): void {
    this.stop();
    this.#error = null;
    this.#options.forget();
    this.invalidate();
  }

  #connectionChanged(overview: ConnectionOverview): void {
    const phase = phaseOf(overview);
    const before = this.#phase;
    this.#phase = phase;
    if (phase === before) return;
    const { process } = overview;
    if (process.kind === 'recovering') {
      this.#isDue = true;
      this.#error = null;
      this.show();
      this.say(t('The market process ended unexpectedly. It is being started again…'));
    } else if (process.kind === 'failed') {
      this.#isDue = true;
      this.#error = process.error;
      this.show();
    } else if (overview.hold !== null) {
      this.#isDue = true;
      this.show();
    } else if (phase === 'ready' || phase === 'idle') {
      this.#refreshWhenDue();
    }
  }
}
