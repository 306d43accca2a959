import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { QueryOptions, QueryValues, ReadQuery } from '../store/duckdb/query.ts';
import type { Store } from '../store/duckdb/store.ts';

/** A percentile as it was asked for: `p50`, `P50` or `50`. */
export interface Percentile {
  /** Written p<NN>. */
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
}

export function parsePercentile(text: string, parameter: string): Percentile {
  const digits = /^[pP]?(\d{1,3})$/.exec(text)?.[1];
  const percent = Number(digits ?? Number.NaN);
  if (!(percent <= 100)) {
    throw new MarketError(
      'bad-parameter',
      t('{0} must be a percentile from p0 to p100, such as p50 or 50.', parameter),
      { parameter },
    );
  }
  return { label: `p${String(percent).padStart(2, '0')}`, percent };
}

/** Rank of a percentile in a sample, from 1: nearest rank, computed in integers. */
export function nearestRank(percent: number, sampleSize: number): number {
  return Math.max(1, Math.floor((percent * sampleSize + 99) / 100));
}

/** Which amounts a sample is made of; every text is this project's own. */
export interface SampleQuery {
  /** Rows with a column `amount`, its `bucket` (`amountBucket`), and the columns of `groups`. */
  readonly rows: string;
  readonly values: QueryValues;
  /** Columns that split the rows into samples; numbers of the name table. */
  readonly groups: readonly ('provider' | 'mint')[];
  /** Rows also have a `weight`: how many transactions each stands for. */
  readonly isWeighted?: boolean;
}

export interface SamplePercentiles {
  readonly group: readonly number[];
  readonly number: number;
  readonly amounts: readonly bigint[];
}

interface BucketedSample {
  readonly group: readonly number[];
  /** Rising. */
  readonly buckets: readonly number[];
  /** Rows up to and in each bucket. */
  readonly upTo: readonly number[];
  readonly number: number;
}

/** Exact percentiles by nearest rank; a sample without rows has no entry. */
export async function readPercentiles(
  store: Store,
  query: SampleQuery,
  percents: readonly number[],
  options: QueryOptions,
): Promise<SamplePercentiles[]> {
  return store.readTransaction((read) => percentilesIn(read, query, percents), options);
}

/** The same in a snapshot that the caller has opened. */
export async function percentilesIn(
  read: ReadQuery,
  query: SampleQuery,
  percents: readonly number[],
): Promise<SamplePercentiles[]> {
  const samples = await countBuckets(read, query);
  const places = samples.map((sample) =>
    percents.map((percent) => locateRank(sample, nearestRank(percent, sample.number))),
  );
  const wanted = new Map<string, { group: readonly number[]; bucket: number }>();
  samples.forEach(({ group }, at) => {
    for (const { bucket } of places[at] ?? [])
      wanted.set(bucketKey(group, bucket), { group, bucket });
  });
  const amounts = await readBuckets(read, query, [...wanted.values()]);
  return samples.map(({ group, number }, at) => ({
    group,
    number,
    amounts: (places[at] ?? []).map(({ bucket, rank }) =>
      amountAt(amounts.get(bucketKey(group, bucket)) ?? [], rank),
    ),
  }));
}

const bucketKey = (group: readonly number[], bucket: number): string =>
  [...group, bucket].join(' ');

const countSql = ({ isWeighted }: SampleQuery): string =>
  `${isWeighted === true ? 'sum(weight)' : 'count(*)'}::UINTEGER`;

/** Above every number of the name table; two of them still make an exact number. */
const nameIdLimit = 2 ** 26;
/** A bucket times this and its number of rows make one exact number, which sorts by itself. */
const packedFactor = 2 ** 32;

