import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const onWindows = process.platform === 'win32';

/** Creates the folder. */
export async function npmInstallInto(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  stop?: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await npmInstall(folder, stop);
}

/**
 * Runs no install scripts, because no package needs native parts to be built. Stopped at once, in a
 * process group of its own: npm would first delete for a minute what it has installed.
 */
export async function npmInstall(folder: string, stop?: AbortSignal): Promise<void> {
  const npm = spawn(
    'npm',
    ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: onWindows,
      detached: !onWindows,
    },
  );
  const end = (): void => {
    if (npm.pid === undefined) return;
    if (onWindows) spawnSync('taskkill', ['/pid', String(npm.pid), '/t', '/f']);
    else if (npm.exitCode === null) process.kill(-npm.pid, 'SIGKILL');
  };
  if (stop?.aborted === true) end();
  stop?.addEventListener('abort', end, { once: true });
  const [code] = await once(npm, 'exit');
  stop?.removeEventListener('abort', end);
  if (code !== 0) throw new Error(`npm install failed in ${folder} (exit code ${String(code)})`);
}
