/** A protection, and how to take it away: tests that still pass then do not guard it. */
export interface Mutation {
  /** What it protects, as a sentence. */
  readonly protection: string;
  /** Source file, from the root of the project. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files, from the root of the project; at least one must fail without the protection. */
  readonly tests?: readonly string[];
  /** Suites of the host level instead. */
  readonly hostSuites?: readonly string[];
  /** The tests read `dist`, so it is built from the changed source first. */
  readonly needsBuild?: boolean;
}
