import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import {
  Count,
  IsoTimestamp,
  Parameters,
  Response,
  RowsFrom,
  UnixSeconds,
  Usd,
} from '../schema.ts';
import { arbitrageFilterProperties } from './arbitrageFilter.ts';

export const historyIntervalsSeconds = [60, 300, 3_600, 86_400] as const;
export type HistoryInterval = (typeof historyIntervalsSeconds)[number];

const lamports = (key: string) =>
  Type.Union([Type.Number(), Type.Null()], { description: `${key}, lamports; null: no sample` });

/** Nearest-rank percentiles over the samples of an interval. */
export const SampledAmounts = Response({
  number: Count('Transactions in the sample'),
  p50: lamports('p50'),
  p75: lamports('p75'),
  p95: lamports('p95'),
});
export type SampledAmounts = Type.Static<typeof SampledAmounts>;

const figures = {
  transactions: Count('Successes'),
  failures: Count('Failures'),
  revenues_usd: Usd('Gross gains'),
  net_gains_usd: Usd('Net gains, failures included'),
  volume_usd: Usd('Volume'),
  tips: SampledAmounts,
  fees: SampledAmounts,
};

export const HistoryPoint = Response({
  time: IsoTimestamp('Start of the interval'),
  /** Null if no block of the interval is indexed: the figures are unknown then, not 0. */
  coverage: Type.Union([Type.Number(), Type.Null()], {
    description: 'Fraction of its blocks that is indexed; null: none, the figures are unknown',
  }),
  ...figures,
});
export type HistoryPoint = Type.Static<typeof HistoryPoint>;

export const HistorySeries = Response({
  interval: Count('Seconds of one point'),
  points: Type.Array(HistoryPoint, { description: 'Oldest first, without gaps' }),
  rows_from: RowsFrom(
    'points are sums by minute or hour, without tips and fees; without sums of this filter and interval coverage is null',
  ),
  /** For the whole period, from the exact sample. */
  total: Response(figures),
});
export type HistorySeries = Type.Static<typeof HistorySeries>;

export const history = defineOperation({
  method: 'GET',
  path: '/arbscope/history',
  summary: t('History'),
  parameters: Parameters({
    ...arbitrageFilterProperties,
    from: Type.Optional(
      UnixSeconds(
        'Start, by default 24 hours before the end; what is before it in the first interval does not count',
      ),
    ),
    to: Type.Optional(UnixSeconds('End; now by default')),
    interval: Type.Optional(
      Type.Integer({
        enum: [...historyIntervalsSeconds],
        description: 'Seconds of one point: 60, 300 (the default), 3600 or 86400',
      }),
    ),
  }),
  response: HistorySeries,
  isAggregate: true,
  tool: {
    name: 'arbscope_history',
    title: 'History',
    description:
      'Solana arbitrage over time, per minute, 5 minutes, hour or day, of the whole market or of a token, ' +
      'AMM, pool, wallet, provider or bot: transactions, failures, gains, volume, tips and fees. A ' +
      'coverage of null means that the figures of that point are unknown.',
    more: 'a larger interval, or a shorter period by from and to',
  },
});
