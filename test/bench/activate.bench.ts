import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import { activationVariable } from '../host/results.ts';
import type { Bench } from './benchResult.ts';

const limitMilliseconds = 50;
const rounds = 3;

/**
 * Activation inside a real VS Code, as the editor itself measures it: loading the bundle and
 * running `activate`, each in a window of its own; the median window counts.
 */
export const bench: Bench = async () => {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await activation());
  const value = times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
  console.log(`activation: ${times.map((time) => time.toFixed(1)).join(', ')} ms`);
  return [
    {
      name: 'activate',
      value,
      unit: 'ms',
      reference: { name: 'the limit', value: limitMilliseconds },
      ratio: limitMilliseconds / value,
    },
  ];
};

/** Milliseconds of one activation. */
async function activation(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-activate-'));
  try {
    const file = join(folder, 'activation.json');
    const child = spawn(process.execPath, [join(root, 'test/host/run.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        // The stand-in is run by the node that is first in the path.
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        ARBSCOPE_HOST_ONLY: 'activation',
        [activationVariable]: file,
      },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The suite inside VS Code ended with ${code}`);
    const figures = JSON.parse(await readFile(file, 'utf8'));
    const { loadMilliseconds, activateMilliseconds } = figures as Record<string, number>;
    const milliseconds = Number(loadMilliseconds) + Number(activateMilliseconds);
    console.log(`${milliseconds} ms, of which ${loadMilliseconds} ms load the bundle`);
    return milliseconds;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
