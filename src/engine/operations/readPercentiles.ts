import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type {
  AmountSamples,
  BucketCounts,
  CountedAmount,
  NonceCounts,
  SampleGroup,
  WantedBucket,
} from '../store/reads/amountSamples.ts';

/** `p50`, `P50` or `50`. */
export interface Percentile {
  /** In the format p<NN>. */
  readonly label: string;
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

/** 1-based. */
export function nearestRank(percent: number, sampleSize: number): number {
  return Math.max(1, Math.floor((percent * sampleSize + 99) / 100));
}

export interface SamplePercentiles {
  readonly group: SampleGroup;
  readonly number: number;
  readonly amounts: readonly bigint[];
  /** `null` if the store does not count them. */
  readonly nonces: NonceCounts | null;
}

/** Exact percentiles by nearest rank; samples without transactions are missing. */
export async function readPercentiles(
  samples: AmountSamples,
  percents: readonly number[],
): Promise<SamplePercentiles[]> {
  const wanted: WantedBucket[] = [];
  const located = (await samples.bucketCounts()).map((sample) => {
    const { group, counts, nonces = null } = sample;
    const number = counts.reduce((sum, count) => sum + count, 0);
    const lists = new Map<number, number>();
    const ranks = percents.map((percent) => {
      const { bucket, rank } = locateRank(sample, nearestRank(percent, number));
      const list = lists.get(bucket) ?? wanted.push({ group, bucket }) - 1;
      lists.set(bucket, list);
      return { list, rank };
    });
    return { group, number, nonces, ranks };
  });
  const amounts = await samples.amountsIn(wanted);
  return located.map(({ group, number, nonces, ranks }) => ({
    group,
    number,
    nonces,
    amounts: ranks.map(({ list, rank }) => amountAt(amounts[list] ?? [], rank)),
  }));
}

function locateRank({ buckets, counts }: BucketCounts, rank: number) {
  let below = 0;
  for (let at = 0; at < buckets.length; at++) {
    const count = counts[at] ?? 0;
    if (rank <= below + count) return { bucket: buckets[at] ?? 0, rank: rank - below };
    below += count;
  }
  throw new RangeError(`no rank ${rank} in a sample of ${below}`);
}

function amountAt(amounts: readonly CountedAmount[], rank: number): bigint {
  let below = 0;
  for (const { amount, count } of amounts) {
    below += count;
    if (rank <= below) return amount;
  }
  throw new RangeError(`no rank ${rank} in a bucket of ${below}`);
}
