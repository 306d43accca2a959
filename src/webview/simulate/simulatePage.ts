import { t } from '@vscode/l10n';
import { button, element, replaceContent, replaceKeepingFocus } from '../dom.ts';
import type {
  SimulateContent,
  SimulatedTransactionContent,
  SimulateRequest,
} from '../messages/simulate.ts';
import type { ExportFormat } from '../messages.ts';
import type { Page } from '../page.ts';
import type { AmountFormat } from '../route/routeLabels.ts';
import { RoutePictures } from '../route/routePictures.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { Tabs } from '../tabs.ts';
import { adviceList } from './adviceList.ts';
import { balancesTable } from './balancesTable.ts';
import { headlineFigures } from './figures.ts';
import { slotLabel } from './labels.ts';
import { logTree } from './logTree.ts';
import { runsSection } from './runsTable.ts';
import { figureList, resultNotes, simulateHeader } from './simulateHeader.ts';
import { simulateMarkdown } from './simulateMarkdown.ts';
import { unitTable } from './unitTable.ts';

type SimulatePageHost = Pick<
  Page<SimulateContent, SimulateRequest>,
  'send' | 'getState' | 'setState'
>;

export class SimulatePage {
  readonly element = element('div', { class: 'simulation' });
  readonly #host: SimulatePageHost;
  #content: SimulateContent | null = null;
  #amountFormat: AmountFormat;
  #tab: string;
  #shown = 0;
  #pictures: RoutePictures | null = null;

