import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Runs no install scripts, because no package needs native parts to be built. */
export async function npmInstall(folder: string, stop?: AbortSignal): Promise<void> {
  const npm = spawn(
    'npm',
    ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' },
  );
  stop?.addEventListener('abort', () => npm.kill(), { once: true });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm install failed in ${folder} (exit code ${String(code)})`);
}
