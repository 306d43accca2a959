import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import type { Bench } from './benchResult.ts';

const limitBytes = 200_000;

/** Size of what the extension host loads with every window, minified as it ships. */
export const bench: Bench = async () => {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const bytes = statSync(join(root, 'dist/extension.js')).size;
  return [
    {
      name: 'bundle.extension',
      value: bytes / 1_000,
      unit: 'kB',
      reference: { name: 'the limit', value: limitBytes / 1_000 },
      ratio: limitBytes / bytes,
    },
  ];
};
