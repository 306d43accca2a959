/** What one level of tests came to. */
export interface LevelCounts {
  readonly passed: number;
  readonly failed: number;
  /** Names of tests that did not run, each with its reason. */
  readonly skipped: readonly string[];
}

export const levelNames = [
  'static',
  'unit',
  'fuzz',
  'build',
  'contract',
  'host',
  'browser',
] as const;
export type LevelName = (typeof levelNames)[number];
