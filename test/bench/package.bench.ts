import { statSync } from 'node:fs';
import { buildProduction, makePackage } from '../../scripts/package/makePackage.ts';
import { targets } from '../../scripts/package/targets.ts';
import type { Bench } from './benchResult.ts';

const limitBytes = 45_000_000;

/** What is fetched to install the extension on the most usual machine of a bot. */
export const bench: Bench = async () => {
  const target = targets.find(({ name }) => name === 'linux-x64');
  if (target === undefined) throw new Error('There is no target linux-x64');
  buildProduction();
  const { file } = await makePackage(target);
  const bytes = statSync(file).size;
  return [
    {
      name: 'vsix.linux-x64',
      value: bytes / 1e6,
      unit: 'MB',
      reference: { name: 'the limit', value: limitBytes / 1e6 },
      ratio: limitBytes / bytes,
    },
  ];
};
