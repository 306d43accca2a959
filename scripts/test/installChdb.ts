/**
 * Installs chDB, ClickHouse's engine in process, into `.cache/`. It has 540 MB, so it is installed
 * only by the level clickhouse and by `npm run cluster`.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmInstallInto } from '../editor/npmInstall.ts';
import { cacheFolder } from '../paths.ts';

const version = '3.4.0';
const folder = join(cacheFolder, `chdb-${version}`);

/** Resolves chDB's modules; null if it is not installed. */
export const findChdb = (): NodeJS.Require | null =>
  existsSync(folder) ? createRequire(join(folder, 'package.json')) : null;

/** Rejects if chDB is not available. */
export async function installChdb(): Promise<void> {
  if (!existsSync(folder)) {
    // Renamed when complete; of two concurrent installations the second is dropped.
    await mkdir(cacheFolder, { recursive: true });
    const fresh = await mkdtemp(join(cacheFolder, 'chdb-new-'));
    try {
      await npmInstallInto(fresh, { chdb: version });
      createRequire(join(fresh, 'package.json')).resolve('chdb/connection');
      await rename(fresh, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }
}
