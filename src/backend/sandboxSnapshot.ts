import { dirname, join } from 'node:path';
import process from 'node:process';
import { defaultSandboxSeed } from './openEngine.ts';

/** Beside the program; `esbuild.mjs` has it made. */
const folderName = 'sandbox-snapshot';

/** Where the Sandbox snapshot of a seed is prepared; nowhere for seeds that somebody chose. */
export function snapshotFolderOption(seed: number): { snapshotFolder?: string } {
  if (seed !== defaultSandboxSeed) return {};
  return { snapshotFolder: join(dirname(process.argv[1] ?? ''), folderName) };
}
