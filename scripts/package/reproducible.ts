/**
 * node scripts/package/reproducible.ts: builds the same sources in another folder and fails unless
 * every bundle is identical to the one in dist/.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { bundleMetafiles } from './bundleMetafiles.ts';

/** Everything that a build of the shipped bundles reads. */
const sources = ['src', 'esbuild.mjs', 'scripts/build', 'package.json', 'tsconfig.json'];

const other = await mkdtemp(join(tmpdir(), 'arbscope-second-build-'));
try {
  for (const place of sources) {
    await cp(join(root, place), join(other, place), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(other, 'node_modules'), 'junction');
  execFileSync(process.execPath, ['esbuild.mjs', '--production'], { cwd: other });

  const compared = await shippedFiles();
  const different: string[] = [];
  for (const file of compared) {
    if ((await digest(join(root, file))) !== (await digest(join(other, file))))
      different.push(file);
  }
  console.log(`${compared.length - different.length} of ${compared.length} files are the same`);
  for (const file of different) console.error(`Another build makes another ${file}`);
  if (different.length > 0 || compared.length < 5) process.exitCode = 1;
} finally {
  await rm(other, { recursive: true, force: true });
}

async function shippedFiles(): Promise<readonly string[]> {
  const bundles = (await bundleMetafiles()).flatMap(({ outputs }) => Object.keys(outputs));
  return bundles.filter((file) => !file.endsWith('.map'));
}

async function digest(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
