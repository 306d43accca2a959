import { isObject } from '../../api/isObject.ts';
import type { ScaleKind } from './amountScale.ts';
import { type SolUnit, solUnits } from './displayUnit.ts';
import { maxPercent } from './percentileAt.ts';

/** How the page shows what it has; kept by the page, asked of nobody. */
export interface DisplayOptions {
  readonly tab: string;
  readonly unit: SolUnit;
  readonly scale: ScaleKind;
  /** The marker, and the percentile over time. */
  readonly percent: number;
  /** Keys of lines that are switched off. */
  readonly hidden: readonly string[];
  /** Typed by the person; null: the connection's own price. */
  readonly solPriceUsd: number | null;
  /** Seconds between two requests while the page is seen; 0: only when asked. */
  readonly refreshSeconds: number;
}

const tabIds = ['percentiles', 'time'] as const;
export const refreshIntervalsSeconds = [0, 60, 300, 900] as const;

const defaultDisplayOptions: DisplayOptions = {
  tab: 'percentiles',
  unit: 'lamports',
  scale: 'log',
  percent: 75,
  hidden: [],
  solPriceUsd: null,
  refreshSeconds: 0,
};

const maxHidden = 1_000;

/** What was kept, member by member: another version may have kept something else. */
export function parseDisplayOptions(kept: unknown): DisplayOptions {
  if (!isObject(kept)) return defaultDisplayOptions;
  const { tab, unit, scale, percent, hidden, solPriceUsd, refreshSeconds } = kept;
  return {
    tab: tabIds.find((each) => each === tab) ?? defaultDisplayOptions.tab,
    unit: solUnits.find((each) => each === unit) ?? defaultDisplayOptions.unit,
    scale: scale === 'linear' ? 'linear' : 'log',
    percent: isPercent(percent) ? percent : defaultDisplayOptions.percent,
    hidden: Array.isArray(hidden)
      ? hidden.filter((key): key is string => typeof key === 'string').slice(0, maxHidden)
      : [],
    solPriceUsd: isPrice(solPriceUsd) ? solPriceUsd : null,
    refreshSeconds: refreshIntervalsSeconds.find((each) => each === refreshSeconds) ?? 0,
  };
}

export const isPercent = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxPercent;

export const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;
