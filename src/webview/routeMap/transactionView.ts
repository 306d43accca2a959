import { t } from '@vscode/l10n';
import { button, element, replaceContent, setAttributes } from '../dom.ts';
import type { TransactionContent, TransactionRequest } from '../messages/transaction.ts';
import type { FromPage } from '../messages.ts';
import { pngBase64, svgText } from '../picture.ts';
import { Tabs } from '../tabs.ts';
import { Zoom } from '../zoom.ts';
import { type ClosingCheck, closingCheck } from './closingCheck.ts';
import { drawRoute, routeSummary } from './drawRoute.ts';
import { drawWaterfall, statementTable } from './drawWaterfall.ts';
import { exportPicture } from './exportPicture.ts';
import { header } from './header.ts';
import { layOut } from './layout.ts';
import { legTable, linkHighlights } from './legTable.ts';
import { englishMarkdown } from './markdown.ts';
import { type Route, routeOf, shortAddress } from './routeModel.ts';
import { type Statement, statementOf } from './statement.ts';
import { type AmountForm, legWords, pricesNote } from './words.ts';

/** What of the page's end of the messages is needed here. */
export interface TransactionHost {
  send(message: FromPage | TransactionRequest): void;
  /** What the page kept of the last time. */
  kept(name: string): unknown;
  keep(name: string, value: unknown): void;
}

/** A transaction on the page: the header, the pictures, the tables, and the answer as JSON. */
export class TransactionView {
  readonly element = element('div');
  readonly #host: TransactionHost;
  #content: TransactionContent | null = null;
  #form: AmountForm;
  #tab: string;

  constructor(host: TransactionHost) {
    this.#host = host;
    this.#form = host.kept('form') === 'raw' ? 'raw' : 'human';
    this.#tab = host.kept('tab') === 'json' ? 'json' : 'route';
  }

