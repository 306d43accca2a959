/**
 * npm run test:mutations [-- WORD…] [--copies=N]: removes the protections of test/mutations, or of
 * the lists that a word names or whose sentence holds it, one at a time, and runs the nearest tests.
 * A mutant is killed if they fail, survives if they pass, and is invalid if it cannot be made, or its
 * tests fail without it as well or are all skipped. Ends with 1 unless all were killed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createStopSignal } from '../start/stopSignal.ts';
import { MutationCopy, type TestRun, type Tests } from './mutationCopy.ts';
import { type ListedMutation, listedMutations } from './mutationLists.ts';

const { values, positionals: words } = parseArgs({
  options: { copies: { type: 'string', default: `${Math.floor(availableParallelism() / 2)}` } },
  allowPositionals: true,
});
const baselineLimitSeconds = 1_200;

const mutations = (await listedMutations()).filter(
  ({ area, protection }) =>
    words.length === 0 ||
    words.some((word) => area === word || protection.toLowerCase().includes(word.toLowerCase())),
);
/** Each test file or set of suites once: what it does with every protection in place. */
const baselines = new Map(mutations.flatMap(partsOf).map((part) => [JSON.stringify(part), part]));
const baselineRuns = new Map<string, TestRun>();
const counts = { killed: 0, survived: 0, invalid: 0 };

function partsOf({ tests = [], hostSuites, needsBuild = false }: Tests): readonly Tests[] {
  return hostSuites !== undefined
    ? [{ hostSuites }]
    : tests.map((file) => ({ tests: [file], needsBuild }));
}

function tell(verdict: keyof typeof counts, mutation: ListedMutation, run: TestRun): void {
  counts[verdict] += 1;
  const time = `${run.seconds.toFixed(1)} s`.padStart(8);
  console.log(`${verdict.padEnd(9)}${time}  ${mutation.area}: ${mutation.protection}`);
  if (run.reason !== '') console.log(run.reason.replace(/^/gm, ' '.repeat(19)));
}

async function tryMutation(copy: MutationCopy, mutation: ListedMutation): Promise<void> {
  const runs = partsOf(mutation).flatMap((part) => baselineRuns.get(JSON.stringify(part)) ?? []);
  const red = runs.find(({ result }) => result !== 'passed');
  if (red !== undefined) {
    tell('invalid', mutation, { ...red, reason: `with the protection: ${red.reason}` });
    return;
  }
  const usualSeconds = runs.reduce((sum, { seconds }) => sum + seconds, 0);
  const run = await copy.runWithout(mutation, 30 + 4 * usualSeconds);
  const verdicts = { passed: 'survived', failed: 'killed', 'could not run': 'invalid' } as const;
  tell(verdicts[run.result], mutation, run);
}

/** Every copy takes the next job until none is left. */
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

if (mutations.length === 0) {
  console.error(`No mutation is of ${words.join(', ') || 'test/mutations'}`);
  process.exit(2);
}
const stop = createStopSignal();
const folder = await mkdtemp(join(tmpdir(), 'arb-m-'));
const copies = Array.from(
  { length: Math.max(1, Math.min(Number(values.copies) || 1, mutations.length)) },
  (_, index) => new MutationCopy(join(folder, `${index}`), stop),
);
try {
  await Promise.all(copies.map((copy) => copy.make()));
  console.log(`${mutations.length} mutations; first their tests in ${baselines.size} parts…`);
  await share([...baselines], async (copy, [key, part]) => {
    baselineRuns.set(key, await copy.run(part, baselineLimitSeconds));
  });
  await share(mutations, tryMutation);
  console.log(`\n${counts.killed} killed, ${counts.survived} survived, ${counts.invalid} invalid`);
  process.exitCode = counts.killed === mutations.length ? 0 : 1;
} catch (error) {
  if (!stop.aborted) throw error;
  process.exitCode = 130;
} finally {
  await rm(folder, { recursive: true, force: true });
}
