import type { NameTable } from '../../nameTable.ts';
import type {
  AmountSamples,
  BucketCounts,
  CountedAmount,
  SampleGroup,
  WantedBucket,
} from '../../reads/amountSamples.ts';
import { durableNonceValues } from '../../rows.ts';
import type { NumberQuery, QueryValues, ReadQuery, Snapshot } from '../database/query.ts';

/** Selects the amounts of samples; SQL texts are constants, never user input. */
export interface SampleQuery {
  /** Rows with the columns `amount`, `bucket` (`amountBucket`) and those of `groups`. */
  readonly rows: string;
  readonly values: QueryValues;
  /** Columns that split the rows into samples; they contain numbers of the name table. */
  readonly groups: readonly (keyof SampleGroup)[];
  /** Rows also have a `weight`: the number of transactions they represent. */
  readonly isWeighted?: boolean;
  /** Rows also have a `durable_nonce`, which is counted for each sample. */
  readonly hasNonces?: boolean;
}

/** The samples of a query, in a snapshot opened by the caller. */
export const createDuckdbSamples = (
  { read, readNumbers }: Snapshot,
  names: NameTable,
  query: SampleQuery,
): AmountSamples => ({
  bucketCounts: () => countBuckets(readNumbers, names, query),
  amountsIn: (wanted) => readBuckets(read, names, query, wanted),
});

const countSql = ({ isWeighted }: SampleQuery, filter = ''): string =>
  `coalesce(${isWeighted === true ? 'sum(weight)' : 'count(*)'} ${filter}, 0)::UINTEGER`;

const nonceSql = (query: SampleQuery, value: number): string =>
  countSql(query, `FILTER (WHERE durable_nonce = ${value})`);

/** Exceeds every number of the name table; the product of two still is an exact double. */
const nameIdLimit = 2 ** 26;
/** Bucket times this factor plus count is an exact double, so plain sorting orders by bucket. */
const packedFactor = 2 ** 32;

const none = new Float64Array();

interface Sample {
  readonly group: SampleGroup;
  readonly packed: number[];
  durable: number;
  unknown: number;
}

async function countBuckets(
  read: NumberQuery,
  names: NameTable,
  query: SampleQuery,
): Promise<BucketCounts[]> {
  const { rows, values, groups, hasNonces = false } = query;
  const keys = [...groups, 'bucket'].join(', ');
  const nonceColumns = hasNonces
    ? [nonceSql(query, durableNonceValues.yes), nonceSql(query, durableNonceValues.unknown)]
    : [];
  const columns = await read(
    `SELECT ${[keys, countSql(query), ...nonceColumns].join(', ')} FROM (${rows}) GROUP BY ${keys}`,
    values,
  );
  const [buckets = none, counts = none, durable = none, unknown = none] = columns.slice(
    groups.length,
  );
  const samples = new Map<number, Sample>();
  for (let row = 0; row < buckets.length; row++) {
    // Hot loop: thousands of rows fall into a few samples, so avoid allocations here.
    let key = 0;
    for (let at = 0; at < groups.length; at++) key = key * nameIdLimit + (columns[at]?.[row] ?? 0);
    let sample = samples.get(key);
    if (sample === undefined) {
      const group = { provider: '', mint: '' };
      groups.forEach((name, at) => {
        group[name] = names.nameOf(columns[at]?.[row] ?? 0);
      });
      sample = { group, packed: [], durable: 0, unknown: 0 };
      samples.set(key, sample);
    }
    sample.durable += durable[row] ?? 0;
    sample.unknown += unknown[row] ?? 0;
    sample.packed.push((buckets[row] ?? 0) * packedFactor + (counts[row] ?? 0));
  }
  return [...samples.values()].map(({ group, packed, durable, unknown }) => {
    const sorted = new Float64Array(packed).sort();
    const buckets = Array.from(sorted, (one) => Math.floor(one / packedFactor));
    const counts = buckets.map((bucket, at) => (sorted[at] ?? 0) - bucket * packedFactor);
    return { group, buckets, counts, ...(hasNonces && { nonces: { durable, unknown } }) };
  });
}

async function readBuckets(
  read: ReadQuery,
  names: NameTable,
  query: SampleQuery,
  wanted: readonly WantedBucket[],
): Promise<CountedAmount[][]> {
  if (wanted.length === 0) return [];
  const { rows, values, groups } = query;
  const keys = [...groups, 'bucket'];
  const wantedKeys = wanted.map(({ group, bucket }) => [
    ...groups.map((name) => names.find(group[name]) ?? 0),
    bucket,
  ]);
  const [only] = wantedKeys;
  // A single bucket needs no join.
  const isSingle = keys.length === 1 && wanted.length === 1;
  const unnested = keys.map((_, at) => `unnest($${wantedName(at, keys)})`).join(', ');
  const isWanted = isSingle
    ? 'bucket = $wantedBucket'
    : `(${keys.join(', ')}) IN (SELECT ${keys.length === 1 ? unnested : `(${unnested})`})`;
  const wantedValues: QueryValues = isSingle
    ? { wantedBucket: only?.[0] ?? 0 }
    : Object.fromEntries(
        keys.map((_, at) => [wantedName(at, keys), wantedKeys.map((key) => key[at] ?? 0)]),
      );
  const columns = await read(
    `SELECT ${keys.join(', ')}, amount, ${countSql(query)} FROM (${rows})
     WHERE ${isWanted} GROUP BY ALL ORDER BY amount`,
    { ...values, ...wantedValues },
  );
  const found = new Map<string, CountedAmount[]>(wantedKeys.map((key) => [key.join(' '), []]));
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    const key = keys.map((_, at) => Number(columns[at]?.[row])).join(' ');
    found.get(key)?.push({
      amount: BigInt(String(columns[keys.length]?.[row])),
      count: Number(columns[keys.length + 1]?.[row]),
    });
  }
  return wantedKeys.map((key) => found.get(key.join(' ')) ?? []);
}

const wantedName = (at: number, keys: readonly string[]): string =>
  at === keys.length - 1 ? 'wantedBucket' : `wantedGroup${at}`;
