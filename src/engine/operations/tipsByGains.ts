import type { ParametersOf } from '../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import type { TipPercentiles } from '../../api/percentileTable.ts';
import { type OperationContext, windowStart } from './operationContext.ts';
import { checkRange, defaultMaxTimeRange } from './percentileTable.ts';
import { tipPercentiles } from './tipPercentiles.ts';
import { WhereClause } from './whereClause.ts';

/**
 * Tips of the transactions whose cycle put in an amount in the range, in the smallest unit of the
 * transaction's own base mint.
 */
export async function handleTipsByGains(
  context: OperationContext,
  parameters: ParametersOf<Operations['tipsByGains']>,
  options: MarketCallOptions = {},
): Promise<TipPercentiles> {
  const { inputAmountMin, inputAmountMax, providers, wallets } = parameters;
  checkRange(['inputAmountMin', 'inputAmountMax'], inputAmountMin, inputAmountMax);
  const conditions = new WhereClause(context.store.names)
    .atLeast('time', windowStart(context, parameters.maxTimeRange ?? defaultMaxTimeRange))
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .atLeast('base_input', inputAmountMin)
    .atMost('base_input', inputAmountMax);
  return tipPercentiles(context, conditions, providers, options);
}
