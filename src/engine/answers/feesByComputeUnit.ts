import type { CallOptions } from '../../interface/marketService.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { Operations } from '../../interface/operations.ts';
import type { FeePercentiles } from '../../interface/percentileTable.ts';
import { type AnswerContext, windowStart } from './context.ts';
import { feeSample } from './fees.ts';
import { readPercentiles } from './percentiles.ts';
import {
  checkRange,
  defaultMaxTimeRange,
  emptyTable,
  tableOf,
  tablePercents,
} from './percentileTables.ts';

/**
 * Whole fees (base and priority, lamports) of the attempts that consumed a number of compute units
 * in the range, failures among them, by provider. A provider that was asked for and has no
 * transaction gets a table without values.
 */
export async function answerFeesByComputeUnit(
  context: AnswerContext,
  parameters: ParametersOf<Operations['feesByComputeUnit']>,
  { signal }: CallOptions = {},
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
  const answer: FeePercentiles = Object.fromEntries(
    (providers ?? []).map((provider) => [provider, emptyTable()]),
  );
  for (const sample of samples) {
    answer[store.names.nameOf(sample.group[0] ?? 0)] = tableOf(sample);
  }
  return answer;
}
