export interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  /** Each with its reason. */
  readonly skipped: readonly string[];
}

export interface Level {
  /** `all`: includes the files that only `npm run test:all` runs. */
  run(options: { readonly all: boolean }): Promise<readonly FileResult[]>;
  /** Runs a file of this level alone. Levels without it have no flaky tests. */
  readonly runAlone?: (file: string) => Promise<FileResult>;
}

/** A test's name and the start of its error, on one line. */
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
  'clickhouse',
  'cluster',
  'mutations',
] as const;
export type LevelName = (typeof levelNames)[number];

export const allVariable = 'ARBSCOPE_TEST_ALL';

/** Levels of `npm run test:all` only. */
const onlyInAll: readonly LevelName[] = ['clickhouse', 'cluster', 'mutations'];

/** Levels that run at the same time: both mostly wait, and neither changes files of the other. */
const concurrent: readonly LevelName[] = ['contract', 'host'];

/** Levels that load `dist/`, which the level `build` makes. */
const needsBuild: readonly LevelName[] = ['contract', 'host', 'browser', 'cluster'];

/** The requested levels, or all of `npm test` or `npm run test:all`, in rounds that run in turn. */
export function levelRounds(requested: readonly string[], all: boolean): LevelName[][] {
  const rounds: LevelName[][] = [];
  const isWanted = (name: LevelName): boolean =>
    requested.length > 0 ? requested.includes(name) : all || !onlyInAll.includes(name);
  for (const name of levelNames) {
    if (!isWanted(name) && !(name === 'build' && needsBuild.some(isWanted))) continue;
    const last = rounds.at(-1);
    if (last !== undefined && [...last, name].every((each) => concurrent.includes(each))) {
      last.push(name);
    } else rounds.push([name]);
  }
  return rounds;
}
