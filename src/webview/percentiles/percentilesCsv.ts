import { percentileKeys } from '../../api/enumerations.ts';
import { formatCsv } from '../../api/sanitizeText.ts';
import { smallSampleSize } from '../charts/smallSample.ts';
import {
  marketProvider,
  type PercentileQuery,
  type PercentileResponse,
  type Statistic,
  seriesKey,
} from '../messages/percentiles.ts';

const rangeNames: Readonly<Record<Statistic, string>> = {
  tipsByComputeUnit: 'compute_units',
  tipsByGains: 'input_amount',
  feesByComputeUnit: 'compute_units',
};

/** Raw units, a row per line; `isDrawn` takes a line's key. */
export function percentilesCsv(
  responses: readonly PercentileResponse[],
  isDrawn: (key: string) => boolean,
  query: PercentileQuery,
  source: string,
  method: string,
): string {
  const header = [
    'statistic',
    'source',
    'method',
    'answered_at',
    'window_seconds',
    'range_of',
    'range_minimum',
    'range_maximum',
    'wallets',
    'provider',
    'mint',
    'symbol',
    'unit',
    'transactions',
    'small_sample',
    ...percentileKeys,
  ];
  const rows = responses.flatMap((response) =>
    response.series
      .filter((series) => isDrawn(seriesKey(series)))
      .map((series) => [
        query.statistic,
        source,
        series.provider === marketProvider ? 'estimate' : method,
        new Date(response.answeredAtMilliseconds).toISOString(),
        response.windowSeconds,
        rangeNames[query.statistic],
        query.minimum ?? '',
        query.maximum ?? '',
        query.wallets.join(' '),
        series.provider === marketProvider ? 'MARKET' : series.provider,
        series.mint ?? '',
        series.mint === null ? '' : series.symbol,
        series.unit,
        series.sample,
        series.sample < smallSampleSize ? 'yes' : 'no',
        ...percentileKeys.map((_, at) => series.values[at] ?? ''),
      ]),
  );
  return formatCsv([header, ...rows]);
}
