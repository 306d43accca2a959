import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import type { Bench } from './benchResult.ts';

const limitKilobytes = 260;

/** Size of the minified code that the extension host loads for every window. */
export const bench: Bench = async () => {
  const said = execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [, kilobytes] = /^dist\/extension\.js \(start\) +([\d.]+) kB$/m.exec(said) ?? [];
  if (kilobytes === undefined) throw new Error('The build did not say how large the start is');
  const value = Number(kilobytes);
  return [
    {
      name: 'bundle.extension',
      value,
      unit: 'kB',
      reference: { name: 'the limit', value: limitKilobytes },
      ratio: limitKilobytes / value,
    },
  ];
};
