/** With its reference in the same unit. */
export interface BenchResult {
  readonly name: string;
  readonly value: number;
  /** For example `transactions/s` or `ms`. */
  readonly unit: string;
  readonly reference: { readonly name: string; readonly value: number };
  /** Above 1 is better than the reference, for units of either direction. */
  readonly ratio: number;
}

/** The type of `bench`, which every `*.bench.ts` exports. */
export type Bench = () => Promise<readonly BenchResult[]>;
