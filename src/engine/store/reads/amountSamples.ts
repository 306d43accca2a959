/** What a sample is of; empty where the samples are not split by it. */
export interface SampleGroup {
  readonly provider: string;
  /** Address. */
  readonly mint: string;
}

/** One sample, counted by the buckets of its amounts (`amountBucket`). */
export interface BucketCounts {
  readonly group: SampleGroup;
  /** Rising, each once. */
  readonly buckets: readonly number[];
  /** How many transactions each bucket stands for, at least 1. */
  readonly counts: readonly number[];
}

export interface WantedBucket {
  readonly group: SampleGroup;
  readonly bucket: number;
}

/** An amount in the smallest unit, and how many transactions have it. */
export interface CountedAmount {
  readonly amount: bigint;
  readonly count: number;
}

/** Samples of amounts in one snapshot of a store, which are read in two steps: most are never read. */
export interface AmountSamples {
  /** Samples without a transaction are left out. */
  bucketCounts(): Promise<readonly BucketCounts[]>;
  /** The amounts of each wanted bucket, rising and each once; the lists are in the order asked. */
  amountsIn(wanted: readonly WantedBucket[]): Promise<readonly (readonly CountedAmount[])[]>;
}

/** Reads samples while their snapshot is open. */
export type SampleWork<Result> = (samples: AmountSamples) => Promise<Result>;