async function countBuckets(read: ReadQuery, query: SampleQuery): Promise<BucketedSample[]> {
  const { rows, values, groups } = query;
  const keys = [...groups, 'bucket'].join(', ');
  const columns = await read(
    `SELECT ${keys}, ${countSql(query)} FROM (${rows}) GROUP BY ${keys}`,
    values,
  );
  const [buckets = [], counts = []] = columns.slice(groups.length);
  const samples = new Map<number, { group: number[]; packed: number[] }>();
  for (let row = 0; row < buckets.length; row++) {
    // Thousands of rows fall into a few samples: whatever is made here is made often.
    let key = 0;
    for (let at = 0; at < groups.length; at++) key = key * nameIdLimit + Number(columns[at]?.[row]);
    let sample = samples.get(key);
    if (sample === undefined) {
      const group = groups.map((_, at) => Number(columns[at]?.[row]));
      sample = { group, packed: [] };
      samples.set(key, sample);
    }
    sample.packed.push(Number(buckets[row]) * packedFactor + Number(counts[row]));
  }
  return [...samples.values()].map(({ group, packed }) => {
    const sample = { group, buckets: [] as number[], upTo: [] as number[], number: 0 };
    for (const one of Float64Array.from(packed).sort()) {
      const bucket = Math.floor(one / packedFactor);
      sample.number += one - bucket * packedFactor;
      sample.buckets.push(bucket);
      sample.upTo.push(sample.number);
    }
    return sample;
  });
}

function locateRank({ buckets, upTo }: BucketedSample, rank: number) {
  const at = upTo.findIndex((rows) => rank <= rows);
  const bucket = buckets[at];
  if (bucket === undefined) throw new RangeError(`no rank ${rank} in a sample of ${upTo.at(-1)}`);
  return { bucket, rank: rank - (upTo[at - 1] ?? 0) };
}

/** The distinct amounts of the wanted buckets with their counts, rising. */
async function readBuckets(
  read: ReadQuery,
  query: SampleQuery,
  wanted: readonly { readonly group: readonly number[]; readonly bucket: number }[],
): Promise<Map<string, { amount: bigint; rows: number }[]>> {
  const found = new Map<string, { amount: bigint; rows: number }[]>();
  if (wanted.length === 0) return found;
  const { rows, values, groups } = query;
  const keys = [...groups, 'bucket'];
  const lists: Record<string, number[]> = {
    wantedBucket: wanted.map(({ bucket }) => bucket),
  };
  groups.forEach((_, at) => {
    lists[`wantedGroup${at}`] = wanted.map(({ group }) => group[at] ?? 0);
  });
  const unnested = [...groups.map((_, at) => `wantedGroup${at}`), 'wantedBucket']
    .map((name) => `unnest($${name})`)
    .join(', ');
  // A single bucket is looked for directly, which needs no join.
  const only = keys.length === 1 && wanted.length === 1 ? wanted[0] : undefined;
  const isWanted =
    only === undefined
      ? `(${keys.join(', ')}) IN (SELECT ${keys.length === 1 ? unnested : `(${unnested})`})`
      : 'bucket = $wantedBucket';
  const columns = await read(
    `SELECT ${keys.join(', ')}, amount, ${countSql(query)} FROM (${rows})
     WHERE ${isWanted} GROUP BY ALL ORDER BY amount`,
    { ...values, ...(only === undefined ? lists : { wantedBucket: only.bucket }) },
  );
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    const key = keys.map((_, at) => Number(columns[at]?.[row])).join(' ');
    const entry = {
      amount: BigInt(String(columns[keys.length]?.[row])),
      rows: Number(columns[keys.length + 1]?.[row]),
    };
    const amounts = found.get(key);
    if (amounts === undefined) found.set(key, [entry]);
    else amounts.push(entry);
  }
  return found;
}

function amountAt(
  amounts: readonly { readonly amount: bigint; readonly rows: number }[],
  rank: number,
): bigint {
  let below = 0;
  for (const { amount, rows } of amounts) {
    below += rows;
    if (rank <= below) return amount;
  }
  throw new RangeError(`no rank ${rank} in a bucket of ${below}`);
}
