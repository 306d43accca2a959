import type { SettingId, Settings } from '../contributions.ts';
import type { FilterName } from './filters/filterFields.ts';
import type { Filters } from './filters/filters.ts';

/** The filters of the settings, which are the defaults. */
export function filtersFromSettings(read: <Id extends SettingId>(id: Id) => Settings[Id]): Filters {
  return {
    tokensMint: [...read('arbscope.finder.baseTokens')],
    tokensMax: read('arbscope.finder.maximumTokens'),
    tokensTimeRange: read('arbscope.finder.rankingSeconds'),
    thresholdMaxTimeRange: read('arbscope.finder.thresholdSeconds'),
    percentilesTimeRange: read('arbscope.finder.percentileSeconds'),
    percentilesFees: formatPercentile(read('arbscope.finder.feePercentile')),
    percentilesTips: formatPercentile(read('arbscope.finder.tipPercentile')),
    ...optionalThreshold('thresholdProfits', read('arbscope.finder.thresholdProfitsUsd')),
    ...optionalThreshold('thresholdRevenues', read('arbscope.finder.thresholdRevenuesUsd')),
    ...optionalThreshold('thresholdTransactions', read('arbscope.finder.thresholdTransactions')),
  };
}

/** The setting that a parameter of the finder comes from. */
const settingsByFilter: Readonly<Partial<Record<FilterName, SettingId>>> = {
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
};

/** The setting to correct when a service refuses a parameter. */
export const settingForParameter = (parameter: string | undefined): SettingId | undefined =>
  Object.entries(settingsByFilter).find(([name]) => name === parameter)?.[1];

const formatPercentile = (value: number): string => `p${String(value).padStart(2, '0')}`;

/** A threshold that is not set is left out: 0 would be one. */
function optionalThreshold<Name extends string>(name: Name, value: number | null) {
  return value === null ? {} : ({ [name]: value } as Readonly<Record<Name, number>>);
}
