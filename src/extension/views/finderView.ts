import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MarketError } from '../../interface/marketError.ts';
import { type ActiveConnection, placeOfFailure } from '../connection/activeConnection.ts';
import { type ConnectionOverview, phaseOf } from '../connection/connectionPhase.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableList, Listeners } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import type { Log } from '../log.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { readSetting, registerCommand, setContext } from '../register.ts';
import { AddressDrag } from './addressDrag.ts';
import { Countdown } from './countdown.ts';
import { DrawnRows } from './drawnRows.ts';
import { errorRow } from './errorRow.ts';
import { changedNames, requestOf } from './filters/filters.ts';
import { type FinderAnswer, simulatedSource, sourceWords } from './finderAnswer.ts';
import type { FinderChoices } from './finderChoices.ts';
import { FinderContent } from './finderContent.ts';
import { settingOfParameter } from './finderRequest.ts';
import { OpenRows } from './openRows.ts';
import { preparing } from './preparing.ts';
import { TokenFacts } from './tokenFacts.ts';
import { tokenOrders } from './tokenOrder.ts';
import { treeItem, withTooltip } from './treeItem.ts';
import type { TreeRow } from './treeRow.ts';
import { verdictFlip } from './verdictFlip.ts';
import { setMessage } from './viewMessage.ts';

export interface FinderViewOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly choices: FinderChoices;
  /** Of this workspace, for what is open. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly prompter: Pick<Prompter, 'tell'>;
  readonly log: Log;
}

/** Facts of tokens come one by one; the rows are made anew for several together. */
const factsMilliseconds = 250;

