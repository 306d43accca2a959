import type { SettingId, Settings } from '../contributions/settings.ts';
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

export function filtersFromSettings(read: <Id extends SettingId>(id: Id) => Settings[Id]): Filters {
  const filters = Object.entries(settingsByFilter).flatMap(([name, setting]) => {
    const value = read(setting);
    // Omit thresholds that are not set: 0 would be a threshold.
    if (value === null) return [];
    const isPercentile = name === 'percentilesFees' || name === 'percentilesTips';
    return [[name, isPercentile ? percentileLabel(value) : value]];
  });
  return Object.fromEntries(filters);
}

export const settingForParameter = (parameter: string | undefined): SettingId | undefined =>
  Object.entries(settingsByFilter).find(([name]) => name === parameter)?.[1];
