import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { checkSize } from './checkSize.mjs';
import { banner, node, root } from './options.mjs';

/** Makes the Sandbox snapshot, unless the one that is there was made by the same code. */
export async function prepareSandboxSnapshot() {
  const folder = join(root, 'dist/sandbox-snapshot');
  // Left behind by a build that was stopped.
  rmSync(`${folder}.partial`, { recursive: true, force: true });
  // A module that shares no name with what ships, in a place that never does.
  const program = join(root, '.cache/build/prepareSandboxDay.mjs');
  await build({
    ...node,
    entryPoints: ['src/backend/buildSandboxSnapshot.ts'],
    outfile: program,
    external: ['@duckdb/node-api', 'litesvm'],
    // One text for the same code, whichever way the rest is built.
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    banner,
  });
  const madeBy = createHash('sha256').update(readFileSync(program)).digest('hex');
  if (madeByOf(folder) !== madeBy) {
    const { status } = spawnSync(process.execPath, [program, folder, madeBy], { stdio: 'inherit' });
    if (status !== 0) throw new Error('the Sandbox day could not be prepared');
  }
  const bytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  );
  checkSize('dist/sandbox-snapshot', bytes, 8_000_000);
}

function madeByOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'day.json'), 'utf8')).madeBy;
  } catch {
    return null;
  }
}
