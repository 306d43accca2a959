import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generated } from '../../../scripts/generate/generated.ts';
import { root } from '../../../scripts/paths.ts';

for (const { file, make } of generated) {
  test(`${file} is up to date with the code (npm run generate writes it)`, () => {
    const text = readFileSync(join(root, file), 'utf8');
    assert.equal(make(text), text);
  });
}

test('every picture of the README exists for the light and the dark theme', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const pictures = [...text.matchAll(/(?:src|srcset)="(media\/[^"]+)"/g)].map(([, path]) => path);
  assert.ok(pictures.length > 0);
  for (const path of pictures) assert.ok(existsSync(join(root, path ?? '')), path);
});
