import * as vscode from 'vscode';
import type { MarketError } from '../../interface/marketError.ts';
import type { MarketService } from '../../interface/marketService.ts';
import type { ConnectionStatus } from '../../market/protocol.ts';
import type { ConnectionState, MarketConnection } from '../connection/marketConnection.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { Log } from '../log.ts';
import { readSetting, registerCommand } from '../register.ts';
import { asMarketError, errorRow } from './errorRow.ts';
import { type FinderAnswer, simulatedSource } from './finderAnswer.ts';
import { finderRequest, settingOfParameter } from './finderRequest.ts';
import { finderRows } from './finderRows.ts';
import { treeItem, withTooltip } from './treeItem.ts';
import type { TreeRow } from './treeRow.ts';

export interface FinderViewOptions {
  readonly service: Pick<MarketService, 'finder'>;
  readonly connection: Pick<MarketConnection, 'state' | 'onState' | 'onStatus'>;
  /** Name of the connection, shown beside the title. */
  readonly source: string;
  readonly log: Log;
}

/** The Finder: the verdict, the percentiles and the ranked tokens. It asks only while visible. */
export class FinderView implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly #options: FinderViewOptions;
  readonly #own = new DisposableList();
  readonly #changed = this.#own.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeRow>;
  #answer: FinderAnswer | null = null;
  #error: MarketError | null = null;
  #rows: readonly TreeRow[] = [];
  #asking: AbortController | null = null;
  #isDue = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FinderViewOptions) {
    this.#options = options;
    this.#view = this.#own.add(
      vscode.window.createTreeView(viewIds.finder, {
        treeDataProvider: this,
        showCollapseAll: true,
      }),
    );
    this.#view.description = options.source;
    this.#say('');
    this.#own.add(registerCommand('arbscope.refreshFinder', () => this.refresh()));
    this.#own.add(this.#view.onDidChangeVisibility(() => this.#refreshWhenDue()));
    this.#own.add(options.connection.onState((state) => this.#connectionChanged(state)));
    this.#own.add(options.connection.onStatus((status) => this.#engineChanged(status)));
    this.#own.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(viewIds.finder)) return;
        this.#isDue = true;
        this.#refreshWhenDue();
      }),
    );
  }

  /** What is shown above the rows; for tests. */
  get message(): string {
    return this.#view.message ?? '';
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return treeItem(row);
  }

  resolveTreeItem(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
    return withTooltip(item, row);
  }

  getChildren(row?: TreeRow): TreeRow[] {
    if (row !== undefined) return [...(row.children?.() ?? [])];
    // The first that the editor asks shows that the view is there to be seen.
    if (this.#answer === null && this.#error === null && this.#asking === null) this.refresh();
    return [...this.#rows];
  }

  /** Asks the finder again; a request under way is dropped. Failures become a row. */
  refresh(): void {
    clearTimeout(this.#timer);
    this.#isDue = false;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    void vscode.window.withProgress({ location: { viewId: viewIds.finder } }, async () => {
      await this.#ask(asking.signal);
      if (this.#asking !== asking) return;
      this.#asking = null;
      this.#refreshLater();
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#own.dispose();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { service, source, log } = this.#options;
    const request = finderRequest(readSetting);
    if (this.#answer === null) this.#say(`Preparing the ${source} market…`);
    try {
      const result = await service.finder(request, { signal });
      if (signal.aborted) return;
      this.#answer = { result, request, source, answeredAtMilliseconds: Date.now() };
      this.#error = null;
      this.#say('');
      this.#show();
    } catch (error) {
      if (signal.aborted) return;
      const { connection } = this.#options;
      // The message says so already, and the answer is asked for again by itself.
      if (connection.state.kind === 'recovering') this.#isDue = true;
      // What became of the process says more than what became of this one question.
      else
        this.#fail(
          connection.state.kind === 'failed' ? connection.state.error : asMarketError(error),
        );
      log.warn(`Finder: ${asMarketError(error).message}`);
    }
  }

  #fail(error: MarketError): void {
    this.#error = error;
    this.#say('');
    this.#show();
  }

  #show(): void {
    const rows = this.#answer === null ? [] : finderRows(this.#answer);
    if (this.#error !== null) {
      rows.unshift(
        errorRow({
          what: 'The Finder has no new answer',
          error: this.#error,
          setting: settingOfParameter(this.#error.parameter),
          lastAnswerAtMilliseconds: this.#answer?.answeredAtMilliseconds ?? null,
          nowMilliseconds: Date.now(),
        }),
      );
    }
    this.#rows = rows;
    this.#changed.fire(undefined);
  }

  /**
   * What stands above the rows. While there is nothing else to say, simulated data is called what
   * it is: the description is not drawn while the view is alone in its container.
   */
  #say(message: string): void {
    const { source } = this.#options;
    const label = source === simulatedSource ? `${source}: simulated data` : '';
    this.#view.message = message === '' ? label : message;
  }

  #refreshWhenDue(): void {
    if (this.#isDue && this.#view.visible) this.refresh();
  }

  /** Nothing is asked while nobody looks: a hidden view asks when it is shown again. */
  #refreshLater(): void {
    const seconds = readSetting('arbscope.finder.refreshSeconds');
    if (seconds <= 0) return;
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#refreshWhenDue();
    }, seconds * 1_000);
  }

  #connectionChanged(state: ConnectionState): void {
    if (state.kind === 'recovering') {
      this.#isDue = true;
      this.#error = null;
      this.#say(
        `The market process ended unexpectedly. Starting it again (attempt ${state.attempt})…`,
      );
      this.#show();
    } else if (state.kind === 'failed') {
      this.#isDue = true;
      this.#fail(state.error);
    } else if (state.kind === 'ready') {
      this.#refreshWhenDue();
    }
  }

  #engineChanged({ state, message }: ConnectionStatus): void {
    if (this.#asking === null || state !== 'starting') return;
    this.#say(`Preparing the ${this.#options.source} market… ${message}`);
  }
}
