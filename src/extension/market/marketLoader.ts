import { t } from '@vscode/l10n';
import type { ArbitrageSummary } from '../../api/arbscope/arbitrages.ts';
import { MarketError } from '../../api/marketError.ts';
import {
  chooseInterval,
  type ListedArbitrage,
  type MarketContent,
  type MarketFigures,
  type MarketHistoryContent,
  type MarketQuery,
  type MarketRequest,
  maxHistoryPoints,
  maxListedArbitrages,
  type ScopeChoice,
} from '../../webview/messages/market.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { loadFullPage } from '../shared/fullPage.ts';
import type { LoadOptions } from '../ui/panels/panelKind.ts';
import { isComparable, loadFormerPeriod } from './formerPeriod.ts';
import { toFigures, toListed, toPoint } from './marketContent.ts';
import { scopeFilter, scopeLabel } from './marketScope.ts';
import { scopeChoices } from './scopeChoices.ts';

export type HistoryService = Pick<ChannelArbscopeService, 'status' | 'history' | 'arbitrages'>;

export interface HistorySource {
  readonly name: string;
  /** Identifies the endpoint; contains no secret. */
  readonly key: string;
  readonly isSimulated: boolean;
}

const daySeconds = 86_400;
const maxPeriodSeconds = daySeconds * maxHistoryPoints;
const firstRows = 50;
const moreRows = 100;
/** Arbitrages from which the scope choices are taken. */
const sampledArbitrages = 200;

interface LoadedHistory {
  readonly key: string;
  readonly choices: readonly ScopeChoice[];
  readonly history: MarketHistoryContent;
}

interface LoadedList {
  readonly key: string;
  readonly total: MarketFigures | null;
  readonly rows: readonly ListedArbitrage[];
  readonly next: string | null;
}

export class MarketLoader {
  readonly #service: HistoryService;
  readonly #source: () => HistorySource;
  #history: LoadedHistory | null = null;
  #list: LoadedList | null = null;

  constructor(service: HistoryService, source: () => HistorySource) {
    this.#service = service;
    this.#source = source;
  }

