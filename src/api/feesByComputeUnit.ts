import { t } from '@vscode/l10n';
import { defineOperation } from './defineOperation.ts';
import {
  computeUnitRangeParameters,
  FeePercentiles,
  percentileFilterParameters,
} from './percentileTable.ts';
import { Parameters } from './schema.ts';

export const feesByComputeUnit = defineOperation({
  method: 'GET',
  path: '/market/fees/by/computeUnit',
  summary: t('Fees percentiles by compute unit'),
  parameters: Parameters({ ...percentileFilterParameters, ...computeUnitRangeParameters }),
  response: FeePercentiles,
});
