import { t } from '@vscode/l10n';
import { type Attributes, button, element, replaceContent } from '../dom.ts';
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
import { composeExportDrawing } from './exportDrawing.ts';
import { type GainBreakdown, gainBreakdown } from './gainBreakdown.ts';
import { legTable, linkHighlights } from './legTable.ts';
import { type AmountFormat, legLabelLines, pricesNote } from './routeLabels.ts';
import { layoutRoute } from './routeLayout.ts';
import { buildRoute, type Route, shortSafeAddress } from './routeModel.ts';
import { transactionHeader } from './transactionHeader.ts';
import { transactionMarkdown } from './transactionMarkdown.ts';

/** What of the page's end of the messages is needed here. */
type TransactionViewHost = Pick<
  Page<TransactionContent, TransactionPageRequest>,
  'send' | 'getState' | 'setState'
>;

/** A transaction on the page: the header, the pictures, the tables, and the answer as JSON. */
export class TransactionView {
  readonly element = element('div');
  readonly #host: TransactionViewHost;
  #content: TransactionContent | null = null;
  #amountFormat: AmountFormat;
  #tab: string;

  constructor(host: TransactionViewHost) {
    this.#host = host;
    this.#amountFormat = host.getState('form') === 'raw' ? 'raw' : 'human';
    this.#tab = host.getState('tab') === 'json' ? 'json' : 'route';
  }

