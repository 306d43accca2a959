/**
 * Installs chDB, ClickHouse's engine in process, beside the project: it has 540 MB, so that nobody
 * gets it who does not ask for it. `node scripts/test/installChdb.ts`, or by the tests that need it.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmInstallInto } from '../editor/npmInstall.ts';
import { cacheFolder } from '../paths.ts';

const version = '3.4.0';
const folder = join(cacheFolder, `chdb-${version}`);

/** What resolves chDB's modules, after installing it where it is missing. Rejects where there is none. */
export async function installChdb(): Promise<NodeJS.Require> {
  if (!existsSync(folder)) {
    // Whole or not at all; of two at once the second is dropped.
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
  return createRequire(join(folder, 'package.json'));
}

if (import.meta.main) {
  await installChdb();
  console.log(`chDB ${version}: ${folder}`);
}
