import { t } from '@vscode/l10n';
import { addListeners, button, element, replaceContent } from '../dom.ts';
import type { PercentileContent, PercentileRequest } from '../messages/percentiles.ts';
import type { ExportFormat } from '../messages.ts';
import type { Page } from '../page.ts';
import { inEnglish } from '../pageLanguage.ts';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import { Tabs } from '../tabs.ts';
import { type ChartModel, chartModel } from './chartModel.ts';
import { historyTables, percentileTables } from './chartTables.ts';
import { DisplayBar } from './displayBar.ts';
import {
  type DisplayOptions,
  parseDisplayOptions,
  refreshIntervalsSeconds,
} from './displayOptions.ts';
import { drawHistoryChart } from './historyChart.ts';
import { describeFilter, methodLabel, rateLimitMessage, statisticLabel } from './labels.ts';
import { publishedPercents } from './percentileAt.ts';
import { drawPercentileChart } from './percentileChart.ts';
import { percentilesCsv } from './percentilesCsv.ts';
import { QueryForm } from './queryForm.ts';
import { SeriesLegend } from './seriesLegend.ts';

/** What of the page's end of the messages is needed here. */
type PercentilesPageHost = Pick<
  Page<PercentileContent, PercentileRequest>,
  'send' | 'getState' | 'setState'
>;

const stateKey = 'choices';
const minWidth = 420;

/** The whole of the percentile charts. What is shown stays until the next answer is there. */
export class PercentilesPage {
  readonly element: HTMLElement;
  readonly #host: PercentilesPageHost;
  readonly #form: QueryForm;
  readonly #displayBar: DisplayBar;
  readonly #legend: SeriesLegend;
  readonly #tabs: Tabs;
  readonly #rateLimit = element('span', { class: 'limit' });
  readonly #filterSummary = element('span');
  readonly #tables = element('div', { class: 'tables' });
  readonly #badges = element('span', { class: 'badges' });
  readonly #errors = element('ul', { class: 'faults' });
  readonly #refreshEvery: HTMLSelectElement;
  readonly #percentileView = createChartView();
  readonly #historyView = createChartView();
  #options: DisplayOptions;
  #drawnWidth = 0;
  #content: PercentileContent | null = null;
  #refreshTimer: number | undefined;
  #rateLimitTimer: number | undefined;

