import type { ParametersOf } from '../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import type { FeePercentiles } from '../../api/percentiles.ts';
import { feeSample } from './feeSample.ts';
import { type OperationContext, windowStart } from './operationContext.ts';
import {
  checkRange,
  defaultMaxTimeRange,
  emptyPercentileEntry,
  tablePercents,
  toPercentileEntry,
} from './percentileTable.ts';
import { readPercentiles } from './readPercentiles.ts';

/**
 * Whole fees (base and priority, lamports) of the attempts that consumed a number of compute units
 * in the range, failures among them, by provider. A provider that was asked for and has no
 * transaction gets a table without values.
 */
export async function handleFeesByComputeUnit(
  context: OperationContext,
  parameters: ParametersOf<Operations['feesByComputeUnit']>,
  { signal }: MarketCallOptions = {},
): Promise<FeePercentiles> {
  const { computeUnitMin, computeUnitMax, providers, wallets } = parameters;
  checkRange(['computeUnitMin', 'computeUnitMax'], computeUnitMin, computeUnitMax);
  const { store } = context;
  const samples = await readPercentiles(
    store,
    feeSample(
      store,
      {
        fromSeconds: windowStart(context, parameters.maxTimeRange ?? defaultMaxTimeRange),
        wallets,
        providers,
        computeUnitMin,
        computeUnitMax,
      },
      ['provider'],
    ),
    tablePercents,
    { signal },
  );
  const percentiles: FeePercentiles = Object.fromEntries(
    (providers ?? []).map((provider) => [provider, emptyPercentileEntry()]),
  );
  for (const sample of samples) {
    percentiles[store.names.nameOf(sample.group[0] ?? 0)] = toPercentileEntry(sample);
  }
  return percentiles;
}
