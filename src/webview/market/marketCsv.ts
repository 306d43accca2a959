import { formatCsv } from '../../api/sanitizeText.ts';
import { sourceCell } from '../components/sourceBadge.tsx';
import type { MarketContent, MarketHistoryContent, Sampled } from '../messages/market.ts';

const sampledNames = (name: string) => [
  `${name}_n`,
  ...['p50', 'p75', 'p95'].map((each) => `${name}_${each}_lamports`),
];
const sampledCells = ({ sample, values }: Sampled) => [sample, ...values];

/** Unrounded; empty for intervals that are not indexed. A partial interval has its own seconds. */
export function marketCsv(
  { query: { scope }, ...content }: Pick<MarketContent, 'query' | 'source' | 'isSimulated'>,
  { fromMilliseconds, intervalSeconds, points, period }: MarketHistoryContent,
): string {
  const header = [
    ...['time', 'interval_seconds', 'source', 'scope', 'scope_value', 'coverage'],
    ...['transactions', 'failures', 'revenues_usd', 'net_gains_usd', 'volume_usd'],
    ...sampledNames('tips'),
    ...sampledNames('fees'),
  ];
  const rows = points.map((point, at) => {
    const whole = fromMilliseconds / 1_000 + at * intervalSeconds;
    const [start, end] = [
      Math.max(whole, period.from),
      Math.min(whole + intervalSeconds, period.to),
    ];
    const about = [
      new Date(start * 1_000).toISOString(),
      end - start,
      sourceCell(content),
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
