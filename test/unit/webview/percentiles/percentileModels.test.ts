import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  percentileHistory,
  timeTicks,
} from '../../../../src/webview/percentiles/percentileHistory.ts';
import { percentilesCsv } from '../../../../src/webview/percentiles/percentilesCsv.ts';
import { spreadLabels } from '../../../../src/webview/percentiles/spreadLabels.ts';
import { otherMint, percentileResponse, series, solMint } from './samples.ts';

test('the CSV has every raw figure with its window, unit, sample size and source', () => {
  const text = percentilesCsv(
    [percentileResponse([series(), series({ provider: 'FAST', sample: 3, values: [null, 0.5] })])],
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

test('a name cannot run as a formula, break a row, or lose digits above 2^53', () => {
  const hostile = series({
    provider: '=HYPERLINK("http://evil.example","x")\r\n',
    values: [2 ** 64, 1e-7],
  });
  const text = percentilesCsv(
    [percentileResponse([hostile])],
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

test('a percentile over time has one point for each response that has it, in order of time', () => {
  const later = { answeredAtMilliseconds: Date.UTC(2026, 8, 27, 13) };
  const lines = percentileHistory(
    [
      percentileResponse([series({ sample: 12 })], later),
      percentileResponse([series(), series({ provider: 'FAST', sample: 0 })]),
    ],
    75,
  );
  assert.deepEqual(
    [...lines.values()],
    [
      [
        {
          atMilliseconds: Date.UTC(2026, 8, 27, 12),
          amount: 750_000,
          sample: 1_234,
          isSmallSample: false,
        },
        {
          atMilliseconds: Date.UTC(2026, 8, 27, 13),
          amount: 750_000,
          sample: 12,
          isSmallSample: true,
        },
      ],
    ],
  );
});

test('the time axis has few and round times', () => {
  const from = Date.UTC(2026, 8, 27, 12, 3);
  assert.deepEqual(
    timeTicks(from, from + 3_600_000, 6).map((at) => new Date(at).toISOString().slice(11, 16)),
    ['12:10', '12:20', '12:30', '12:40', '12:50', '13:00'],
  );
  assert.equal(timeTicks(from, from, 6).length <= 1, true);
  assert.ok(timeTicks(from, from + 86_400_000, 5).length <= 5);
});

test('labels move apart no further than they must, and stay inside', () => {
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
