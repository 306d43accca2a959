import type { SampledAmounts } from '../../../api/arbscope/history.ts';
import type { ReadQuery } from '../../store/duckdb/query.ts';
import { createDuckdbSamples, type SampleQuery } from '../../store/duckdb/reads/duckdbSamples.ts';
import type { NameTable } from '../../store/nameTable.ts';
import { nearestRank, readPercentiles } from '../readPercentiles.ts';
import type { HistoryPeriod } from './historyCache.ts';

export const noSample: SampledAmounts = { number: 0, p50: null, p75: null, p95: null };

const percents = [50, 75, 95] as const;

const toSampledAmounts = (number: number, amounts: readonly number[]): SampledAmounts => {
  const [p50 = null, p75 = null, p95 = null] = amounts;
  return { number, p50, p75, p95 };
};

/** Of the whole sample. */
export async function readWholeSample(
  read: ReadQuery,
  names: NameTable,
  query: SampleQuery,
): Promise<SampledAmounts> {
  const [sample] = await readPercentiles(createDuckdbSamples(read, names, query), percents);
  return sample === undefined
    ? noSample
    : toSampledAmounts(sample.number, sample.amounts.map(Number));
}

/** Neighbouring buckets (`amountBucket`) are counted together: a cell is 6 % wide. */
const bucketBits = 4;
/** Above the number of any cell. */
const cellLimit = 2_048;
/** Packs a cell's key and its count into one exact number: key times this, plus count. Sorts by key. */
const packedFactor = 2 ** 31;

/** Samples by the start of their interval; exact, by nearest rank. The rows have their `time` as well. */
export async function readSamplesByInterval(
  read: ReadQuery,
  { rows, values, isWeighted = false }: SampleQuery,
  { fromSeconds, interval }: Pick<HistoryPeriod, 'fromSeconds' | 'interval'>,
): Promise<Map<number, SampledAmounts>> {
  const cell = `((time - ${fromSeconds}) // ${interval}) * ${cellLimit} + (bucket >> ${bucketBits})`;
  const count = `${isWeighted ? 'sum(weight)' : 'count(*)'}::UINTEGER`;
  const [cells = [], counts = []] = await read(
    `SELECT ${cell} AS cell, ${count} FROM (${rows}) GROUP BY cell`,
    values,
  );
  const samples = locateRanks(
    Float64Array.from(cells, (each, row) => Number(each) * packedFactor + Number(counts[row])),
  );
  const wanted = new Set(samples.flatMap(({ ranks }) => ranks.map((rank) => rank.cell)));
  const amounts = new Map<number, { amount: number; rows: number }[]>();
  if (wanted.size > 0) {
    const columns = await read(
      `SELECT cell, amount::DOUBLE, ${count}
       FROM (SELECT ${cell} AS cell, * FROM (${rows})) WHERE cell IN (SELECT unnest($wantedCells))
       GROUP BY ALL`,
      { ...values, wantedCells: [...wanted] },
    );
    columns[0]?.forEach((value, row) => {
      const of = Number(value);
      const entry = { amount: Number(columns[1]?.[row]), rows: Number(columns[2]?.[row]) };
      const known = amounts.get(of);
      if (known === undefined) amounts.set(of, [entry]);
      else known.push(entry);
    });
  }
  for (const list of amounts.values()) list.sort((first, second) => first.amount - second.amount);
  return new Map(
    samples.map(({ at, number, ranks }) => [
      fromSeconds + at * interval,
      toSampledAmounts(
        number,
        ranks.map(({ cell: of, rank }) => amountAt(amounts.get(of) ?? [], rank)),
      ),
    ]),
  );
}

interface LocatedSample {
  /** Number of the interval. */
  readonly at: number;
  readonly number: number;
  /** For each percentile its cell, and its rank in there from 1. */
  readonly ranks: readonly { readonly cell: number; readonly rank: number }[];
}

function locateRanks(packed: Float64Array): LocatedSample[] {
  packed.sort();
  const intervals = new Map<number, { cells: number[]; upTo: number[]; number: number }>();
  for (const one of packed) {
    const cell = Math.floor(one / packedFactor);
    const at = Math.floor(cell / cellLimit);
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
  amounts: readonly { readonly amount: number; readonly rows: number }[],
  rank: number,
): number {
  let below = 0;
  for (const { amount, rows } of amounts) {
    below += rows;
    if (rank <= below) return amount;
  }
  throw new RangeError(`no rank ${rank} in a cell of ${below}`);
}