  constructor(host: PercentilesPageHost) {
    this.#host = host;
    this.#options = parseDisplayOptions(host.getState(stateKey));
    this.#form = new QueryForm((query) => host.send({ type: 'ask', query }));
    this.#displayBar = new DisplayBar((change) => this.#setOptions(change));
    this.#legend = new SeriesLegend({
      choosePercent: (percent) => this.#setOptions({ percent }),
      toggle: (key, isHidden) => this.#toggle(key, isHidden),
      copy: (text, what) => host.send({ type: 'copy', text, what }),
      highlight: (key) => this.#highlight(key),
    });
    this.#tabs = new Tabs(
      t('Pictures'),
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
        { 'aria-label': t('Ask again by itself while this is seen') },
        refreshIntervalsSeconds.map((seconds) =>
          element('option', { value: seconds }, [
            seconds === 0 ? t('when asked') : t('every {0} min', seconds / 60),
          ]),
        ),
      ),
      { change: () => this.#setOptions({ refreshSeconds: Number(this.#refreshEvery.value) }) },
    );
    this.element = element('div', { class: 'percentiles' }, [this.#head(), this.#body()]);
    this.#tabs.select(this.#options.tab);
    const resized = new ResizeObserver(() => {
      // It also fires when it begins, when all is drawn already.
      if (this.#width() !== this.#drawnWidth) this.#drawChart();
    });
    resized.observe(this.#percentileView.room);
    resized.observe(this.#historyView.room);
  }

  show(content: PercentileContent): void {
    const isDrawn = this.#content !== null && areSameResponses(this.#content, content);
    this.#content = content;
    this.#showRateLimit(content);
    if (isDrawn) return;
    this.#form.show(content.query);
    replaceContent(
      this.#badges,
      element('span', { class: 'badge' }, content.source),
      content.isSimulated && element('span', { class: 'badge' }, t('simulated data')),
      element('span', { class: 'badge' }, methodLabel(content.isNearestRank)),
    );
    replaceContent(
      this.#errors,
      ...content.responses.flatMap(({ faults }) => faults.map((fault) => element('li', {}, fault))),
    );
    this.#draw();
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
      element('div', { class: 'about dim' }, [this.#filterSummary, this.#rateLimit]),
      this.#errors,
      element('div', { class: 'beside' }, [
        element('div', { class: 'views' }, [
          this.#percentileView.element,
          this.#historyView.element,
        ]),
        this.#legend.element,
      ]),
      this.#tables,
    ]);
  }

  /** When the next request is allowed, counted down. */
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

  #toggle(key: string, isHidden: boolean): void {
    const others = this.#options.hidden.filter((each) => each !== key);
    this.#setOptions({ hidden: isHidden ? [...others, key] : others });
  }

  /** The page goes when nobody sees it, and this with it. */
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

  #model({ responses, solPrice }: PercentileContent): ChartModel {
    const { unit, solPriceUsd, percent, hidden } = this.#options;
    return chartModel(responses, {
      solUnit: unit,
      solPriceUsd: solPriceUsd ?? solPrice?.usd ?? null,
      percent,
      hidden: new Set(hidden),
    });
  }

  #draw(): void {
    const content = this.#content;
    if (content === null) return;
    const model = this.#model(content);
    const { percent, tab } = this.#options;
    this.#displayBar.show(this.#options, content.solPrice);
    this.#filterSummary.textContent = describeFilter(content.query);
    this.#legend.show(model, percent);
    this.#drawChart(content, model);
    const isTime = tab === 'time';
    replaceContent(
      this.#tables,
      ...(isTime ? historyTables(model, content.history, percent) : percentileTables(model)),
    );
  }

  /** The room of the tab that is open. */
  #activeContainer(): HTMLElement {
    return (this.#options.tab === 'time' ? this.#historyView : this.#percentileView).room;
  }

  #width(): number {
    return Math.max(minWidth, Math.floor(this.#activeContainer().clientWidth));
  }

  #drawChart(content = this.#content, model = content === null ? null : this.#model(content)) {
    if (content === null || model === null) return;
    const { tab, scale, percent } = this.#options;
    const room = this.#activeContainer();
    replaceContent(tab === 'time' ? this.#percentileView.room : this.#historyView.room);
    this.#drawnWidth = this.#width();
    if (model.groups.length === 0) {
      replaceContent(room, emptyMessage(content));
      return;
    }
    const options = { model, query: content.query, width: this.#drawnWidth, scale, percent };
    const picture =
      tab === 'time'
        ? drawHistoryChart(options, content.history)
        : addListeners(drawPercentileChart(options), {
            click: (event) => this.#onChartClick(event, picture),
          });
    replaceContent(room, picture);
  }

  /** A click into the picture moves the marker to the nearest of the twelve. */
  #onChartClick(event: MouseEvent, picture: SVGSVGElement): void {
    const at = nearestTick(event, picture);
    const percent = at === null ? undefined : publishedPercents[at];
    if (percent !== undefined) this.#setOptions({ percent });
  }

  /** Lifts one line out of the others, in the picture and in the table. */
  #highlight(key: string | null): void {
    for (const each of this.element.querySelectorAll<SVGElement | HTMLElement>('[data-series]')) {
      const isPointed = each.dataset['series'] === key;
      each.classList.toggle('is-pointed', key !== null && isPointed);
      each.classList.toggle('is-aside', key !== null && !isPointed);
    }
  }

  async #save(format: ExportFormat): Promise<void> {
    const content = this.#content;
    if (content === null) return;
    const { query, responses, history, source, isNearestRank } = content;
    const isTime = this.#options.tab === 'time';
    // Files are named, and machines read them, alike in every language.
    const [name, method] = inEnglish(() => [
      `${statisticLabel(query.statistic)} ${isTime ? 'over time' : ''}`,
      methodLabel(isNearestRank),
    ]);
    if (format === 'csv') {
      const all = isTime ? history.flat() : responses;
      const data = percentilesCsv(all, query, source, method);
      this.#host.send({ type: 'save', format, name, data });
      return;
    }
    const picture = this.#activeContainer().querySelector('svg');
    if (picture === null) return;
    const data = format === 'svg' ? serializeSvg(picture) : await renderPngBase64(picture);
    this.#host.send({ type: 'save', format, name, data });
  }
}

/** Only the limits have changed, which is told every second while requests are made. */
const areSameResponses = (before: PercentileContent, now: PercentileContent): boolean =>
  before.source === now.source &&
  JSON.stringify([before.query, before.responses]) === JSON.stringify([now.query, now.responses]);

/** What a tab shows, and the room in it that the picture fills. */
function createChartView() {
  const room = element('div', { class: 'picture-room' });
  return { element: element('div', {}, room), room };
}

const emptyMessage = ({ responses }: PercentileContent): HTMLElement =>
  element('p', { class: 'empty' }, [
    responses.some(({ series }) => series.length > 0)
      ? t('Nothing is drawn.')
      : t(
          'No transaction of this kind in the window. Widen the window or the range, or take other providers.',
        ),
  ]);

/** Which of the twelve a click is nearest to; null outside of the axes. */
function nearestTick(event: MouseEvent, picture: SVGSVGElement): number | null {
  const { left, width } = picture.getBoundingClientRect();
  const x = ((event.clientX - left) / width) * picture.viewBox.baseVal.width;
  const y = event.clientY;
  const ticks = [...picture.querySelectorAll<SVGElement>('[data-at]')].filter((tick) => {
    const box = tick.closest('.plot')?.getBoundingClientRect();
    return box !== undefined && y >= box.top && y <= box.bottom;
  });
  let nearest: { at: number; distance: number } | null = null;
  for (const tick of ticks) {
    const distance = Math.abs(Number(tick.getAttribute('x')) - x);
    if (nearest === null || distance < nearest.distance) {
      nearest = { at: Number(tick.dataset['at']), distance };
    }
  }
  return nearest === null || nearest.distance > 40 ? null : nearest.at;
}
