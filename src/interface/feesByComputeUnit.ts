import { t } from '@vscode/l10n';
import { defineOperation } from './operation.ts';
import { computeUnitRange, FeePercentiles, percentileFilters } from './percentileTable.ts';
import { Parameters } from './schema.ts';

export const feesByComputeUnit = defineOperation({
  method: 'GET',
  path: '/market/fees/by/computeUnit',
  summary: t('Fees percentiles by compute unit'),
  parameters: Parameters({ ...percentileFilters, ...computeUnitRange }),
  response: FeePercentiles,
});
