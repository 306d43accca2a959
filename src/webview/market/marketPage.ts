import { t } from '@vscode/l10n';
import { formatDuration, formatPercent, formatUtcTime } from '../../api/format.ts';
import { joinLabel, joinNote } from '../../api/join.ts';
import { formatTimeRange } from '../charts/formatTimeRange.ts';
import { TimeChart } from '../charts/timeChart.ts';
import { timeTable } from '../charts/timeTable.ts';
import { withExportTitle } from '../charts/withExportTitle.ts';
import { button, element, replaceContent } from '../dom.ts';
import {
  chooseInterval,
  type MarketContent,
  type MarketHistoryContent,
  type MarketQuery,
  type MarketRequest,
} from '../messages/market.ts';
import type { ExportFormat } from '../messages.ts';
import type { Page } from '../page.ts';
import { inEnglish } from '../pageLanguage.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import { ArbitrageList, countLabel } from './arbitrageList.ts';
import {
  indexedShare,
  isSmallSample,
  marketChartData,
  toSelection,
  toTimeRange,
} from './marketChartData.ts';
import { marketCsv } from './marketCsv.ts';
import { ScopeSelect } from './scopeSelect.ts';
import { selectionSummary } from './selectionSummary.ts';

type MarketPageHost = Pick<Page<MarketContent, MarketRequest>, 'send' | 'getState' | 'setState'>;

const viewStateKey = 'view';
type MarketView = 'charts' | 'table';

/** Periods and intervals by segment label; null: everything stored, or automatic. */
const periodSeconds = {
  '1 h': 3_600,
  '6 h': 21_600,
  '24 h': 86_400,
  '30 d': 2_592_000,
  '1 y': 31_536_000,
  stored: null,
} as const;
const intervalSeconds = {
  auto: null,
  '1 min': 60,
  '5 min': 300,
  '1 h': 3_600,
  '1 d': 86_400,
} as const;
type Period = keyof typeof periodSeconds;
type Interval = keyof typeof intervalSeconds;

/** Segment for a number of seconds; that of null if no segment has the number. */
function segmentOf<Segments extends Readonly<Record<string, number | null>>>(
  segments: Segments,
  seconds: number | null,
): keyof Segments {
  const entries = Object.entries(segments);
  const found = entries.find(([, each]) => each === seconds);
  return (found ?? entries.find(([, each]) => each === null))?.[0] ?? '';
}

/** Pixels: narrowest distinguishable interval, and the chart's margins. */
const minIntervalWidth = 2;
const chartMargins = 108;

export class MarketPage {
  readonly element: HTMLElement;
  readonly #host: MarketPageHost;
  readonly #scope: ScopeSelect;
  readonly #period: SegmentedControl<Period>;
  readonly #interval: SegmentedControl<Interval>;
  readonly #view: SegmentedControl<MarketView>;
  readonly #chart: TimeChart;
  readonly #list: ArbitrageList;
  readonly #badges = element('span', { class: 'badges' });
  readonly #about = element('p', { class: 'dim small about' });
  readonly #table = element('div', { class: 'tables' });
  readonly #notes = element('p', { class: 'dim small' });
  readonly #heading = element('div', { class: 'selected' });
  readonly #summary = element('div', { 'aria-live': 'polite' });
  readonly #body: HTMLElement;
  readonly #missing = element('div', { class: 'not-offered' });
  readonly #drawingButtons: readonly HTMLButtonElement[];
  #content: MarketContent | null = null;
  #shownView: MarketView;

