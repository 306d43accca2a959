import { dirname, join } from 'node:path';
import process from 'node:process';
import { defaultSandboxSeed } from './openEngine.ts';

/** Beside the program; `esbuild.mjs` has it made. */
const folderName = 'sandbox-day';

/** Where the Sandbox's day of a seed is prepared; nowhere for seeds that somebody chose. */
export function preparedFolderOf(seed: number): { preparedFolder?: string } {
  if (seed !== defaultSandboxSeed) return {};
  return { preparedFolder: join(dirname(process.argv[1] ?? ''), folderName) };
}
