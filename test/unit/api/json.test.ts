import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseJson, stringifyJson } from '../../../src/api/json.ts';
import { codePoint } from '../../fixtures/anyText.ts';

describe('Lossless JSON', () => {
  test('keeps every digit of whole numbers beyond 2^53', () => {
    assert.deepEqual(parseJson('{"amount":18446744073709551615,"loss":-9007199254740993}'), {
      amount: 18_446_744_073_709_551_615n,
      loss: -9_007_199_254_740_993n,
    });
    assert.deepEqual(parseJson('[9007199254740991,9007199254740992]'), [
      9_007_199_254_740_991,
      9_007_199_254_740_992n,
    ]);
  });

  test('is exact for every notation of an integer', () => {
    assert.equal(parseJson('1e19'), 10_000_000_000_000_000_000n);
    assert.equal(parseJson('1.8446744073709551615E+19'), 18_446_744_073_709_551_615n);
    assert.equal(parseJson('9007199254740993.000'), 9_007_199_254_740_993n);
    assert.equal(parseJson('184467440737095516150e-1'), 18_446_744_073_709_551_615n);
    assert.equal(parseJson('1e3'), 1_000);
    assert.equal(parseJson('12.5e-1'), 1.25);
  });

  test('keeps fractions as numbers', () => {
    assert.deepEqual(
      parseJson('[0.12345678901234567890,1234567890123456789.5,-0.1e-7]'),
      [0.123_456_789_012_345_68, 1_234_567_890_123_456_800, -1e-8],
    );
  });

  test('keeps an extremely long number as a number, at no cost', () => {
    assert.equal(parseJson('1e400000000'), Number.POSITIVE_INFINITY);
    assert.equal(parseJson('9'.repeat(300)), Number('9'.repeat(300)));
    assert.equal(parseJson('1e-400000000'), 0);
  });

  test('leaves digits inside text alone', () => {
    const value = { 'key 12345678901234567890': '": 12345678901234567890, \\" 1e30', '\\': '1e9' };
    assert.deepEqual(parseJson(JSON.stringify(value)), value);
  });

  test('never lets a response change a prototype', () => {
    for (const text of [
      '{"__proto__":{"isAdmin":true},"a":1}',
      '{"\\u005f_proto__":{"isAdmin":true},"a":1}',
      '{"deep":[{"__proto__":{"isAdmin":true}}],"a":1}',
    ]) {
      const value = parseJson(text) as Record<string, unknown>;
      assert.equal(Object.hasOwn(value, '__proto__'), false);
      assert.equal(JSON.stringify(value).includes('isAdmin'), false);
      assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined);
      assert.equal(value['a'], 1);
    }
  });

  test('rejects invalid JSON as the standard parser does', () => {
    for (const text of [
      '',
      '{',
      '[12345678901234567890',
      '01234567890123456789',
      '1.e5',
      '"12345678901234567890',
    ]) {
      assert.throws(() => parseJson(text), SyntaxError, text);
    }
  });

  test('rejects text nested too deeply instead of crashing', () => {
    assert.throws(() => parseJson(`${'['.repeat(1_000_000)}1e19`));
  });

  test('reads back what it wrote', () => {
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.string(),
        fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
        fc.bigInt({ min: -(2n ** 64n), max: -(2n ** 53n) }),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e15, min: -1e15 }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          tie('value'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(value, (before) => {
        const text = stringifyJson(before);
        // A double writes -0 as 0.
        assert.deepEqual(parseJson(text), normal(before));
      }),
      { numRuns: 1_000 },
    );
  });

  test('parses any JSON like the standard parser, except for what that parser loses', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: codePoint }), (text) => {
        const plain = JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
        const asNumbers = (value: unknown) =>
          JSON.parse(
            JSON.stringify(value, (_key, member) =>
              typeof member === 'bigint' ? Number(member) : member,
            ) ?? 'null',
          );
        assert.deepEqual(asNumbers(parseJson(text)), asNumbers(plain));
      }),
      { numRuns: 500 },
    );
  });

  test('writes a raw amount as a number, not as text', () => {
    assert.equal(
      stringifyJson({ amount: 18_446_744_073_709_551_615n, small: 5n, text: '5' }),
      '{"amount":18446744073709551615,"small":5,"text":"5"}',
    );
    assert.equal(stringifyJson(undefined), 'null');
  });
});

function normal(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, normal(member)]));
}
