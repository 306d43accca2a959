import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';

export function buildForEditor(): void {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
}

/** Runs one suite in a real VS Code; returns its output in the file named by the variable. */
export async function timesInEditor<Times>(suite: string, variable: string): Promise<Times> {
  const folder = await mkdtemp(join(tmpdir(), `arbscope-${suite}-`));
  try {
    const file = join(folder, 'times.json');
    const child = spawn(process.execPath, [join(root, 'test/host/run.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        // The test double runs with the first node in the path.
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        ARBSCOPE_HOST_ONLY: suite,
        [variable]: file,
      },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The suite inside VS Code ended with ${code}`);
    return JSON.parse(await readFile(file, 'utf8')) as Times;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