  show(content: TransactionContent): void {
    this.#content = content;
    const focused = document.activeElement?.id ?? '';
    const route = routeOf(content);
    const statement = statementOf(content, route);
    const check = closingCheck(content, route, statement);
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
        this.#host.keep('tab', id);
        // A long answer is drawn when it is asked for.
        if (id === 'json' && jsonPanel.childElementCount === 0) this.#fillJson(jsonPanel, content);
      },
    );
    const pictures = this.#fillRoute(routePanel, content, { route, statement, check });
    replaceContent(
      this.element,
      header(content, route, this.#copy),
      element('div', { class: 'bar' }, tabs.list, this.#tools(content, pictures)),
      routePanel,
      jsonPanel,
    );
    tabs.choose(this.#tab);
    // A refresh does not take the keyboard's place away.
    if (focused !== '') document.getElementById(focused)?.focus();
  }

  readonly #copy = (text: string, what: string): void => {
    this.#host.send({ type: 'copy', text, what });
  };

  #fillRoute(
    panel: HTMLElement,
    content: TransactionContent,
    { route, statement, check }: Parts,
  ): readonly SVGSVGElement[] {
    const form = this.#form;
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
            layOut(route, (leg) => legWords(leg, form)),
            {
              form,
              summary,
              isGrey: !content.isSuccess,
            },
          );
    if (drawn !== null) {
      linkHighlights(rows, drawn.legs, drawn.tops);
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
      element(
        'div',
        { class: 'pictures' },
        element(
          'figure',
          { class: 'map' },
          drawn === null
            ? element('p', { class: 'no-route' }, noRoute(content))
            : new Zoom(drawn.drawing, summary).place,
          drawn !== null &&
            element(
              'figcaption',
              {},
              t(
                'Tokens are nodes, pools are numbered legs in their order; a line is as wide as its worth. Legs between the same tokens run side by side.',
              ),
            ),
        ),
        element(
          'figure',
          { class: 'steps' },
          waterfall,
          element('figcaption', {}, pricesNote(statement, route)),
          element(
            'details',
            {},
            element('summary', {}, t('As a table')),
            statementTable(statement),
          ),
        ),
      ),
      closing(check),
      route.legs.length > 0 &&
        element(
          'div',
          { class: 'table-place', tabindex: 0, role: 'region', 'aria-label': t('Legs') },
          table,
        ),
    );
    return drawn === null ? [waterfall] : [drawn.drawing, waterfall];
  }

  #fillJson(panel: HTMLElement, { json }: TransactionContent): void {
    replaceContent(
      panel,
      element(
        'div',
        { class: 'buttons json-tools' },
        button(t('Open as Document'), () => this.#host.send({ type: 'open-document' })),
        button(t('Copy'), () => this.#copy(json, 'JSON')),
      ),
      element('pre', { class: 'json', tabindex: 0, 'aria-label': t('The answer as JSON') }, json),
    );
  }

  #tools(content: TransactionContent, pictures: readonly SVGSVGElement[]): HTMLElement {
    const send = (message: TransactionRequest | FromPage) => this.#host.send(message);
    const name = `route ${shortAddress(content.signature).replace('…', '-')}`;
    const isRaw = this.#form === 'raw';
    return element(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': t('Transaction') },
      setPressed(
        button(t('Raw Amounts'), () => this.#toggleForm(), {
          id: 'raw-amounts',
          class: 'quiet',
          title: t('Amounts in the smallest unit of each token'),
        }),
        isRaw,
      ),
      button(t('Refresh'), () => send({ type: 'refresh' }), { id: 'refresh', class: 'quiet' }),
      button(t('Copy Markdown'), () => this.#copy(englishMarkdown(content), 'Markdown'), {
        class: 'quiet',
      }),
      button(t('Save SVG'), () => this.#saveSvg(content, pictures, name), { class: 'quiet' }),
      button(t('Save PNG'), () => void this.#savePng(content, pictures, name), { class: 'quiet' }),
      !content.isSimulated &&
        button(
          t('Explorer'),
          () => send({ type: 'open-explorer', what: 'transaction', id: content.signature }),
          { class: 'quiet' },
        ),
      button(t('JSON Document'), () => send({ type: 'open-document' }), { class: 'quiet' }),
    );
  }

  #toggleForm(): void {
    this.#form = this.#form === 'raw' ? 'human' : 'raw';
    this.#host.keep('form', this.#form);
    if (this.#content !== null) this.show(this.#content);
  }

  #saveSvg(content: TransactionContent, pictures: readonly SVGSVGElement[], name: string): void {
    const data = withExport(content, pictures, svgText);
    this.#host.send({ type: 'save', format: 'svg', name, data });
  }

  async #savePng(
    content: TransactionContent,
    pictures: readonly SVGSVGElement[],
    name: string,
  ): Promise<void> {
    const data = await withExport(content, pictures, pngBase64);
    this.#host.send({ type: 'save', format: 'png', name, data });
  }
}

interface Parts {
  readonly route: Route;
  readonly statement: Statement;
  readonly check: ClosingCheck;
}

const setPressed = (toggle: HTMLButtonElement, isPressed: boolean): HTMLButtonElement => {
  setAttributes(toggle, { 'aria-pressed': String(isPressed) });
  return toggle;
};

/** Gives a drawing a place in the page for as long as its looks are read. */
function withExport<Result>(
  content: TransactionContent,
  pictures: readonly SVGSVGElement[],
  read: (drawing: SVGSVGElement) => Result,
): Result {
  const drawing = exportPicture(content, pictures);
  const place = element('div', { class: 'unseen', 'aria-hidden': 'true' }, drawing);
  document.body.append(place);
  try {
    return read(drawing);
  } finally {
    place.remove();
  }
}

const noRoute = ({ isSuccess }: TransactionContent): string =>
  isSuccess
    ? t('This transaction made no swap.')
    : t('No swap took effect: the transaction failed and was taken back as a whole.');

function closing({ closes, headline, sentences }: ClosingCheck): HTMLElement {
  const mark = closes === null ? '' : closes ? '✓ ' : '⚠ ';
  return element(
    'p',
    { class: `check ${closes === false ? 'open' : 'closed'}` },
    element('strong', {}, `${mark}${headline}`),
    ' ',
    sentences.join(' '),
  );
}
