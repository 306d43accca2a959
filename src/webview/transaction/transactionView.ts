import { t } from '@vscode/l10n';
import { button, element, replaceContent } from '../dom.ts';
import type { TransactionContent, TransactionPageRequest } from '../messages/transaction.ts';
import type { ExportFormat } from '../messages.ts';
import type { Page } from '../page.ts';
import { exportTitle } from '../route/exportDrawing.ts';
import type { AmountFormat } from '../route/routeLabels.ts';
import { shortSafeAddress } from '../route/routeModel.ts';
import { emptyMap, RoutePictures } from '../route/routePictures.ts';
import { transactionMarkdown } from '../route/transactionMarkdown.ts';
import { Tabs } from '../tabs.ts';
import { relatedLinks } from './relatedLinks.ts';
import { transactionHeader } from './transactionHeader.ts';
import { triedPools } from './triedPools.ts';

type TransactionViewHost = Pick<
  Page<TransactionContent, TransactionPageRequest>,
  'send' | 'getState' | 'setState'
>;

export class TransactionView {
  /** Starts with an empty map container, so that its width is known before the first content. */
  readonly element = element('div', {}, element('div', { class: 'pictures' }, emptyMap()));
  readonly #host: TransactionViewHost;
  #content: TransactionContent | null = null;
  #amountFormat: AmountFormat;
  #tab: string;
  #pictures: RoutePictures | null = null;

  constructor(host: TransactionViewHost) {
    this.#host = host;
    this.#amountFormat = host.getState('form') === 'raw' ? 'raw' : 'human';
    this.#tab = host.getState('tab') === 'json' ? 'json' : 'route';
    new ResizeObserver(() => this.#pictures?.drawMap()).observe(this.element);
  }

  show(content: TransactionContent): void {
    this.#content = content;
    // Read the width before changing the page; afterwards it would force a layout without the map.
    const room = this.element.querySelector('.map')?.clientWidth ?? 0;
    this.#pictures = null;
    const focused = document.activeElement?.id ?? '';
    const pictures = new RoutePictures({
      content,
      amountFormat: this.#amountFormat,
      copy: this.#copy,
      emptyMessage: content.isSuccess
        ? t('This transaction has no swaps.')
        : t('The transaction failed, so no swap took effect.'),
    });
    pictures.drawMap(room);
    const { route } = pictures;
    const routePanel = element('section', { tabindex: -1 }, [
      element('div', { class: 'pictures' }, [pictures.map, pictures.steps]),
      pictures.legs,
      triedPools(content, route, this.#copy),
      pictures.check,
    ]);
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
        // Renders a long response on first use, and the map if its width changed.
        if (id === 'json' && jsonPanel.childElementCount === 0)
          this.#renderJson(jsonPanel, content);
        this.#pictures?.drawMap();
      },
    );
    replaceContent(
      this.element,
      transactionHeader(content, route, this.#copy),
      relatedLinks(content, route, ({ kind, id }) =>
        this.#host.send({ type: 'open-related', kind, id }),
      ),
      element('div', { class: 'bar' }, [tabs.tabList, this.#toolbar(content, pictures)]),
      routePanel,
      jsonPanel,
    );
    tabs.select(this.#tab);
    this.#pictures = pictures;
    if (focused !== '') document.getElementById(focused)?.focus();
  }

  readonly #copy = (text: string, what: string): void => {
    this.#host.send({ type: 'copy', text, what });
  };

  #renderJson(panel: HTMLElement, { json }: TransactionContent): void {
    replaceContent(
      panel,
      button(t('Copy'), () => this.#copy(json, 'JSON')),
      element('pre', { class: 'json', tabindex: 0, 'aria-label': t('Response as JSON') }, json),
    );
  }

  #toolbar(content: TransactionContent, pictures: RoutePictures): HTMLElement {
    const host = this.#host;
    const save = (format: ExportFormat) => void this.#save(format, content, pictures);
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

  /** Saves the whole drawing, regardless of the page's width. */
  async #save(
    format: ExportFormat,
    content: TransactionContent,
    pictures: RoutePictures,
  ): Promise<void> {
    const name = `route ${shortSafeAddress(content.signature).replace('…', '-')}`;
    const data = await pictures.toFile(format, exportTitle(content));
    this.#host.send({ type: 'save', format, name, data });
  }
}
