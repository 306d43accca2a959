/** What one level of tests came to. */
export interface LevelCounts {
  readonly passed: number;
  readonly failed: number;
  /** One line for each test that failed. */
  readonly failures: readonly string[];
  /** Names of tests that did not run, each with its reason. */
  readonly skipped: readonly string[];
}

/** The name of a test and the start of its error, on one line. */
export function describeFailure(name: string, error: unknown): string {
  const message = String(error instanceof Error ? error.message : error);
  return `${name}: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
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
