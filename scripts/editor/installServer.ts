import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, root } from '../paths.ts';

/**
 * The npm package that contains a whole VS Code server: 4.139.1 is VS Code 1.139.1. The variable
 * chooses another one; 4.105.1 is the oldest that the extension's engine allows.
 */
const serverPackage = 'code-server';
const serverVersion = process.env['ARBSCOPE_VSCODE_SERVER'] ?? '4.139.1';

const folder = join(cacheFolder, `vscode-server-${serverVersion}`);
const vscodeFolder = join(folder, 'node_modules', serverPackage, 'lib/vscode');
const fetched = join(folder, 'fetched.stamp');
const complete = join(folder, 'complete.stamp');

/**
 * The VS Code server's main file, installed from the npm registry at the first call.
 * An installation that was broken off goes on where it stopped.
 */
export async function installServer(
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<string> {
  const mainFile = join(vscodeFolder, 'out/server-main.js');
  if (!existsSync(complete) || !existsSync(mainFile)) await install(mainFile, say, stop);
  const logger = join(vscodeFolder, 'node_modules/@vscode/spdlog/index.js');
  await copyFile(join(root, 'scripts/editor/serverLogger.cjs'), logger);
  return mainFile;
}

async function install(
  mainFile: string,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (!existsSync(fetched) || !existsSync(mainFile)) {
    say(`Installing the VS Code server (npm package ${serverPackage} ${serverVersion})…`);
    const manifest = { private: true, dependencies: { [serverPackage]: serverVersion } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await npmInstall(folder, stop);
    await writeFile(fetched, '');
  }
  say("Installing the server's own packages…");
  await takeFromRegistry();
  await npmInstall(vscodeFolder, stop);
  await writeFile(complete, '');
}

interface Dependencies {
  readonly dependencies?: Record<string, string>;
}

/**
 * Older servers take a package from a git host. The registry has a release of the same version, and
 * with it nothing else is asked.
 */
async function takeFromRegistry(): Promise<void> {
  const lockFile = join(vscodeFolder, 'npm-shrinkwrap.json');
  if (!existsSync(lockFile)) return;
  const manifestFile = join(vscodeFolder, 'package.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Dependencies;
  const lock = JSON.parse(await readFile(lockFile, 'utf8')) as {
    readonly packages: Record<
      string,
      Dependencies & { version?: string; resolved?: string; integrity?: string }
    >;
  };
  for (const [place, entry] of Object.entries(lock.packages)) {
    const { version } = entry;
    if (entry.resolved?.startsWith('git') !== true || version === undefined) continue;
    delete entry.resolved;
    delete entry.integrity;
    const name = place.replace(/^.*node_modules\//, '');
    for (const { dependencies } of [manifest, lock.packages[''] ?? {}]) {
      if (dependencies?.[name] !== undefined) dependencies[name] = version;
    }
  }
  await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
  await writeFile(lockFile, JSON.stringify(lock, null, 2));
}

/** Without install scripts: the server needs none of its native parts built. */
async function npmInstall(where: string, stop?: AbortSignal): Promise<void> {
  const npm = spawn(
    'npm',
    ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: where, stdio: 'inherit', shell: process.platform === 'win32' },
  );
  stop?.addEventListener('abort', () => npm.kill(), { once: true });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm install failed in ${where} (exit code ${String(code)})`);
}
