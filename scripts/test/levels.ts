import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HostResults, resultsVariable } from '../../test/host/results.ts';
import { cacheFolder, root } from '../paths.ts';
import type { LevelCounts, LevelName } from './level.ts';
import { testGroups } from './testGroups.ts';

/**
 * Each process compiles what it loads: the libraries and the types' removal are most of that, and
 * the same every time.
 */
const compileCache = { NODE_COMPILE_CACHE: join(cacheFolder, 'compiled') } as const;

/** One more at once than the runner takes by itself: it has little to do, and processes wait a lot. */
const onEveryCore = `--test-concurrency=${availableParallelism()}`;

/** How each level runs, in the order of the whole: the quick ones first. */
export const levels: Readonly<Record<LevelName, () => Promise<LevelCounts>>> = {
  static: () =>
    commands([
      ['biome', 'check', '--error-on-warnings', '.'],
      ['tsc'],
      ['tsc', '-p', 'src/webview'],
      ['depcruise', 'src', '--config'],
      ['depcruise', 'src', '--config', '.dependency-cruiser.runtime.mjs'],
      ['node', 'scripts/completeLock.mjs', '--check'],
    ]),
  unit: unitTests,
  fuzz: () => nodeTests('test/fuzz/**/*.test.ts', compileCache, onEveryCore),
  build: () =>
    commands([
      ['node', 'esbuild.mjs', '--production'],
      ['node', 'scripts/package/reproducible.ts'],
    ]),
  contract: () => nodeTests('test/contract/**/*.test.ts', compileCache, onEveryCore),
  host: hostTests,
  // One window at a time: each holds a server, an extension host and a browser.
  browser: () => nodeTests('test/browser/**/*.test.ts', {}, '--test-concurrency=1'),
};

/** Each command counts as one test. */
async function commands(list: readonly (readonly [string, ...string[]])[]): Promise<LevelCounts> {
  const failures: string[] = [];
  for (const command of list) {
    console.log(`$ ${command.join(' ')}`);
    if ((await run(command)) !== 0) failures.push(command.join(' '));
  }
  const failed = failures.length;
  return { passed: list.length - failed, failed, failures, skipped: [] };
}

/** One process more than there are cores: some of its tests wait. */
async function unitTests(): Promise<LevelCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-unit-'));
  try {
    const groups = await testGroups('test/unit/**/*.test.ts', folder);
    const processes = availableParallelism() + 1;
    return await nodeTests(groups, compileCache, `--test-concurrency=${processes}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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

async function hostTests(): Promise<LevelCounts> {
  return withResultsFile(async (file) => {
    const code = await run(['node', 'test/host/run.ts'], { [resultsVariable]: file });
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

/** Resolves with the exit code; the first word is found in node_modules/.bin, as in npm scripts. */
async function run(
  [command, ...args]: readonly [string, ...string[]],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...environment },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
