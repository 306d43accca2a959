import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatTimeAgo,
  formatUsd,
  formatUsdShort,
} from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { mintLabel } from '../ui/addressLabels.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import type { FilterName } from './filters/filterFields.ts';
import { defaultThresholdUsd } from './filtersFromSettings.ts';
import { isSameRequest } from './finderChanges.ts';
import {
  asOfMilliseconds,
  type FinderResponse,
  formatTransactions,
  sourceFacts,
} from './finderResponse.ts';

const shownAgeMilliseconds = 60_000;
/** From this age on, the verdict is shown as past. Longer than the longest refresh interval. */
const pastAgeMilliseconds = 6 * 60_000;

export interface VerdictAge {
  readonly nowMilliseconds: number;
  /** The last request failed, so the verdict is from an earlier response. */
  readonly hasFailed: boolean;
}

/** Milliseconds until the text of the verdict's row changes. */
export function verdictChangesIn(
  response: FinderResponse,
  { nowMilliseconds, hasFailed }: VerdictAge,
): number {
  const age = Math.max(0, nowMilliseconds - asOfMilliseconds(response));
  const unit = hasFailed && age < shownAgeMilliseconds ? 1_000 : 60_000;
  return unit - (age % unit);
}

export function verdictRow(response: FinderResponse, verdictAge?: VerdictAge): TreeRow {
  const { threshold } = response.result;
  const isRecommended = threshold.isArbitrageRecommended;
  const { nowMilliseconds, hasFailed } = verdictAge ?? {
    nowMilliseconds: response.answeredAtMilliseconds,
    hasFailed: false,
  };
  const asOf = asOfMilliseconds(response);
  const ageMilliseconds = nowMilliseconds - asOf;
  const age = formatTimeAgo(asOf, nowMilliseconds);
  const isPast = hasFailed || ageMilliseconds >= pastAgeMilliseconds;
  const past = isRecommended ? t('Was recommended {0}', age) : t('Was not recommended {0}', age);
  const heading = isRecommended ? t('Arbitrage recommended') : t('Arbitrage not recommended');
  // Beside the figures there is no room for more in a side bar of the default width.
  const current = isRecommended ? t('Recommended') : t('Not recommended');
  const label = isPast ? past : current;
  const shownAge = !isPast && ageMilliseconds >= shownAgeMilliseconds ? age : '';
  const [profits] = observedFigures(response);
  const window = formatDuration(threshold.timeRange);
  const spoken = [
    profits.threshold === null
      ? t('{0} net', profits.observed)
      : t('{0} net (threshold {1})', profits.observed, profits.threshold),
    t('{0} in {1}', formatTransactions(threshold.transactions), window),
    shownAge,
  ];
  return {
    id: 'verdict',
    label,
    description: [shownAge, netByWindow(threshold)].filter(Boolean).join(' · '),
    ...verdictIcon(isRecommended, isPast),
    context: 'verdict',
    accessibilityLabel: joinLabel(isPast ? past : heading, joinList(spoken)),
    heading: isPast ? past : heading,
    facts: () => [
      ...observedFigures(response).map(observedFact),
      [t('Window'), window],
      ...filterFacts(response).map(({ fact }) => fact),
      ...sourceFacts(response),
    ],
    note: thresholdNote(response),
    children: () => reasonRows(response),
  };
}

function thresholdNote({ request, result }: FinderResponse): string {
  const { thresholdProfits, thresholdRevenues, thresholdTransactions } = request;
  if (
    [thresholdProfits, thresholdRevenues, thresholdTransactions].every((each) => each === undefined)
  ) {
    return t(
      'No threshold set: any net gain above 0 is recommended. Finder Presets has thresholds.',
    );
  }
  return thresholdProfits === defaultThresholdUsd(result.threshold.timeRange)
    ? t(
        'Recommended if every threshold is met. That of the net gains is {0} for each hour of the window. Finder Presets has stricter and looser ones.',
        formatUsdShort(defaultThresholdUsd(3_600)),
      )
    : t('Recommended if every threshold is met. Finder Presets has stricter and looser ones.');
}

/** `$444/h net`, `$79/10 min net`. */
const netByWindow = ({ profits, timeRange }: FinderResponse['result']['threshold']): string => {
  const window = timeRange === 3_600 ? 'h' : formatDuration(timeRange);
  return t('{0} net', `${formatUsdShort(profits)}/${window}`);
};

function verdictIcon(isRecommended: boolean, isPast: boolean) {
  if (isPast) return { icon: 'history', color: 'disabledForeground' };
  return isRecommended
    ? { icon: 'pass-filled', color: 'testing.iconPassed' }
    : { icon: 'circle-slash', color: 'list.warningForeground' };
}

interface FilterFact {
  readonly filter: FilterName;
  readonly fact: Fact;
  /** Replaces name and value if nothing is filtered. */
  readonly allLabel?: string;
}

