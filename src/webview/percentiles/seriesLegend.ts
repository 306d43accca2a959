import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatLamports } from '../../api/format.ts';
import { joinList, joinNote } from '../../api/join.ts';
import { linePatterns } from '../charts/marks.ts';
import { formatPercentile, maxPercent } from '../charts/percentileAt.ts';
import {
  addListeners,
  button,
  element,
  replaceKeepingFocus,
  setAttributes,
  svgElement,
} from '../dom.ts';
import { interpolate } from '../interpolate.ts';
import { smallSampleSize } from '../messages/percentiles.ts';
import { type ChartLine, type ChartModel, isMarket, type LegendEntry } from './chartModel.ts';
import { isPercent } from './displayOptions.ts';
import { formatWindow } from './labels.ts';
import { colorClass, pointPath } from './plot.ts';

interface SeriesLegendOptions {
  readonly choosePercent: (percent: number) => void;
  readonly draw: (entries: readonly LegendEntry[], isDrawn: boolean) => void;
  readonly unfold: (isUnfolded: boolean) => void;
  readonly copy: (text: string, what: string) => void;
}

/** One tab stop, arrow keys. A click on an amount copies it. */
export class SeriesLegend {
  readonly element: HTMLElement;
  readonly #options: SeriesLegendOptions;
  readonly #slider: HTMLInputElement;
  readonly #percentInput: HTMLInputElement;
  readonly #table = element('table', {
    class: 'legend',
    role: 'grid',
    'aria-label': t('Providers'),
  });
  readonly #notes = element('p', { class: 'dim small' });
  /** `data-focus` of the control that Tab reaches. */
  #current: string | undefined;

  constructor(options: SeriesLegendOptions) {
    this.#options = options;
    const choose = (input: HTMLInputElement) => () => {
      const percent = Number(input.value);
      if (input.value !== '' && isPercent(percent)) options.choosePercent(percent);
    };
    const range = { min: 0, max: maxPercent, step: 1, 'aria-label': t('Percentile') };
    this.#slider = element('input', { type: 'range', ...range });
    this.#percentInput = element('input', { type: 'number', ...range });
    for (const input of [this.#slider, this.#percentInput])
      addListeners(input, { input: choose(input) });
    addListeners(this.#table, {
      keydown: (event) => this.#moveFocus(event),
      focusin: ({ target }) => {
        if (target instanceof HTMLElement) this.#setCurrent(target.dataset['focus']);
      },
    });
    this.element = element('div', { class: 'readings' }, [
      element('div', { class: 'percent' }, [
        element('h2', {}, interpolate(t('Amount at p{0}', '{0}'), this.#percentInput)),
        this.#slider,
      ]),
      this.#table,
      this.#notes,
    ]);
  }

  get focusedKey(): string | null {
    const row = this.#table.querySelector(':focus')?.closest<HTMLElement>('[data-series]');
    return row?.dataset['series'] ?? null;
  }

  show({ legend, groups }: ChartModel, percent: number, isUnfolded: boolean): void {
    this.#slider.value = String(percent);
    setAttributes(this.#slider, { 'aria-valuetext': formatPercentile(percent) });
    if (document.activeElement !== this.#percentInput) this.#percentInput.value = String(percent);
    const windows = groups[0]?.windows.map(({ response }) => response.windowSeconds) ?? [];
    const small = legend.filter(({ isSmall }) => isSmall);
    replaceKeepingFocus(
      this.#table,
      element('thead', {}, this.#head(windows, groups[0]?.display.title ?? '', percent)),
      element('tbody', {}, [
        ...legend.filter(({ isSmall }) => !isSmall).map((each) => this.#row(each, windows)),
        small.length > 0 && this.#foldRow(small, isUnfolded, windows),
        ...(isUnfolded ? small.map((each) => this.#row(each, windows)) : []),
      ]),
    );
    this.#setCurrent(this.#current);
    this.#notes.textContent = [
      interpolationNote(legend, percent),
      legend.some(({ lines }) => lines.some((each) => each !== null && isMarket(each.series)))
        ? t('Market is estimated from the percentiles of all providers.')
        : '',
    ].join(' ');
  }

  #head(windows: readonly number[], unit: string, percent: number): HTMLElement {
    const heading = (label: string, attributes = {}) =>
      element('th', { scope: 'col', ...attributes }, label);
    const sample = heading('n', { class: 'figure', 'aria-sort': 'descending' });
    sample.append(element('span', { 'aria-hidden': 'true' }, ' ↓'));
    return element('tr', {}, [
      heading(t('Provider')),
      windows.length > 1 && heading(t('Window')),
      sample,
      heading(joinList([formatPercentile(percent), unit]), { class: 'figure' }),
    ]);
  }

  #row(entry: LegendEntry, windows: readonly number[]): HTMLElement {
    const { key, label, isDrawn, lines } = entry;
    const box = addListeners(
      element('input', { type: 'checkbox', 'data-focus': `box ${key}`, checked: isDrawn }),
      { change: () => this.#options.draw([entry], box.checked) },
    );
    const name = element('label', { class: 'line-switch' }, [
      box,
      swatch(entry),
      element('bdi', {}, label),
    ]);
    const stacked = (parts: readonly (HTMLElement | string)[]) =>
      parts.map((part) => element('div', {}, part));
    const sample = (each: ChartLine | null) =>
      each === null ? '—' : formatCount(each.series.sample);
    return element('tr', { 'data-series': key, class: isDrawn ? null : 'is-hidden' }, [
      element('th', { scope: 'row', class: 'line-name', title: label }, name),
      windows.length > 1 &&
        element('td', { class: 'dim' }, stacked(windows.map((each) => formatDuration(each)))),
      element('td', { class: 'figure' }, stacked(lines.map(sample))),
      element(
        'td',
        { class: 'figure' },
        stacked(lines.map((each, at) => this.#amount(entry, each, windows[at] ?? 0, at))),
      ),
    ]);
  }

  #foldRow(
    small: readonly LegendEntry[],
    isUnfolded: boolean,
    windows: readonly number[],
  ): HTMLElement {
    const areDrawn = small.every(({ isDrawn }) => isDrawn);
    const count = formatCount(small.length);
    const fold = button(
      small.length === 1
        ? t('1 provider with n below {0}', smallSampleSize)
        : t('{0} providers with n below {1}', count, smallSampleSize),
      () => this.#options.unfold(!isUnfolded),
      { class: 'quiet fold', 'aria-expanded': String(isUnfolded), 'data-focus': 'fold' },
    );
    const all = button(
      areDrawn ? t('Hide All') : t('Draw All'),
      () => this.#options.draw(small, !areDrawn),
      { class: 'link', 'data-focus': 'all' },
    );
    const columns = windows.length > 1 ? 4 : 3;
    return element('tr', {}, [
      element('td', { colspan: columns }, element('div', { class: 'fold-row' }, [fold, all])),
    ]);
  }

  #amount(
    { display, label, key }: LegendEntry,
    line: ChartLine | null,
    windowSeconds: number,
    column: number,
  ): HTMLElement | string {
    const marker = line?.marker ?? null;
    if (marker === null) return '—';
    const amount = display.format(marker.value);
    const { lamports, percentile } = marker;
    const between = percentile.interpolatedBetween
      ?.map((each) => `${each.key} ${display.format(each.amount * display.factor)}`)
      .join(' – ');
    if (lamports === null) return element('span', { title: between ?? '' }, amount);
    const what = formatLamports(lamports);
    const window = formatWindow(windowSeconds);
    const copy = button(
      display.formatWithoutUnit(marker.value),
      () => this.#options.copy(String(lamports), what),
      {
        class: 'link amount',
        title: between === undefined ? t('Copy {0}', what) : joinNote(t('Copy {0}', what), between),
        'aria-label': t('{0}, {1}, {2}: copy {3}', amount, label, window, what),
        'data-focus': `amount ${column} ${key}`,
        'data-lamports': String(lamports),
      },
    );
    copy.append(copyIcon());
    return copy;
  }

  /** Sets the control that Tab reaches; the first one if the wanted one is gone. */
  #setCurrent(wanted: string | undefined): void {
    const controls = [...this.#table.querySelectorAll<HTMLElement>('[data-focus]')];
    const current = controls.find((each) => each.dataset['focus'] === wanted) ?? controls[0];
    this.#current = current?.dataset['focus'];
    for (const each of controls) each.tabIndex = each === current ? 0 : -1;
  }

  /** Up and down move to the same control of another row, left and right within a row. */
  #moveFocus(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement)) return;
    const { target } = event;
    const rows = [...this.#table.rows]
      .map((row) => [...row.querySelectorAll<HTMLElement>('[data-focus]')])
      .filter((controls) => controls.length > 0);
    const y = rows.findIndex((controls) => controls.includes(target));
    const row = rows[y];
    if (row === undefined) return;
    const x = row.indexOf(target);
    const vertical = (to: readonly HTMLElement[] | undefined) => to?.[Math.min(x, to.length - 1)];
    const moves: Readonly<Record<string, () => HTMLElement | undefined>> = {
      ArrowDown: () => vertical(rows[y + 1]),
      ArrowUp: () => vertical(rows[y - 1]),
      ArrowRight: () => row[x + 1],
      ArrowLeft: () => row[x - 1],
      Home: () => vertical(rows[0]),
      End: () => vertical(rows.at(-1)),
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    moves[event.key]?.()?.focus();
  }
}

function interpolationNote(legend: readonly LegendEntry[], percent: number): string {
  const [between] = legend
    .flatMap(({ lines }) => lines)
    .flatMap((each) =>
      each?.marker?.percentile.interpolatedBetween
        ? [each.marker.percentile.interpolatedBetween]
        : [],
    );
  return between === undefined
    ? ''
    : t(
        '{0} is interpolated between {1} and {2}; the true value lies between them.',
        formatPercentile(percent),
        between[0].key,
        between[1].key,
      );
}

const copyIcon = (): SVGSVGElement =>
  svgElement(
    'svg',
    { class: 'copy-sign', viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true' },
    [svgElement('path', { d: 'M4 3.5V1.5H10.5V8.5H8M1.5 3.5H8V10.5H1.5Z' })],
  );

const swatch = ({ style }: LegendEntry): SVGSVGElement =>
  svgElement(
    'svg',
    {
      class: `swatch series ${colorClass(style)}`,
      viewBox: '0 0 30 14',
      width: 30,
      height: 14,
      'aria-hidden': 'true',
    },
    [
      svgElement('path', {
        class: 'series-line',
        d: 'M0 7H30',
        'stroke-dasharray': linePatterns[style.pattern] || null,
      }),
      style.shape !== null &&
        svgElement('path', { class: 'point', d: pointPath(style), transform: 'translate(15 7)' }),
    ],
  );
