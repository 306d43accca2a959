/**
 * npm test [-- LEVEL…], npm run test:all [-- LEVEL…]: runs levels of tests. A file of the contract,
 * host or browser level that failed runs once more, alone, after the others; if it passes then, it
 * is listed as flaky and the run can still pass. Ends with `N passed, M failed`.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../paths.ts';
import {
  allVariable,
  describeFailure,
  type FileResult,
  type LevelName,
  levelNames,
  levelRounds,
} from './level.ts';
import { levels } from './levels.ts';

const { values, positionals: requested } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.all) process.env[allVariable] = '1';
const unknown = requested.filter((name) => !levelNames.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`Unknown level: ${unknown.join(', ')}. Levels: ${levelNames.join(', ')}`);
  process.exit(2);
}

/** Reasons to skip a test: data that is not part of the repository, or an old server. */
const allowedSkip = /shared data|needs? a current ClickHouse/i;

interface LevelRun {
  readonly level: LevelName;
  files: readonly FileResult[];
  readonly seconds: number;
}

const failed = (name: string, reason: string): FileResult => ({
  file: name,
  passed: 0,
  failed: 1,
  failures: [reason],
  skipped: [],
});

async function runLevel(level: LevelName): Promise<LevelRun> {
  const start = performance.now();
  const files = await levels[level]
    .run({ all: values.all })
    .catch((error: unknown): readonly FileResult[] => [
      failed(level, describeFailure('The level could not run', error)),
    ]);
  const count = files.reduce((total, { passed, failed }) => total + passed + failed, 0);
  const seconds = (performance.now() - start) / 1_000;
  return {
    level,
    files: count > 0 ? files : [failed(level, 'No test was found')],
    seconds,
  };
}

const flaky: string[] = [];

/** Replaces the results of failed files that pass when they run once more, alone. */
async function rerunFailedFiles(run: LevelRun): Promise<void> {
  const { runAlone } = levels[run.level];
  if (runAlone === undefined) return;
  const files: FileResult[] = [];
  for (const result of run.files) {
    if (result.failed === 0 || result.file === '') {
      files.push(result);
      continue;
    }
    console.log(`\n=== ${run.level}: ${result.file} once more, alone ===`);
    const again = await runAlone(result.file).catch(() => result);
    const hasPassed = again.failed === 0 && again.passed > 0;
    if (hasPassed) flaky.push(`${run.level}: ${result.file}: ${result.failures[0] ?? ''}`);
    files.push(hasPassed ? again : result);
  }
  run.files = files;
}

// Short, because tests open sockets in it, whose paths have at most 103 bytes on macOS.
const temporary = await mkdtemp(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'arb-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
process.env['TMPDIR'] = process.env['TMP'] = process.env['TEMP'] = temporary;
// Processes share compiled modules. Without it npm would store its own in the temporary folder.
process.env['NODE_COMPILE_CACHE'] = join(cacheFolder, 'compiled');

const runs: LevelRun[] = [];
for (const round of levelRounds(requested, values.all)) {
  console.log(`\n=== ${round.join(', ')} ===`);
  const finished = await Promise.all(round.map(runLevel));
  for (const run of finished) await rerunFailedFiles(run);
  const left = await readdir(temporary);
  if (left.length > 0) {
    const reason = `Left in the temporary folder: ${left.join(', ')}`;
    const [run] = finished;
    if (run !== undefined) run.files = [...run.files, failed('', reason)];
    for (const name of left) await rm(join(temporary, name), { recursive: true, force: true });
  }
  runs.push(...finished);
}

const results = runs.flatMap(({ level, files }) => files.map((file) => ({ level, ...file })));
const skipped = results.flatMap(({ level, skipped }) => skipped.map((name) => `${level}: ${name}`));
for (const name of skipped) console.log(`Skipped: ${name}`);
const forbidden = skipped.filter((name) => !allowedSkip.test(name));

const sum = (list: readonly FileResult[], count: 'passed' | 'failed'): number =>
  list.reduce((total, result) => total + result[count], 0);
console.log('');
for (const { level, files, seconds } of runs) {
  const counts = `${sum(files, 'passed')} passed, ${sum(files, 'failed')} failed`;
  console.log(`${level.padEnd(13)}${counts.padEnd(26)}${seconds.toFixed(1)} s`);
}
if (flaky.length > 0) console.log(`\nFlaky:\n${flaky.join('\n')}`);
// Last, because long logs are often cut at the start.
const failures = results.flatMap(({ level, failures }) =>
  failures.map((name) => `${level}: ${name}`),
);
failures.push(...forbidden.map((name) => `Skipped, which counts as a failure: ${name}`));
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
const failedCount = sum(results, 'failed') + forbidden.length;
console.log(`\n${sum(results, 'passed')} passed, ${failedCount} failed`);
process.exitCode = failedCount > 0 ? 1 : 0;
