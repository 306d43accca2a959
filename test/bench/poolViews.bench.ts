import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import { poolTimesVariable } from '../host/results.ts';
import type { Bench, BenchResult } from './benchResult.ts';

const openMilliseconds = 200;
const searchMilliseconds = 100;

/**
 * The Market Cache of 300,000 pools inside a real VS Code, through the channel to the market
 * process: from asking anew to the rows of the first page, and one search; at the 95th percentile.
 */
export const bench: Bench = async () => {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-pools-'));
  try {
    const file = join(folder, 'times.json');
    const child = spawn(process.execPath, [join(root, 'test/host/run.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        // The stand-in is run by the node that is first in the path.
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        ARBSCOPE_HOST_ONLY: 'poolTimes',
        [poolTimesVariable]: file,
      },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The suite inside VS Code ended with ${code}`);
    const { open, search } = JSON.parse(await readFile(file, 'utf8')) as Readonly<
      Record<'open' | 'search', readonly number[]>
    >;
    return [
      resultOf('cache.open', open, openMilliseconds),
      resultOf('cache.search', search, searchMilliseconds),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function resultOf(name: string, times: readonly number[], allowed: number): BenchResult {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
  return {
    name,
    value: at(0.95),
    unit: `ms at the 95th percentile; median ${at(0.5).toFixed(1)}`,
    reference: { name: 'what is allowed', value: allowed },
    ratio: allowed / at(0.95),
  };
}
