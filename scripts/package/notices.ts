import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { bundleMetafiles } from './bundleMetafiles.ts';

const licenceFile = /^(licen[cs]e|copying|notice)([-.].*)?$/i;

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

export async function bundledPackages(bundle?: string): Promise<readonly string[]> {
  const folders = new Set<string>();
  for (const { inputs } of await bundleMetafiles(bundle)) {
    for (const path of Object.keys(inputs)) {
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [];
      if (folder !== undefined) folders.add(join(root, folder));
    }
  }
  return [...folders];
}

export async function notices(folders: readonly string[]): Promise<string> {
  const parts = await Promise.all(folders.map(noticeOf));
  const head =
    'Arbscope contains parts of the following packages, each under the licence that stands with it.';
  return `${[head, ...new Set(parts.sort())].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

async function noticeOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageJson;
  const { name, version, license = 'see its package' } = manifest;
  const files = existsSync(folder) ? await readdir(folder) : [];
  const texts = await Promise.all(
    files
      .filter((file) => licenceFile.test(file))
      .sort()
      .map((file) => readFile(join(folder, file), 'utf8')),
  );
  return [`${name} ${version}\nLicence: ${license}`, ...texts.map((text) => text.trim())].join(
    '\n\n',
  );
}
