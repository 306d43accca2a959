import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { buildProduction, makePackage } from '../../scripts/package/makePackage.ts';
import { targets } from '../../scripts/package/targets.ts';
import type { Bench } from './benchResult.ts';

/** Maximum size of Arbscope's files in addition to the native parts. */
const limitBytes = 4_000_000;

/** Download size of the extension for the most common platform of bots. */
export const bench: Bench = async () => {
  const target = targets.find(({ name }) => name === 'linux-x64');
  if (target === undefined) throw new Error('There is no target linux-x64');
  buildProduction();
  const { folder, file } = await makePackage(target);
  const bytes = statSync(file).size;
  const native = packedBytes(join(folder, 'dist/node_modules'));
  return [
    {
      name: 'vsix.linux-x64',
      value: bytes / 1e6,
      unit: 'MB',
      reference: { name: 'its native parts alone', value: native / 1e6 },
      ratio: native / bytes,
    },
    {
      name: 'vsix.own',
      value: (bytes - native) / 1e6,
      unit: 'MB besides the native parts',
      reference: { name: 'the limit', value: limitBytes / 1e6 },
      ratio: limitBytes / (bytes - native),
    },
  ];
};

const packedBytes = (folder: string): number =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => deflateRawSync(readFileSync(join(parentPath, name))).length)
    .reduce((sum, bytes) => sum + bytes, 0);
