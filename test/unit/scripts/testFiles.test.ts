import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/paths.ts';
import { groupTestFiles, testFiles } from '../../../scripts/test/testFiles.ts';

describe('Test files', () => {
  test('run once each, in their own process if they say so', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'groups-'));
    context.after(() => rm(folder, { recursive: true, force: true }));
    const files = await testFiles('unit', true);
    const groups = await groupTestFiles(files, folder, 16);
    const isGroup = (path: string): boolean => path.startsWith(folder);
    const run = groups.filter((path) => !isGroup(path));
    assert.ok(run.some((path) => path.endsWith('otherLanguage.test.ts')));
    for (const group of groups.filter(isGroup)) {
      const imports = (await readFile(group, 'utf8')).matchAll(/^import "(file:[^"]+)";$/gm);
      run.push(...Array.from(imports, ([, url = '']) => fileURLToPath(url)));
    }
    assert.ok(groups.length < files.length / 4);
    assert.deepEqual(run.toSorted(), files.map(({ path }) => join(root, path)).toSorted());
  });

  test('that only test:all runs are excluded from npm test', async () => {
    const [all, some] = await Promise.all([
      testFiles('contract', true),
      testFiles('contract', false),
    ]);
    const left = all.filter(({ path }) => !some.some((kept) => kept.path === path));
    assert.ok(left.length > 0 && left.every(({ has }) => has('onlyInAll')));
  });
});
