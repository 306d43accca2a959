import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  everyPercentile,
  formatPercentile,
  isFewAbove,
  percentileAt,
  percentPosition,
} from '../../../../src/webview/charts/percentileAt.ts';

/** p00 … p90 in steps of 100, then p95 and p99. */
const values = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_500, 9_900];

test('each of the twelve percentiles is shown as the service returned it', () => {
  assert.deepEqual(percentileAt(values, 0), { amount: 0, interpolatedBetween: null });
  assert.deepEqual(percentileAt(values, 70), { amount: 700, interpolatedBetween: null });
  assert.deepEqual(percentileAt(values, 99), { amount: 9_900, interpolatedBetween: null });
});

test('p75 is interpolated between p70 and p80, and names both', () => {
  assert.deepEqual(percentileAt(values, 75), {
    amount: 750,
    interpolatedBetween: [
      { key: 'p70', amount: 700 },
      { key: 'p80', amount: 800 },
    ],
  });
  // A quarter of the way from p95 to p99: 1,500 + 8,400 / 4.
  assert.equal(percentileAt(values, 96)?.amount, 3_600);
});

test('there is no value above p99 or beside a missing one', () => {
  assert.equal(percentileAt(values, 100), null);
  assert.equal(percentileAt(values, -1), null);
  assert.equal(percentileAt(values, Number.NaN), null);
  const holed = values.map((value, at) => (at === 8 ? null : value));
  assert.equal(percentileAt(holed, 75), null);
  assert.equal(percentileAt(holed, 80), null);
  assert.equal(percentileAt(holed, 70)?.amount, 700);
  assert.equal(percentileAt([], 50), null);
  assert.equal(percentileAt([Number.NaN], 0), null);
});

test('the list of all hundred equals the separate values', () => {
  const holed = values.map((value, at) => ([0, 5, 8].includes(at) ? null : value));
  for (const each of [values, holed, values.slice(0, 7), []]) {
    assert.deepEqual(
      everyPercentile(each),
      Array.from({ length: 100 }, (_, percent) => percentileAt(each, percent)?.amount ?? null),
    );
  }
});

test('the twelve are evenly spaced, and others are between them', () => {
  assert.equal(percentPosition(0), 0);
  assert.equal(percentPosition(75), 7.5);
  assert.equal(percentPosition(95), 10);
  assert.equal(percentPosition(97), 10.5);
  assert.equal(percentPosition(99), 11);
  assert.equal(formatPercentile(5), 'p05');
});

test('few transactions are above a percentile in a small sample, or in the tail of a large one', () => {
  assert.deepEqual(
    [0, 50, 80, 90, 95, 99].map((percent) => isFewAbove(31, percent)),
    [false, false, false, true, true, true],
  );
  assert.equal(isFewAbove(500, 99), false);
  assert.equal(isFewAbove(499, 99), true);
  assert.equal(isFewAbove(5, 0), true);
});
