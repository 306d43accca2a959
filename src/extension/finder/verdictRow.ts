import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatTransactionCount,
  formatUsd,
} from '../../api/format.ts';
import { mintLabel } from '../ui/addressLabels.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import type { FilterName } from './filters/filterFields.ts';
import { isSameRequest } from './finderChanges.ts';
import { type FinderResponse, sourceFacts } from './finderResponse.ts';

/** The service's verdict, with each observed figure against its threshold. */
export function verdictRow(answer: FinderResponse): TreeRow {
  const { threshold } = answer.result;
  const window = formatDuration(threshold.timeRange);
  const label = threshold.isArbitrageRecommended
    ? t('Arbitrage recommended')
    : t('Arbitrage not recommended');
  const [profits] = observedFigures(answer);
  const net =
    profits.threshold === null
      ? t('{0} net', profits.observed)
      : t('{0} net of {1}', profits.observed, profits.threshold);
  const number = formatCount(threshold.transactions);
  return {
    id: 'verdict',
    label,
    description: `${net} · ${window} · ${formatTransactionCount(threshold.transactions)}`,
    icon: threshold.isArbitrageRecommended ? 'pass-filled' : 'circle-slash',
    color: threshold.isArbitrageRecommended ? 'testing.iconPassed' : 'list.warningForeground',
    context: 'verdict',
    accessibilityLabel: t('{0}: {1} from {2} transactions in {3}', label, net, number, window),
    heading: label,
    facts: () => [
      ...observedFigures(answer).map(observedFact),
      [t('Window'), window],
      ...filterFacts(answer).map(({ fact }) => fact),
      ...sourceFacts(answer),
    ],
    ...(hasThresholds(answer) ? {} : { note: noThresholdNote(answer) }),
    children: () => reasonRows(answer),
  };
}

/** A fact that a filter is behind. */
interface FilterFact {
  readonly filter: FilterName;
  readonly fact: Fact;
}

/** What the verdict was made under, beside its window. */
function filterFacts(answer: FinderResponse): FilterFact[] {
  const { threshold, filters } = answer.result;
  const wallets = filters.wallets ?? answer.request.wallets ?? [];
  const counted = wallets.length === 0 ? t('all') : formatCount(wallets.length);
  return [
    { filter: 'tokensMint', fact: [t('Base tokens'), formatBaseTokens(answer)] },
    { filter: 'thresholdProvider', fact: [t('Provider'), threshold.thresholdProvider] },
    { filter: 'thresholdBot', fact: [t('Bot'), threshold.thresholdBot] },
    { filter: 'wallets', fact: [t('Wallets'), counted] },
  ];
}

/** Why the verdict is what it is: each figure against its threshold, the window and the filters. */
function reasonRows(answer: FinderResponse): TreeRow[] {
  const window = formatDuration(answer.result.threshold.timeRange);
  const row = ({ filter, fact }: FilterFact, icon: string, words: string): TreeRow => {
    const [label, description] = fact;
    return {
      id: `verdict/${filter}`,
      label,
      description,
      icon,
      context: 'figure',
      state: 'filter',
      accessibilityLabel: `${label}: ${words}`,
      heading: t('{0} of the verdict', label),
      facts: () => [[label, words], ...sourceFacts(answer)],
    };
  };
  const observed = observedFigures(answer).map((figure): TreeRow => {
    const fact = observedFact(figure);
    const words = t('{0} in {1}', fact[1], window);
    const { icon, color } = thresholdIcon(figure);
    const { filter } = figure;
    return { ...row({ filter, fact }, icon, words), ...(color === undefined ? {} : { color }) };
  });
  return [
    ...observed,
    row({ filter: 'thresholdMaxTimeRange', fact: [t('Window'), window] }, 'history', window),
    ...filterFacts(answer).map((each) => row(each, 'filter', each.fact[1])),
  ];
}

/** How a figure stands against its threshold, as its icon. */
function thresholdIcon({ threshold, isMet }: ObservedFigure) {
  if (threshold === null) return { icon: 'dash' };
  return isMet
    ? { icon: 'pass', color: 'testing.iconPassed' }
    : { icon: 'error', color: 'list.warningForeground' };
}

function formatBaseTokens({ result, request }: FinderResponse): string {
  const mints = result.filters.tokensMint ?? request.tokensMint;
  return mints.map(mintLabel).join(', ');
}

export type ThresholdName = 'thresholdProfits' | 'thresholdRevenues' | 'thresholdTransactions';

/** What the verdict was made from. */
export interface ObservedFigure {
  /** The filter that sets its threshold. */
  readonly filter: ThresholdName;
  readonly observed: string;
  /** In effect; null: there is none. */
  readonly threshold: string | null;
  readonly isMet: boolean;
}

/** Net gains, gross gains and transactions, each with its threshold in effect. */
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
    // A threshold of 0 that nobody asked for is how services say that there is none.
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

/** An observed figure, its threshold in effect, and whether it is met. */
export function observedFact({ filter, observed, threshold, isMet }: ObservedFigure): Fact {
  const name = observedLabels[filter];
  if (threshold === null) return [name, t('{0}, no threshold set', observed)];
  const words = isMet
    ? t('{0} of {1}: met', observed, threshold)
    : t('{0} of {1}: not met', observed, threshold);
  return [name, words];
}

/**
 * What to tell when the verdict has turned since the answer before; null where it has not, or where
 * the two do not answer the same question and so say nothing about each other.
 */
export function verdictChangeMessage(
  older: FinderResponse | null,
  newer: FinderResponse,
): string | null {
  if (older === null || !isSameRequest(older, newer)) return null;
  const { isArbitrageRecommended: now, timeRange } = newer.result.threshold;
  if (older.result.threshold.isArbitrageRecommended === now) return null;
  const facts = observedFigures(newer).map(observedFact);
  const figures = facts.map(([name, value]) => `${name} ${value}`).join('; ');
  const values = { source: newer.source.name, figures, window: formatDuration(timeRange) };
  return now
    ? t('{source}: Arbitrage is recommended now. {figures}; in {window}.', values)
    : t('{source}: Arbitrage is no longer recommended. {figures}; in {window}.', values);
}

const hasThresholds = ({ request }: FinderResponse): boolean =>
  request.thresholdProfits !== undefined ||
  request.thresholdRevenues !== undefined ||
  request.thresholdTransactions !== undefined;

const noThresholdNote = ({ source }: FinderResponse): string =>
  source.kind === 'sandbox'
    ? t(
        'No threshold is set, so net gains above zero are enough. Filters of the Finder set thresholds.',
      )
    : t(
        'No threshold is set: the service judges by its own rule. Filters of the Finder set thresholds.',
      );
