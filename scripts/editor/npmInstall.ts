import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Installs these packages into a folder of their own, which is made. */
export async function npmInstallInto(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  stop?: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await npmInstall(folder, stop);
}

/** Without install scripts: what is installed here needs none of its native parts built. */
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
