import type { CallOptions } from '../../interface/marketService.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { Operations } from '../../interface/operations.ts';
import type { TipPercentiles } from '../../interface/percentileTable.ts';
import { Conditions } from './conditions.ts';
import { type AnswerContext, windowStart } from './context.ts';
import { checkRange, defaultMaxTimeRange } from './percentileTables.ts';
import { tipPercentiles } from './tips.ts';

/** Tips of the transactions that consumed a number of compute units in the range. */
export async function answerTipsByComputeUnit(
  context: AnswerContext,
  parameters: ParametersOf<Operations['tipsByComputeUnit']>,
  options: CallOptions = {},
): Promise<TipPercentiles> {
  const { computeUnitMin, computeUnitMax, providers, wallets } = parameters;
  checkRange(['computeUnitMin', 'computeUnitMax'], computeUnitMin, computeUnitMax);
  const conditions = new Conditions(context.store.names)
    .atLeast('time', windowStart(context, parameters.maxTimeRange ?? defaultMaxTimeRange))
    .isNamed('wallet', wallets)
    .isNamed('provider', providers)
    .atLeast('compute_units', computeUnitMin)
    .atMost('compute_units', computeUnitMax);
  return tipPercentiles(context, conditions, providers, options);
}
