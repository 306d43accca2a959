/** A function that protects keys, landings, paths or what leaves the machine. */
export interface Protection {
  /** What it protects, as a sentence. */
  readonly protects: string;
  /** Name of a function of `src/`, `Class.method` or `Class.#method`; only one has this name. */
  readonly name: string;
  /** Statements in place of its own, which protect nothing. */
  readonly body: string;
  /** Paths of test files; at least one test must fail without the protection. */
  readonly tests: readonly string[];
  /** True if the tests read `dist/`, which is then built from the changed source. */
  readonly needsBuild?: boolean;
}