  constructor(host: SimulatePageHost) {
    this.#host = host;
    this.#amountFormat = host.getState('form') === 'raw' ? 'raw' : 'human';
    const tab = host.getState('tab');
    this.#tab = typeof tab === 'string' ? tab : 'result';
    const shown = host.getState('shown');
    this.#shown = typeof shown === 'number' ? shown : 0;
    new ResizeObserver(() => this.#pictures?.drawMap()).observe(this.element);
  }

  show(content: SimulateContent): void {
    this.#content = content;
    const transaction = content.transactions[this.#shown] ?? content.transactions[0];
    if (transaction === undefined) {
      replaceContent(this.element, element('p', {}, t('The response has no transaction.')));
      return;
    }
    const { send } = this.#host;
    const focused = document.activeElement?.id ?? '';
    const pictures = this.#createPictures(transaction);
    this.#pictures = pictures;
    const panels = {
      result: element('section', { tabindex: -1 }),
      logs: element('section', { tabindex: -1 }),
      balances: element('section', { tabindex: -1 }, balancesTable(transaction, this.#copy)),
      json: element('section', { tabindex: -1 }),
    };
    const log = logTree(transaction);
    panels.logs.append(log.element);
    const tabs = new Tabs(
      t('Simulation'),
      [
        { id: 'result', label: t('Result'), panel: panels.result },
        { id: 'logs', label: t('Logs'), panel: panels.logs },
        { id: 'balances', label: t('Balances'), panel: panels.balances },
        { id: 'json', label: 'JSON', panel: panels.json },
      ],
      (id) => {
        this.#tab = id;
        this.#host.setState('tab', id);
        if (id === 'json' && panels.json.childElementCount === 0) this.#renderJson(panels.json);
        pictures?.drawMap();
      },
    );
    const showLog = (index: number) => {
      tabs.select('logs');
      log.focusCall(index);
    };
    this.#renderResult(panels.result, transaction, showLog);
    const request = send.bind(this.#host);
    replaceKeepingFocus(
      this.element,
      simulateHeader(content, transaction, request),
      transactionChoice(content, this.#shown, (at) => this.#select(at)),
      figureList(headlineFigures(transaction, pictures?.route ?? null, content)),
      element('div', { class: 'bar' }, [tabs.tabList, this.#toolbar(content, transaction)]),
      panels.result,
      panels.logs,
      panels.balances,
      panels.json,
    );
    tabs.select(this.#tab);
    if (focused !== '') document.getElementById(focused)?.focus();
  }

  readonly #copy = (text: string, what: string): void => {
    this.#host.send({ type: 'copy', text, what });
  };

  #select(at: number): void {
    this.#shown = at;
    this.#host.setState('shown', at);
    if (this.#content !== null) this.show(this.#content);
  }

  #createPictures({
    record,
    isComplete,
    isSuccess,
  }: SimulatedTransactionContent): RoutePictures | null {
    if (record === null || (!isComplete && record.legs.length === 0)) return null;
    return new RoutePictures({
      content: record,
      amountFormat: this.#amountFormat,
      copy: this.#copy,
      emptyMessage: isSuccess
        ? t('This transaction has no swaps.')
        : t('It fails before its first swap.'),
    });
  }

  #renderResult(
    panel: HTMLElement,
    transaction: SimulatedTransactionContent,
    showLog: (index: number) => void,
  ): void {
    const { calls, record } = transaction;
    const pictures = this.#pictures;
    const failing = Math.max(
      0,
      calls.findLastIndex(({ state }) => state !== 'success'),
    );
    const titled = (title: string, ...parts: readonly (Node | null)[]) =>
      element('section', {}, [element('h2', {}, title), ...parts]);
    replaceContent(
      panel,
      ...resultNotes(transaction, () => showLog(failing)),
      element('div', { class: 'three' }, [
        titled(
          t('Route'),
          pictures?.map ??
            element('p', { class: 'no-route' }, [
              record === null ? t('Route: unknown') : t('Route: incomplete'),
            ]),
        ),
        pictures === null ? null : titled(t('From gross to net'), pictures.steps, pictures.check),
        titled(
          t('Advice'),
          adviceList(transaction, {
            copy: this.#copy,
            openPercentiles: () => this.#host.send({ type: 'open-percentiles' }),
          }),
        ),
      ]),
      pictures?.legs ?? null,
      element('div', { class: 'two' }, [
        titled(t('Compute units by instruction'), unitTable(transaction, showLog)),
        runsSection(transaction.runs, () => this.#host.send({ type: 'clear-runs' })),
      ]),
    );
  }

  #renderJson(panel: HTMLElement): void {
    const json = this.#content?.json ?? '';
    replaceContent(
      panel,
      button(t('Copy'), () => this.#copy(json, 'JSON')),
      element('pre', { class: 'json', tabindex: 0, 'aria-label': t('Response as JSON') }, json),
    );
  }

  #toolbar(content: SimulateContent, transaction: SimulatedTransactionContent): HTMLElement {
    const quiet = (label: string, act: () => void, id: string | null = null) =>
      button(label, act, { class: 'quiet', id });
    const raw = quiet(t('Raw Amounts'), () => this.#toggleAmountFormat(), 'raw-amounts');
    raw.title = t('Show amounts in the smallest unit of each token');
    raw.setAttribute('aria-pressed', String(this.#amountFormat === 'raw'));
    const pictures = this.#pictures;
    const save = (format: ExportFormat) => {
      if (pictures !== null) void this.#save(format, content, pictures);
    };
    return element('div', { class: 'tools', role: 'toolbar', 'aria-label': t('Actions') }, [
      raw,
      quiet(t('Copy Markdown'), () =>
        this.#copy(simulateMarkdown(content, transaction), 'Markdown'),
      ),
      pictures !== null && quiet(t('Save SVG'), () => save('svg')),
      pictures !== null && quiet(t('Save PNG'), () => save('png')),
    ]);
  }

  #toggleAmountFormat(): void {
    this.#amountFormat = this.#amountFormat === 'raw' ? 'human' : 'raw';
    this.#host.setState('form', this.#amountFormat);
    if (this.#content !== null) this.show(this.#content);
  }

  async #save(
    format: ExportFormat,
    content: SimulateContent,
    pictures: RoutePictures,
  ): Promise<void> {
    const parts = [
      t('Simulation'),
      slotLabel(content),
      ...(content.isSandbox ? [t('Sandbox: simulated data')] : []),
    ];
    const data = await pictures.toFile(format, parts.join(' · '));
    const name = `simulation ${content.slot ?? ''}`.trim();
    this.#host.send({ type: 'save', format, name, data });
  }
}

function transactionChoice(
  { transactions, isBundle }: SimulateContent,
  shown: number,
  select: (at: number) => void,
): HTMLElement | null {
  if (transactions.length < 2) return null;
  const labels = Object.fromEntries(
    transactions.map(({ isSuccess }, at) => [
      `t${at}`,
      `${t('Transaction {0}', at + 1)} ${isSuccess ? '✓' : '⊘'}`,
    ]),
  );
  const control = new SegmentedControl('transaction', t('Transaction'), labels, (value) =>
    select(Number(value.slice(1))),
  );
  control.show(`t${Math.min(shown, transactions.length - 1)}`);
  return element('div', { class: 'choice' }, [
    control.element,
    element(
      'span',
      { class: 'dim' },
      isBundle
        ? t('A bundle: each runs on what those before it left.')
        : t('Each starts from the same state: the connection cannot simulate bundles.'),
    ),
  ]);
}
