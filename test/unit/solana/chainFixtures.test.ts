import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeChainFixtures } from '../../fixtures/makeChainFixtures.ts';

test('the transactions made with LiteSVM equal the stored fixtures', async () => {
  const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'chain');
  const made = await makeChainFixtures();
  for (const [name, text] of made) {
    assert.equal(readFileSync(join(folder, name), 'utf8'), text, name);
  }
  const kept = readdirSync(folder);
  for (const name of made.keys()) assert.equal(kept.includes(name), true, name);
});