/** The Finder: the verdict, the percentiles and the ranked tokens. It asks only while visible. */
export class FinderView implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly #options: FinderViewOptions;
  readonly #own = new DisposableList();
  readonly #changed = this.#own.add(new vscode.EventEmitter<TreeRow[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeRow>;
  readonly #countdown: Countdown;
  readonly #open: OpenRows;
  readonly #drawn = new DrawnRows((id) => this.#open.has(id));
  readonly #shows = new Listeners<FinderAnswer>();
  readonly #facts: TokenFacts;
  readonly #content: FinderContent;
  #factsTimer: NodeJS.Timeout | undefined;
  #error: MarketError | null = null;
  #asking: AbortController | null = null;
  #isDue = true;
  #timer: NodeJS.Timeout | undefined;
  #phase: ReturnType<typeof phaseOf>;

  constructor(options: FinderViewOptions) {
    this.#options = options;
    const { active, choices, storage } = options;
    this.#facts = this.#own.add(new TokenFacts({ service: active.service }));
    const factOf = (mint: string) => this.#facts.of(mint);
    this.#content = new FinderContent({ choices, factOf });
    this.#phase = phaseOf(active.overview);
    this.#view = this.#own.add(
      vscode.window.createTreeView(viewIds.finder, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
        dragAndDropController: new AddressDrag(),
      }),
    );
    this.#open = this.#own.add(
      new OpenRows({ view: this.#view, storage, key: `${viewIds.finder}.open` }),
    );
    this.#countdown = this.#own.add(
      new Countdown((seconds) => this.#say(t('Next call in {0} s', seconds))),
    );
    this.#describe();
    this.#say('');
    this.#own.add(this.#facts.onChange(() => this.#showSoon()));
    this.#own.add(choices.onChange((what) => this.#chosen(what === 'filters')));
    this.#own.add(registerCommand('arbscope.refreshFinder', () => this.refresh({ isFresh: true })));
    this.#own.add(this.#view.onDidChangeVisibility(() => this.#visibilityChanged()));
    this.#own.add(active.onSwitch(() => this.#switched()));
    this.#own.add(active.onOverview((overview) => this.#connectionChanged(overview)));
    this.#own.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(viewIds.finder)) return;
        this.#describe();
        this.#isDue = true;
        this.#refreshWhenDue();
      }),
    );
  }

  /** The newest answer, with every token; null before the first. */
  get answer(): FinderAnswer | null {
    return this.#content.answer;
  }

  /** The newest answer with the tokens that the rows show, in their order. */
  get shown(): FinderAnswer | null {
    return this.#content.shown;
  }

  /**
   * Each new answer as it is shown, and the same again when other tokens of it are. Of a refresh
   * that fails nothing is told: the last answer stays.
   */
  onShown(listener: (shown: FinderAnswer) => void): Disposable {
    return this.#shows.add(listener);
  }

  /** What is shown above the rows; for tests. */
  get message(): string {
    return this.#view.message ?? '';
  }

  /** What stands beside the title: who answers, and every filter that is not the usual one. */
  get description(): string {
    return this.#view.description ?? '';
  }

  /** The rows at the top as they are; for tests. */
  get rows(): readonly TreeRow[] {
    return this.#drawn.rows;
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return treeItem(this.#drawn.now(row), this.#open.has(row.id));
  }

  resolveTreeItem(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
    return withTooltip(item, this.#drawn.now(row));
  }

  getChildren(row?: TreeRow): TreeRow[] {
    if (row !== undefined) {
      this.#open.opened(row.id);
      return [...(this.#drawn.now(row).children?.() ?? [])];
    }
    // The first that the editor asks shows that the view is there to be seen.
    const isNew = this.answer === null && this.#error === null && this.#asking === null;
    if (isNew && this.#isDue) this.refresh();
    return this.#drawn.draw();
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
    clearTimeout(this.#factsTimer);
    this.#asking?.abort();
    this.#own.dispose();
  }

  async #ask(signal: AbortSignal, isFresh: boolean): Promise<void> {
    const { active, choices, log } = this.#options;
    const source = active.current.name;
    const request = requestOf(choices.filters);
    if (this.answer === null) this.#say(preparing(active.overview));
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
      log.info(`Finder: ${result.tokens?.length ?? 0} tokens of ${source}`);
      this.#tellOfFlip(verdictFlip(this.answer, answer));
      this.#content.take(answer);
      this.#error = null;
      this.#show();
      this.#countdown.stop();
      this.#say('');
      void this.#facts.ask(this.#content.unnamed);
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
    const isOther = this.#content.arrange();
    const rows = [...this.#content.rows];
    if (this.#error !== null && !this.#isWelcoming()) {
      rows.unshift(
        errorRow({
          what: t('The Finder has no new answer'),
          error: this.#error,
          place: {
            ...placeOfFailure(this.#options.active),
            ...this.#sourceOf(this.#error),
          },
          retry: 'arbscope.refreshFinder',
          lastAnswerAtMilliseconds: this.answer?.answeredAtMilliseconds ?? null,
          nowMilliseconds: Date.now(),
        }),
      );
    }
    for (const part of this.#drawn.take(rows)) this.#changed.fire(part);
    if (isOther && this.shown !== null) this.#shows.tell(this.shown);
  }

  #showSoon(): void {
    if (this.#factsTimer !== undefined) return;
    this.#factsTimer = setTimeout(() => {
      this.#factsTimer = undefined;
      this.#show();
    }, factsMilliseconds);
  }

  /** Where a refused parameter came from: the user's filters, or a setting. */
  #sourceOf({ kind, parameter }: MarketError) {
    const { filters, usual } = this.#options.choices;
    const changed = changedNames(filters, usual);
    // A service need not name the parameter that it refuses.
    const isUnnamed = kind === 'bad-parameter' && parameter === undefined && changed.length > 0;
    const filter = isUnnamed ? '' : changed.find((name) => name === parameter);
    return filter === undefined ? { setting: settingOfParameter(parameter) } : { filter };
  }

  #chosen(isAskedOtherwise: boolean): void {
    this.#describe();
    this.#show();
    if (!isAskedOtherwise) return;
    this.#isDue = true;
    this.#refreshWhenDue();
  }

  #describe(): void {
    const { active, choices } = this.#options;
    const { words, order } = choices;
    const by = order === 'revenues' ? [] : [t('by {0}', tokenOrders[order].toLowerCase())];
    this.#view.description = [active.current.name, ...words, ...by].join(' · ');
    setContext('arbscope.finderFiltered', words.length > 0);
  }

  /** @param words What to say of a verdict that has turned; null where it has not. */
  #tellOfFlip(words: string | null): void {
    if (words === null || !readSetting('arbscope.finder.notifyOnVerdict')) return;
    const open = t('Show Finder');
    void this.#options.prompter.tell('info', words, [open]).then(async (pressed) => {
      if (pressed === open) await vscode.commands.executeCommand(`${viewIds.finder}.focus`);
    });
  }

  /**
   * Whether the editor shows the view's welcome content, which says what to do before there can be
   * any answer: only where there are neither rows nor a message.
   */
  #isWelcoming(): boolean {
    const { process, hold } = this.#options.active.overview;
    return this.answer === null && (hold !== null || process.kind === 'failed');
  }

  /**
   * What stands above the rows. While there is nothing else to say, simulated data is called what
   * it is: the description is not drawn while the view is alone in its container.
   */
  #say(message: string): void {
    const { name } = this.#options.active.current;
    const label = name === simulatedSource ? sourceWords(name) : '';
    const said = message === '' ? label : message;
    setMessage(this.#view, this.#isWelcoming() ? '' : said);
  }

  /** Nothing is asked for in the background either while nobody looks. */
  #visibilityChanged(): void {
    if (!this.#view.visible) this.#facts.stop();
    else if (this.#isDue) this.refresh();
    else void this.#facts.ask(this.#content.unnamed);
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
    this.#facts.forget();
    this.#content.forget();
    this.#error = null;
    this.#isDue = true;
    this.#describe();
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
        t(
          'The market process ended unexpectedly. Starting it again (attempt {0})…',
          process.attempt,
        ),
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
