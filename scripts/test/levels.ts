import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HostResults, resultsVariable } from '../../test/host/results.ts';
import { cacheFolder, root } from '../paths.ts';
import { browserRounds } from './browserRounds.ts';
import type { LevelCounts, LevelName } from './level.ts';
import { testGroups } from './testGroups.ts';

/**
 * Each process compiles what it loads: the libraries and the types' removal are most of that, and
 * the same every time.
 */
const compileCache = { NODE_COMPILE_CACHE: join(cacheFolder, 'compiled') } as const;

/** One more at once than the runner takes by itself: it has little to do, and processes wait a lot. */
const onEveryCore = `--test-concurrency=${availableParallelism()}`;

/** For tests that wait for each other's processes, or for a time to come. */
const oneMoreThanCores = `--test-concurrency=${availableParallelism() + 1}`;

/**
 * TypeScript 7. By its path, because TypeScript 5, which some scripts import, has a `tsc` as well.
 * One thread, because another command runs beside it.
 */
const tsc = ['node', 'node_modules/typescript-7/bin/tsc', '--singleThreaded'] as const;

const staticChecks: readonly Command[] = [
  tsc,
  ['biome', 'check', '--error-on-warnings', '.'],
  ['depcruise', 'src', '--config'],
  // Its rules are of what these load, however deep.
  ['depcruise', 'src/extension', 'src/webview', '--config', '.dependency-cruiser.runtime.mjs'],
  [...tsc, '-p', 'src/webview'],
  ['node', 'scripts/completeLock.mjs', '--check'],
];

/** How each level runs, in the order of the whole: the quick ones first. */
export const levels: Readonly<Record<LevelName, () => Promise<LevelCounts>>> = {
  static: async () =>
    sumOf([
      await commands(staticChecks, availableParallelism()),
      await nodeTests('test/static/**/*.test.ts', compileCache, onEveryCore),
    ]),
  unit: () => groupedTests('unit', 16),
  integration: () => groupedTests('integration', 6),
  fuzz: () => nodeTests('test/fuzz/**/*.test.ts', compileCache, onEveryCore),
  build: () =>
    commands([
      ['node', 'esbuild.mjs', '--production'],
      ['node', 'scripts/package/reproducible.ts'],
    ]),
  contract: () => groupedTests('contract', 4),
  host: hostTests,
  browser: browserTests,
};

type Command = readonly [string, ...string[]];

/** Each command counts as one test, and prints when it has ended; so many run at once. */
async function commands(list: readonly Command[], atOnce = 1): Promise<LevelCounts> {
  const failures: string[] = [];
  const waiting = [...list];
  const runWaiting = async (): Promise<void> => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
      const { code, output } = await runAside(command);
      console.log(`$ ${command.join(' ')}`);
      process.stdout.write(output);
      if (code !== 0) failures.push(command.join(' '));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  const failed = failures.length;
  return { passed: list.length - failed, failed, failures, skipped: [] };
}

async function groupedTests(level: LevelName, groupSize: number): Promise<LevelCounts> {
  // Always the same: what is compiled is kept by its path.
  const folder = join(cacheFolder, level);
  await mkdir(folder, { recursive: true });
  const groups = await testGroups(`test/${level}/**/*.test.ts`, folder, groupSize);
  return await nodeTests(groups, compileCache, oneMoreThanCores);
}

/** Two windows at once: each is a server, an extension host and a browser, which wait for each other. */
async function browserTests(): Promise<LevelCounts> {
  // The runner sorts what it is given: a path in the cache comes before those of the tests.
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(join(cacheFolder, 'browser-'));
  try {
    const counts: LevelCounts[] = [];
    for (const files of await browserRounds('test/browser/**/*.test.ts', folder)) {
      counts.push(await nodeTests(files, {}, '--test-concurrency=2'));
    }
    return sumOf(counts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sumOf = (counts: readonly LevelCounts[]): LevelCounts => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  failures: counts.flatMap(({ failures }) => failures),
  skipped: counts.flatMap(({ skipped }) => skipped),
});

/** By a pattern, or by their paths. */
async function nodeTests(
  files: string | readonly string[],
  environment: NodeJS.ProcessEnv = {},
  ...options: string[]
): Promise<LevelCounts> {
  const reporter = fileURLToPath(new URL('countReporter.ts', import.meta.url));
  return withResultsFile(async (file) => {
    const code = await run(
      [
        'node',
        '--test',
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        `--test-reporter=${reporter}`,
        `--test-reporter-destination=${file}`,
        ...options,
        ...[files].flat(),
      ],
      environment,
    );
    return { ...((await readJson(file)) as LevelCounts), code };
  });
}

/** Prints when it has ended: another level runs beside it. */
async function hostTests(): Promise<LevelCounts> {
  return withResultsFile(async (file) => {
    const { code, output } = await runAside(['node', 'test/host/run.ts'], {
      [resultsVariable]: file,
    });
    process.stdout.write(output);
    const { skipped, ...counts } = (await readJson(file)) as HostResults;
    return { ...counts, skipped: Array<string>(skipped).fill('a host test'), code };
  });
}

/** A level whose runner failed without a failed test has failed all the same. */
async function withResultsFile(
  level: (file: string) => Promise<LevelCounts & { readonly code: number }>,
): Promise<LevelCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-test-'));
  try {
    const { code, ...counts } = await level(join(folder, 'results.json'));
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new Error('it ended without a result');
  }
}

/** The first word is found in node_modules/.bin, as in npm scripts. */
const spawnOptions = (environment: NodeJS.ProcessEnv = {}) => ({
  cwd: root,
  shell: process.platform === 'win32',
  env: { ...process.env, ...environment },
});

/** Resolves with the exit code. */
async function run(
  [command, ...args]: Command,
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(command, args, { ...spawnOptions(environment), stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Resolves with the exit code and with what would have been printed. */
async function runAside([command, ...args]: Command, environment: NodeJS.ProcessEnv = {}) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(command, args, {
    ...spawnOptions({ ...color, ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}
