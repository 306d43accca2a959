import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/paths.ts';
import { testGroups } from '../../../scripts/test/testGroups.ts';

it('every unit test file runs once, in its own process if it says so', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-groups-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const pattern = 'test/unit/**/*.test.ts';
  const groups = await testGroups(pattern, folder, 16);
  const isGroup = (path: string): boolean => path.startsWith(folder);
  const run = groups.filter((path) => !isGroup(path));
  assert.ok(run.some((path) => path.endsWith('otherLanguage.test.ts')));
  for (const group of groups.filter(isGroup)) {
    const imports = (await readFile(group, 'utf8')).matchAll(/^import "(file:[^"]+)";$/gm);
    run.push(...Array.from(imports, ([, url = '']) => fileURLToPath(url)));
  }
  const files = globSync(pattern, { cwd: root }).map((path) => join(root, path));
  assert.ok(groups.length < files.length / 4);
  assert.deepEqual(run.toSorted(), files.toSorted());
});
