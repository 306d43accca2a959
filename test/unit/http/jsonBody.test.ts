import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '../../../src/api/json.ts';
import { findJsonExcess, parseJsonBody } from '../../../src/http/jsonBody.ts';

const excess = (text: string) => findJsonExcess(Buffer.from(text));
const members = (count: number, value = '1') =>
  Array.from({ length: count }, (_, index) => `"name ${index}":${value}`).join(',');

describe('The depth of JSON', () => {
  it('is that of its brackets, ignoring those in strings', () => {
    assert.equal(excess(`${'['.repeat(64)}${']'.repeat(64)}`), null);
    assert.equal(excess('['.repeat(65)), 'nested too deeply');
    assert.equal(excess('{"a":'.repeat(65)), 'nested too deeply');
    assert.equal(excess(`"${'['.repeat(100)}\\"${'['.repeat(100)}"`), null);
    assert.equal(excess(`"\\\\"${'['.repeat(65)}`), 'nested too deeply');
    assert.equal(excess(`"never closed ${'['.repeat(100)}`), null);
  });
  it('is taken from the caller if the text is too short for many names', () => {
    const deep = Buffer.from(`${'['.repeat(65)}${']'.repeat(65)}`);
    assert.equal(findJsonExcess(deep, 65), 'nested too deeply');
    assert.equal(findJsonExcess(Buffer.from('[]'), 1), null);
    const named = Buffer.from(`{${members(20_000)}}`);
    assert.equal(findJsonExcess(named, 1), 'too many different member names');
  });
  it('is measured correctly after strings of any length, with escapes at any position', () => {
    const deep = '['.repeat(65);
    for (let length = 0; length < 200; length++) {
      const text = `[${'x'.repeat(length)}`;
      assert.equal(excess(`"${text}"${deep}`), 'nested too deeply');
      assert.equal(excess(`"${text}\\\\"${deep}`), 'nested too deeply');
      assert.equal(excess(`"${text}\\"${deep}`), null);
    }
  });
  it('is never too great for a flat value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const text = JSON.stringify(value);
        assert.equal(excess(text), null);
        assert.deepEqual(await parseJsonBody(Buffer.from(text)), parseJson(text));
      }),
    );
  });
});

describe('The names of members in JSON', () => {
  it('may be thousands, and may repeat without limit', () => {
    assert.equal(excess(`{${members(9_000)}}`), null);
    const entry = `{${members(50)}}`;
    assert.equal(excess(`[${Array.from({ length: 2_000 }, () => entry).join(',')}]`), null);
  });
  it('are too many in one object, or across any number of objects', () => {
    assert.equal(excess(`{${members(20_000)}}`), 'too many different member names');
    const spread = Array.from({ length: 200 }, (_, at) => `{${members(100, `{"x${at}":1}`)}}`);
    assert.equal(excess(`[${spread.join(',')}]`), null);
    const different = spread.map((text, at) => text.replaceAll('name ', `name ${at} `));
    assert.equal(excess(`[${different.join(',')}]`), 'too many different member names');
  });
  it('are counted before anything is parsed', async () => {
    const tooMany = { name: 'ResponseBodyError', message: 'too many different member names' };
    await assert.rejects(parseJsonBody(Buffer.from(`{${members(20_000)}`)), tooMany);
    const tooDeep = { name: 'ResponseBodyError', message: 'nested too deeply' };
    await assert.rejects(parseJsonBody(Buffer.from('['.repeat(3_000_000))), tooDeep);
  });
});