/** The filters of the verdict, without its window. */
function filterFacts({ result, request }: FinderResponse): FilterFact[] {
  const { threshold, filters } = result;
  const wallets = filters.wallets ?? request.wallets ?? [];
  const baseTokens = (filters.tokensMint ?? request.tokensMint).map(mintLabel);
  const fact = (filter: FilterName, name: string, value: string, allLabel: string): FilterFact =>
    value === '' ? { filter, fact: [name, t('all')], allLabel } : { filter, fact: [name, value] };
  const named = (value: string): string => (value === 'ALL' ? '' : value);
  const { thresholdProvider, thresholdBot } = threshold;
  const walletCount = wallets.length === 0 ? '' : formatCount(wallets.length);
  return [
    { filter: 'tokensMint', fact: [t('Base tokens'), joinList(baseTokens)] },
    fact('thresholdProvider', t('Provider'), named(thresholdProvider), t('All providers')),
    fact('thresholdBot', t('Bot'), named(thresholdBot), t('All bots')),
    fact('wallets', t('Wallets'), walletCount, t('All wallets')),
  ];
}

function reasonRows(response: FinderResponse): TreeRow[] {
  const window = formatDuration(response.result.threshold.timeRange);
  const row = ({ filter, fact, allLabel }: FilterFact, icon = 'filter'): TreeRow =>
    simpleRow({
      id: `verdict/${filter}`,
      label: allLabel ?? fact[0],
      description: allLabel === undefined ? fact[1] : '',
      icon,
      context: 'figure',
      state: 'filter',
      facts: () => [fact, ...sourceFacts(response)],
    });
  const observed = observedFigures(response).map((figure): TreeRow => {
    const fact = observedFact(figure);
    const spoken = t('{0} in {1}', fact[1], window);
    return {
      ...row({ filter: figure.filter, fact }),
      description: observedSummary(figure),
      ...thresholdIcon(figure),
      accessibilityLabel: joinLabel(fact[0], spoken),
    };
  });
  return [
    ...observed,
    row({ filter: 'thresholdMaxTimeRange', fact: [t('Window'), window] }, 'history'),
    ...filterFacts(response).map((each) => row(each)),
  ];
}

function thresholdIcon({ threshold, isMet }: ObservedFigure) {
  if (threshold === null) return { icon: 'dash' };
  return isMet
    ? { icon: 'pass', color: 'testing.iconPassed' }
    : { icon: 'error', color: 'list.warningForeground' };
}

export type ThresholdName = 'thresholdProfits' | 'thresholdRevenues' | 'thresholdTransactions';

export interface ObservedFigure {
  readonly filter: ThresholdName;
  readonly observed: string;
  /** The threshold in effect; null if there is none. */
  readonly threshold: string | null;
  readonly isMet: boolean;
}

export function observedFigures({
  request,
  result,
}: FinderResponse): [ObservedFigure, ObservedFigure, ObservedFigure] {
  const { threshold } = result;
  const figure = (
    filter: ThresholdName,
    format: (value: number) => string,
    observed: number,
  ): ObservedFigure => {
    const { [filter]: inEffect } = threshold;
    // Services return 0 if no threshold was requested.
    const isNone = request[filter] === undefined && inEffect === 0;
    return {
      filter,
      observed: format(observed),
      threshold: isNone ? null : format(inEffect),
      isMet: observed >= inEffect,
    };
  };
  return [
    figure('thresholdProfits', formatUsd, threshold.profits),
    figure('thresholdRevenues', formatUsd, threshold.revenues),
    figure('thresholdTransactions', formatCount, threshold.transactions),
  ];
}

const observedLabels: Readonly<Record<ThresholdName, string>> = {
  thresholdProfits: t('Net gains'),
  thresholdRevenues: t('Gross gains'),
  thresholdTransactions: t('Transactions'),
};

export function observedFact({ filter, observed, threshold, isMet }: ObservedFigure): Fact {
  const name = observedLabels[filter];
  if (threshold === null) return [name, t('{0} (no threshold)', observed)];
  return [
    name,
    isMet
      ? t('{0} (threshold {1}: met)', observed, threshold)
      : t('{0} (threshold {1}: not met)', observed, threshold),
  ];
}

/** `$444.18 ≥ $50.00`: short enough for a row of the default width. */
const observedSummary = ({ observed, threshold, isMet }: ObservedFigure): string =>
  threshold === null
    ? t('{0} (no threshold)', observed)
    : `${observed} ${isMet ? '≥' : '<'} ${threshold}`;

/** Null if unchanged or not comparable. */
export function verdictChangeMessage(
  older: FinderResponse | null,
  newer: FinderResponse,
): string | null {
  if (older === null || !isSameRequest(older, newer)) return null;
  const { isArbitrageRecommended: now, timeRange } = newer.result.threshold;
  if (older.result.threshold.isArbitrageRecommended === now) return null;
  const figures = observedFigures(newer).map((figure) => joinLabel(...observedFact(figure)));
  const values = [newer.source.name, formatDuration(timeRange), joinList(figures)] as const;
  return now
    ? t('{0}: Arbitrage is now recommended. In {1}: {2}.', ...values)
    : t('{0}: Arbitrage is no longer recommended. In {1}: {2}.', ...values);
}
