/** What a sample contains; a field is empty if samples are not split by it. */
export interface SampleGroup {
  readonly provider: string;
  readonly mint: string;
}

/** A sample as counts per bucket (`amountBucket`). */
export interface BucketCounts {
  readonly group: SampleGroup;
  /** Ascending and distinct. */
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
  /** Only if the sample counts them. */
  readonly nonces?: NonceCounts;
}

/** Of the transactions of a sample, how many use a durable nonce, and of how many it is unknown. */
export interface NonceCounts {
  readonly durable: number;
  readonly unknown: number;
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

/** Samples of amounts in a store snapshot, read in two steps, as most amounts are never needed. */
export interface AmountSamples {
  /** Samples without transactions have no entry. */
  bucketCounts(): Promise<readonly BucketCounts[]>;
  /** The amounts of each wanted bucket, ascending and distinct; lists in the order of `wanted`. */
  amountsIn(wanted: readonly WantedBucket[]): Promise<readonly (readonly CountedAmount[])[]>;
}

export type SampleWork<Result> = (samples: AmountSamples) => Promise<Result>;
