import { t } from '@vscode/l10n';
import { formatCount, formatUsd, formatUtcDateTime, formatUtcTime } from '../../api/format.ts';
import { withPlusSign } from '../../api/tokenAmounts.ts';
import { addListeners, button, element, replaceKeepingFocus } from '../dom.ts';
import type { ListedArbitrage, ListOrder, MarketListContent } from '../messages/market.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { scrollingTable, table } from '../tables.ts';

export interface ArbitrageListOptions {
  readonly choose: (order: ListOrder) => void;
  readonly open: (signature: string) => void;
  readonly more: () => void;
}

/** Each row opens its transaction; the list is a single tab stop. */
export class ArbitrageList {
  readonly element: HTMLElement;
  readonly #options: ArbitrageListOptions;
  readonly #order: SegmentedControl<ListOrder>;
  readonly #rows = element('div');
  #current: string | undefined;

  constructor(options: ArbitrageListOptions) {
    this.#options = options;
    this.#order = new SegmentedControl(
      'order',
      t('Order'),
      { gain: t('Highest net gain'), time: t('Newest') },
      options.choose,
    );
    this.element = element('section', { class: 'arbitrages', 'aria-label': t('Arbitrages') }, [
      this.#order.element,
      this.#rows,
    ]);
    addListeners(this.#rows, {
      click: ({ target }) => {
        const row = target instanceof Element ? target.closest('[data-signature]') : null;
        const signature = row?.getAttribute('data-signature');
        if (signature) options.open(signature);
      },
      focusin: ({ target }) => {
        if (target instanceof HTMLElement) this.#setCurrent(target.dataset['focus']);
      },
      keydown: (event) => this.#moveFocus(event),
    });
  }

  /** `hasDates`: for periods longer than a day. */
  show(list: MarketListContent | null, order: ListOrder, hasDates: boolean): void {
    this.#order.show(order);
    if (list === null) {
      replaceKeepingFocus(this.#rows, null);
      return;
    }
    const { rows, hasMore } = list;
    const columns = [t('Time, UTC'), '', t('Net, USD'), t('Route'), t('Provider')];
    replaceKeepingFocus(
      this.#rows,
      rows.length === 0
        ? element('p', { class: 'dim empty-list' }, t('No arbitrages in this range.'))
        : scrollingTable(
            t('Arbitrages'),
            table({}, t('Select a row to open the transaction.'), columns, (at) => at === 2, [
              ...rows.map((row) => listRow(row, hasDates)),
            ]),
          ),
      hasMore &&
        button(t('Show More'), () => this.#options.more(), {
          class: 'link more',
          'data-focus': 'more',
        }),
    );
    this.#setCurrent(this.#current);
  }

  #controls(): HTMLElement[] {
    return [...this.#rows.querySelectorAll<HTMLElement>('td [data-focus], th [data-focus]')];
  }

  /** Sets the row that Tab reaches; the first row if the wanted one is gone. */
  #setCurrent(wanted: string | undefined): void {
    const controls = this.#controls();
    const current = controls.find((each) => each.dataset['focus'] === wanted) ?? controls[0];
    if (wanted !== 'more') this.#current = current?.dataset['focus'];
    for (const each of controls) each.tabIndex = each === current ? 0 : -1;
  }

  #moveFocus(event: KeyboardEvent): void {
    const controls = this.#controls();
    const at = controls.indexOf(event.target as HTMLElement);
    if (at === -1) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: controls.length - 1,
    };
    const to = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (to === undefined) return;
    event.preventDefault();
    controls[to]?.focus();
  }
}

const outcomes: Readonly<
  Record<ListedArbitrage['outcome'], { sign: string; name: () => string; style: string }>
> = {
  gain: { sign: '▲', name: () => t('Gain'), style: 'up' },
  loss: { sign: '▽', name: () => t('Loss'), style: 'down' },
  unknown: { sign: '?', name: () => t('Unknown'), style: 'dim' },
  failed: { sign: '⊘', name: () => t('Failed'), style: 'down' },
  'no-swap': { sign: '⊖', name: () => t('No swap'), style: 'dim' },
};

function listRow(
  { signature, atMilliseconds, outcome, netGainsUsd, route, provider }: ListedArbitrage,
  hasDates: boolean,
): HTMLElement {
  const format = hasDates ? formatUtcDateTime : formatUtcTime;
  const time = atMilliseconds === null ? t('unknown') : format(atMilliseconds).replace(' UTC', '');
  const { sign, name, style } = outcomes[outcome];
  // No click handler: clicks bubble up to the row.
  const open = element(
    'button',
    {
      type: 'button',
      class: 'link',
      'data-focus': signature,
      'aria-label': t('Open the transaction of {0}', time),
    },
    time,
  );
  return element('tr', { 'data-signature': signature }, [
    element('th', { scope: 'row' }, open),
    element('td', { class: style }, [
      element('span', { 'aria-hidden': 'true' }, sign),
      element('span', { class: 'spoken' }, name()),
    ]),
    element(
      'td',
      { class: `figure ${style}` },
      netGainsUsd === null ? t('unknown') : withPlusSign(formatUsd(netGainsUsd).replace('$', '')),
    ),
    element('td', { class: 'route' }, [
      element('bdi', {}, route.length === 0 ? '—' : route.join(' → ')),
    ]),
    element('td', {}, element('bdi', {}, provider)),
  ]);
}

export const countLabel = (count: number): string =>
  count === 1 ? t('1 transaction') : t('{0} transactions', formatCount(count));
