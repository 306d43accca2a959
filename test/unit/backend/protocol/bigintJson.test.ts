import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  parseWithBigints,
  stringifyWithBigints,
} from '../../../../src/backend/protocol/bigintJson.ts';

describe('JSON between our processes', () => {
  it('round-trips raw amounts without loss', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.boolean(),
      fc.constant(null),
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        leaf,
        fc.array(tie('tree'), { maxLength: 5 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 5, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) =>
        assert.deepEqual(parseWithBigints(stringifyWithBigints(value)), value),
      ),
      { numRuns: 500 },
    );
  });

  it('does not modify the value that is written', () => {
    const value = { fee: 5n, list: [1, 2n], same: { a: 1 } };
    stringifyWithBigints(value);
    assert.deepEqual(value, { fee: 5n, list: [1, 2n], same: { a: 1 } });
  });

  it('reads a member called __proto__ as an ordinary member', () => {
    const read = parseWithBigints('{"__proto__":{"$bigint":"7"},"a":1}');
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
    assert.deepEqual(Object.entries(read as object), [
      ['__proto__', 7n],
      ['a', 1],
    ]);
  });

  it('leaves text unchanged that only looks like a raw amount', () => {
    for (const text of ['{"$bigint":"1e5"}', '{"$bigint":7}', `{"$bigint":"${'9'.repeat(30)}"}`]) {
      assert.deepEqual(parseWithBigints(text), JSON.parse(text));
    }
  });

  it('is rejected when it is invalid', () => {
    assert.throws(() => parseWithBigints('{"$bigint":'), SyntaxError);
  });
});
