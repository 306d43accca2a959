import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadLabels } from '../../../../src/webview/charts/spreadLabels.ts';
import { timeTicks } from '../../../../src/webview/charts/timeAxis.ts';
import { seriesKey } from '../../../../src/webview/messages/percentiles.ts';
import { percentileHistory } from '../../../../src/webview/percentiles/percentileHistory.ts';
import { percentilesCsv } from '../../../../src/webview/percentiles/percentilesCsv.ts';
import { otherMint, percentileResponse, series, solMint } from './samples.ts';

test('the CSV has raw figures of every drawn line, with window, unit, sample size and source', () => {
  const text = percentilesCsv(
    [
      percentileResponse([
        series(),
        series({ provider: 'FAST', sample: 3, values: [null, 0.5] }),
        series({ provider: 'BLOX' }),
      ]),
    ],
    (key) => key !== seriesKey(series({ provider: 'BLOX' })),
    {
      statistic: 'tipsByComputeUnit',
      minimum: '1000',
      maximum: null,
      providers: [],
      wallets: [otherMint],
      windowsSeconds: [3_600],
    },
    'Sandbox',
    'nearest rank',
  );
  const [header, first, second, end] = text.split('\r\n');
  assert.match(header ?? '', /^statistic,source,.*,p00,p10,.*,p95,p99$/);
  assert.equal(
    first,
    `tipsByComputeUnit,Sandbox,nearest rank,2026-09-27T12:00:00.000Z,3600,compute_units,1000,,${otherMint},JITO,${solMint},SOL,lamports,1234,no,0,100000,200000,300000,400000,500000,600000,700000,800000,900000,1500000,9900000`,
  );
  assert.match(second ?? '', /,FAST,.*,3,yes,,0.5,,,,,,,,,,$/);
  assert.equal(end, '');
});

test('CSV names cannot run as formulas or break rows, and digits above 2^53 are exact', () => {
  const hostile = series({
    provider: '=HYPERLINK("http://evil.example","x")\r\n',
    values: [2 ** 64, 1e-7],
  });
  const text = percentilesCsv(
    [percentileResponse([hostile])],
    () => true,
    {
      statistic: 'feesByComputeUnit',
      minimum: null,
      maximum: null,
      providers: [],
      wallets: [],
      windowsSeconds: [60],
    },
    'Sandbox',
    'nearest rank',
  );
  assert.ok(text.includes(`"'=HYPERLINK(""http://evil.example"",""x"")\r\n"`));
  assert.match(text, /18446744073709551616,0\.0000001,/);
});

const hour = 3_600_000;
const measuredAt = (times: readonly number[]) =>
  times.map((time) =>
    percentileResponse([series()], { answeredAtMilliseconds: time * hour, windowSeconds: 3_600 }),
  );
const timesOf = (times: readonly number[]) =>
  percentileHistory(measuredAt(times), seriesKey(series()), 75).map((point) =>
    point === null ? null : point.atMilliseconds / hour,
  );

test('a percentile over time has a point per response, with amount and sample', () => {
  const [point] = percentileHistory(measuredAt([12]), seriesKey(series()), 75);
  assert.deepEqual(point, { atMilliseconds: 12 * hour, amount: 750_000, sample: 1_234 });
});

test('a line over time has a gap between responses whose windows do not meet', () => {
  assert.deepEqual(timesOf([12, 12.5, 13.5, 14.6, 15]), [12, 12.5, 13.5, null, 14.6, 15]);
});

test('a line over time has a gap if a response lacks the line or its sample', () => {
  const [first, second, third, ...rest] = measuredAt([12, 12.5, 13, 13.5]);
  assert.ok(first && second && third);
  const points = percentileHistory(
    [first, { ...second, series: [] }, { ...third, series: [series({ sample: 0 })] }, ...rest],
    seriesKey(series()),
    75,
  );
  assert.deepEqual(
    points.map((point) => point !== null),
    [true, false, false, true],
  );
});

test('the time axis has few, round times', () => {
  const from = Date.UTC(2026, 8, 27, 12, 3);
  assert.deepEqual(
    timeTicks(from, from + 3_600_000, 6).map((at) => new Date(at).toISOString().slice(11, 16)),
    ['12:10', '12:20', '12:30', '12:40', '12:50', '13:00'],
  );
  assert.equal(timeTicks(from, from, 6).length <= 1, true);
  assert.ok(timeTicks(from, from + 86_400_000, 5).length <= 5);
});

test('labels move apart no further than necessary, and stay inside', () => {
  const room = [10, 0, 100] as const;
  assert.deepEqual(spreadLabels([20, 50], ...room), [20, 50]);
  assert.deepEqual(spreadLabels([50, 50], ...room), [45, 55]);
  assert.deepEqual(spreadLabels([100, 100, 5], ...room), [90, 100, 5]);
  assert.deepEqual(spreadLabels([0, 0, 0], ...room), [0, 10, 20]);
  const many = spreadLabels(Array(30).fill(50), ...room);
  assert.equal(many[0], 0);
  assert.equal(Math.round(many.at(-1) ?? 0), 100);
  assert.deepEqual(spreadLabels([], ...room), []);
});
