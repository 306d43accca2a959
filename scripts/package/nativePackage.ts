import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, root } from '../paths.ts';

const run = promisify(execFile);

const lockFile = join(root, 'package-lock.json');

/** An entry of the lock file, of which only these members are read here. */
interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
}

/**
 * A folder with a native part as npm publishes it, fresh from the archive whose digest the lock file
 * holds, without running any script of it. Rejects when the lock has no digest of it (before anything
 * is fetched), when the registry does not have it, and when its archive is another one.
 */
export async function nativePackage(name: string, lock = lockFile): Promise<string> {
  const { version, integrity } = await lockedPackage(name, lock);
  const archive = join(cacheFolder, 'native', `${name.replace('/', '-')}-${version}.tgz`);
  if (!existsSync(archive)) await downloadPackage(`${name}@${version}`, archive);
  // Also of one that was kept: what is packed is what is checked.
  await checkIntegrity(archive, integrity);
  const folder = archive.replace(/\.tgz$/, '');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  return folder;
}

/** The whole entry of a package. Rejects for one without a version, or without a digest of its bytes. */
export async function lockedPackage(
  name: string,
  file = lockFile,
): Promise<Required<LockedPackage>> {
  const lock = JSON.parse(await readFile(file, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const entry = lock.packages[`node_modules/${name}`] ?? {};
  const { version, integrity = '' } = entry;
  if (version === undefined) throw new Error(`package-lock.json does not name ${name}`);
  if (!integrity.startsWith('sha512-')) {
    throw new Error(
      `package-lock.json has no digest of ${name}; run: node scripts/completeLock.mjs`,
    );
  }
  return { ...entry, version, integrity };
}

/** From npm's cache, where an installation has left it, or else the registry. */
async function downloadPackage(name: string, archive: string): Promise<void> {
  await mkdir(dirname(archive), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder, 'fetch-'));
  try {
    const { stdout } = await run(
      'npm',
      [
        ...['pack', name, '--ignore-scripts', '--json', '--loglevel=error', '--prefer-offline'],
        `--pack-destination=${folder}`,
      ],
      { cwd: root, shell: process.platform === 'win32' },
    );
    const [{ filename = '' } = {}] = Object.values(JSON.parse(stdout)) as { filename?: string }[];
    await rename(join(folder, filename), archive);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rejects for a file that is another one than its integrity says. */
async function checkIntegrity(archive: string, integrity: string): Promise<void> {
  const [algorithm = '', expected] = integrity.split('-', 2);
  const bytes = await readFile(archive);
  const found = createHash(algorithm).update(bytes).digest('base64');
  if (found !== expected) throw new Error(`${archive} is not what package-lock.json names`);
}
