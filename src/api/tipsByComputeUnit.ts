import { t } from '@vscode/l10n';
import { defineOperation } from './defineOperation.ts';
import {
  computeUnitRangeParameters,
  percentileFilterParameters,
  TipPercentiles,
} from './percentileTable.ts';
import { Parameters } from './schema.ts';

export const tipsByComputeUnit = defineOperation({
  method: 'GET',
  path: '/market/tips/by/computeUnit',
  summary: t('Tips percentiles by compute unit'),
  parameters: Parameters({ ...percentileFilterParameters, ...computeUnitRangeParameters }),
  response: TipPercentiles,
});
