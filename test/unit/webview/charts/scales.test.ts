import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleLinear, scaleLog } from 'd3-scale';
import fc from 'fast-check';
import { linearScale, logScale, logTicks } from '../../../../src/webview/charts/scales.ts';

const positive = fc.double({ min: 1e-9, max: 2 ** 64, noNaN: true });
const amount = fc.tuple(positive, fc.boolean()).map(([size, isLoss]) => (isLoss ? -size : size));
const span = fc.tuple(amount, amount).map(([one, other]) => [one, other].sort((a, b) => a - b));
const positiveSpan = fc
  .tuple(positive, positive)
  .map(([one, other]) => [one, other].sort((a, b) => a - b));

/** Whether a span is so wide that rounding errors do not matter. */
const isWide = ([from = 0, to = 0]: readonly number[]) => to - from > Math.abs(to) * 1e-6;

const near = (one: number, other: number) =>
  assert.ok(Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other)), `${one} and ${other}`);

test('scales map amounts to the same positions as d3-scale', () => {
  fc.assert(
    fc.property(span.filter(isWide), amount, ([from = 0, to = 0], at) => {
      near(linearScale([from, to], [300, 0])(at), scaleLinear([from, to], [300, 0])(at));
    }),
  );
  fc.assert(
    fc.property(positiveSpan.filter(isWide), positive, ([from = 0, to = 0], at) => {
      near(logScale([from, to], [300, 0])(at), scaleLog([from, to], [300, 0])(at));
    }),
  );
});

test('logarithmic axes have the same ticks as d3-scale', () => {
  fc.assert(
    fc.property(positiveSpan.filter(isWide), ([from = 0, to = 0]) => {
      const decades = Math.ceil(Math.log10(to / from)) * 10;
      const own = logTicks(from, to, decades);
      const theirs = scaleLog([from, to], [0, 1]).ticks(decades);
      assert.equal(own.length, theirs.length);
      for (const [at, each] of own.entries()) near(each, theirs[at] ?? Number.NaN);
    }),
    { numRuns: 1_000 },
  );
});
