import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isJsonTooDeep } from '../../../src/http/jsonDepth.ts';

describe('The depth of JSON', () => {
  it('is that of its brackets, ignoring those in strings', () => {
    assert.equal(isJsonTooDeep(Buffer.from(`${'['.repeat(64)}${']'.repeat(64)}`)), false);
    assert.equal(isJsonTooDeep(Buffer.from('['.repeat(65))), true);
    assert.equal(isJsonTooDeep(Buffer.from('{"a":'.repeat(65))), true);
    assert.equal(isJsonTooDeep(Buffer.from(`"${'['.repeat(100)}\\"${'['.repeat(100)}"`)), false);
    assert.equal(isJsonTooDeep(Buffer.from(`"\\\\"${'['.repeat(65)}`)), true);
    assert.equal(isJsonTooDeep(Buffer.from(`"never closed ${'['.repeat(100)}`)), false);
  });
  it('is never too great for a flat value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        assert.equal(isJsonTooDeep(Buffer.from(JSON.stringify(value))), false);
      }),
    );
  });
});
