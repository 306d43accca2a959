import { t } from '@vscode/l10n';
import { defineOperation } from './operation.ts';
import { computeUnitRange, percentileFilters, TipPercentiles } from './percentileTable.ts';
import { Parameters } from './schema.ts';

export const tipsByComputeUnit = defineOperation({
  method: 'GET',
  path: '/market/tips/by/computeUnit',
  summary: t('Tips percentiles by compute unit'),
  parameters: Parameters({ ...percentileFilters, ...computeUnitRange }),
  response: TipPercentiles,
});
