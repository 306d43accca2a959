import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onlyVariable, resultsVariable } from '../../test/host/results.ts';
import { cacheFolder, root } from '../paths.ts';
import { installChdb } from './installChdb.ts';
import type { FileResult, Level, LevelName } from './level.ts';
import { groupTestFiles, type TestFile, testFiles } from './testFiles.ts';

type Command = readonly [string, ...string[]];

const cores = availableParallelism();

/** TypeScript 7 by its path, because the TypeScript 5 that scripts import has a `tsc` as well. */
const tsc = ['node', 'node_modules/typescript-7/bin/tsc', '--singleThreaded'] as const;

const staticChecks: readonly Command[] = [
  tsc,
  ['biome', 'check', '--error-on-warnings', '.'],
  ['depcruise', 'src', '--config'],
  // These rules follow the imports of the extension and the pages to any depth.
  ['depcruise', 'src/extension', 'src/webview', '--config', '.dependency-cruiser.runtime.mjs'],
  [...tsc, '-p', 'src/webview'],
  [...tsc, '-p', 'test/unit/pages'],
  ['node', 'scripts/completeLock.mjs', '--check'],
];

const productionBuild: Command = ['node', 'esbuild.mjs', '--production'];

export const levels: Readonly<Record<LevelName, Level>> = {
  static: {
    run: async ({ all }) => [
      ...(await runCommands(staticChecks, cores)),
      ...(await runTests(await paths('static', all), { atOnce: cores })),
    ],
  },
  unit: { run: ({ all }) => runGroups('unit', 16, all) },
  integration: { run: ({ all }) => runGroups('integration', 6, all) },
  fuzz: {
    run: async ({ all }) => runTests(await paths('fuzz', all), { atOnce: cores }),
  },
  build: {
    run: () => runCommands([productionBuild, ['node', 'scripts/package/reproducible.ts']]),
  },
  contract: {
    // One more than cores: these tests mostly wait for processes and for network timeouts.
    run: async ({ all }) => runTests(await paths('contract', all), { atOnce: cores + 1 }),
    runAlone: runTestFile,
  },
  host: {
    run: () => runHost(),
    runAlone: async (file) => {
      const results = await runHost(file);
      return results.find((result) => result.file === file) ?? noResult(file);
    },
  },
  browser: {
    run: runBrowser,
    runAlone: async (file) => {
      // Files that replace `dist/` run last and leave a development build.
      await runCommands([productionBuild]);
      return await runTestFile(file);
    },
  },
  clickhouse: {
    run: async ({ all }) => {
      await installChdb();
      return await runTests(await paths('clickhouse', all), { atOnce: cores });
    },
  },
  cluster: { run: async ({ all }) => runTests(await paths('cluster', all), { atOnce: 1 }) },
  mutations: { run: () => runCommands([['node', 'scripts/test/mutations.ts']]) },
};

const noResult = (file: string): FileResult => ({
  file,
  passed: 0,
  failed: 1,
  failures: [`${file}: no test was found`],
  skipped: [],
});

async function paths(level: LevelName, all: boolean): Promise<string[]> {
  return (await testFiles(level, all)).map(({ path }) => path);
}

async function runGroups(level: LevelName, groupSize: number, all: boolean) {
  // A fixed folder: the compile cache is keyed by path.
  const folder = join(cacheFolder, level);
  await mkdir(folder, { recursive: true });
  const groups = await groupTestFiles(await testFiles(level, all), folder, groupSize);
  return await runTests(groups, { atOnce: cores + 1 });
}

/** First the windows and pages, then the files that replace the build from which windows load. */
async function runBrowser({ all }: { readonly all: boolean }): Promise<FileResult[]> {
  const files = await testFiles('browser', all);
  const pathsOf = (list: readonly TestFile[]): string[] => list.map(({ path }) => path);
  const replacing = pathsOf(files.filter(({ has }) => has('replacesDist')));
  return [
    ...(await runTests(pathsOf(files.filter(({ has }) => !has('replacesDist'))), { atOnce: 2 })),
    ...(replacing.length === 0 ? [] : await runTests(replacing, { atOnce: 1 })),
  ];
}

async function runTestFile(file: string): Promise<FileResult> {
  const [result] = await runTests([file], { atOnce: 1 });
  return result ?? noResult(file);
}

/** Each file runs in its own process. */
async function runTests(
  files: readonly string[],
  { atOnce }: { readonly atOnce: number },
): Promise<FileResult[]> {
  const reporter = fileURLToPath(new URL('fileReporter.ts', import.meta.url));
  return await withResultsFile(async (results) => {
    const command: Command = [
      'node',
      ...['--import', './scripts/test/tsx.mjs'],
      '--test',
      `--test-concurrency=${atOnce}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${results}`,
      ...files,
    ];
    const child = spawn(command[0], command.slice(1), {
      ...spawnOptions(),
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  });
}

/** Runs the host suites, or one of them; prints at the end, because another level runs beside it. */
async function runHost(suite = ''): Promise<FileResult[]> {
  return await withResultsFile(async (results) => {
    const { code, output } = await runCommand(['node', 'test/host/run.ts'], {
      [resultsVariable]: results,
      ...(suite === '' ? {} : { [onlyVariable]: suite }),
    });
    process.stdout.write(output);
    return code;
  });
}

/** Reads the results that a runner wrote. A runner that fails without a failed test has failed too. */
async function withResultsFile(run: (file: string) => Promise<number>): Promise<FileResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'results-'));
  try {
    const path = join(folder, 'results.json');
    const code = await run(path);
    const text = await readFile(path, 'utf8').catch(() => {
      throw new Error('The runner ended without results');
    });
    const results = (JSON.parse(text) as FileResult[]).map((result) => ({
      ...result,
      file: result.file.startsWith(root) ? relative(root, result.file) : result.file,
    }));
    const hasFailed = results.some(({ failed }) => failed > 0);
    if (code !== 0 && !hasFailed) throw new Error(`The runner exited with ${code}`);
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each command counts as one test. Its output is printed at its end. */
async function runCommands(list: readonly Command[], atOnce = 1): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const waiting = [...list];
  const runWaiting = async (): Promise<void> => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
      const { code, output } = await runCommand(command);
      const name = command.join(' ');
      process.stdout.write(`$ ${name}\n${output}`);
      const failures = code === 0 ? [] : [name];
      results.push({
        file: name,
        passed: 1 - failures.length,
        failed: failures.length,
        failures,
        skipped: [],
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  return results;
}

/** The first word is found in node_modules/.bin, as in npm scripts. */
const spawnOptions = (environment: NodeJS.ProcessEnv = {}) => ({
  cwd: root,
  shell: process.platform === 'win32',
  env: { ...process.env, ...environment },
});

async function runCommand([command, ...args]: Command, environment: NodeJS.ProcessEnv = {}) {
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
