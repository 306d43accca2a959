import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { publishedPercents } from '../charts/percentileAt.ts';
import { addListeners, button, element, replaceContent } from '../dom.ts';
import {
  type PercentileContent,
  type PercentileRequest,
  type ResponseHistory,
  readHistory,
} from '../messages/percentiles.ts';
import type { ExportFormat } from '../messages.ts';
import type { Page } from '../page.ts';
import { inEnglish } from '../pageLanguage.ts';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import { Tabs } from '../tabs.ts';
import { type ChartModel, chartModel, isMarket, type LegendEntry } from './chartModel.ts';
import { historyTables, percentileTables } from './chartTables.ts';
import { DisplayBar } from './displayBar.ts';
import {
  type ChartView,
  type DisplayOptions,
  parseDisplayOptions,
  refreshIntervalsSeconds,
} from './displayOptions.ts';
import { shareAt } from './drawChart.ts';
import { drawHistoryChart } from './historyChart.ts';
import { methodLabel, nonceNote, rateLimitMessage, statisticLabel } from './labels.ts';
import { withMarket } from './marketSeries.ts';
import { drawPercentileChart } from './percentileChart.ts';
import { percentilesCsv } from './percentilesCsv.ts';
import { QueryForm } from './queryForm.ts';
import { SeriesLegend } from './seriesLegend.ts';

type PercentilesPageHost = Pick<
  Page<PercentileContent, PercentileRequest>,
  'send' | 'getState' | 'setState'
>;

const stateKey = 'choices';
const minWidth = 240;
/** A common plot is unreadable below this width or with too many providers. */
const minTogetherWidth = 600;
const maxTogether = 6;

/** The shown response stays until the next one arrives. */
export class PercentilesPage {
  readonly element: HTMLElement;
  readonly #host: PercentilesPageHost;
  readonly #form: QueryForm;
  readonly #displayBar: DisplayBar;
  readonly #legend: SeriesLegend;
  readonly #tabs: Tabs;
  readonly #rateLimit = element('span', { class: 'dim small' });
  readonly #tables = element('div', { class: 'tables' });
  readonly #badges = element('span', { class: 'badges' });
  readonly #nonces = element('p', { class: 'dim small' });
  readonly #faults = element('ul', { class: 'faults' });
  readonly #refreshEvery: HTMLSelectElement;
  readonly #percentileView = createChartView();
  readonly #historyView = createChartView();
  #options: DisplayOptions;
  #drawnWidth = 0;
  #content: PercentileContent | null = null;
  /** Cached: content arrives every second with new limits, but mostly the same history. */
  #history: { readonly text: string; readonly responses: ResponseHistory } | null = null;
  #pointed: string | null = null;
  #refreshTimer: number | undefined;
  #rateLimitTimer: number | undefined;

