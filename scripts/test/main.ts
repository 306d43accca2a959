/**
 * Runs every level of tests, or those named as arguments, and ends with `N passed, M failed`.
 * A level that could not run, or in which no test was found, counts as a failure.
 */
import {
  describeFailure,
  type LevelCounts,
  type LevelName,
  levelNames,
  levelRounds,
} from './level.ts';
import { levels } from './levels.ts';

/** Only what needs data or an engine that are not part of the repository may be left out, and says so. */
const allowedSkip = /shared data|chDB is not installed/i;

async function runLevel(level: () => Promise<LevelCounts>): Promise<LevelCounts> {
  try {
    const counts = await level();
    if (counts.passed + counts.failed === 0) throw new Error('no test was found');
    const silent = counts.skipped.filter((name) => !allowedSkip.test(name));
    for (const name of silent) console.error(`Skipped, which is a failure: ${name}`);
    return {
      ...counts,
      failed: counts.failed + silent.length,
      failures: [...counts.failures, ...silent.map((skipped) => `Skipped: ${skipped}`)],
    };
  } catch (error) {
    const failure = describeFailure('The level could not run', error);
    console.error(failure);
    return { passed: 0, failed: 1, failures: [failure], skipped: [] };
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !levelNames.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`Unknown level: ${unknown.join(', ')}. Levels: ${levelNames.join(', ')}`);
  process.exit(2);
}

interface LevelRow {
  readonly level: LevelName;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: string;
}

const orderOf = ({ level }: LevelRow): number => levelNames.indexOf(level);
const table: LevelRow[] = [];
const failures: string[] = [];
let passed = 0;
let failed = 0;

async function runNamed(name: LevelName): Promise<void> {
  const start = performance.now();
  const counts = await runLevel(levels[name]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  for (const skipped of counts.skipped) console.log(`Skipped: ${skipped}`);
  table.push({ level: name, passed: counts.passed, failed: counts.failed, seconds });
  failures.push(...counts.failures.map((failure) => `${name}: ${failure}`));
  passed += counts.passed;
  failed += counts.failed;
}

for (const round of levelRounds(asked)) {
  console.log(`\n=== ${round.join(', ')} ===`);
  await Promise.all(round.map(runNamed));
}

console.log('');
table.sort((one, other) => orderOf(one) - orderOf(other));
for (const row of table) {
  const result = `${row.passed} passed, ${row.failed} failed`;
  console.log(`${row.level.padEnd(13)}${result.padEnd(26)}${row.seconds} s`);
}
// Last, because the report of a long run is often cut to its end.
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log('');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
