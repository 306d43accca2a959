import * as vscode from 'vscode';
import type { MarketError } from '../../interface/marketError.ts';
import { type ActiveConnection, placeOfFailure } from '../connection/activeConnection.ts';
import { type ConnectionOverview, phaseOf } from '../connection/connectionPhase.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableList, Listeners } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import type { Log } from '../log.ts';
import { readSetting, registerCommand } from '../register.ts';
import { type ChangeMarks, changeMarks } from './changeMarks.ts';
import { Countdown } from './countdown.ts';
import { errorRow } from './errorRow.ts';
import { type FinderAnswer, simulatedSource } from './finderAnswer.ts';
import { finderRequest, settingOfParameter } from './finderRequest.ts';
import { finderRows } from './finderRows.ts';
import { treeItem, withTooltip } from './treeItem.ts';
import type { TreeRow } from './treeRow.ts';

export interface FinderViewOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly log: Log;
}

/** The Finder: the verdict, the percentiles and the ranked tokens. It asks only while visible. */
export class FinderView implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly #options: FinderViewOptions;
  readonly #own = new DisposableList();
  readonly #changed = this.#own.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeRow>;
  readonly #countdown: Countdown;
  readonly #answers = new Listeners<FinderAnswer>();
  #answer: FinderAnswer | null = null;
  #marks: ChangeMarks | null = null;
  #error: MarketError | null = null;
  #rows: readonly TreeRow[] = [];
  #asking: AbortController | null = null;
  #isDue = true;
  #timer: NodeJS.Timeout | undefined;
  #phase: ReturnType<typeof phaseOf>;

  constructor(options: FinderViewOptions) {
    this.#options = options;
    const { active } = options;
    this.#phase = phaseOf(active.overview);
    this.#view = this.#own.add(
      vscode.window.createTreeView(viewIds.finder, {
        treeDataProvider: this,
        showCollapseAll: true,
      }),
    );
    this.#countdown = this.#own.add(
      new Countdown((seconds) => this.#say(`Next call in ${seconds} s`)),
    );
    this.#view.description = active.current.name;
    this.#say('');
    this.#own.add(registerCommand('arbscope.refreshFinder', () => this.refresh({ isFresh: true })));
    this.#own.add(this.#view.onDidChangeVisibility(() => this.#refreshWhenDue()));
    this.#own.add(active.onSwitch(() => this.#switched()));
    this.#own.add(active.onOverview((overview) => this.#connectionChanged(overview)));
    this.#own.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(viewIds.finder)) return;
        this.#isDue = true;
        this.#refreshWhenDue();
      }),
    );
  }

  /** What the rows are made from; null before the first answer. */
  get answer(): FinderAnswer | null {
    return this.#answer;
  }

  /** Each new answer. Of a refresh that fails nothing is told: the last answer stays. */
  onAnswer(listener: (answer: FinderAnswer) => void): Disposable {
    return this.#answers.add(listener);
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
    const isNew = this.#answer === null && this.#error === null && this.#asking === null;
    if (isNew && this.#isDue) this.refresh();
    return [...this.#rows];
  }

  /**
   * Asks the finder again; a request under way is dropped. Failures become a row. `isFresh`: an
   * answer that is kept will not do.
   */
  refresh({ isFresh = false } = {}): void {
    clearTimeout(this.#timer);
    this.#countdown.stop();
    this.#isDue = false;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    void vscode.window.withProgress({ location: { viewId: viewIds.finder } }, async () => {
      await this.#ask(asking.signal, isFresh);
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

  async #ask(signal: AbortSignal, isFresh: boolean): Promise<void> {
    const { active, log } = this.#options;
    const source = active.current.name;
    const request = finderRequest(readSetting);
    if (this.#answer === null) this.#say(preparing(active.overview));
    let cachedAtMilliseconds: number | undefined;
    try {
      const result = await active.service.finder(request, {
        signal,
        isFresh,
        onAnswer: (answer) => {
          cachedAtMilliseconds = answer.cachedAtMilliseconds;
        },
        onWaiting: ({ nextCallAtMilliseconds }) => {
          if (!signal.aborted) this.#countdown.to(nextCallAtMilliseconds);
        },
      });
      if (signal.aborted) return;
      const answer: FinderAnswer = {
        result,
        request,
        source,
        answeredAtMilliseconds: cachedAtMilliseconds ?? Date.now(),
      };
      // An answer that was kept and comes again changes nothing, also not what is marked.
      if (this.#answer?.answeredAtMilliseconds !== answer.answeredAtMilliseconds) {
        this.#marks = changeMarks(this.#answer, answer);
      }
      this.#answer = answer;
      this.#error = null;
      this.#countdown.stop();
      this.#say('');
      this.#show();
      this.#answers.tell(answer);
    } catch (error) {
      if (!signal.aborted) this.#failed(asMarketError(error));
      log.warn(`Finder: ${asMarketError(error).message}`);
    }
  }

  #failed(error: MarketError): void {
    const { process } = this.#options.active.overview;
    this.#countdown.stop();
    // The message says so already, and the answer is asked for again by itself.
    if (process.kind === 'recovering') this.#isDue = true;
    else if (error.kind === 'rate-limited' && error.retryAfterSeconds !== undefined) {
      this.#waitFor(error.retryAfterSeconds);
    }
    // What became of the process says more than what became of this one question.
    else this.#fail(process.kind === 'failed' ? process.error : error);
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

  #fail(error: MarketError): void {
    this.#error = error;
    this.#say('');
    this.#show();
  }

  #show(): void {
    const rows = this.#answer === null ? [] : finderRows(this.#answer, this.#marks);
    if (this.#error !== null && !this.#isWelcoming()) {
      rows.unshift(
        errorRow({
          what: 'The Finder has no new answer',
          error: this.#error,
          place: {
            ...placeOfFailure(this.#options.active),
            setting: settingOfParameter(this.#error.parameter),
          },
          retry: 'arbscope.refreshFinder',
          lastAnswerAtMilliseconds: this.#answer?.answeredAtMilliseconds ?? null,
          nowMilliseconds: Date.now(),
        }),
      );
    }
    this.#rows = rows;
    this.#changed.fire(undefined);
  }

  /**
   * Whether the editor shows the view's welcome content, which says what to do before there can be
   * any answer: only where there are neither rows nor a message.
   */
  #isWelcoming(): boolean {
    const { process, hold } = this.#options.active.overview;
    return this.#answer === null && (hold !== null || process.kind === 'failed');
  }

  /**
   * What stands above the rows. While there is nothing else to say, simulated data is called what
   * it is: the description is not drawn while the view is alone in its container.
   */
  #say(message: string): void {
    const { name } = this.#options.active.current;
    const label = name === simulatedSource ? `${name}: simulated data` : '';
    const said = message === '' ? label : message;
    this.#view.message = this.#isWelcoming() ? '' : said;
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

  /** Rows of one connection are never shown under the name of another. */
  #switched(): void {
    this.#asking?.abort();
    this.#asking = null;
    clearTimeout(this.#timer);
    this.#countdown.stop();
    this.#answer = null;
    this.#marks = null;
    this.#error = null;
    this.#isDue = true;
    this.#view.description = this.#options.active.current.name;
    this.#say('');
    this.#show();
    this.#refreshWhenDue();
  }

  #connectionChanged(overview: ConnectionOverview): void {
    const { process, status } = overview;
    const phase = phaseOf(overview);
    const before = this.#phase;
    this.#phase = phase;
    if (process.kind === 'recovering') {
      this.#isDue = true;
      this.#error = null;
      this.#say(
        `The market process ended unexpectedly. Starting it again (attempt ${process.attempt})…`,
      );
      this.#show();
    } else if (phase === before) {
      if (this.#asking !== null && status?.state === 'starting') this.#say(preparing(overview));
    } else if (process.kind === 'failed') {
      this.#isDue = true;
      this.#fail(process.error);
    } else if (overview.hold !== null) {
      this.#isDue = true;
      this.#say('');
      this.#show();
    } else if (phase === 'starting' || phase === 'ready' || phase === 'idle') {
      if (this.#asking !== null && phase === 'starting') this.#say(preparing(overview));
      else this.#refreshWhenDue();
    }
  }
}

function preparing({ connection, status }: ConnectionOverview): string {
  const progress = status?.state === 'starting' ? ` ${status.message}` : '';
  return connection.kind === 'service'
    ? `Asking ${connection.name}…`
    : `Preparing the ${connection.name} market…${progress}`;
}
