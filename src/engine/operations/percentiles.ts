import type { ParametersOf } from '../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import type { FeePercentiles, TipPercentiles } from '../../api/percentiles.ts';
import { WhereClause } from '../store/duckdb/whereClause.ts';
import { feeSample } from './feeSample.ts';
import { type OperationContext, windowUntilNow } from './operationContext.ts';
import {
  checkRange,
  defaultMaxTimeRange,
  tablePercents,
  toPercentileEntry,
} from './percentileTable.ts';
import { readPercentiles } from './readPercentiles.ts';

/** Tips of the transactions that consumed a number of compute units in the range. */
export async function handleTipsByComputeUnit(
  context: OperationContext,
  parameters: ParametersOf<Operations['tipsByComputeUnit']>,
  options: MarketCallOptions = {},
): Promise<TipPercentiles> {
  const { computeUnitMin: minimum, computeUnitMax: maximum } = parameters;
  checkRange(['computeUnitMin', 'computeUnitMax'], minimum, maximum);
  return await tipPercentiles(
    context,
    'compute_units',
    { ...parameters, minimum, maximum },
    options,
  );
}

/** The range is of the cycle's input, in raw units of the transaction's own base mint. */
export async function handleTipsByGains(
  context: OperationContext,
  parameters: ParametersOf<Operations['tipsByGains']>,
  options: MarketCallOptions = {},
): Promise<TipPercentiles> {
  const { inputAmountMin: minimum, inputAmountMax: maximum } = parameters;
  checkRange(['inputAmountMin', 'inputAmountMax'], minimum, maximum);
  return await tipPercentiles(context, 'base_input', { ...parameters, minimum, maximum }, options);
}

interface TipFilter {
  readonly minimum?: number | bigint | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly maxTimeRange?: number | undefined;
  readonly providers?: readonly string[] | undefined;
  readonly wallets?: readonly string[] | undefined;
}

/** Tips by provider and mint, smallest unit; a transaction counts once for each pair it tipped. */
async function tipPercentiles(
  context: OperationContext,
  column: 'compute_units' | 'base_input',
  { minimum, maximum, maxTimeRange = defaultMaxTimeRange, providers, wallets }: TipFilter,
  { signal }: MarketCallOptions,
): Promise<TipPercentiles> {
  const { store } = context;
  const conditions = new WhereClause(store.names)
    .within('time', windowUntilNow(context, maxTimeRange))
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .atLeast(column, minimum)
    .atMost(column, maximum);
  const samples = await readPercentiles(
    store,
    {
      rows: `SELECT provider, mint, amount, bucket FROM tips WHERE ${conditions.sql}`,
      values: conditions.values,
      groups: ['provider', 'mint'],
    },
    tablePercents,
    { signal },
  );
  const percentiles: TipPercentiles = {};
  for (const sample of samples) {
    const [provider = 0, mint = 0] = sample.group;
    const name = store.names.nameOf(provider);
    percentiles[name] = {
      ...percentiles[name],
      [store.names.nameOf(mint)]: toPercentileEntry(sample),
    };
  }
  return percentiles;
}

/**
 * Whole fees (base and priority, lamports) of the attempts that consumed a number of compute units
 * in the range, failures among them, by provider. A provider without a transaction is left out.
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
        window: windowUntilNow(context, parameters.maxTimeRange ?? defaultMaxTimeRange),
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
  return Object.fromEntries(
    samples.map((sample) => [store.names.nameOf(sample.group[0] ?? 0), toPercentileEntry(sample)]),
  );
}
