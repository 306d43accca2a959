import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';

export interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Metafiles of all bundles except tests, or of one by its name in scripts/build/bundles.mjs. */
export async function bundleMetafiles(bundle?: string): Promise<readonly Metafile[]> {
  const dist = join(root, 'dist');
  const names = (await readdir(dist)).filter((name) =>
    bundle === undefined ? /^meta-(?!test-).*\.json$/.test(name) : name === `meta-${bundle}.json`,
  );
  return await Promise.all(
    names.sort().map(async (name) => JSON.parse(await readFile(join(dist, name), 'utf8'))),
  );
}
