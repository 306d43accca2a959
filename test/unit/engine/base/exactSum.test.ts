import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExactSum } from '../../../../src/engine/base/exactSum.ts';

const sumOf = (values: readonly number[]): number => {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum.value;
};

function* fractions(): Generator<number> {
  let state = 7;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

const manyMagnitudes = (): number[] => {
  const random = fractions();
  const next = () => random.next().value as number;
  return Array.from({ length: 2_000 }, () => (next() - 0.5) * 10 ** (next() * 24 - 12));
};

describe('A sum of USD', () => {
  it('is exact even if plain additions lose small values', () => {
    assert.equal(sumOf([]), 0);
    assert.equal(sumOf([0.1, 0.2, -0.3]), 2 ** -55);
    assert.equal(sumOf([1e16, 1, -1e16]), 1);
    assert.equal(sumOf([1, 2 ** -53, 2 ** -106]), 1 + 2 ** -52);
  });

  it('is the same in every order', () => {
    const values = manyMagnitudes();
    const backwards = values.toReversed();
    const byValue = values.toSorted((first, second) => first - second);
    assert.equal(sumOf(backwards), sumOf(values));
    assert.equal(sumOf(byValue), sumOf(values));
  });
});
