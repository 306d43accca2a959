import type { CallOptions } from '../../interface/marketService.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { Operations } from '../../interface/operations.ts';
import type { TipPercentiles } from '../../interface/percentileTable.ts';
import { Conditions } from './conditions.ts';
import { type AnswerContext, windowStart } from './context.ts';
import { checkRange, defaultMaxTimeRange } from './percentileTables.ts';
import { tipPercentiles } from './tips.ts';

/**
 * Tips of the transactions whose cycle put in an amount in the range, in the smallest unit of the
 * transaction's own base mint.
 */
export async function answerTipsByGains(
  context: AnswerContext,
  parameters: ParametersOf<Operations['tipsByGains']>,
  options: CallOptions = {},
): Promise<TipPercentiles> {
  const { inputAmountMin, inputAmountMax, providers, wallets } = parameters;
  checkRange(['inputAmountMin', 'inputAmountMax'], inputAmountMin, inputAmountMax);
  const conditions = new Conditions(context.store.names)
    .atLeast('time', windowStart(context, parameters.maxTimeRange ?? defaultMaxTimeRange))
    .isNamed('wallet', wallets)
    .isNamed('provider', providers)
    .atLeast('base_input', inputAmountMin)
    .atMost('base_input', inputAmountMax);
  return tipPercentiles(context, conditions, providers, options);
}
