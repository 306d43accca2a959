import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { root } from '../paths.ts';
import { bundleMetafiles } from './bundleMetafiles.ts';
import { nativePackage } from './nativePackage.ts';
import { bundledPackages, notices } from './notices.ts';
import { nativeParts, type Target } from './targets.ts';

/** The shipped files of a native part: libraries and package.json. */
const nativeFile = /\.(node|so|dylib|dll)$|^package\.json$/;
/** Members of package.json that do not ship. */
const developmentMembers = [
  'scripts',
  'dependencies',
  'devDependencies',
  'allowScripts',
  'private',
];

const shippedFiles = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  // Relative links and pictures of the README point here.
  'docs',
  'media',
  'dist/package.json',
];

/** Exactly the files of the target's package, from a production build. */
export async function stage(target: Target, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of [
    ...shippedFiles,
    ...(await translations()),
    ...(await manifestTranslations()),
  ]) {
    await cp(join(root, file), join(folder, file), { recursive: true });
  }
  await copyBundles(folder);
  const packages = [...(await bundledPackages())];
  for (const name of nativeParts(target)) {
    const part = await nativePackage(name);
    await copyNative(part, join(folder, 'dist/node_modules', name));
    packages.push(part);
  }
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), await notices(packages));
  await writeFile(join(folder, 'package.json'), await shippedManifest());
}

/** Translations of the code's texts; the English bundle is only for translators. */
const translations = async (): Promise<readonly string[]> =>
  (await readdir(join(root, 'l10n')))
    .filter((name) => /^bundle\.l10n\.[\w-]+\.json$/.test(name))
    .map((name) => join('l10n', name));

const manifestTranslations = async (): Promise<readonly string[]> =>
  (await readdir(root)).filter((name) => /^package\.nls(\.[\w-]+)?\.json$/.test(name));

export async function copyBundles(folder: string, bundle?: string): Promise<void> {
  for (const { outputs } of await bundleMetafiles(bundle)) {
    for (const file of Object.keys(outputs).filter((name) => !name.endsWith('.map'))) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await cp(join(root, file), join(folder, file));
    }
  }
}

async function copyNative(part: string, folder: string): Promise<void> {
  await cp(part, folder, {
    recursive: true,
    filter: (path) => path === part || nativeFile.test(basename(path)),
  });
}

async function shippedManifest(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const member of developmentMembers) delete manifest[member];
  delete manifest.engines.node;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
