import type {
  AmountSamples,
  BucketCounts,
  CountedAmount,
  SampleGroup,
  WantedBucket,
} from '../reads/amountSamples.ts';
import {
  type FeeFilter,
  lowestComputeUnits,
  type SolTipFilter,
  type TipFilter,
} from '../reads/marketReads.ts';
import { durableNonceValues } from '../rows.ts';
import type { SqlRead } from './sqlRead.ts';

export interface SampleQuery {
  /** `FROM …` of rows with the columns `amount`, `bucket` (`amountBucket`) and those of `groups`. */
  readonly from: string;
  /** Columns with ids of names that split the rows into samples. */
  readonly groups: readonly (keyof SampleGroup)[];
  /** Rows also have a `weight`: the number of transactions they represent. */
  readonly isWeighted?: boolean;
  /** Rows also have a `durable_nonce`, which is counted for each sample. */
  readonly countsNonces?: boolean;
}

/** Columns of the sample of an amount of `transactions`. */
export const sampledColumns = (kind: 'fee' | 'tip', ...others: readonly string[]): string =>
  [...others, `${kind}_lamports AS amount`, `${kind}_bucket AS bucket`].join(', ');

/**
 * Only attempts that paid: failures may have no fee (SIMD-0290) and would lower percentiles. Durable
 * nonces are counted if the sample is split.
 */
export function feeQuery(
  read: SqlRead,
  filter: FeeFilter,
  groups: SampleQuery['groups'],
): SampleQuery {
  const countsNonces = groups.length > 0;
  const own = [...groups, ...(countsNonces ? ['durable_nonce'] : [])];
  const columns = {
    single: sampledColumns('fee', ...own, '1 AS weight'),
    group: sampledColumns('fee', ...own, 'attempts::INTEGER AS weight'),
  };
  const from = read.attempts(columns, (rows, time) =>
    rows
      .within(filter.window, time)
      .isAnyOf('wallet', filter.wallets)
      .isAnyOf('provider', filter.providers)
      .isAnyOf('bot', filter.bots)
      .atLeast('compute_units', lowestComputeUnits(filter))
      .atMost('compute_units', filter.computeUnitMax)
      // Every amount except 0 has a bucket of at least 1.
      .atLeast('fee_bucket', 1),
  );
  return { from, groups, countsNonces, isWeighted: true };
}

export const solTipQuery = (
  read: SqlRead,
  { window, wallets, providers, bots }: SolTipFilter,
): SampleQuery => {
  const rows = read
    .filter('transactions')
    .within(window)
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .isAnyOf('bot', bots)
    .atLeast('tip_bucket', 1);
  return { from: `FROM (${rows.select(sampledColumns('tip'))})`, groups: [] };
};

export const tipQuery = (read: SqlRead, filter: TipFilter): SampleQuery => {
  const rows = read
    .filter('tips')
    .within(filter.window)
    .isAnyOf('wallet', filter.wallets)
    .isAnyOf('provider', filter.providers)
    .atLeast('compute_units', lowestComputeUnits(filter))
    .atMost('compute_units', filter.computeUnitMax)
    .atLeast('base_input', filter.baseInputMin)
    .atMost('base_input', filter.baseInputMax);
  return {
    from: `FROM (${rows.select('provider, mint, amount, bucket')})`,
    groups: ['provider', 'mint'],
  };
};

/** The samples of a query; both steps see the same rows. */
export const createSamples = (read: SqlRead, query: SampleQuery): AmountSamples => ({
  bucketCounts: () => countBuckets(read, query),
  amountsIn: (wanted) => readBuckets(read, query, wanted),
});

interface Sample {
  readonly group: SampleGroup;
  readonly buckets: number[];
  readonly counts: number[];
  durable: number;
  unknown: number;
}

export const countSql = (
  { isWeighted = false }: Pick<SampleQuery, 'isWeighted'>,
  filter = '',
): string => `CAST(coalesce(${isWeighted ? 'sum(weight)' : 'count(*)'} ${filter}, 0) AS DOUBLE)`;

async function countBuckets(read: SqlRead, query: SampleQuery): Promise<BucketCounts[]> {
  const { from, groups, countsNonces = false } = query;
  const keys = [...groups, 'bucket'].join(', ');
  const nonces = countsNonces
    ? [durableNonceValues.yes, durableNonceValues.unknown].map((value) =>
        countSql(query, `FILTER (WHERE durable_nonce = ${value})`),
      )
    : [];
  const columns = await read.columns(
    `SELECT ${[keys, countSql(query), ...nonces].join(', ')} ${from} GROUP BY ${keys} ORDER BY ${keys}`,
  );
  const nameOf = await read.namesOf(
    groups.flatMap((_, at) => [...new Set(Array.from(columns[at] ?? []))]),
  );
  const [buckets = [], counts = [], durable, unknown] = columns.slice(groups.length);
  const samples = new Map<string, Sample>();
  for (let row = 0; row < buckets.length; row++) {
    let key = '';
    for (let at = 0; at < groups.length; at++) key += `${columns[at]?.[row]} `;
    let sample = samples.get(key);
    if (sample === undefined) {
      const group = { provider: '', mint: '' };
      groups.forEach((name, at) => {
        group[name] = nameOf(columns[at]?.[row]);
      });
      sample = { group, buckets: [], counts: [], durable: 0, unknown: 0 };
      samples.set(key, sample);
    }
    sample.durable += Number(durable?.[row] ?? 0);
    sample.unknown += Number(unknown?.[row] ?? 0);
    sample.buckets.push(Number(buckets[row]));
    sample.counts.push(Number(counts[row]));
  }
  return [...samples.values()].map(({ durable, unknown, ...sample }) => ({
    ...sample,
    ...(countsNonces && { nonces: { durable, unknown } }),
  }));
}

async function readBuckets(
  read: SqlRead,
  query: SampleQuery,
  wanted: readonly WantedBucket[],
): Promise<CountedAmount[][]> {
  if (wanted.length === 0) return [];
  const { from, groups } = query;
  const columns = [...groups, 'bucket'];
  const keys = columns.join(', ');
  const wantedKeys = wanted.map(({ group, bucket }) => [
    ...groups.map((name) => `${read.idOf(group[name]) ?? 0}`),
    `${bucket}`,
  ]);
  const rows = await read.rows(
    `SELECT ${keys}, amount, ${countSql(query)} ${from} WHERE ${read.isOneOf(columns, wantedKeys)}
     GROUP BY ${keys}, amount ORDER BY amount`,
  );
  const found = new Map<string, CountedAmount[]>(wantedKeys.map((key) => [key.join(' '), []]));
  for (const row of rows) {
    found.get(row.slice(0, columns.length).join(' '))?.push({
      amount: BigInt(String(row[columns.length])),
      count: Number(row[columns.length + 1]),
    });
  }
  return wantedKeys.map((key) => found.get(key.join(' ')) ?? []);
}
