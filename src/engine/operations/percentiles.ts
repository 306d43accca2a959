import { t } from '@vscode/l10n';
import type { ParametersOf } from '../../api/defineOperation.ts';
import { MarketError } from '../../api/marketError.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import type { FeePercentiles, TipPercentiles } from '../../api/percentiles.ts';
import { isoTime, type TimeWindow } from '../base/timeWindow.ts';
import type { TipFilter } from '../store/reads/marketReads.ts';
import { type OperationContext, windowUntilNow } from './operationContext.ts';
import {
  checkRange,
  defaultMaxTimeRange,
  tablePercents,
  toPercentileEntry,
} from './percentileTable.ts';
import { readPercentiles } from './readPercentiles.ts';

export async function handleTipsByComputeUnit(
  context: OperationContext,
  { maxTimeRange, to, ...filter }: ParametersOf<Operations['tipsByComputeUnit']>,
  options: MarketCallOptions = {},
): Promise<TipPercentiles> {
  const { computeUnitMin, computeUnitMax } = filter;
  checkRange(['computeUnitMin', 'computeUnitMax'], computeUnitMin, computeUnitMax);
  return await tipPercentiles(
    context,
    filter,
    await windowOf(context, { maxTimeRange, to }),
    options,
  );
}

/** The range bounds the cycle's input, in raw units of the transaction's base mint. */
export async function handleTipsByGains(
  context: OperationContext,
  parameters: ParametersOf<Operations['tipsByGains']>,
  options: MarketCallOptions = {},
): Promise<TipPercentiles> {
  const { inputAmountMin, inputAmountMax, maxTimeRange, to, ...filter } = parameters;
  checkRange(['inputAmountMin', 'inputAmountMax'], inputAmountMin, inputAmountMax);
  return await tipPercentiles(
    context,
    { ...filter, baseInputMin: inputAmountMin, baseInputMax: inputAmountMax },
    await windowOf(context, { maxTimeRange, to }),
    options,
  );
}

/** Tips by provider and mint, raw units; a transaction counts once per pair that it tipped. */
async function tipPercentiles(
  context: OperationContext,
  filter: Omit<TipFilter, 'window'>,
  window: TimeWindow,
  { signal }: MarketCallOptions,
): Promise<TipPercentiles> {
  const samples = await context.store.readTipsByProviderAndMint(
    { ...filter, window },
    (tips) => readPercentiles(tips, tablePercents),
    { signal },
  );
  const percentiles: TipPercentiles = {};
  for (const sample of samples) {
    const { provider, mint } = sample.group;
    percentiles[provider] = { ...percentiles[provider], [mint]: toPercentileEntry(sample) };
  }
  return percentiles;
}

/** Base and priority fee, lamports, also of failures. Providers without any are missing. */
export async function handleFeesByComputeUnit(
  context: OperationContext,
  { maxTimeRange, to, ...filter }: ParametersOf<Operations['feesByComputeUnit']>,
  { signal }: MarketCallOptions = {},
): Promise<FeePercentiles> {
  const { computeUnitMin, computeUnitMax } = filter;
  checkRange(['computeUnitMin', 'computeUnitMax'], computeUnitMin, computeUnitMax);
  const samples = await context.store.readFeesByProvider(
    { ...filter, window: await windowOf(context, { maxTimeRange, to }) },
    (fees) => readPercentiles(fees, tablePercents),
    { signal },
  );
  return Object.fromEntries(
    samples.map((sample) => {
      // A store that does not count them knows them of no attempt.
      const { durable, unknown } = sample.nonces ?? { durable: 0, unknown: sample.number };
      const entry = toPercentileEntry(sample);
      return [sample.group.provider, { ...entry, durableNonces: durable, unknownNonces: unknown }];
    }),
  );
}

interface WindowParameters {
  readonly maxTimeRange: number | undefined;
  readonly to: number | undefined;
}

/**
 * Without parameters all that is stored. Throws a MarketError of kind `bad-parameter` if the store no
 * longer has, or never had, transactions of the window that a caller asked for, or if it begins after now.
 */
async function windowOf(
  context: OperationContext,
  { maxTimeRange, to }: WindowParameters,
): Promise<TimeWindow> {
  const { store } = context;
  const range = maxTimeRange ?? defaultMaxTimeRange;
  const window =
    to === undefined
      ? windowUntilNow(context, range)
      : { fromSeconds: Math.max(0, to - range), toSeconds: to };
  const rowsFromSeconds = store.rowsFromSeconds ?? 0;
  if (window.fromSeconds < rowsFromSeconds && (to ?? maxTimeRange) !== undefined) {
    throw storedSince(rowsFromSeconds, to === undefined ? 'maxTimeRange' : 'to');
  }
  if (to === undefined) return window;
  const nowSeconds = Math.floor(context.source.now() / 1_000);
  if (window.fromSeconds > nowSeconds) {
    throw new MarketError(
      'bad-parameter',
      t('The window begins after now, {0}.', isoTime(nowSeconds)),
      { parameter: 'to' },
    );
  }
  const oldest = await store.inSnapshot((snapshot) => snapshot.oldestBlockSeconds());
  if (oldest !== null && to < oldest) throw storedSince(oldest, 'to');
  return window;
}

const storedSince = (seconds: number, parameter: string): MarketError =>
  new MarketError(
    'bad-parameter',
    t('Single transactions are stored since {0} only.', isoTime(seconds)),
    { parameter },
  );
