import { finderProviders, statisticsProviders } from '../../api/enumerations.ts';
import { linePatterns } from '../charts/marks.ts';
import { marketProvider, type PercentileSeries, seriesKey } from '../messages/percentiles.ts';

const lineColorCount = 7;
/** Number of point symbols in `charts/marks.ts`. */
const pointShapeCount = 6;

/** Lines differ not only by colour. */
export interface SeriesStyle {
  /** Colour number, from 0; grey for transactions without a provider and for the market. */
  readonly color: number | 'none' | 'market';
  /** `null`: no points (the market's wide line). */
  readonly shape: number | null;
  readonly pattern: number;
}

const noProvider = 'NO_PROVIDER';

/** Known providers have the same style in every chart. */
const knownProviders: readonly string[] = [
  ...statisticsProviders.filter((provider) => provider !== noProvider),
  ...finderProviders.filter(
    (provider) =>
      provider !== 'ALL' && !(statisticsProviders as readonly string[]).includes(provider),
  ),
];

/** Styles by series key, in list order. */
export function assignSeriesStyles(
  series: readonly PercentileSeries[],
): ReadonlyMap<string, SeriesStyle> {
  const providers = [...knownProviders];
  const mints = new Map<string, string[]>();
  const styles = new Map<string, SeriesStyle>();
  for (const each of series) {
    if (each.provider !== marketProvider) continue;
    styles.set(seriesKey(each), { color: 'market', shape: null, pattern: 0 });
  }
  const sorted = series.filter((each) => !styles.has(seriesKey(each))).sort(byName);
  for (const { provider, mint } of sorted) {
    if (provider !== noProvider && !providers.includes(provider)) providers.push(provider);
    const own = mints.get(provider) ?? [];
    if (mint !== null && !own.includes(mint)) own.push(mint);
    mints.set(provider, own);
  }
  const rank = ({ provider }: PercentileSeries) =>
    provider === noProvider ? providers.length : providers.indexOf(provider);
  for (const each of sorted.sort((a, b) => rank(a) - rank(b))) {
    const at = rank(each);
    const round = Math.floor(at / lineColorCount);
    const mintAt = Math.max(0, mints.get(each.provider)?.indexOf(each.mint ?? '') ?? 0);
    styles.set(seriesKey(each), {
      color: each.provider === noProvider ? 'none' : at % lineColorCount,
      // One shape fewer than colours, so the first 42 combinations are distinct.
      shape: at % pointShapeCount,
      pattern: (round + mintAt) % linePatterns.length,
    });
  }
  return styles;
}

function byName(a: PercentileSeries, b: PercentileSeries): number {
  return (
    compare(a.provider, b.provider) ||
    compare(a.symbol, b.symbol) ||
    compare(a.mint ?? '', b.mint ?? '')
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
