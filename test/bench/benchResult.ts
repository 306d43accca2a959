/** One measured figure beside the figure of what it is compared with, in the same unit. */
export interface BenchResult {
  readonly name: string;
  readonly value: number;
  /** For example `transactions/s` or `ms`. */
  readonly unit: string;
  readonly reference: { readonly name: string; readonly value: number };
  /** Above 1 means better than the reference, whichever direction is better for the unit. */
  readonly ratio: number;
}

/** What every `*.bench.ts` exports under the name `bench`. */
export type Bench = () => Promise<readonly BenchResult[]>;