  show(content: TransactionContent): void {
    this.#content = content;
    const focused = document.activeElement?.id ?? '';
    const route = buildRoute(content);
    const statement = gainBreakdown(content, route);
    const check = checkBalance(content, route, statement);
    const routePanel = element('section', { tabindex: -1 });
    const jsonPanel = element('section', { tabindex: -1 });
    const tabs = new Tabs(
      t('Views of the transaction'),
      [
        { id: 'route', label: t('Route'), panel: routePanel },
        { id: 'json', label: 'JSON', panel: jsonPanel },
      ],
      (id) => {
        this.#tab = id;
        this.#host.setState('tab', id);
        // A long answer is drawn when it is asked for.
        if (id === 'json' && jsonPanel.childElementCount === 0)
          this.#renderJson(jsonPanel, content);
      },
    );
    const pictures = this.#renderRoute(routePanel, content, route, statement, check);
    replaceContent(
      this.element,
      transactionHeader(content, route, this.#copy),
      element('div', { class: 'bar' }, [tabs.tabList, this.#toolbar(content, pictures)]),
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
    check: BalanceCheck,
  ): readonly SVGSVGElement[] {
    const form = this.#amountFormat;
    const summary = routeSummary(route);
    const waterfall = drawWaterfall(statement);
    const { table, rows } = legTable(route, {
      form,
      copy: this.#copy,
      show: (leg) => drawn?.legs.get(leg)?.focus(),
    });
    const drawn =
      route.legs.length === 0
        ? null
        : drawRoute(
            route,
            layoutRoute(route, (leg) => legLabelLines(leg, form)),
            {
              form,
              summary,
              isGrey: !content.isSuccess,
            },
          );
    if (drawn !== null) {
      linkHighlights(rows, drawn.legs, drawn.labels);
      for (const [leg, part] of drawn.legs) {
        const go = () => rows.get(leg)?.querySelector('button')?.focus();
        part.addEventListener('click', go);
        part.addEventListener('keydown', (event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          // Otherwise the key presses the button that has just got the focus.
          event.preventDefault();
          go();
        });
      }
    }
    replaceContent(
      panel,
      element('div', { class: 'pictures' }, [
        element('figure', { class: 'map' }, [
          drawn === null
            ? element('p', { class: 'no-route' }, noRouteMessage(content))
            : new ZoomPane(drawn.drawing, summary).element,
          drawn !== null &&
            element('figcaption', {}, [
              t(
                'Tokens are nodes, pools are numbered legs in their order; a line is as wide as its worth. Legs between the same tokens run side by side.',
              ),
            ]),
        ]),
        element('figure', { class: 'steps' }, [
          waterfall,
          element('figcaption', {}, pricesNote(statement, route)),
          element('details', {}, [
            element('summary', {}, t('As a table')),
            breakdownTable(statement),
          ]),
        ]),
      ]),
      balanceCheckNote(check),
      route.legs.length > 0 && scrollingTable(t('Legs'), table),
    );
    return drawn === null ? [waterfall] : [drawn.drawing, waterfall];
  }

  #renderJson(panel: HTMLElement, { json }: TransactionContent): void {
    replaceContent(
      panel,
      element('div', { class: 'buttons json-tools' }, [
        button(t('Open as Document'), () => this.#host.send({ type: 'open-document' })),
        button(t('Copy'), () => this.#copy(json, 'JSON')),
      ]),
      element('pre', { class: 'json', tabindex: 0, 'aria-label': t('The answer as JSON') }, json),
    );
  }

  #toolbar(content: TransactionContent, pictures: readonly SVGSVGElement[]): HTMLElement {
    const host = this.#host;
    const quiet = (label: string, act: () => void, attributes: Attributes = {}) =>
      button(label, act, { class: 'quiet', ...attributes });
    return element('div', { class: 'tools', role: 'toolbar', 'aria-label': t('Transaction') }, [
      quiet(t('Raw Amounts'), () => this.#toggleAmountFormat(), {
        id: 'raw-amounts',
        title: t('Amounts in the smallest unit of each token'),
        'aria-pressed': String(this.#amountFormat === 'raw'),
      }),
      quiet(t('Refresh'), () => host.send({ type: 'refresh' }), { id: 'refresh' }),
      quiet(t('Copy Markdown'), () => this.#copy(transactionMarkdown(content), 'Markdown')),
      quiet(t('Save SVG'), () => void this.#save('svg', content, pictures)),
      quiet(t('Save PNG'), () => void this.#save('png', content, pictures)),
      !content.isSimulated &&
        quiet(t('Explorer'), () =>
          host.send({ type: 'open-explorer', what: 'transaction', id: content.signature }),
        ),
      quiet(t('JSON Document'), () => host.send({ type: 'open-document' })),
    ]);
  }

  #toggleAmountFormat(): void {
    this.#amountFormat = this.#amountFormat === 'raw' ? 'human' : 'raw';
    this.#host.setState('form', this.#amountFormat);
    if (this.#content !== null) this.show(this.#content);
  }

  async #save(
    format: ExportFormat,
    content: TransactionContent,
    pictures: readonly SVGSVGElement[],
  ): Promise<void> {
    const name = `route ${shortSafeAddress(content.signature).replace('…', '-')}`;
    const serialize = format === 'png' ? renderPngBase64 : serializeSvg;
    const data = await withExportDrawing<string | Promise<string>>(content, pictures, serialize);
    this.#host.send({ type: 'save', format, name, data });
  }
}

/** Gives a drawing a place in the page for as long as its looks are read. */
function withExportDrawing<Result>(
  content: TransactionContent,
  pictures: readonly SVGSVGElement[],
  read: (drawing: SVGSVGElement) => Result,
): Result {
  const drawing = composeExportDrawing(content, pictures);
  const place = element('div', { class: 'unseen', 'aria-hidden': 'true' }, drawing);
  document.body.append(place);
  try {
    return read(drawing);
  } finally {
    place.remove();
  }
}

const noRouteMessage = ({ isSuccess }: TransactionContent): string =>
  isSuccess
    ? t('This transaction made no swap.')
    : t('No swap took effect: the transaction failed and was taken back as a whole.');

function balanceCheckNote({ isBalanced, headline, sentences }: BalanceCheck): HTMLElement {
  const mark = isBalanced === null ? '' : isBalanced ? '✓ ' : '⚠ ';
  return element('p', { class: `check ${isBalanced === false ? 'open' : 'closed'}` }, [
    element('strong', {}, `${mark}${headline}`),
    ' ',
    sentences.join(' '),
  ]);
}