  /**
   * A request of the page that changes only the selection or the order, or asks for more rows,
   * loads only the list, so that the charts do not move under the selection. Throws a MarketError.
   */
  async load(
    query: MarketQuery,
    options: LoadOptions,
    request?: MarketRequest,
  ): Promise<MarketContent> {
    const { name, key, isSimulated } = this.#source();
    const isMoreWanted = request?.type === 'more';
    const isKept = request !== undefined && this.#history?.key === historyKey(key, query);
    const about = { query, source: name, isSimulated };
    const { scope, selection } = query;
    try {
      if (!isKept) {
        this.#history = await this.#loadHistory(key, query, options);
        this.#list = null;
      }
    } catch (thrown) {
      const error = asMarketError(thrown);
      if (error.kind !== 'not-offered') throw error;
      const label = scope === null ? '' : scopeLabel(scope);
      return { ...about, scopeLabel: label, choices: [], history: null, list: null };
    }
    const { history, choices } = this.#history as LoadedHistory;
    const known = choices.find(
      (each) => each.scope.kind === scope?.kind && each.scope.value === scope.value,
    );
    const list = await this.#loadList(query, history, { ...options, isMoreWanted }).catch(
      (thrown: unknown) => {
        const error = asMarketError(thrown);
        if (options.signal.aborted) throw error;
        // The chart is useful without the list.
        options.warn(error);
        return null;
      },
    );
    this.#list = list;
    return {
      ...about,
      // A selection outside the period is dropped.
      query: { ...query, selection: isInside(selection, history) ? selection : null },
      scopeLabel: scope === null ? '' : (known?.label ?? scopeLabel(scope)),
      choices,
      history,
      list: list && { total: list.total, rows: list.rows, hasMore: hasMore(list) },
    };
  }

  async #loadHistory(
    source: string,
    query: MarketQuery,
    { signal, forceRefresh = false }: LoadOptions,
  ): Promise<LoadedHistory> {
    const options = { signal, forceRefresh };
    const { now, from: oldest } = await this.#service.status({}, options);
    const to = Math.ceil(toSeconds(now) ?? Date.now() / 1_000);
    const stored = toSeconds(oldest) ?? to - daySeconds;
    // At least a minute, so that there is an interval to draw; at most the longest period.
    const period = query.periodSeconds ?? Math.min(Math.max(60, to - stored), maxPeriodSeconds);
    const from = Math.floor(to - period);
    const interval = chooseInterval(to - from, query);
    const filter = scopeFilter(query.scope);
    const [series, before, day, sample] = await Promise.all([
      this.#service.history({ ...filter, from, to, interval }, options),
      query.periodSeconds === null
        ? null
        : loadFormerPeriod(
            this.#service.history,
            { ...filter, from, to, interval },
            stored,
            options,
          ),
      query.periodSeconds === daySeconds
        ? null
        : this.#service.history({ ...filter, from: to - daySeconds, to, interval: 3_600 }, options),
      this.#service.arbitrages({ limit: sampledArbitrages }, options),
    ]);
    const [first] = series.points;
    if (first === undefined)
      throw new MarketError('unreadable-answer', t('The backend sent an invalid response.'));
    return {
      key: historyKey(source, query),
      choices: scopeChoices(sample.arbitrages),
      history: {
        fromMilliseconds: Date.parse(first.time),
        period: { from, to: to + 1 },
        intervalSeconds: series.interval,
        points: series.points.map(toPoint),
        total: toFigures(series.total),
        before: isComparable(series) ? before : null,
        storedFromMilliseconds: oldest === null ? null : Date.parse(oldest),
        rowsFromMilliseconds: Date.parse(series.rows_from ?? '') || null,
        dayTip: (day ?? series).total.tips.p50,
        untilMilliseconds: now === null ? null : Date.parse(now),
      },
    };
  }

  async #loadList(
    { scope, selection, order }: MarketQuery,
    history: MarketHistoryContent,
    { signal, forceRefresh = false, isMoreWanted }: LoadOptions & { isMoreWanted: boolean },
  ): Promise<LoadedList> {
    const isSelected = isInside(selection, history);
    const { from, to: end } = isSelected ? selection : history.period;
    // `to` is inclusive.
    const range = { from, to: end - 1 };
    const key = JSON.stringify([scope, range, order]);
    const shown = this.#list?.key === key ? this.#list : null;
    if (shown !== null && !forceRefresh && !(isMoreWanted && hasMore(shown))) return shown;
    const filter = { ...scopeFilter(scope), ...range };
    const cursor = shown !== null && isMoreWanted ? shown.next : null;
    const isSameRange = shown !== null && !forceRefresh;
    const options = { signal, forceRefresh };
    const [page, series] = await Promise.all([
      loadFullPage(
        this.#service,
        {
          ...filter,
          order,
          limit: cursor === null ? firstRows : moreRows,
          ...(cursor === null ? {} : { cursor }),
        },
        options,
      ),
      isSelected && !isSameRange
        ? this.#service.history({ ...filter, interval: chooseIntervalOf(history) }, options)
        : null,
    ]);
    return {
      key,
      total: series === null ? (shown?.total ?? null) : toFigures(series.total),
      rows: joinPages(cursor === null ? [] : (shown?.rows ?? []), page.arbitrages),
      next: page.next,
    };
  }
}

const historyKey = (source: string, query: MarketQuery): string => {
  const { scope, periodSeconds, intervalSeconds, maxPoints } = query;
  return JSON.stringify([source, scope, periodSeconds, intervalSeconds, maxPoints]);
};

const chooseIntervalOf = ({ intervalSeconds }: MarketHistoryContent) =>
  chooseInterval(0, { intervalSeconds, maxPoints: 1 });

const toSeconds = (iso: string | null): number | null =>
  iso === null ? null : Date.parse(iso) / 1_000;

function isInside<Range extends MarketQuery['selection']>(
  selection: Range,
  { period: { from, to } }: MarketHistoryContent,
): selection is Exclude<Range, null> {
  return selection !== null && selection.from < to && selection.to > from;
}

const hasMore = ({ next, rows }: LoadedList): boolean =>
  next !== null && rows.length < maxListedArbitrages;

/** Drops duplicates: new arbitrages may have shifted the pages. */
function joinPages(
  shown: readonly ListedArbitrage[],
  page: readonly ArbitrageSummary[],
): ListedArbitrage[] {
  const known = new Set(shown.map(({ signature }) => signature));
  return [...shown, ...page.filter(({ signature }) => !known.has(signature)).map(toListed)];
}
