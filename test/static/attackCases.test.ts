import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/paths.ts';
import { isObject } from '../../src/api/isObject.ts';
import { attackCases } from '../mutations/attackCases.ts';

const folder = join(root, 'test/mutations');

/** The sentences of every list of protections. */
async function protections(): Promise<string[]> {
  const found: string[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
    const exported: Readonly<Record<string, unknown>> = await import(join(folder, name));
    for (const entry of Object.values(exported).filter(Array.isArray).flat()) {
      if (isObject(entry) && typeof entry['protection'] === 'string')
        found.push(entry['protection']);
    }
  }
  return found;
}

describe('Each of the forty attacks', () => {
  test('has tests, which exist', () => {
    assert.equal(attackCases.length, 40);
    for (const { attack, tests } of attackCases) {
      assert.ok(tests.length > 0, attack);
      for (const { file, title } of tests) {
        const path = join(root, file);
        const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
        const completed = text.replace(/\$\{[^}]+\}/g, '…');
        const isThere = ["'", '"', '`'].some((quote) =>
          completed.includes(`${quote}${title}${quote}`),
        );
        assert.ok(isThere, `${file} has no test “${title}”`);
      }
    }
  });

  test('has protections, which are taken away to see a test fail', async () => {
    const known = await protections();
    assert.equal(new Set(known).size, known.length, 'a protection is listed twice');
    for (const { attack, mutations } of attackCases) {
      assert.ok(mutations.length > 0, attack);
      for (const sentence of mutations)
        assert.ok(known.includes(sentence), `${attack} There is no protection “${sentence}”`);
    }
  });
});
