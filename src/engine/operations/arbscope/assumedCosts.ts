import type { AssumedCosts, CoveragePercentile } from '../../../api/arbscope/coverage.ts';
import { createYielder } from '../../../api/createYielder.ts';
import { lamportsPerSol } from '../../../api/tokenAmounts.ts';
import type { ArbitrageColumns } from '../../store/reads/arbitrageColumns.ts';
import { noProvider } from '../../store/recordValuation.ts';
import { nearestRank } from '../readPercentiles.ts';
import { forEachPiece } from '../timeSlices.ts';

/** Key: provider ID. */
export type CostsByProvider = ReadonlyMap<number, AssumedCosts>;

/**
 * Tips and fees at a percentile (nearest rank) of each provider's arbitrages, including those with
 * a loss. Without a provider the tip is 0; tips in tokens other than SOL are unchanged. Largest
 * sample first.
 */
export async function assumeCosts(
  columns: ArbitrageColumns,
  percentile: CoveragePercentile,
  signal?: AbortSignal,
): Promise<CostsByProvider> {
  const { provider, feeLamports, tipLamports, names } = columns;
  const yieldIfDue = createYielder(signal);
  const rows = new Map<number, number>();
  await forEachPiece(columns.count, yieldIfDue, (from, to) => {
    for (let row = from; row < to; row++) {
      const id = provider[row] ?? 0;
      rows.set(id, (rows.get(id) ?? 0) + 1);
    }
  });
  const percent = Number(percentile.slice(1));
  const costs = new Map<number, AssumedCosts>();
  for (const [id, number] of [...rows].sort((one, other) => other[1] - one[1])) {
    const name = names.nameOf(id);
    const at = async (amounts: Float64Array): Promise<number> => {
      const own = new Float64Array(number);
      let filled = 0;
      await forEachPiece(columns.count, yieldIfDue, (from, to) => {
        for (let row = from; row < to; row++) {
          if (provider[row] === id) own[filled++] = amounts[row] ?? 0;
        }
      });
      return selectRank(own, nearestRank(percent, number));
    };
    costs.set(id, {
      provider: name,
      number,
      tips: name === noProvider ? 0 : await at(tipLamports),
      fees: await at(feeLamports),
    });
  }
  return costs;
}

/** Net gain of each arbitrage, USD, after assumed costs, or after paid ones if `costs` is null. */
export async function netGainsAfter(
  columns: ArbitrageColumns,
  costs: CostsByProvider | null,
  signal?: AbortSignal,
): Promise<Float64Array> {
  const { profitsUsd, feeLamports, tipLamports, solPriceUsd, provider } = columns;
  if (costs === null) return profitsUsd;
  const lamports = new Map([...costs].map(([id, { tips, fees }]) => [id, tips + fees]));
  const netGainsUsd = new Float64Array(columns.count);
  await forEachPiece(columns.count, createYielder(signal), (from, to) => {
    for (let row = from; row < to; row++) {
      const paid = (feeLamports[row] ?? 0) + (tipLamports[row] ?? 0);
      const saved = paid - (lamports.get(provider[row] ?? 0) ?? 0);
      netGainsUsd[row] =
        (profitsUsd[row] ?? 0) + (saved / lamportsPerSol) * (solPriceUsd[row] ?? 0);
    }
  });
  return netGainsUsd;
}

/** The value at a 1-based rank. Reorders `values`. */
export function selectRank(values: Float64Array, rank: number): number {
  let [low, high] = [0, values.length - 1];
  const wanted = rank - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left++;
      while ((values[right] ?? 0) > pivot) right--;
      if (left <= right) {
        const value = values[left] ?? 0;
        values[left++] = values[right] ?? 0;
        values[right--] = value;
      }
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return values[wanted] ?? Number.NaN;
}
