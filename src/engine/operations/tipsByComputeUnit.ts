import type { ParametersOf } from '../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import type { TipPercentiles } from '../../api/percentileTable.ts';
import { type OperationContext, windowStart } from './operationContext.ts';
import { checkRange, defaultMaxTimeRange } from './percentileTable.ts';
import { tipPercentiles } from './tipPercentiles.ts';
import { WhereClause } from './whereClause.ts';

/** Tips of the transactions that consumed a number of compute units in the range. */
export async function handleTipsByComputeUnit(
  context: OperationContext,
  parameters: ParametersOf<Operations['tipsByComputeUnit']>,
  options: MarketCallOptions = {},
): Promise<TipPercentiles> {
  const { computeUnitMin, computeUnitMax, providers, wallets } = parameters;
  checkRange(['computeUnitMin', 'computeUnitMax'], computeUnitMin, computeUnitMax);
  const conditions = new WhereClause(context.store.names)
    .atLeast('time', windowStart(context, parameters.maxTimeRange ?? defaultMaxTimeRange))
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .atLeast('compute_units', computeUnitMin)
    .atMost('compute_units', computeUnitMax);
  return tipPercentiles(context, conditions, providers, options);
}
