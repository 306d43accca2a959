import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/paths.ts';
import { browserRounds } from '../../../scripts/test/browserRounds.ts';

it('every browser test file is run once, and no window while dist/ is built anew', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-rounds-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const pattern = 'test/browser/**/*.test.ts';
  const [windows = [], [together = '', ...pages] = []] = await browserRounds(pattern, folder);
  const imports = (await readFile(together, 'utf8')).matchAll(/^import "(file:[^"]+)";$/gm);
  const replacing = Array.from(imports, ([, url = '']) => fileURLToPath(url));
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
});
