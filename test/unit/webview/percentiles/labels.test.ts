import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutChart } from '../../../../src/webview/percentiles/chartLayout.ts';
import { parseDisplayOptions } from '../../../../src/webview/percentiles/displayOptions.ts';
import {
  createDisplayUnit,
  formatDecimal,
  roundUpLamports,
} from '../../../../src/webview/percentiles/displayUnit.ts';
import {
  describeFilter,
  formatSample,
  rateLimitMessage,
} from '../../../../src/webview/percentiles/labels.ts';
import { solMint } from './samples.ts';

test('the percentile panel says when the next request is allowed', () => {
  const limit = { requestsPerMinute: 10, requestsLeft: 3, nextRequestAtMilliseconds: null };
  assert.equal(rateLimitMessage(limit, 0), 'Next request: at once (3 left of 10 a minute)');
  assert.equal(
    rateLimitMessage({ ...limit, requestsLeft: 0, nextRequestAtMilliseconds: 13_100 }, 0),
    'Next request: in 14 s (10 a minute)',
  );
  assert.equal(
    rateLimitMessage({ ...limit, requestsLeft: 0, nextRequestAtMilliseconds: 13_100 }, 20_000),
    'Next request: at once (0 left of 10 a minute)',
  );
  assert.match(rateLimitMessage({ ...limit, requestsPerMinute: null }, 0), /has no limit/);
});

test('the summary names range, providers and wallets, and which samples are small', () => {
  const query = {
    statistic: 'tipsByComputeUnit',
    minimum: null,
    maximum: null,
    providers: [],
    wallets: [],
    windowsSeconds: [60],
  } as const;
  assert.equal(describeFilter(query), 'all compute units · whole market');
  assert.equal(
    describeFilter({
      ...query,
      statistic: 'tipsByGains',
      minimum: '1000000',
      providers: ['JITO', 'FAST'],
      wallets: [solMint],
    }),
    'input amount from 1,000,000 · JITO, FAST · 1 wallet',
  );
  assert.equal(
    describeFilter({ ...query, minimum: '1', maximum: '1400000' }),
    'compute units 1 to 1,400,000 · whole market',
  );
  assert.equal(formatSample(29), 'n 29 · few');
  assert.equal(formatSample(1_234), 'n 1,234');
});

test('a page’s saved state is validated member by member, with defaults for what is invalid', () => {
  const usual = parseDisplayOptions(undefined);
  assert.deepEqual(usual, {
    tab: 'percentiles',
    unit: 'lamports',
    scale: 'log',
    percent: 75,
    hidden: [],
    solPriceUsd: null,
    refreshSeconds: 0,
  });
  assert.deepEqual(
    parseDisplayOptions({
      tab: '__proto__',
      unit: 'EUR',
      scale: 7,
      percent: 100,
      hidden: 'x',
      solPriceUsd: -1,
      refreshSeconds: 1,
    }),
    usual,
  );
  const kept = {
    tab: 'time',
    unit: 'USD',
    scale: 'linear',
    percent: 0,
    hidden: ['JITO '],
    solPriceUsd: 165.2,
    refreshSeconds: 60,
  };
  assert.deepEqual(parseDisplayOptions(structuredClone(kept)), kept);
});

test('amounts are formatted alike in every unit, whatever their size', () => {
  const lamports = createDisplayUnit('lamports', 'SOL', 'lamports', null);
  assert.equal(lamports.format(1), '1 lamport');
  assert.equal(lamports.format(0), '0 lamports');
  assert.equal(lamports.format(1_234.2), '1,235 lamports');
  assert.equal(lamports.formatTick(1_500_000), '1.5M');
  assert.equal(lamports.formatTick(1_000), '1k');
  assert.equal(lamports.format(2 ** 64), '18,446,744,073,709,551,616 lamports');
  const sol = createDisplayUnit('lamports', 'SOL', 'SOL', null);
  assert.equal(sol.format(1 * sol.factor), '0.000000001 SOL');
  const usd = createDisplayUnit('lamports', 'SOL', 'USD', 200);
  assert.equal(usd.format(1e9 * usd.factor), '$200.00');
  assert.equal(usd.formatTick(0.00005), '$0.00005');
  assert.equal(usd.formatTick(1_500), '$1.5k');
  const percent = createDisplayUnit('percentage', 'SOL', 'USD', 200);
  assert.equal(percent.format(12.5), '12.5 %');
  const other = createDisplayUnit('smallest-unit', 'USDC', 'SOL', 200);
  assert.equal(other.format(1_000), '1,000 smallest units of USDC');
  assert.equal(formatDecimal(Number.NaN, 2), 'unknown');
  assert.equal(roundUpLamports(-5), 0n);
});

test('windows stand side by side where there is room, and below each other otherwise', () => {
  const wide = layoutChart(1_200, 1, 2);
  assert.equal(wide.areaAt(0, 0).y, wide.areaAt(0, 1).y);
  assert.ok(wide.areaAt(0, 1).x > 600);
  const narrow = layoutChart(700, 2, 2);
  assert.equal(narrow.areaAt(0, 0).x, narrow.areaAt(0, 1).x);
  assert.ok(narrow.areaAt(0, 1).y > narrow.areaAt(0, 0).y + narrow.areaAt(0, 0).height);
  assert.ok(narrow.areaAt(1, 0).y > narrow.areaAt(0, 1).y + narrow.areaAt(0, 1).height);
  assert.ok(narrow.height > narrow.areaAt(1, 1).y + narrow.areaAt(1, 1).height);
});
