import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, root } from '../paths.ts';

const run = promisify(execFile);

/** What the lock file says of a native part; without integrity where its maker's registry had none. */
interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
}

/**
 * A folder with a native part as npm publishes it, in exactly the locked version: the one that is
 * installed here, or fetched without running any script of it. `null` where the registry has none.
 */
export async function nativePackage(name: string): Promise<string | null> {
  const locked = await lockedPackage(name);
  const installed = join(root, 'node_modules', name);
  if ((await versionOf(installed)) === locked.version) return installed;
  const folder = join(cacheFolder, 'native', `${name.replace('/', '-')}-${locked.version}`);
  if (!existsSync(folder)) {
    const archive = await downloadPackage(name, locked.version);
    if (archive === null) return null;
    await checkIntegrity(archive, locked.integrity ?? (await publishedIntegrity(name, locked)));
    const partial = `${folder}.partial-${process.pid}`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    await run('tar', ['-xzf', archive, '-C', partial, '--strip-components=1']);
    await rm(dirname(archive), { recursive: true });
    await rename(partial, folder);
  }
  return folder;
}

async function lockedPackage(name: string): Promise<LockedPackage> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json does not name ${name}`);
  return locked;
}

async function versionOf(folder: string): Promise<string | null> {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return null;
  return (JSON.parse(await readFile(file, 'utf8')) as LockedPackage).version;
}

/** npm checks what it gets against the registry's own integrity as well. */
async function downloadPackage(name: string, version: string): Promise<string | null> {
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(join(cacheFolder, 'fetch-'));
  try {
    const { stdout } = await npm(
      ...['pack', `${name}@${version}`, '--ignore-scripts', '--json', '--loglevel=silent'],
      `--pack-destination=${folder}`,
    );
    const [{ filename = '' } = {}] = Object.values(JSON.parse(stdout)) as { filename?: string }[];
    return join(folder, filename);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { stdout = '' } = error as { stdout?: string };
    if (/E404|ETARGET/.test(stdout)) return null;
    throw error;
  }
}

async function publishedIntegrity(name: string, { version }: LockedPackage): Promise<string> {
  const { stdout } = await npm('view', `${name}@${version}`, 'dist.integrity');
  return stdout.trim();
}

const npm = (...args: string[]) =>
  run('npm', args, { cwd: root, shell: process.platform === 'win32' });

/** Throws an Error for a file that is another one than its integrity says. */
export async function checkIntegrity(archive: string, integrity: string): Promise<void> {
  const [algorithm = '', expected] = integrity.split('-', 2);
  const bytes = await readFile(archive);
  const found = createHash(algorithm).update(bytes).digest('base64');
  if (found !== expected) throw new Error(`${archive} is not what package-lock.json names`);
}
