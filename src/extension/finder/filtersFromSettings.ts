import { type SettingId, type Settings, settingDefaults } from '../contributions/settings.ts';
import type { FilterName } from './filters/filterFields.ts';
import type { Filters } from './filters/filters.ts';

const settingsByFilter = {
  tokensMint: 'arbscope.finder.baseTokens',
  tokensMax: 'arbscope.finder.maximumTokens',
  tokensTimeRange: 'arbscope.finder.rankingSeconds',
  thresholdMaxTimeRange: 'arbscope.finder.thresholdSeconds',
  thresholdProfits: 'arbscope.finder.thresholdProfitsUsd',
  thresholdRevenues: 'arbscope.finder.thresholdRevenuesUsd',
  thresholdTransactions: 'arbscope.finder.thresholdTransactions',
  percentilesTimeRange: 'arbscope.finder.percentileSeconds',
  percentilesFees: 'arbscope.finder.feePercentile',
  percentilesTips: 'arbscope.finder.tipPercentile',
} as const satisfies Readonly<Partial<Record<FilterName, SettingId>>>;

/** As parameters have it: p05, p50. */
export const percentileLabel = (value: unknown): string => `p${String(value).padStart(2, '0')}`;

export interface SettingsSource {
  readonly read: <Id extends SettingId>(id: Id) => Settings[Id];
  /** Whether the user or the workspace has set it. */
  readonly isSet: (id: SettingId) => boolean;
}

/**
 * A threshold that is not set grows with the window of the recommendation: as it is, it would ask an
 * hour's gains of five minutes. `windowSeconds`: the user's filter, if there is one.
 */
export function filtersFromSettings(
  { read, isSet }: SettingsSource,
  windowSeconds: number = read(settingsByFilter.thresholdMaxTimeRange),
): Filters {
  const filters = Object.entries(settingsByFilter).flatMap(([name, setting]) => {
    const value = read(setting);
    // Omit thresholds that are not set: 0 would be a threshold.
    if (value === null) return [];
    if (name === 'thresholdProfits' && !isSet(setting)) {
      return [[name, defaultThresholdUsd(windowSeconds)]];
    }
    const isPercentile = name === 'percentilesFees' || name === 'percentilesTips';
    return [[name, isPercentile ? percentileLabel(value) : value]];
  });
  return Object.fromEntries(filters);
}

/** Of net gains: the default of the setting for each hour, in whole cents. */
export const defaultThresholdUsd = (windowSeconds: number): number =>
  Math.round(((settingDefaults[settingsByFilter.thresholdProfits] ?? 0) * windowSeconds) / 36) /
  100;

export const settingForParameter = (parameter: string | undefined): SettingId | undefined =>
  Object.entries(settingsByFilter).find(([name]) => name === parameter)?.[1];
