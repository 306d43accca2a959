import { t } from '@vscode/l10n';
import { button, element, replaceContent } from '../dom.ts';
import type { TransactionContent, TransactionPageRequest } from '../messages/transaction.ts';
import type { ExportFormat } from '../messages.ts';
import type { Page } from '../page.ts';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import { scrollingTable } from '../tables.ts';
import { Tabs } from '../tabs.ts';
import { ZoomPane } from '../zoomPane.ts';
import { type BalanceCheck, checkBalance } from './balanceCheck.ts';
import { drawRoute, routeSummary } from './drawRoute.ts';
import { breakdownTable, drawWaterfall } from './drawWaterfall.ts';
import { withExportDrawing } from './exportDrawing.ts';
import { type GainBreakdown, gainBreakdown } from './gainBreakdown.ts';
import { legTable, linkLegs } from './legTable.ts';
import { type AmountFormat, pricesNote, routeLabels } from './routeLabels.ts';
import { layoutRoute } from './routeLayout.ts';
import { buildRoute, type Route, shortSafeAddress } from './routeModel.ts';
import { transactionHeader } from './transactionHeader.ts';
import { transactionMarkdown } from './transactionMarkdown.ts';

/** What of the page's end of the messages is needed here. */
type TransactionViewHost = Pick<
  Page<TransactionContent, TransactionPageRequest>,
  'send' | 'getState' | 'setState'
>;

/** Pixels from left to right of the route map in a file. */
const exportRoom = 1_000;

/** A transaction on the page: the header, the pictures, the tables, and the response as JSON. */
export class TransactionView {
  readonly element = element('div');
  readonly #host: TransactionViewHost;
  #content: TransactionContent | null = null;
  #amountFormat: AmountFormat;
  #tab: string;
  #drawMap = () => {};

