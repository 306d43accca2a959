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
/** With a thread of the program. */
const shippedBundle = 'backend';

/** One by one: beside them a team keeps its secrets. */
export const deployFiles: readonly string[] = [
  'deploy/README.md',
  'deploy/Dockerfile',
  'deploy/Dockerfile.dockerignore',
  'deploy/entrypoint.sh',
  'deploy/compose.yaml',
  'deploy/compose.small.yaml',
  'deploy/Caddyfile',
];

/** By their places in the repository; the pages of docs/ show the pictures. */
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
 * Makes the npm package of the command line out of the production build in dist/. The same files make
 * the same bytes: npm packs with a time of its own.
 *
 * @param destination Folder of the .tgz.
 */
export async function makeCliPackage(destination = artifactsFolder): Promise<MadePackage> {
  const folder = join(cacheFolder, 'package/cli');
  await stageCli(folder);
  await mkdir(destination, { recursive: true });
  await run(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${destination}`],
    { cwd: folder, shell: process.platform === 'win32' },
  );
  return { folder, file: join(destination, `arbscope-${manifest.version}.tgz`) };
}

async function stageCli(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of shippedFiles) {
    await cp(join(root, file), join(folder, file), { recursive: true });
  }
  await copyBundles(folder, shippedBundle);
  await cp(join(root, ownReadme), join(folder, 'README.md'));
  // A mode of its own, whatever the umask of the build was.
  await chmod(join(folder, program), 0o755);
  const packages = await bundledPackages('backend');
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), await notices(packages));
  const ownManifest = await cliManifest();
  await writeJson(join(folder, 'package.json'), ownManifest);
  await writeJson(join(folder, 'npm-shrinkwrap.json'), await shrinkwrap(ownManifest));
}

type CliManifest = Awaited<ReturnType<typeof cliManifest>>;

async function cliManifest() {
  const { name, version, license, engines } = manifest;
  return {
    name,
    version,
    description:
      'Solana arbitrage from the chain’s own blocks: decode, index, serve, simulate, land.',
    license,
    type: 'module',
    keywords: ['solana', 'arbitrage', 'mev', 'dex', 'jito', 'indexer'],
    bin: { arbscope: program },
    engines: { node: engines.node },
    // Every platform's; npm takes those whose `os`, `cpu` and `libc` are the machine's. The rest of
    // the libraries is in the bundle.
    optionalDependencies: Object.fromEntries(
      await Promise.all(
        nativePartsOfAll.map(async (part) => [part, (await lockedPackage(part)).version] as const),
      ),
    ),
  };
}

const nativePartsOfAll = targets.flatMap(nativeParts).sort();

/** So that an installation takes the native parts by the digests that package-lock.json has of them. */
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
