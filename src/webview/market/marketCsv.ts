import { formatCsv } from '../../api/sanitizeText.ts';
import type { MarketContent, MarketHistoryContent, Sampled } from '../messages/market.ts';

const sampledNames = (name: string) => [
  `${name}_n`,
  ...['p50', 'p75', 'p95'].map((each) => `${name}_${each}_lamports`),
];
const sampledCells = ({ sample, values }: Sampled) => [sample, ...values];

/** Unrounded; empty for intervals that are not indexed. */
export function marketCsv(
  { query: { scope }, source }: Pick<MarketContent, 'query' | 'source'>,
  { fromMilliseconds, intervalSeconds, points }: MarketHistoryContent,
): string {
  const header = [
    ...['time', 'interval_seconds', 'source', 'scope', 'scope_value', 'coverage'],
    ...['transactions', 'failures', 'revenues_usd', 'net_gains_usd', 'volume_usd'],
    ...sampledNames('tips'),
    ...sampledNames('fees'),
  ];
  const rows = points.map((point, at) => {
    const start = fromMilliseconds + at * intervalSeconds * 1_000;
    const about = [
      new Date(start).toISOString(),
      intervalSeconds,
      source,
      scope?.kind ?? 'market',
      scope?.value ?? '',
    ];
    if (point.coverage === null) return [...about, 0, ...header.slice(6).map(() => '')];
    return [
      ...about,
      point.coverage,
      point.transactions,
      point.failures,
      point.revenuesUsd,
      point.netGainsUsd,
      point.volumeUsd,
      ...sampledCells(point.tips),
      ...sampledCells(point.fees),
    ];
  });
  return formatCsv([header, ...rows]);
}
