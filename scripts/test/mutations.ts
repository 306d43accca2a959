/**
 * npm run test:mutations [-- WORD…] [--copies=N]: replaces the body of one protecting function after
 * the other (test/mutations/protections.ts; with words, only those whose sentence or name contains
 * one) and runs its tests. A mutant is killed if they fail, survives if they pass, and is invalid if
 * the tests also fail without the change or are all skipped. Exits with 1 unless all were killed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Protection } from '../../test/mutations/protection.ts';
import { protections } from '../../test/mutations/protections.ts';
import { createStopSignal } from '../start/stopSignal.ts';
import { functionBodies } from './findFunction.ts';
import { MutationCopy, type TestRun, type Tests } from './mutationCopy.ts';

const { values, positionals: words } = parseArgs({
  options: { copies: { type: 'string', default: `${Math.floor(availableParallelism() / 2)}` } },
  allowPositionals: true,
});
const baselineLimitSeconds = 1_200;

const chosen = protections.filter(({ name, protects }) => {
  const text = `${name} ${protects}`.toLowerCase();
  return words.length === 0 || words.some((word) => text.includes(word.toLowerCase()));
});
const bodies = await functionBodies();
/** Each test file once: its result with every protection in place. */
const baselines = new Map(chosen.flatMap(partsOf).map((part) => [JSON.stringify(part), part]));
const baselineRuns = new Map<string, TestRun>();
const counts = { killed: 0, survived: 0, invalid: 0 };

function partsOf({ tests, needsBuild = false }: Tests): readonly Tests[] {
  return tests.map((file) => ({ tests: [file], needsBuild }));
}

function report(verdict: keyof typeof counts, { name, protects }: Protection, run: TestRun): void {
  counts[verdict] += 1;
  const time = `${run.seconds.toFixed(1)} s`.padStart(8);
  console.log(`${verdict.padEnd(9)}${time}  ${name}: ${protects}`);
  if (run.reason !== '') console.log(run.reason.replace(/^/gm, ' '.repeat(19)));
}

async function tryWithout(copy: MutationCopy, protection: Protection): Promise<void> {
  const invalid = (reason: string): void =>
    report('invalid', protection, { result: 'could not run', seconds: 0, reason });
  const [body, ...others] = bodies.get(protection.name) ?? [];
  if (body === undefined || others.length > 0) {
    invalid(`src/ has ${others.length + (body === undefined ? 0 : 1)} functions of this name`);
    return;
  }
  const runs = partsOf(protection).flatMap((part) => baselineRuns.get(JSON.stringify(part)) ?? []);
  const red = runs.find(({ result }) => result !== 'passed');
  if (red !== undefined) {
    invalid(`with the protection: ${red.reason}`);
    return;
  }
  const usualSeconds = runs.reduce((sum, { seconds }) => sum + seconds, 0);
  const run = await copy.runWithout(protection, body, 30 + 4 * usualSeconds);
  const verdicts = { passed: 'survived', failed: 'killed', 'could not run': 'invalid' } as const;
  report(verdicts[run.result], protection, run);
}

async function share<Job>(
  jobs: readonly Job[],
  work: (copy: MutationCopy, job: Job) => Promise<void>,
) {
  const left = [...jobs];
  const takeJobs = async (copy: MutationCopy) => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await work(copy, job);
  };
  // All settle before the folder is removed, also when one is stopped.
  const results = await Promise.allSettled(copies.map(takeJobs));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

if (chosen.length === 0) {
  console.error(`No protection matches ${words.join(', ')}`);
  process.exit(2);
}
const stop = createStopSignal();
const folder = await mkdtemp(join(tmpdir(), 'arb-m-'));
const copies = Array.from(
  { length: Math.max(1, Math.min(Number(values.copies) || 1, chosen.length)) },
  (_, index) => new MutationCopy(join(folder, `${index}`), stop),
);
try {
  await Promise.all(copies.map((copy) => copy.make()));
  console.log(`${chosen.length} protections; first their ${baselines.size} test files…`);
  await share([...baselines], async (copy, [key, part]) => {
    baselineRuns.set(key, await copy.run(part, baselineLimitSeconds));
  });
  await share(chosen, tryWithout);
  console.log(`\n${counts.killed} killed, ${counts.survived} survived, ${counts.invalid} invalid`);
  process.exitCode = counts.killed === chosen.length ? 0 : 1;
} catch (error) {
  if (!stop.aborted) throw error;
  process.exitCode = 130;
} finally {
  await rm(folder, { recursive: true, force: true });
}
