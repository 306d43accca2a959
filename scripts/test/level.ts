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
  'integration',
  'fuzz',
  'build',
  'contract',
  'host',
  'browser',
] as const;
export type LevelName = (typeof levelNames)[number];

/**
 * Levels that run at once: an editor and the processes of the other level wait for each other and
 * for time more than they work, and neither changes what the other reads.
 */
const atOnce: readonly LevelName[] = ['contract', 'host'];

/** The levels that are asked for, in the rounds that they run in. */
export function levelRounds(asked: readonly string[]): LevelName[][] {
  const rounds: LevelName[][] = [];
  for (const name of levelNames) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const last = rounds.at(-1);
    if (last !== undefined && [...last, name].every((each) => atOnce.includes(each))) {
      last.push(name);
    } else rounds.push([name]);
  }
  return rounds;
}
