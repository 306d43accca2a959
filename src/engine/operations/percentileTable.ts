import { t } from '@vscode/l10n';
import { percentileKeys } from '../../api/enumerations.ts';
import { MarketError } from '../../api/marketError.ts';
import type { PercentileTable, SampledPercentiles } from '../../api/percentiles.ts';
import { isoTime } from '../base/timeWindow.ts';
import type { SamplePercentiles } from './readPercentiles.ts';

/** All retained data. */
export const defaultMaxTimeRange = 86_400;

export const tablePercents: readonly number[] = percentileKeys.map((key) => Number(key.slice(1)));

export function toPercentileEntry({ number, amounts }: SamplePercentiles): SampledPercentiles {
  const percentiles = Object.fromEntries(
    percentileKeys.map((key, at) => [key, Number(amounts[at])]),
  ) as PercentileTable;
  return { number, percentiles };
}

/**
 * Begin of a period that ends now, Unix seconds. Throws a MarketError of kind `bad-parameter` for a begin
 * in the future.
 */
export function checkBegin(fromSeconds: number, nowSeconds: number): number {
  if (fromSeconds <= nowSeconds) return fromSeconds;
  throw new MarketError('bad-parameter', t('from is after now, {0}.', isoTime(nowSeconds)), {
    parameter: 'from',
  });
}

/** Throws a MarketError of kind `bad-parameter` if the lower bound exceeds the upper bound. */
export function checkRange<Bound extends number | bigint>(
  names: readonly [minimum: string, maximum: string],
  minimum: Bound | undefined,
  maximum: Bound | undefined,
): void {
  if (minimum === undefined || maximum === undefined || minimum <= maximum) return;
  throw new MarketError('bad-parameter', t('{0} cannot exceed {1}.', names[0], names[1]), {
    parameter: names[0],
  });
}
