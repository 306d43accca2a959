import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatTimeRange } from '../../../../src/webview/charts/formatTimeRange.ts';
import { hatchPath } from '../../../../src/webview/charts/marks.ts';
import { readInterval } from '../../../../src/webview/charts/readInterval.ts';
import { createTimeAxis, timeTicks } from '../../../../src/webview/charts/timeAxis.ts';
import { type TimeChartData, unknownRuns } from '../../../../src/webview/charts/timeChartData.ts';
import { timeLayout } from '../../../../src/webview/charts/timeLayout.ts';

const noon = Date.UTC(2026, 0, 2, 12);

const data: TimeChartData = {
  label: 'Tips',
  fromMilliseconds: noon,
  intervalMilliseconds: 300_000,
  isUnknown: [false, true, false],
  rows: [
    {
      title: 'Tips, lamports',
      height: 60,
      scale: 'log',
      format: String,
      series: [
        { label: 'p50', kind: 'line', color: 5, values: [7, null, null], notes: ['few', '', ''] },
      ],
    },
  ],
};

describe('A chart over time', () => {
  test('describes an interval in text, with its window, units and small sample', () => {
    assert.equal(
      readInterval(data, 0),
      '2026-01-02 12:00 – 12:05 UTC; Tips, lamports: p50 7 (few)',
    );
  });

  test('has its legend below its title where both do not fit into one line', () => {
    const bars = { kind: 'bars', color: 0, values: [1, 2, 3] } as const;
    const series = [
      { ...bars, label: 'succeeded' },
      { ...bars, label: 'failed' },
    ];
    const row = { title: 'main bot: transactions', height: 60, format: String };
    const layout = (width: number) =>
      timeLayout({ ...data, rows: [{ ...row, scale: 'linear', series }] }, width).rows[0];
    const [wide, narrow] = [layout(600), layout(260)];
    assert.ok(wide && narrow);
    assert.equal(narrow.titleBottom, wide.titleBottom);
    assert.ok(narrow.top >= wide.top + 14, `${narrow.top}`);
  });

  test('describes an interval that is not indexed as unknown instead of 0', () => {
    assert.equal(readInterval(data, 1), '2026-01-02 12:05 – 12:10 UTC: not indexed, unknown');
    assert.match(readInterval(data, 2), /p50 none$/);
    assert.deepEqual(unknownRuns([true, false, true, true]), [
      { first: 0, last: 0 },
      { first: 2, last: 3 },
    ]);
  });

  test('includes the second date of a range that ends on another day', () => {
    assert.equal(
      formatTimeRange(noon, noon + 43_200_000),
      '2026-01-02 12:00 – 2026-01-03 00:00 UTC',
    );
  });

  test('labels midnight with the date if it is longer than a day', () => {
    const axis = { fromMilliseconds: noon, left: 0, right: 480 };
    const labels = (hours: number) =>
      createTimeAxis({ ...axis, toMilliseconds: noon + hours * 3_600_000 }).ticks.map(
        ({ label }) => label,
      );
    assert.deepEqual(labels(24), ['12:00', '16:00', '20:00', '01-03', '04:00', '08:00', '12:00']);
    assert.deepEqual(labels(1).slice(0, 2), ['12:00', '12:10']);
    assert.ok(timeTicks(noon, noon + 90 * 86_400_000, 7).length <= 8);
  });

  test('labels months and years in long spans, as many as fit', () => {
    const labels = (days: number) =>
      createTimeAxis({
        fromMilliseconds: noon,
        toMilliseconds: noon + days * 86_400_000,
        left: 60,
        right: 390,
      }).ticks.map(({ label }) => label);
    assert.deepEqual(labels(90), ['02-01', '03-01', '04-01']);
    assert.deepEqual(labels(365), ['2026-04', '2026-07', '2026-10', '2027']);
    assert.deepEqual(labels(2_000), ['2027', '2028', '2029', '2030', '2031']);
    assert.ok(labels(1_000_000).length <= 6);
  });

  test('hatches a gap within its edges', () => {
    const numbers = hatchPath({ x: 10, y: 20, width: 30, height: 15 }).match(/[\d.]+/g) ?? [];
    assert.ok(numbers.length > 0);
    for (const [at, text] of numbers.entries()) {
      const [least, most] = at % 2 === 0 ? [10, 40] : [20, 35];
      assert.ok(Number(text) >= least && Number(text) <= most, text);
    }
  });
});