  constructor(host: MarketPageHost) {
    this.#host = host;
    this.#shownView = host.getState(viewStateKey) === 'table' ? 'table' : 'charts';
    this.#scope = new ScopeSelect(
      (scope) => this.#ask({ scope }),
      () => host.send({ type: 'enter-scope' }),
    );
    this.#period = new SegmentedControl(
      'period',
      t('Period'),
      {
        '1 h': '1 h',
        '6 h': '6 h',
        '24 h': '24 h',
        '30 d': '30 d',
        '1 y': '1 y',
        stored: t('All stored'),
      },
      (period) => this.#ask({ periodSeconds: periodSeconds[period] }),
    );
    this.#interval = new SegmentedControl(
      'interval',
      t('Interval'),
      { auto: t('auto'), '1 min': '1 min', '5 min': '5 min', '1 h': '1 h', '1 d': '1 d' },
      (interval) => this.#ask({ intervalSeconds: intervalSeconds[interval] }),
    );
    this.#view = new SegmentedControl(
      'view',
      t('View'),
      { charts: t('Charts'), table: t('Table') },
      (view) => this.#setView(view),
    );
    this.#chart = new TimeChart({
      label: t('Selected range. Arrows move it, Shift and arrows resize it, Escape clears it.'),
      onSelect: (selection) => {
        const history = this.#content?.history;
        if (!history) return;
        this.#ask({ selection: selection === null ? null : toTimeRange(history, selection) });
      },
      onResize: () => this.#fitInterval(),
    });
    this.#list = new ArbitrageList({
      choose: (order) => this.#ask({ order }),
      open: (signature) => host.send({ type: 'open-transaction', signature }),
      more: () => host.send({ type: 'more' }),
    });
    const save = (format: ExportFormat, label: string) =>
      button(label, () => void this.#save(format), {
        class: 'quiet',
        title: t('Save as {0}', label),
      });
    this.#drawingButtons = [save('svg', 'SVG'), save('png', 'PNG')];
    const tools = [save('csv', 'CSV'), ...this.#drawingButtons];
    this.#body = element('div', { class: 'body' }, [
      element('div', { class: 'controls' }, [
        this.#period.element,
        this.#interval.element,
        this.#view.element,
        this.#about,
      ]),
      element('div', { class: 'beside' }, [
        element('div', { class: 'views' }, [this.#chart.element, this.#table, this.#notes]),
        element('aside', { 'aria-label': t('Selection') }, [
          this.#heading,
          this.#summary,
          this.#list.element,
        ]),
      ]),
    ]);
    this.element = element('div', { class: 'market' }, [
      element('header', { class: 'head' }, [
        element('h1', {}, t('Market')),
        this.#scope.element,
        this.#badges,
        element('span', { class: 'tools' }, [
          ...tools,
          button(t('Refresh'), () => host.send({ type: 'refresh' })),
        ]),
      ]),
      this.#body,
      this.#missing,
    ]);
  }

  show(content: MarketContent): void {
    this.#content = content;
    const { query, source, isSimulated, history, list } = content;
    this.#scope.show(content);
    replaceContent(
      this.#badges,
      badge(isSimulated ? joinLabel(source, t('simulated data')) : source),
    );
    this.#body.hidden = history === null;
    replaceContent(this.#missing, history === null ? this.#notOffered(source) : null);
    if (history === null) return;
    this.#period.show(segmentOf(periodSeconds, query.periodSeconds));
    this.#interval.show(segmentOf(intervalSeconds, query.intervalSeconds));
    this.#about.textContent = aboutHistory(history);
    this.#notes.textContent = notesOf(query, history);
    this.#showSelection(query, history);
    replaceContent(this.#summary, selectionSummary(list?.total ?? history.total, history));
    this.#list.show(list, query.order, isLongerThanDay(history));
    this.#setView(this.#shownView);
    this.#fitInterval();
  }

  #setView(view: MarketView): void {
    this.#shownView = view;
    this.#host.setState(viewStateKey, view);
    this.#view.show(view);
    const history = this.#content?.history;
    const isTable = view === 'table';
    this.#chart.element.hidden = isTable;
    this.#table.hidden = !isTable;
    for (const each of this.#drawingButtons) each.disabled = isTable;
    if (!this.#content || !history) return;
    const data = marketChartData(history, chartLabel(this.#content, history));
    if (isTable) replaceContent(this.#table, timeTable(chartTitle(this.#content), data));
    else this.#chart.show(data, toSelection(history, this.#content.query.selection));
  }

  #showSelection({ scope, selection }: MarketQuery, history: MarketHistoryContent): void {
    const shown = toSelection(history, selection);
    const range = shown === null ? null : toTimeRange(history, shown);
    replaceContent(
      this.#heading,
      element('h2', {}, [
        range === null
          ? t('Whole period')
          : joinLabel(t('Selected'), formatTimeRange(range.from * 1_000, range.to * 1_000)),
      ]),
      range !== null && element('span', { class: 'dim' }, formatDuration(range.to - range.from)),
      range !== null &&
        button(t('Clear Selection'), () => this.#ask({ selection: null }), { class: 'link' }),
      scope !== null &&
        button(t('Show in Live'), () => this.#host.send({ type: 'show-live' }), {
          class: 'link',
        }),
    );
  }

  #ask(change: Partial<MarketQuery>): void {
    const content = this.#content;
    if (content === null) return;
    const query = { ...content.query, ...change };
    // The next request builds on this query, even before the response arrives.
    this.#content = { ...content, query };
    if (content.history !== null) this.#showSelection(query, content.history);
    this.#host.send({ type: 'ask', query });
  }

  /** Requests another interval if none is chosen and the page's width fits another one. */
  #fitInterval(): void {
    const history = this.#content?.history;
    if (!this.#content || !history || !this.#chart.isVisible) return;
    const { query } = this.#content;
    const maxPoints = Math.floor((this.#chart.width - chartMargins) / minIntervalWidth);
    const span = history.points.length * history.intervalSeconds;
    const fitting = chooseInterval(span, { ...query, maxPoints });
    if (fitting !== chooseInterval(span, query)) this.#ask({ maxPoints });
  }

  /** Lists connections with market history if the current one has none. */
  #notOffered(source: string): HTMLElement {
    return element('section', {}, [
      element('h2', {}, t('No market history')),
      element('p', {}, [t('{0} does not offer market history.', source)]),
      element('p', {}, [
        t('The Sandbox, your own node, or a service that runs Arbscope (arbscope serve) does.'),
      ]),
      element('div', { class: 'buttons' }, [
        button(t('Switch Connection'), () =>
          this.#host.send({ type: 'error-action', act: 'switch-connection' }),
        ),
      ]),
    ]);
  }

  async #save(format: ExportFormat): Promise<void> {
    const content = this.#content;
    const history = content?.history;
    if (!content || !history) return;
    // File names are the same in every language.
    const name = inEnglish(() => `${t('Market')} ${content.scopeLabel}`);
    if (format === 'csv') {
      this.#host.send({ type: 'save', format, name, data: marketCsv(content, history) });
      return;
    }
    const drawing = this.#chart.svg;
    if (drawing === null) return;
    const source = content.isSimulated
      ? joinLabel(content.source, t('simulated data'))
      : content.source;
    const lines = [`${chartTitle(content)} · ${source}`, aboutHistory(history)];
    const data = await withExportTitle(
      drawing,
      lines,
      format === 'svg' ? serializeSvg : renderPngBase64,
    );
    this.#host.send({ type: 'save', format, name, data });
  }
}

const badge = (text: string): HTMLElement => element('span', { class: 'badge' }, text);

const chartTitle = ({ scopeLabel }: MarketContent): string =>
  joinLabel(t('Market'), scopeLabel === '' ? t('Whole market') : scopeLabel);

const chartLabel = (content: MarketContent, history: MarketHistoryContent): string =>
  t('{0}. The table has every figure.', joinNote(chartTitle(content), formatPeriod(history)));

const formatPeriod = ({ fromMilliseconds, intervalSeconds, points }: MarketHistoryContent) =>
  formatTimeRange(fromMilliseconds, fromMilliseconds + points.length * intervalSeconds * 1_000);

/** The first and last interval of a day may be partial, hence one interval less. */
const isLongerThanDay = ({ points, intervalSeconds }: MarketHistoryContent): boolean =>
  (points.length - 1) * intervalSeconds > 86_400;

function aboutHistory(history: MarketHistoryContent): string {
  const { total, untilMilliseconds } = history;
  const until = untilMilliseconds === null ? t('unknown') : formatUtcTime(untilMilliseconds);
  return [
    formatPeriod(history),
    countLabel(total.transactions + total.failures),
    t('{0} indexed', formatPercent(indexedShare(history))),
    t('data until {0}', until),
  ].join(' · ');
}

function notesOf({ scope }: MarketQuery, history: MarketHistoryContent): string {
  const { points, rowsFromMilliseconds } = history;
  const known = points.filter(({ coverage }) => coverage !== null);
  const small = known.filter(({ tips, fees }) => isSmallSample(tips) || isSmallSample(fees));
  return [
    t('The newest interval is incomplete.'),
    scope !== null && ['token', 'amm', 'pool'].includes(scope.kind)
      ? t('Failed transactions have no route, so they do not count here.')
      : '',
    rowsFromMilliseconds === null
      ? ''
      : t(
          'Tips, fees and single arbitrages are stored since {0}.',
          formatUtcTime(rowsFromMilliseconds),
        ),
    known.length < points.length ? t('Hatched: not indexed, unknown.') : '',
    small.length > 0
      ? t(
          'Small samples: in {0} of {1} intervals, a percentile is of fewer than 30 transactions.',
          small.length,
          known.length,
        )
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}
