import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generated } from '../../scripts/generate/generated.ts';
import { root } from '../../scripts/paths.ts';

for (const { file, make } of generated) {
  test(`${file} is up to date with the code (npm run generate writes it)`, () => {
    const text = readFileSync(join(root, file), 'utf8');
    assert.equal(make(text), text);
  });
}
