import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import { hoverTimesVariable } from '../host/results.ts';
import type { Bench } from './benchResult.ts';

/**
 * The local part of a hover inside a real VS Code, from a document and a place to the Markdown, at
 * the 95th percentile; beside it what the editor takes to bring any hover from the extension.
 */
export const bench: Bench = async () => {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-hover-'));
  try {
    const file = join(folder, 'times.json');
    const child = spawn(process.execPath, [join(root, 'test/host/run.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        // The stand-in is run by the node that is first in the path.
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        ARBSCOPE_HOST_ONLY: 'hoverTimes',
        [hoverTimesVariable]: file,
      },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The suite inside VS Code ended with ${code}`);
    const { local, whole } = JSON.parse(await readFile(file, 'utf8')) as Readonly<
      Record<'local' | 'whole', readonly number[]>
    >;
    const [value, reference] = [percentile95(local), percentile95(whole)];
    return [
      {
        name: 'hover.local',
        value,
        unit: 'ms at the 95th percentile',
        reference: { name: 'the hover as the editor gets it', value: reference },
        ratio: reference / value,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const percentile95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
