import { defineOperation } from './operation.ts';
import { inputAmountRange, percentileFilters, TipPercentiles } from './percentileTable.ts';
import { Parameters } from './schema.ts';

export const tipsByGains = defineOperation({
  method: 'GET',
  path: '/market/tips/by/gains',
  summary: 'Tips percentiles by gains',
  parameters: Parameters({ ...percentileFilters, ...inputAmountRange }),
  response: TipPercentiles,
});