  constructor(host: PercentilesPageHost) {
    this.#host = host;
    this.#options = parseDisplayOptions(host.getState(stateKey));
    this.#form = new QueryForm((query) => host.send({ type: 'ask', query }));
    this.#displayBar = new DisplayBar((change) => this.#setOptions(change));
    this.#legend = new SeriesLegend({
      choosePercent: (percent) => this.#setOptions({ percent }),
      draw: (entries, isDrawn) => this.#setDrawn(entries, isDrawn),
      unfold: (isUnfolded) => this.#setOptions({ isUnfolded }),
      copy: (text, what) => host.send({ type: 'copy', text, what }),
    });
    this.#tabs = new Tabs(
      t('Charts'),
      [
        { id: 'percentiles', label: t('By percentile'), panel: this.#percentileView.element },
        { id: 'time', label: t('Over time'), panel: this.#historyView.element },
      ],
      (tab) => {
        if (tab !== this.#options.tab) this.#setOptions({ tab });
      },
    );
    this.#refreshEvery = addListeners(
      element(
        'select',
        { 'aria-label': t('Auto-refresh') },
        refreshIntervalsSeconds.map((seconds) =>
          element('option', { value: seconds }, [
            seconds === 0 ? t('Refresh manually') : t('Refresh every {0} min', seconds / 60),
          ]),
        ),
      ),
      { change: () => this.#setOptions({ refreshSeconds: Number(this.#refreshEvery.value) }) },
    );
    this.element = addListeners(
      element('div', { class: 'percentiles' }, [this.#head(), this.#body()]),
      {
        pointerover: ({ target }) => {
          const line = target instanceof Element ? target.closest('[data-series]') : null;
          this.#pointed = line?.getAttribute('data-series') ?? null;
          this.#highlight();
        },
        pointerleave: () => {
          this.#pointed = null;
          this.#highlight();
        },
        focusin: () => this.#highlight(),
        focusout: () => this.#highlight(),
      },
    );
    this.#tabs.select(this.#options.tab);
    const resized = new ResizeObserver(() => {
      // The observer also fires at its start, when the chart is already drawn.
      if (this.#width() !== this.#drawnWidth) this.#drawChart();
    });
    resized.observe(this.#percentileView.room);
    resized.observe(this.#historyView.room);
  }

  show(content: PercentileContent): void {
    const isDrawn = this.#content !== null && areSameResponses(this.#content, content);
    this.#content = content;
    // Read the width before changing the page; afterwards it would force an extra layout.
    const width = isDrawn ? 0 : this.#width();
    this.#showRateLimit(content);
    if (isDrawn) return;
    this.#form.show(content.query);
    const { source, isSimulated, isNearestRank } = content;
    replaceContent(
      this.#badges,
      badge(isSimulated ? joinLabel(source, t('simulated data')) : source),
      badge(methodLabel(isNearestRank)),
    );
    replaceContent(
      this.#faults,
      ...content.responses.flatMap(({ faults }) => faults.map((fault) => element('li', {}, fault))),
    );
    this.#nonces.textContent = nonceNote(content);
    this.#draw(width);
    this.#scheduleRefresh();
  }

  #head(): HTMLElement {
    const save = (format: ExportFormat, label: string) =>
      button(label, () => void this.#save(format), {
        class: 'quiet',
        title: t('Save as {0}', label),
      });
    return element('header', { class: 'head' }, [
      element('h1', {}, t('Percentiles')),
      this.#badges,
      element('span', { class: 'tools' }, [
        this.#rateLimit,
        save('csv', 'CSV'),
        save('svg', 'SVG'),
        save('png', 'PNG'),
        this.#refreshEvery,
        button(t('Refresh'), () => this.#host.send({ type: 'refresh' })),
      ]),
    ]);
  }

  #body(): HTMLElement {
    return element('div', { class: 'body' }, [
      this.#form.element,
      element('div', { class: 'bar' }, [this.#tabs.tabList, this.#displayBar.element]),
      this.#faults,
      element('div', { class: 'beside' }, [
        element('div', { class: 'views' }, [
          this.#percentileView.element,
          this.#historyView.element,
          element('p', { class: 'dim small' }, [
            t('Hollow marker: fewer than 5 transactions lie above it.'),
          ]),
          this.#nonces,
        ]),
        this.#legend.element,
      ]),
      this.#tables,
    ]);
  }

  #showRateLimit(content: PercentileContent): void {
    clearTimeout(this.#rateLimitTimer);
    const now = Date.now();
    this.#rateLimit.textContent = rateLimitMessage(content, now);
    const next = content.nextRequestAtMilliseconds;
    if (next === null || next <= now) return;
    this.#rateLimitTimer = setTimeout(() => this.#showRateLimit(content), 1_000);
  }

  #setOptions(change: Partial<DisplayOptions>): void {
    this.#options = { ...this.#options, ...change };
    this.#host.setState(stateKey, this.#options);
    this.#draw();
    if (change.refreshSeconds !== undefined) this.#scheduleRefresh();
  }

  #setDrawn(entries: readonly LegendEntry[], isDrawn: boolean): void {
    const keys = new Set(entries.map(({ key }) => key));
    const hidden = this.#options.hidden.filter((key) => !keys.has(key));
    const drawn = this.#options.drawn.filter((key) => !keys.has(key));
    // Saves only deviations from the default: small samples that are drawn, others that are hidden.
    for (const { key, isSmall } of entries) {
      if (isDrawn && isSmall) drawn.push(key);
      if (!isDrawn && !isSmall) hidden.push(key);
    }
    this.#setOptions({ hidden, drawn });
  }

  /** A hidden page is destroyed together with this timer. */
  #scheduleRefresh(): void {
    clearTimeout(this.#refreshTimer);
    const { refreshSeconds } = this.#options;
    this.#refreshEvery.value = String(refreshSeconds);
    if (refreshSeconds === 0) return;
    this.#refreshTimer = setTimeout(
      () => this.#host.send({ type: 'refresh' }),
      refreshSeconds * 1_000,
    );
  }

  #model({ query, responses, solPrice }: PercentileContent): ChartModel {
    const { unit, solPriceUsd, percent, hidden, drawn } = this.#options;
    return chartModel(withMarket(query, responses), {
      solUnit: unit,
      solPriceUsd: solPriceUsd ?? solPrice?.usd ?? null,
      percent,
      hidden: new Set(hidden),
      drawn: new Set(drawn),
    });
  }

  #historyOf({ query, history: text }: PercentileContent): ResponseHistory {
    if (this.#history?.text !== text) this.#history = { text, responses: readHistory(text) };
    return this.#history.responses.map((responses) => withMarket(query, responses));
  }

  #draw(width = this.#width()): void {
    const content = this.#content;
    if (content === null) return;
    const model = this.#model(content);
    const { percent, tab, isUnfolded } = this.#options;
    this.#displayBar.show(this.#options, content.solPrice);
    this.#legend.show(model, percent, isUnfolded);
    this.#drawChart(content, model, width);
    const tables =
      tab === 'time'
        ? historyTables(model, this.#historyOf(content), percent)
        : percentileTables(model);
    replaceContent(this.#tables, ...tables);
    this.#highlight();
  }

  #activeContainer(): HTMLElement {
    return (this.#options.tab === 'time' ? this.#historyView : this.#percentileView).room;
  }

  #width(): number {
    return Math.max(minWidth, Math.floor(this.#activeContainer().clientWidth));
  }

  #view({ legend }: ChartModel): ChartView {
    if (this.#options.view !== null) return this.#options.view;
    const providers = legend.filter(
      ({ isDrawn, lines }) =>
        isDrawn && lines.some((each) => each !== null && !isMarket(each.series)),
    );
    const isUnreadable = providers.length > maxTogether || window.innerWidth < minTogetherWidth;
    return isUnreadable && providers.length > 1 ? 'multiples' : 'together';
  }

  #drawChart(
    content = this.#content,
    model = content === null ? null : this.#model(content),
    width = this.#width(),
  ): void {
    if (content === null || model === null) return;
    const { tab, scale, percent } = this.#options;
    const { query } = content;
    const room = this.#activeContainer();
    replaceContent(tab === 'time' ? this.#percentileView.room : this.#historyView.room);
    this.#drawnWidth = width;
    const view = this.#view(model);
    this.#displayBar.showView(view);
    if (model.legend.every(({ isDrawn }) => !isDrawn)) {
      replaceContent(room, emptyMessage(model));
      return;
    }
    const options = { model, query, width, scale, percent, isMultiples: view === 'multiples' };
    const picture =
      tab === 'time'
        ? drawHistoryChart(options, this.#historyOf(content))
        : addListeners(drawPercentileChart(options, methodLabel(content.isNearestRank)), {
            click: (event) => this.#onChartClick(event),
          });
    replaceContent(room, picture);
  }

  /** Moves the marker to the nearest of the twelve percentiles. */
  #onChartClick({ target, clientX }: MouseEvent): void {
    const plot = target instanceof Element ? target.closest('.plot') : null;
    const area = plot?.querySelector('.plot-area')?.getBoundingClientRect();
    if (area === undefined) return;
    const nearest = Math.round(shareAt(area, clientX) * (publishedPercents.length - 1));
    const percent = publishedPercents[nearest];
    if (percent !== undefined) this.#setOptions({ percent });
  }

  /** Highlights the line under the pointer or whose legend row has the focus. */
  #highlight(): void {
    const lit = this.#pointed ?? this.#legend.focusedKey;
    for (const each of this.element.querySelectorAll<SVGElement | HTMLElement>('[data-series]')) {
      const isLit = each.dataset['series'] === lit;
      each.classList.toggle('is-lit', isLit);
      each.classList.toggle('is-faded', lit !== null && !isLit);
    }
  }

  async #save(format: ExportFormat): Promise<void> {
    const content = this.#content;
    if (content === null) return;
    const { query, responses, source, isNearestRank } = content;
    const isTime = this.#options.tab === 'time';
    // File names and contents are the same in every language.
    const [name, method] = inEnglish(() => [
      `${statisticLabel(query.statistic)} ${isTime ? 'over time' : ''}`,
      methodLabel(isNearestRank),
    ]);
    if (format === 'csv') {
      const { legend } = this.#model(content);
      const drawn = new Set(legend.flatMap(({ key, isDrawn }) => (isDrawn ? key : [])));
      const all = isTime ? this.#historyOf(content).flat() : withMarket(query, responses);
      const data = percentilesCsv(all, (key) => drawn.has(key), query, source, method);
      this.#host.send({ type: 'save', format, name, data });
      return;
    }
    const picture = this.#activeContainer().querySelector('svg');
    if (picture === null) return;
    const data = format === 'svg' ? serializeSvg(picture) : await renderPngBase64(picture);
    this.#host.send({ type: 'save', format, name, data });
  }
}

const badge = (text: string): HTMLElement => element('span', { class: 'badge' }, text);

/** Whether only the limits changed, which are sent every second during requests. */
const areSameResponses = (before: PercentileContent, now: PercentileContent): boolean =>
  before.source === now.source &&
  JSON.stringify([before.query, before.responses, before.nonces]) ===
    JSON.stringify([now.query, now.responses, now.nonces]);

function createChartView() {
  const room = element('div', { class: 'picture-room' });
  return { element: element('div', {}, room), room };
}

const emptyMessage = ({ legend }: ChartModel): HTMLElement =>
  element('p', { class: 'empty' }, [
    legend.length > 0
      ? t('No line is selected.')
      : t('No transactions match. Choose a longer window, a wider range or other providers.'),
  ]);
