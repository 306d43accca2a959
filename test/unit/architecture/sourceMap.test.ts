import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/paths.ts';

test('Every file and folder that the architecture names is there', () => {
  const missing: string[] = [];
  for (const line of readFileSync(join(root, 'src/README.md'), 'utf8').split('\n')) {
    // A bare name after a path lies in the same folder.
    let folder = '';
    for (const [, name = ''] of line.matchAll(/`([\w./-]+(?:\.m?[jt]s|\.json|\.md|\/))`/g)) {
      if (name.startsWith('dist/')) continue;
      const places = [name, join('src', name), join('src', folder, name)];
      if (!places.some((place) => existsSync(join(root, place)))) missing.push(name);
      if (name.includes('/')) folder = name.endsWith('/') ? name.slice(0, -1) : dirname(name);
    }
  }
  assert.deepEqual(missing, []);
});
