import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, root } from '../paths.ts';

const run = promisify(execFile);

const lockFile = join(root, 'package-lock.json');

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
}

/**
 * A folder with a native part, freshly unpacked from the npm archive without running its scripts.
 * Rejects if the lock file has no digest (before any download), if the registry does not have the
 * package, or if the archive does not match the digest.
 */
export async function nativePackage(name: string, lock = lockFile): Promise<string> {
  const { version, integrity } = await lockedPackage(name, lock);
  const archive = join(cacheFolder, 'native', `${name.replace('/', '-')}-${version}.tgz`);
  if (!existsSync(archive)) await downloadPackage(`${name}@${version}`, archive);
  // Cached archives are checked too.
  await checkIntegrity(archive, integrity);
  const folder = archive.replace(/\.tgz$/, '');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  return folder;
}

/** The whole lock file entry of a package. Rejects if it has no version or no digest. */
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

/** Downloads from npm's cache if possible, else from the registry. */
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

async function checkIntegrity(archive: string, integrity: string): Promise<void> {
  const [algorithm = '', expected] = integrity.split('-', 2);
  const bytes = await readFile(archive);
  const found = createHash(algorithm).update(bytes).digest('base64');
  if (found !== expected) throw new Error(`${archive} is not what package-lock.json names`);
}
