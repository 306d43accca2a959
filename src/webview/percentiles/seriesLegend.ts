import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import {
  addListeners,
  button,
  element,
  onHighlight,
  replaceKeepingFocus,
  setAttributes,
  svgElement,
} from '../dom.ts';
import { interpolate } from '../interpolate.ts';
import type { ChartGroup, ChartLine, ChartModel, LegendEntry } from './chartModel.ts';
import { isPercent } from './displayOptions.ts';
import { formatSample, formatWindow } from './labels.ts';
import { formatPercentile, maxPercent } from './percentileAt.ts';
import { colorClass, pointPath } from './plot.ts';
import { linePatterns } from './seriesStyle.ts';

interface SeriesLegendOptions {
  readonly choosePercent: (percent: number) => void;
  readonly toggle: (key: string, isHidden: boolean) => void;
  readonly copy: (text: string, what: string) => void;
  /** Under a pointer or the focus; null: none. */
  readonly highlight: (key: string | null) => void;
}

/**
 * The list beside the picture: every line with its look, its sample, a switch, and what the chosen
 * percentile would cost with it, which a click copies as lamports.
 */
export class SeriesLegend {
  readonly element: HTMLElement;
  readonly #options: SeriesLegendOptions;
  readonly #slider: HTMLInputElement;
  readonly #percentInput: HTMLInputElement;
  readonly #list = element('ul', { class: 'lines' });
  readonly #unit = element('p', { class: 'dim small' });
  readonly #note = element('p', { class: 'dim small' });

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
    this.element = element(
      'section',
      { class: 'readings', 'aria-label': t('What a percentile would cost') },
      [
        element('h2', {}, interpolate(t('What would p{0} cost me?', '{0}'), this.#percentInput)),
        this.#slider,
        this.#unit,
        this.#list,
        this.#note,
      ],
    );
  }

  show({ legend, groups }: ChartModel, percent: number): void {
    this.#slider.value = String(percent);
    setAttributes(this.#slider, { 'aria-valuetext': formatPercentile(percent) });
    if (document.activeElement !== this.#percentInput) this.#percentInput.value = String(percent);
    replaceKeepingFocus(this.#list, ...legend.map((entry) => this.#line(entry, groups)));
    const [first] = groups;
    this.#unit.textContent =
      first === undefined
        ? ''
        : t('In {0}; a click on an amount copies it as lamports.', first.display.title);
    const isBetween = groups.some(({ windows }) =>
      windows.some(({ lines }) =>
        lines.some(
          ({ marker }) => marker !== null && marker.percentile.interpolatedBetween !== null,
        ),
      ),
    );
    this.#note.textContent = isBetween
      ? t(
          '{0} is none of the twelve: each amount lies on the line between its neighbours, the true one between them.',
          formatPercentile(percent),
        )
      : '';
  }

  #line(entry: LegendEntry, groups: readonly ChartGroup[]): HTMLElement {
    const { key, label, samples, isHidden } = entry;
    const { toggle, highlight } = this.#options;
    const box = addListeners(
      element('input', { type: 'checkbox', 'data-focus': `box ${key}`, checked: !isHidden }),
      { change: () => toggle(key, !box.checked) },
    );
    const notes = samples.map((sample) => (sample === null ? t('none') : formatSample(sample)));
    return onHighlight(
      element('li', { 'data-series': key, class: isHidden ? 'is-hidden' : null }, [
        element('label', { class: 'line-switch' }, [
          box,
          swatch(entry),
          element('bdi', { class: 'line-name' }, label),
          element('span', { class: 'dim small' }, notes.join(' | ')),
        ]),
        element('div', { class: 'amounts' }, this.#amounts(key, groups)),
      ]),
      (isLit) => highlight(isLit ? key : null),
    );
  }

  #amounts(key: string, groups: readonly ChartGroup[]): HTMLElement[] {
    return groups.flatMap((group) =>
      group.windows.flatMap(({ response, lines }, at) => {
        const line = lines.find((each) => each.key === key);
        if (line === undefined) return [];
        const window = formatWindow(response.windowSeconds);
        return [this.#amount(line, group, { window, focus: `amount ${at} ${key}` })];
      }),
    );
  }

  #amount(
    { marker, label }: ChartLine,
    { display }: ChartGroup,
    { window, focus }: { readonly window: string; readonly focus: string },
  ): HTMLElement {
    if (marker === null) return element('span', { class: 'dim' }, '—');
    const words = display.format(marker.value);
    const figure = display.formatWithoutUnit(marker.value);
    const { lamports, percentile } = marker;
    const between =
      percentile.interpolatedBetween === null
        ? ''
        : percentile.interpolatedBetween
            .map(({ key, amount }) => `${key} ${display.format(amount * display.factor)}`)
            .join(', ');
    if (lamports === null) return element('span', { title: between }, words);
    const what = `${formatCount(lamports)} lamports`;
    const copy = button(figure, () => this.#options.copy(String(lamports), what), {
      class: 'amount',
      title:
        between === ''
          ? t('Copy {0} ({1})', what, window)
          : t('Copy {0} ({1}). Between {2}', what, window, between),
      'aria-label': t('{0}, {1}, {2}: copy {3}', words, label, window, what),
      'data-focus': focus,
      'data-lamports': String(lamports),
    });
    copy.append(copyIcon());
    return copy;
  }
}

/** Two sheets. */
const copyIcon = (): SVGSVGElement =>
  svgElement(
    'svg',
    { class: 'copy-sign', viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true' },
    [svgElement('path', { d: 'M4 3.5V1.5H10.5V8.5H8M1.5 3.5H8V10.5H1.5Z' })],
  );

/** A piece of the line with its point, as the picture has it. */
const swatch = ({ style }: LegendEntry): SVGSVGElement =>
  svgElement(
    'svg',
    {
      class: `swatch series ${colorClass(style)}`,
      viewBox: '0 0 26 14',
      width: 26,
      height: 14,
      'aria-hidden': 'true',
    },
    [
      svgElement('path', {
        class: 'series-line',
        d: 'M1 7H25',
        'stroke-dasharray': linePatterns[style.pattern] || null,
      }),
      svgElement('path', {
        class: 'point',
        d: pointPath(style),
        transform: 'translate(13 7)',
      }),
    ],
  );
