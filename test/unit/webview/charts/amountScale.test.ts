import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountScale, zeroBandHeight } from '../../../../src/webview/charts/amountScale.ts';

const place = [0, 300] as const;

test('a logarithmic axis gives equal factors equal heights', () => {
  const { position, kind, zeroBandTop } = amountScale('log', [1_000, 1_000_000], ...place);
  assert.equal(kind, 'log');
  assert.equal(zeroBandTop, null);
  assert.equal(Math.round(position(1_000)), 300);
  assert.equal(Math.round(position(10_000)), 200);
  assert.equal(Math.round(position(100_000)), 100);
  assert.equal(Math.round(position(1_000_000)), 0);
});

test('a logarithmic chart shows zero in a separate band below the smallest amount', () => {
  const { position, ticks, zeroBandTop } = amountScale('log', [0, 1_000, 1_000_000], ...place);
  assert.equal(position(0), 300);
  assert.equal(zeroBandTop, 300 - zeroBandHeight);
  assert.equal(Math.round(position(1_000)), 300 - zeroBandHeight);
  assert.deepEqual(ticks[0], { amount: 0, position: 300 });
});

test('negative amounts are at zero on a logarithmic axis and below it on a linear one', () => {
  const amounts = [-500, 0, 1_000];
  assert.equal(amountScale('log', amounts, ...place).position(-500), 300);
  const { position } = amountScale('linear', amounts, ...place);
  assert.ok(position(-500) > position(0));
  assert.ok(position(-500) <= 300);
});

test('a linear axis begins at zero and ends at a round amount', () => {
  const { position, ticks } = amountScale('linear', [130, 970], ...place);
  assert.equal(position(0), 300);
  assert.equal(position(1_000), 0);
  assert.equal(position(500), 150);
  assert.deepEqual([ticks[0]?.amount, ticks.at(-1)?.amount], [0, 1_000]);
});

test('there is an axis even without a positive amount', () => {
  for (const amounts of [[], [0, 0], [Number.NaN], [-3]]) {
    const { kind, position, ticks } = amountScale('log', amounts, ...place);
    assert.equal(kind, 'linear');
    assert.ok(Number.isFinite(position(0)));
    assert.ok(ticks.length >= 2);
  }
});

test('a single amount, 2^64-1 beside 1 and the range of all numbers fit on both axes', () => {
  for (const kind of ['log', 'linear'] as const) {
    for (const amounts of [
      [5_000],
      [1, 2 ** 64],
      [Number.MIN_VALUE, 1e-308, 1e308, Number.MAX_VALUE],
    ]) {
      const { position, ticks } = amountScale(kind, amounts, ...place);
      for (const amount of amounts) {
        assert.ok(position(amount) >= 0 && position(amount) <= 300, `${kind} ${amount}`);
      }
      assert.ok(ticks.length >= 2 && ticks.length <= 12, `${kind} ${ticks.length}`);
    }
  }
});

test('a logarithmic axis over many decades has few lines', () => {
  const { ticks } = amountScale('log', [1_000, 900_000_000], ...place);
  assert.deepEqual(
    ticks.map(({ amount }) => Math.round(amount)),
    [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000],
  );
  const low = amountScale('log', [1_000, 900_000_000], 0, 96);
  assert.ok(low.ticks.length <= 4, `${low.ticks.length} lines`);
});
