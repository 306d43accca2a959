import { t } from '@vscode/l10n';
import { defineOperation } from './defineOperation.ts';
import {
  inputAmountRangeParameters,
  percentileFilterParameters,
  TipPercentiles,
} from './percentileTable.ts';
import { Parameters } from './schema.ts';

export const tipsByGains = defineOperation({
  method: 'GET',
  path: '/market/tips/by/gains',
  summary: t('Tips percentiles by gains'),
  parameters: Parameters({ ...percentileFilterParameters, ...inputAmountRangeParameters }),
  response: TipPercentiles,
});
