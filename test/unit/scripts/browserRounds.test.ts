import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/paths.ts';
import { browserRounds } from '../../../scripts/test/browserRounds.ts';

/** Files that a round's file imports. */
async function importedBy(path: string): Promise<string[]> {
  const imports = (await readFile(path, 'utf8')).matchAll(/^import "(file:[^"]+)";$/gm);
  return Array.from(imports, ([, url = '']) => fileURLToPath(url));
}

it('every browser test file runs once, and no window is open while dist/ is rebuilt', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-rounds-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const pattern = 'test/browser/**/*.test.ts';
  const [one = [], [together = '', ...pages] = []] = await browserRounds(pattern, folder);
  // In the runner's order.
  const windows = (await Promise.all(one.toSorted().map(importedBy))).flat();
  const replacing = await importedBy(together);
  const files = globSync(pattern, { cwd: root }).map((path) => join(root, path));
  assert.deepEqual([...windows, ...pages, ...replacing].toSorted(), files.toSorted());

  for (const file of files) {
    const text = await readFile(file, 'utf8');
    const name = basename(file);
    const builds = /npmStart\.ts'|'npm', \['start'\]/.test(text);
    assert.equal(replacing.includes(file), builds, `${name} runs npm start`);
    const opensWindow = /Workbench\.open|makePackage/.test(text);
    assert.ok(!opensWindow || windows.includes(file), `${name} opens a window`);
  }
  assert.ok(windows.length > 5 && pages.length > 5 && replacing.length >= 3);
  const order = windows.map((file) => basename(file, '.test.ts'));
  assert.deepEqual(order.slice(0, 2), ['panels', 'transactions'], 'the longest are the first');
});
