import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  indexedShare,
  marketChartData,
  toSelection,
  toTimeRange,
} from '../../../../src/webview/charts/marketChartData.ts';
import { readInterval } from '../../../../src/webview/charts/readInterval.ts';
import { marketCsv } from '../../../../src/webview/market/marketCsv.ts';
import { chooseInterval, parseMarketRequest } from '../../../../src/webview/messages/market.ts';
import { sampleHistory, sampleMarket, sampleStart } from './marketSample.ts';

const history = sampleHistory();
const data = marketChartData(history, 'Market');

describe('The charts of the market', () => {
  test('have five rows: transactions, gains, volume, tips and fees, with units', () => {
    assert.deepEqual(
      data.rows.map(({ title }) => title),
      [
        'Transactions per 15 min',
        'Gains, USD per 15 min',
        'Volume, USD per 15 min',
        'Tips, lamports',
        'Fees, lamports',
      ],
    );
  });

  test('draw percentiles in one colour with three dash patterns', () => {
    const [, , , tips] = data.rows;
    assert.deepEqual(
      tips?.series.map(({ label, pattern }) => [label, pattern]),
      [
        ['p50', 0],
        ['p75', 1],
        ['p95', 2],
      ],
    );
    assert.equal(new Set(tips?.series.map(({ color }) => color)).size, 1);
  });

  test('show figures of an interval that is not indexed as unknown', () => {
    assert.deepEqual(
      [62, 63, 64].map((at) => data.isUnknown[at]),
      [true, true, false],
    );
    for (const { series } of data.rows) {
      for (const { values } of series) assert.equal(values[62], null);
    }
    assert.match(readInterval(data, 62), /: not indexed, unknown$/);
    assert.ok(Math.abs(indexedShare(history) - 93.4 / 96) < 1e-9);
  });

  test('mark percentiles of fewer than 30 transactions', () => {
    assert.match(
      readInterval(data, 8),
      /Tips, lamports: p50 390,000, .* 5,200,000 \(small sample\)/,
    );
    assert.doesNotMatch(readInterval(data, 9), /small sample/);
  });

  test('convert selected intervals to times and back', () => {
    const selection = { first: 85, last: 87 };
    const range = toTimeRange(history, selection);
    assert.deepEqual(range, {
      from: sampleStart / 1_000 + 85 * 900,
      to: sampleStart / 1_000 + 88 * 900,
    });
    assert.deepEqual(toSelection(history, range), selection);
    // A refresh shifts the intervals: those that overlap the range are selected.
    const later = sampleHistory({ fromMilliseconds: sampleStart + 86 * 900_000 });
    assert.deepEqual(toSelection(later, range), { first: 0, last: 1 });
    assert.equal(toSelection(history, { from: 1, to: 2 }), null);
    assert.equal(toSelection(history, null), null);
  });

  test('use the chosen interval, or the finest one that fits the page', () => {
    const auto = (hours: number, maxPoints: number) =>
      chooseInterval(hours * 3_600, { intervalSeconds: null, maxPoints });
    assert.deepEqual([auto(1, 300), auto(6, 300), auto(6, 400)], [60, 300, 60]);
    assert.deepEqual([auto(24, 300), auto(24, 140), auto(72, 300)], [300, 3_600, 3_600]);
    assert.equal(chooseInterval(86_400, { intervalSeconds: 60, maxPoints: 140 }), 60);
    // More intervals than a service returns.
    assert.equal(chooseInterval(604_800, { intervalSeconds: 60, maxPoints: 300 }), 3_600);
  });
});

describe('The CSV of the market', () => {
  const lines = marketCsv(sampleMarket(), history).trimEnd().split('\r\n');
  const cells = (line: number) => (lines[line] ?? '').split(',');
  const [header = []] = lines.map((line) => line.split(','));

  test('has an unrounded row per interval, with window, source, scope and sample', () => {
    assert.equal(lines.length, 97);
    const first = Object.fromEntries(header.map((name, at) => [name, cells(1)[at]]));
    assert.equal(first['time'], '2026-01-02T14:00:00.000Z');
    assert.equal(first['interval_seconds'], '900');
    assert.deepEqual([first['source'], first['scope']], ['Sandbox: simulated data', 'market']);
    assert.deepEqual([first['tips_n'], first['tips_p50_lamports']], ['12', '300000']);
  });

  test('has empty cells for unknown figures', () => {
    assert.deepEqual(cells(63).slice(5), ['0', ...header.slice(6).map(() => '')]);
    assert.equal(cells(63).length, header.length);
  });
});

describe('A request of the market page', () => {
  test('is dropped with invalid members', () => {
    const { query } = sampleMarket();
    assert.ok(parseMarketRequest({ type: 'ask', query }) !== null);
    for (const message of [
      { type: 'ask', query: { ...query, order: 'evil' } },
      { type: 'ask', query: { ...query, scope: { kind: 'evil', value: 'x' } } },
      { type: 'ask', query: { ...query, selection: { from: 1 } } },
      { type: 'open-transaction', signature: 7 },
      { type: 'evil' },
    ]) {
      assert.equal(parseMarketRequest(message), null);
    }
  });
});
