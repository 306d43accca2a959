import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/paths.ts';
import { functionBodies } from '../../scripts/test/findFunction.ts';
import { protections } from '../mutations/protections.ts';

describe('The protections that test:mutations removes', () => {
  test('each name one function and existing tests', async () => {
    const bodies = await functionBodies();
    const wrong = protections.filter(
      ({ name, tests }) =>
        bodies.get(name)?.length !== 1 ||
        tests.length === 0 ||
        tests.some((path) => !existsSync(join(root, path))),
    );
    assert.deepEqual(wrong, []);
  });
});