  constructor(host: TransactionViewHost) {
    this.#host = host;
    this.#amountFormat = host.getState('form') === 'raw' ? 'raw' : 'human';
    this.#tab = host.getState('tab') === 'json' ? 'json' : 'route';
    new ResizeObserver(() => this.#drawMap()).observe(this.element);
  }

  show(content: TransactionContent): void {
    this.#content = content;
    const focused = document.activeElement?.id ?? '';
    const route = buildRoute(content);
    const statement = gainBreakdown(content, route);
    const routePanel = element('section', { tabindex: -1 });
    const jsonPanel = element('section', { tabindex: -1 });
    const tabs = new Tabs(
      t('Transaction'),
      [
        { id: 'route', label: t('Route'), panel: routePanel },
        { id: 'json', label: 'JSON', panel: jsonPanel },
      ],
      (id) => {
        this.#tab = id;
        this.#host.setState('tab', id);
        // A long response is drawn when it is wanted, and the map when it has a width.
        if (id === 'json' && jsonPanel.childElementCount === 0)
          this.#renderJson(jsonPanel, content);
        this.#drawMap();
      },
    );
    this.#renderRoute(routePanel, content, route, statement);
    replaceContent(
      this.element,
      transactionHeader(content, route, this.#copy),
      element('div', { class: 'bar' }, [tabs.tabList, this.#toolbar(content, route, statement)]),
      routePanel,
      jsonPanel,
    );
    tabs.select(this.#tab);
    // A refresh does not take the keyboard's place away.
    if (focused !== '') document.getElementById(focused)?.focus();
  }

  readonly #copy = (text: string, what: string): void => {
    this.#host.send({ type: 'copy', text, what });
  };

  #renderRoute(
    panel: HTMLElement,
    content: TransactionContent,
    route: Route,
    statement: GainBreakdown,
  ): void {
    let drawn: ReturnType<typeof drawRoute> | null = null;
    const { table, rows } = legTable(route, this.#amountFormat, this.#copy, (leg) =>
      drawn?.legs.get(leg)?.focus(),
    );
    const isEmpty = route.legs.length === 0;
    const map = element('figure', { class: 'map' }, [
      isEmpty && element('p', { class: 'no-route' }, noRouteMessage(content)),
    ]);
    replaceContent(
      panel,
      element('div', { class: 'pictures' }, [
        map,
        element('figure', { class: 'steps' }, [
          drawWaterfall(statement),
          element('figcaption', {}, pricesNote(statement, route)),
          element('details', {}, [
            element('summary', {}, t('As a table')),
            breakdownTable(statement),
          ]),
        ]),
      ]),
      !isEmpty && scrollingTable(t('Legs'), table),
      balanceCheckNote(checkBalance(content, route, statement)),
    );
    let shown = '';
    let shownRoom = 0;
    this.#drawMap = () => {
      const room = map.clientWidth;
      if (isEmpty || room === 0 || room === shownRoom) return;
      shownRoom = room;
      const next = this.#drawRoute(content, route, room);
      const size = next.drawing.getAttribute('viewBox') ?? '';
      if (size === shown) return;
      [drawn, shown] = [next, size];
      linkLegs(rows, drawn);
      replaceContent(
        map,
        new ZoomPane(drawn.drawing, routeSummary(route)).element,
        element('figcaption', {}, t('Line width shows the USD value of the leg.')),
      );
    };
  }

  /** The route map in as many pixels from left to right, if it can be. */
  #drawRoute({ isSuccess }: TransactionContent, route: Route, room: number) {
    const labels = routeLabels(route, this.#amountFormat);
    const layout = layoutRoute(route, labels, room);
    return drawRoute(route, layout, labels, !isSuccess);
  }

  #renderJson(panel: HTMLElement, { json }: TransactionContent): void {
    replaceContent(
      panel,
      button(t('Copy'), () => this.#copy(json, 'JSON')),
      element('pre', { class: 'json', tabindex: 0, 'aria-label': t('Response as JSON') }, json),
    );
  }

  #toolbar(content: TransactionContent, route: Route, statement: GainBreakdown): HTMLElement {
    const host = this.#host;
    const save = (format: ExportFormat) => void this.#save(format, content, route, statement);
    const quiet = (label: string, act: () => void, id: string | null = null) =>
      button(label, act, { class: 'quiet', id });
    const raw = quiet(t('Raw Amounts'), () => this.#toggleAmountFormat(), 'raw-amounts');
    raw.title = t('Show amounts in the smallest unit of each token');
    raw.setAttribute('aria-pressed', String(this.#amountFormat === 'raw'));
    return element('div', { class: 'tools', role: 'toolbar', 'aria-label': t('Actions') }, [
      raw,
      quiet(t('Refresh'), () => host.send({ type: 'refresh' }), 'refresh'),
      quiet(t('Copy Markdown'), () => this.#copy(transactionMarkdown(content), 'Markdown')),
      quiet(t('Save SVG'), () => save('svg')),
      quiet(t('Save PNG'), () => save('png')),
      !content.isSimulated &&
        quiet(t('Open in Explorer'), () =>
          host.send({ type: 'open-explorer', what: 'transaction', id: content.signature }),
        ),
      quiet(t('Open JSON'), () => host.send({ type: 'open-document' })),
    ]);
  }

  #toggleAmountFormat(): void {
    this.#amountFormat = this.#amountFormat === 'raw' ? 'human' : 'raw';
    this.#host.setState('form', this.#amountFormat);
    if (this.#content !== null) this.show(this.#content);
  }

  /** Saves the whole route and the waterfall, however narrow the page is. */
  async #save(
    format: ExportFormat,
    content: TransactionContent,
    route: Route,
    statement: GainBreakdown,
  ): Promise<void> {
    const waterfall = drawWaterfall(statement);
    const pictures =
      route.legs.length === 0
        ? [waterfall]
        : [this.#drawRoute(content, route, exportRoom).drawing, waterfall];
    const name = `route ${shortSafeAddress(content.signature).replace('…', '-')}`;
    const serialize = format === 'png' ? renderPngBase64 : serializeSvg;
    const data = await withExportDrawing<string | Promise<string>>(content, pictures, serialize);
    this.#host.send({ type: 'save', format, name, data });
  }
}

const noRouteMessage = ({ isSuccess }: TransactionContent): string =>
  isSuccess
    ? t('This transaction has no swaps.')
    : t('The transaction failed, so no swap took effect.');

function balanceCheckNote({ isBalanced, headline, sentences }: BalanceCheck): HTMLElement {
  const mark = isBalanced === null ? '' : isBalanced ? '✓ ' : '⚠ ';
  return element('p', { class: `check ${isBalanced === false ? 'open' : 'closed'}` }, [
    element('strong', {}, `${mark}${headline}`),
    ' ',
    sentences.join(' '),
  ]);
}
