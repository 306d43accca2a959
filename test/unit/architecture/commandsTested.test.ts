import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/paths.ts';
import { commandIds } from '../../../src/extension/contributions.ts';

test('every command is named by a test inside VS Code', () => {
  const folder = join(root, 'test/host/suite');
  const suites = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const isNamed = (id: string): boolean => {
    const name = id.replace('arbscope.', '');
    return suites.some((text) => text.includes(`'${name}'`) || text.includes(`'${id}'`));
  };
  assert.deepEqual(
    Object.keys(commandIds).filter((id) => !isNamed(id)),
    [],
  );
});
