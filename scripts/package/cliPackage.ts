import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { artifactsFolder, cacheFolder, root } from '../paths.ts';
import type { MadePackage } from './makePackage.ts';
import { lockedPackage } from './nativePackage.ts';
import { bundledPackages, notices } from './notices.ts';
import { copyBundles } from './stage.ts';
import { nativeParts, targets } from './targets.ts';

const run = promisify(execFile);

const program = 'dist/backend.js';
/** Includes the program's worker thread. */
const shippedBundle = 'backend';

/** Listed one by one, because a team keeps its secrets in the same folder. */
export const deployFiles: readonly string[] = [
  'deploy/README.md',
  'deploy/Dockerfile',
  'deploy/Dockerfile.dockerignore',
  'deploy/entrypoint.sh',
  'deploy/compose.yaml',
  'deploy/compose.small.yaml',
  'deploy/Caddyfile',
];

/** Paths in the repository; the pages of docs/ show the pictures. */
const shippedFiles = [
  'CHANGELOG.md',
  'LICENSE',
  'docs',
  'media/screenshots',
  'media/walkthrough',
  ...deployFiles,
];

const ownReadme = 'scripts/package/cliReadme.md';

/**
 * Makes the npm package of the command line from the production build in dist/. Reproducible,
 * because npm packs with a fixed time.
 *
 * @param destination Folder of the .tgz.
 * @param repositoryUrl Of the manifest; empty if the package is not published.
 */
export async function makeCliPackage(
  destination = artifactsFolder,
  repositoryUrl = '',
): Promise<MadePackage> {
  const folder = join(cacheFolder, 'package/cli');
  await stageCli(folder, repositoryUrl);
  await mkdir(destination, { recursive: true });
  await run(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${destination}`],
    { cwd: folder, shell: process.platform === 'win32' },
  );
  return { folder, file: join(destination, `arbscope-${manifest.version}.tgz`) };
}

async function stageCli(folder: string, repositoryUrl: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of shippedFiles) {
    await cp(join(root, file), join(folder, file), { recursive: true });
  }
  await copyBundles(folder, shippedBundle);
  await cp(join(root, ownReadme), join(folder, 'README.md'));
  // A fixed mode, independent of the build's umask.
  await chmod(join(folder, program), 0o755);
  const packages = await bundledPackages('backend');
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), await notices(packages));
  const ownManifest = await cliManifest(repositoryUrl);
  await writeJson(join(folder, 'package.json'), ownManifest);
  await writeJson(join(folder, 'npm-shrinkwrap.json'), await shrinkwrap(ownManifest));
}

type CliManifest = Awaited<ReturnType<typeof cliManifest>>;

async function cliManifest(repositoryUrl: string) {
  const { name, version, license, engines } = manifest;
  return {
    name,
    version,
    description:
      'Solana arbitrage from the chain’s own blocks: decode, index, serve, simulate, land.',
    license,
    ...(repositoryUrl === ''
      ? {}
      : { repository: { type: 'git', url: `git+${repositoryUrl}.git` } }),
    type: 'module',
    keywords: ['solana', 'arbitrage', 'mev', 'dex', 'jito', 'indexer'],
    bin: { arbscope: program },
    engines: { node: engines.node },
    // Native parts of every platform; npm installs those that match the machine's `os`, `cpu` and
    // `libc`. All other libraries are in the bundle.
    optionalDependencies: Object.fromEntries(
      await Promise.all(
        nativePartsOfAll.map(async (part) => [part, (await lockedPackage(part)).version] as const),
      ),
    ),
  };
}

const nativePartsOfAll = targets.flatMap(nativeParts).sort();

/** Pins the native parts to the digests in package-lock.json. */
async function shrinkwrap({
  name,
  version,
  license,
  bin,
  engines,
  optionalDependencies,
}: CliManifest) {
  const parts = await Promise.all(
    nativePartsOfAll.map(
      async (part) => [`node_modules/${part}`, await lockedPackage(part)] as const,
    ),
  );
  const own = { name, version, license, bin, engines, optionalDependencies };
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': own, ...Object.fromEntries(parts) },
  };
}

const writeJson = (file: string, value: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
