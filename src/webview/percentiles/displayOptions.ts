import { isObject } from '../../api/isObject.ts';
import type { ScaleKind } from '../charts/amountScale.ts';
import { maxPercent } from '../charts/percentileAt.ts';
import type { LegendEntry } from './chartModel.ts';
import { type SolUnit, solUnits } from './displayUnit.ts';

const chartTabs = ['percentiles', 'time'] as const;
export type ChartTab = (typeof chartTabs)[number];

const chartViews = ['together', 'multiples'] as const;
export type ChartView = (typeof chartViews)[number];

/** Saved by the page and sent nowhere. */
export interface DisplayOptions {
  readonly tab: ChartTab;
  /** `null`: chosen by the page's width and the number of lines. */
  readonly view: ChartView | null;
  readonly unit: SolUnit;
  readonly scale: ScaleKind;
  /** Percentile of the marker and of the history. */
  readonly percent: number;
  readonly hidden: readonly string[];
  readonly drawn: readonly string[];
  /** Whether the legend shows lines with small samples. */
  readonly isUnfolded: boolean;
  /** Entered by the user; null: the connection's price. */
  readonly solPriceUsd: number | null;
  /** Seconds between requests while the page is visible; 0: manual. */
  readonly refreshSeconds: number;
}

export const refreshIntervalsSeconds = [0, 60, 300, 900] as const;

const maxKeys = 1_000;

/** Member by member, because another version may have saved them. */
export function parseDisplayOptions(saved: unknown): DisplayOptions {
  const state = isObject(saved) ? saved : {};
  const { tab, view, unit, scale, percent, solPriceUsd, refreshSeconds } = state;
  return {
    tab: chartTabs.find((each) => each === tab) ?? 'percentiles',
    view: chartViews.find((each) => each === view) ?? null,
    unit: solUnits.find((each) => each === unit) ?? 'lamports',
    scale: scale === 'linear' ? 'linear' : 'log',
    percent: isPercent(percent) ? percent : 75,
    hidden: parseKeys(state['hidden']),
    drawn: parseKeys(state['drawn']),
    isUnfolded: state['isUnfolded'] === true,
    solPriceUsd: isPrice(solPriceUsd) ? solPriceUsd : null,
    refreshSeconds: refreshIntervalsSeconds.find((each) => each === refreshSeconds) ?? 0,
  };
}

/** Draws or hides lines. */
export function withDrawn(
  options: Pick<DisplayOptions, 'hidden' | 'drawn'>,
  entries: readonly LegendEntry[],
  isDrawn: boolean,
): Pick<DisplayOptions, 'hidden' | 'drawn'> {
  const keys = new Set(entries.map(({ key }) => key));
  const hidden = options.hidden.filter((key) => !keys.has(key));
  const drawn = options.drawn.filter((key) => !keys.has(key));
  // Only deviations from the default: small samples that are drawn, others that are hidden.
  for (const { key, isSmall } of entries) {
    if (isDrawn && isSmall) drawn.push(key);
    if (!isDrawn && !isSmall) hidden.push(key);
  }
  return { hidden, drawn };
}

const parseKeys = (saved: unknown): readonly string[] =>
  Array.isArray(saved)
    ? saved.filter((key): key is string => typeof key === 'string').slice(0, maxKeys)
    : [];

export const isPercent = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxPercent;

export const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;
