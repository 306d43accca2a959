import type {
  AmountSamples,
  BucketCounts,
  CountedAmount,
  SampleGroup,
  WantedBucket,
} from '../../reads/amountSamples.ts';
import {
  type FeeFilter,
  lowestComputeUnits,
  type SolTipFilter,
  type TipFilter,
} from '../../reads/marketReads.ts';
import { durableNonceValues } from '../../rows.ts';
import { hashOf } from '../database/hashedIds.ts';
import { type PinnedRead, VisibleFilter } from './filterTerms.ts';
import type { NameLookup } from './nameLookup.ts';

/** Selects the amounts of samples; SQL texts are constants, never user input. */
export interface SampleQuery {
  readonly amount: 'fee_lamports' | 'tip_lamports' | 'amount';
  readonly bucket: 'fee_bucket' | 'tip_bucket' | 'bucket';
  readonly filter: VisibleFilter;
  readonly groups: readonly (keyof SampleGroup)[];
  /** Whether durable nonces are counted for each sample. */
  readonly countsNonces?: boolean;
}

/** Attempts that paid a fee: every amount except 0 has a bucket of at least 1. */
export const feeSampleQuery = (
  read: PinnedRead,
  filter: FeeFilter,
  groups: SampleQuery['groups'],
  countsNonces = false,
): SampleQuery => ({
  amount: 'fee_lamports',
  bucket: 'fee_bucket',
  groups,
  countsNonces,
  filter: new VisibleFilter(read, 'transactions')
    .within(filter.window)
    .isAnyOf('wallet', filter.wallets)
    .isAnyOf('provider', filter.providers)
    .isAnyOf('bot', filter.bots)
    .atLeast('compute_units', lowestComputeUnits(filter))
    .atMost('compute_units', filter.computeUnitMax)
    .atLeast('fee_bucket', 1),
});

export const solTipSampleQuery = (
  read: PinnedRead,
  { window, wallets, providers, bots }: SolTipFilter,
): SampleQuery => ({
  amount: 'tip_lamports',
  bucket: 'tip_bucket',
  groups: [],
  filter: new VisibleFilter(read, 'transactions')
    .within(window)
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .isAnyOf('bot', bots)
    .atLeast('tip_bucket', 1),
});

export const tipSampleQuery = (read: PinnedRead, filter: TipFilter): SampleQuery => ({
  amount: 'amount',
  bucket: 'bucket',
  groups: ['provider', 'mint'],
  filter: new VisibleFilter(read, 'tips')
    .within(filter.window)
    .isAnyOf('wallet', filter.wallets)
    .isAnyOf('provider', filter.providers)
    .atLeast('compute_units', lowestComputeUnits(filter))
    .atMost('compute_units', filter.computeUnitMax)
    .atLeast('base_input', filter.baseInputMin)
    .atMost('base_input', filter.baseInputMax),
});

/** The samples of a query; both steps see the same blocks. */
export const createSamples = (
  read: PinnedRead,
  lookup: NameLookup,
  query: SampleQuery,
): AmountSamples => ({
  bucketCounts: () => countBuckets(read, lookup, query),
  amountsIn: (wanted) => readBuckets(read, query, wanted),
});

interface Sample {
  readonly group: SampleGroup;
  readonly buckets: number[];
  readonly counts: number[];
  readonly nonces?: { durable: number; unknown: number };
}

const countNonces = (value: number): string => `countIf(durable_nonce = ${value})`;

async function countBuckets(
  read: PinnedRead,
  lookup: NameLookup,
  { bucket, groups, filter, countsNonces = false }: SampleQuery,
): Promise<BucketCounts[]> {
  const keys = [...groups, bucket].join(', ');
  const nonces = countsNonces
    ? `, ${countNonces(durableNonceValues.yes)}, ${countNonces(durableNonceValues.unknown)}`
    : '';
  const rows = await read.database.query(
    `SELECT ${keys}, count()${nonces} ${filter.sql} GROUP BY ${keys} ORDER BY ${keys}`,
    { signal: read.signal },
  );
  const names = await lookup.names(
    rows.flatMap((row) => groups.map((_, at) => BigInt(String(row[at])))),
    read.signal,
  );
  const samples = new Map<string, Sample>();
  for (const row of rows) {
    const key = row.slice(0, groups.length).join(' ');
    let sample = samples.get(key);
    if (sample === undefined) {
      const group = { provider: '', mint: '' };
      groups.forEach((name, at) => {
        group[name] = names.get(BigInt(String(row[at]))) ?? '';
      });
      sample = {
        ...{ group, buckets: [], counts: [] },
        ...(countsNonces && { nonces: { durable: 0, unknown: 0 } }),
      };
      samples.set(key, sample);
    }
    sample.buckets.push(Number(row[groups.length]));
    sample.counts.push(Number(row[groups.length + 1]));
    if (sample.nonces !== undefined) {
      sample.nonces.durable += Number(row[groups.length + 2]);
      sample.nonces.unknown += Number(row[groups.length + 3]);
    }
  }
  return [...samples.values()];
}

async function readBuckets(
  read: PinnedRead,
  { amount, bucket, groups, filter }: SampleQuery,
  wanted: readonly WantedBucket[],
): Promise<CountedAmount[][]> {
  if (wanted.length === 0) return [];
  const keys = [...groups, bucket];
  const wantedKeys = wanted.map((one) => [
    ...groups.map((name) => `${hashOf(one.group[name])}`),
    `${one.bucket}`,
  ]);
  const tuples = [...new Set(wantedKeys.map((key) => `(${key.join(', ')})`))].join(', ');
  const rows = await read.database.query(
    `SELECT ${keys.join(', ')}, ${amount}, count() ${filter.sql}
     AND (${keys.join(', ')}) IN (${tuples})
     GROUP BY ${keys.join(', ')}, ${amount} ORDER BY ${amount}`,
    { signal: read.signal },
  );
  const found = new Map<string, CountedAmount[]>(wantedKeys.map((key) => [key.join(' '), []]));
  for (const row of rows) {
    found.get(row.slice(0, keys.length).join(' '))?.push({
      amount: BigInt(String(row[keys.length])),
      count: Number(row[keys.length + 1]),
    });
  }
  return wantedKeys.map((key) => found.get(key.join(' ')) ?? []);
}
