import type { SampledAmounts } from '../../../api/arbscope/history.ts';
import type { AmountSamples } from '../../store/reads/amountSamples.ts';
import {
  cellsPerInterval,
  type HistoryQuery,
  type IntervalSamples,
} from '../../store/reads/historyReads.ts';
import { nearestRank, readPercentiles } from '../readPercentiles.ts';

export const noSample: SampledAmounts = { number: 0, p50: null, p75: null, p95: null };

const percents = [50, 75, 95] as const;

const toSampledAmounts = (number: number, amounts: readonly number[]): SampledAmounts => {
  const [p50 = null, p75 = null, p95 = null] = amounts;
  return { number, p50, p75, p95 };
};

export async function readWholeSample(samples: AmountSamples): Promise<SampledAmounts> {
  const [sample] = await readPercentiles(samples, percents);
  return sample === undefined
    ? noSample
    : toSampledAmounts(sample.number, sample.amounts.map(Number));
}

/** Packs a cell's key and count into a safe integer, key * factor + count, which sorts by key. */
const packedFactor = 2 ** 31;

/** Exact percentiles by nearest rank, by interval start. */
export async function readSamplesByInterval(
  from: IntervalSamples,
  { window: { fromSeconds }, intervalSeconds }: HistoryQuery,
): Promise<Map<number, SampledAmounts>> {
  const { cells, counts } = await from.cellCounts();
  const samples = locateRanks(
    Float64Array.from(cells, (cell, row) => cell * packedFactor + (counts[row] ?? 0)),
  );
  const wanted = new Set(samples.flatMap(({ ranks }) => ranks.map(({ cell }) => cell)));
  const found = await from.amountsIn([...wanted]);
  const amounts = new Map<number, { amount: number; count: number }[]>();
  found.cells.forEach((cell, row) => {
    const entry = { amount: found.amounts[row] ?? 0, count: found.counts[row] ?? 0 };
    const known = amounts.get(cell);
    if (known === undefined) amounts.set(cell, [entry]);
    else known.push(entry);
  });
  for (const list of amounts.values()) list.sort((first, second) => first.amount - second.amount);
  return new Map(
    samples.map(({ at, number, ranks }) => [
      fromSeconds + at * intervalSeconds,
      toSampledAmounts(
        number,
        ranks.map(({ cell, rank }) => amountAt(amounts.get(cell) ?? [], rank)),
      ),
    ]),
  );
}

interface LocatedSample {
  readonly at: number;
  readonly number: number;
  /** Ranks are 1-based within the cell. */
  readonly ranks: readonly { readonly cell: number; readonly rank: number }[];
}

function locateRanks(packed: Float64Array): LocatedSample[] {
  packed.sort();
  const intervals = new Map<number, { cells: number[]; upTo: number[]; number: number }>();
  for (const one of packed) {
    const cell = Math.floor(one / packedFactor);
    const at = Math.floor(cell / cellsPerInterval);
    const sample = intervals.get(at) ?? { cells: [], upTo: [], number: 0 };
    intervals.set(at, sample);
    sample.number += one - cell * packedFactor;
    sample.cells.push(cell);
    sample.upTo.push(sample.number);
  }
  return [...intervals].map(([at, { cells, upTo, number }]) => ({
    at,
    number,
    ranks: percents.map((percent) => {
      const rank = nearestRank(percent, number);
      const index = upTo.findIndex((rows) => rank <= rows);
      return { cell: cells[index] ?? 0, rank: rank - (upTo[index - 1] ?? 0) };
    }),
  }));
}

function amountAt(
  amounts: readonly { readonly amount: number; readonly count: number }[],
  rank: number,
): number {
  let below = 0;
  for (const { amount, count } of amounts) {
    below += count;
    if (rank <= below) return amount;
  }
  throw new RangeError(`no rank ${rank} in a cell of ${below}`);
}
