import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../../scripts/paths.ts';

const text = readFileSync(join(root, 'src/README.md'), 'utf8');

function firstCells(header: string): string[] {
  const [, rows = ''] = text.split(`| ${header} |`);
  const [table = ''] = rows.split('\n\n');
  return [...table.matchAll(/^\| (?!---)(.+?) \|/gm)].map(([, cell = '']) => cell);
}

describe('The description of the architecture', () => {
  it('names only files and folders that are there', () => {
    const missing: string[] = [];
    for (const line of text.split('\n')) {
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

  it('says in at most 40 rows where to change what', () => {
    const rows = firstCells('To change | edit').filter((cell) => !cell.startsWith('**'));
    assert.ok(rows.length > 0 && rows.length <= 40, String(rows.length));
  });
});
