import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
  dependencies?: Record<string, string>;
}

interface LockedPackage extends Manifest {
  version?: string;
  resolved?: string;
  integrity?: string;
}

const system = `${process.platform}-${process.arch}`;
const libc = process.platform === 'linux' ? '-glibc' : '';

/** The first release with a prebuilt native part. */
const nodePtyVersion = '1.2.0-beta.15';
const ripgrepPackage = { name: `@vscode/ripgrep-${system}`, version: '1.18.0' } as const;

/**
 * Changes the dependencies of servers older than about 1.117, so that installing them needs only
 * the registry and no install scripts. They install a package from a git host, of which the
 * registry has a release, and build or download the file watcher, the search and the terminal,
 * which the registry now has prebuilt. Newer servers stay unchanged.
 */
export async function useRegistryPackages(vscodeFolder: string): Promise<void> {
  const lockFile = join(vscodeFolder, 'npm-shrinkwrap.json');
  if (!existsSync(lockFile)) return;
  const manifestFile = join(vscodeFolder, 'package.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const lock = JSON.parse(await readFile(lockFile, 'utf8')) as {
    readonly packages: Record<string, LockedPackage>;
  };
  const want = (name: string, version: string): void => {
    for (const place of [manifest, lock.packages[''] ?? {}]) {
      place.dependencies = { ...place.dependencies, [name]: version };
    }
  };

  for (const [place, entry] of Object.entries(lock.packages)) {
    const { version } = entry;
    if (entry.resolved?.startsWith('git') !== true || version === undefined) continue;
    delete entry.resolved;
    delete entry.integrity;
    const name = place.replace(/^.*node_modules\//, '');
    if (manifest.dependencies?.[name] !== undefined) want(name, version);
  }
  if (lock.packages['node_modules/@vscode/ripgrep'] !== undefined) {
    want(ripgrepPackage.name, ripgrepPackage.version);
  }
  if (lock.packages['node_modules/node-pty']?.version?.startsWith('1.1.') === true) {
    delete lock.packages['node_modules/node-pty'];
    want('node-pty', nodePtyVersion);
  }
  const watcher = `@parcel/watcher-${system}${libc}`;
  const watcherVersion = lock.packages['node_modules/@parcel/watcher']?.version;
  if (watcherVersion !== undefined && lock.packages[`node_modules/${watcher}`] === undefined) {
    want(watcher, watcherVersion);
  }

  await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
  await writeFile(lockFile, JSON.stringify(lock, null, 2));
}

/** Copies the search program to the path where an older server expects its download. */
export async function installRipgrep(vscodeFolder: string): Promise<void> {
  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const modules = join(vscodeFolder, 'node_modules');
  const made = join(modules, ripgrepPackage.name, 'bin', program);
  if (!existsSync(made)) return;
  const folder = join(modules, '@vscode/ripgrep/bin');
  await mkdir(folder, { recursive: true });
  await copyFile(made, join(folder, program));
}
