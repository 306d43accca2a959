import { everyPercentile, publishedPercents } from '../charts/percentileAt.ts';
import {
  marketProvider,
  type PercentileQuery,
  type PercentileResponse,
  type PercentileSeries,
} from '../messages/percentiles.ts';

const estimates = new WeakMap<PercentileResponse, PercentileResponse>();

/** Adds an estimated market line per mint, unless the query filters providers or wallets. */
export const withMarket = (
  { providers, wallets }: Pick<PercentileQuery, 'providers' | 'wallets'>,
  responses: readonly PercentileResponse[],
): readonly PercentileResponse[] =>
  providers.length + wallets.length > 0
    ? responses
    : responses.map((response) => {
        const known = estimates.get(response);
        if (known !== undefined) return known;
        const groups = Map.groupBy(response.series, ({ unit, mint }) => `${unit} ${mint ?? ''}`);
        const markets = [...groups.values()].flatMap((group) => marketSeries(group) ?? []);
        const made = { ...response, series: [...markets, ...response.series] };
        estimates.set(response, made);
        return made;
      });

/** Assumes linear interpolation between the twelve percentiles of a provider. */
export function marketSeries(group: readonly PercentileSeries[]): PercentileSeries | null {
  const known = group.filter(({ sample, values }) => sample > 0 && values.some((v) => v !== null));
  const [first] = known;
  if (first === undefined || known.length < 2) return null;
  const sample = known.reduce((sum, each) => sum + each.sample, 0);
  const weights = new Map<number, number>();
  let total = 0;
  for (const { values, sample: weight } of known) {
    for (const amount of everyPercentile(values)) {
      if (amount === null) continue;
      weights.set(amount, (weights.get(amount) ?? 0) + weight / 100);
      total += weight / 100;
    }
  }
  const amounts = Float64Array.from(weights.keys()).sort();
  const weightAt = (index: number) => weights.get(amounts[index] ?? 0) ?? 0;
  let below = 0;
  let at = 0;
  const values = publishedPercents.map((percent) => {
    // The tolerance absorbs rounding errors of summed hundredths.
    const rank = (percent / 100) * total + total * 1e-9;
    while (at < amounts.length - 1 && below + weightAt(at) <= rank) {
      below += weightAt(at);
      at += 1;
    }
    return amounts[at] ?? null;
  });
  return { ...first, provider: marketProvider, sample, values };
}
