import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PercentileQuery } from '../../../../src/webview/messages/percentiles.ts';
import { parseDisplayOptions } from '../../../../src/webview/percentiles/displayOptions.ts';
import {
  createDisplayUnit,
  roundUpLamports,
} from '../../../../src/webview/percentiles/displayUnit.ts';
import {
  chartLabel,
  formatSample,
  nonceNote,
  rateLimitMessage,
} from '../../../../src/webview/percentiles/labels.ts';
import { solMint } from './samples.ts';

test('the percentile panel shows when the next request is allowed', () => {
  const limit = { requestsPerMinute: 10, requestsLeft: 3, nextRequestAtMilliseconds: null };
  assert.equal(rateLimitMessage(limit, 0), '3 of 10 requests/min left');
  assert.equal(
    rateLimitMessage({ ...limit, requestsLeft: 0, nextRequestAtMilliseconds: 13_100 }, 0),
    'Next request in 14 s',
  );
  assert.equal(
    rateLimitMessage({ ...limit, requestsLeft: 0, nextRequestAtMilliseconds: 13_100 }, 20_000),
    '0 of 10 requests/min left',
  );
  assert.equal(rateLimitMessage({ ...limit, requestsPerMinute: null }, 0), '');
});

test('the percentile panel says how many attempts used durable nonces, and of how many it is unknown', () => {
  const query: PercentileQuery = {
    statistic: 'feesByComputeUnit',
    minimum: null,
    maximum: null,
    providers: [],
    wallets: [],
    windowsSeconds: [3_600],
  };
  const note = (...nonces: Parameters<typeof nonceNote>[0]['nonces']) =>
    nonceNote({ query: { ...query, windowsSeconds: nonces.map(() => 3_600) }, nonces });
  assert.equal(
    note({ attempts: 2_000, durable: 600, unknown: 0 }),
    '600 of 2,000 attempts (30%) used a durable nonce.',
  );
  assert.equal(
    note({ attempts: 2_000, durable: 600, unknown: 500 }),
    '600 of 1,500 attempts (40%) used a durable nonce; of 500 more it is unknown.',
  );
  assert.equal(
    note({ attempts: 9, durable: 0, unknown: 9 }, null),
    'last 1 h: Whether these attempts used durable nonces is unknown.',
  );
  assert.equal(note(null), '');
});

test('the summary has range, providers and wallets, and marks small samples', () => {
  const query = {
    statistic: 'tipsByComputeUnit',
    minimum: null,
    maximum: null,
    providers: [],
    wallets: [],
    windowsSeconds: [60],
  } as const;
  const label = (changes: Partial<PercentileQuery>) =>
    chartLabel('Tips', { ...query, ...changes }).replace('. The table below has every figure.', '');
  assert.equal(label({}), 'Tips, All compute units, All providers, All wallets');
  assert.equal(
    label({
      statistic: 'tipsByGains',
      minimum: '1000000',
      providers: ['JITO', 'FAST'],
      wallets: [solMint],
    }),
    'Tips, Input amount: ≥ 1,000,000, JITO, FAST, 1 wallet',
  );
  assert.match(label({ minimum: '1', maximum: '1400000' }), /Compute units: 1 – 1,400,000,/);
  assert.match(label({ maximum: '5', wallets: [solMint, solMint] }), /: ≤ 5, .* 2 wallets$/);
  assert.equal(formatSample(29), 'n 29 · small sample');
  assert.equal(formatSample(1_234), 'n 1,234');
});

test('a page’s saved state is validated member by member, with defaults', () => {
  const usual = parseDisplayOptions(undefined);
  assert.deepEqual(usual, {
    tab: 'percentiles',
    view: null,
    unit: 'lamports',
    scale: 'log',
    percent: 75,
    hidden: [],
    drawn: [],
    isUnfolded: false,
    solPriceUsd: null,
    refreshSeconds: 0,
  });
  assert.deepEqual(
    parseDisplayOptions({
      tab: '__proto__',
      view: 'grid',
      unit: 'EUR',
      scale: 7,
      percent: 100,
      hidden: 'x',
      drawn: { length: 1 },
      isUnfolded: 1,
      solPriceUsd: -1,
      refreshSeconds: 1,
    }),
    usual,
  );
  const kept = {
    tab: 'time',
    view: 'multiples',
    unit: 'USD',
    scale: 'linear',
    percent: 0,
    hidden: ['JITO '],
    drawn: ['FAST '],
    isUnfolded: true,
    solPriceUsd: 165.2,
    refreshSeconds: 60,
  };
  assert.deepEqual(parseDisplayOptions(structuredClone(kept)), kept);
});

test('amounts of any size have the same format in every unit', () => {
  const lamports = createDisplayUnit('lamports', 'SOL', 'lamports', null);
  assert.equal(lamports.format(1), '1 lamport');
  assert.equal(lamports.format(0), '0 lamports');
  assert.equal(lamports.format(1_234.2), '1,235 lamports');
  assert.equal(lamports.formatShort(1_943_000), '1.94M');
  assert.equal(lamports.formatShort(1_000), '1k');
  assert.equal(lamports.formatShort(999_500), '1M');
  assert.equal(lamports.formatShort(999_499), '999k');
  assert.equal(lamports.format(2 ** 64), '18,446,744,073,709,551,616 lamports');
  const sol = createDisplayUnit('lamports', 'SOL', 'SOL', null);
  assert.equal(sol.format(1 * sol.factor), '0.000000001 SOL');
  assert.equal(sol.format(17_186_203_083 * sol.factor), '17.186203083 SOL');
  const usd = createDisplayUnit('lamports', 'SOL', 'USD', 200);
  assert.equal(usd.formatShort(Number.NaN), 'unknown');
  assert.equal(usd.format(1e9 * usd.factor), '$200.00');
  assert.equal(usd.formatShort(0.00005), '$0.00005');
  assert.equal(usd.formatShort(-1_500), '−$1.5k');
  const percent = createDisplayUnit('percentage', 'SOL', 'USD', 200);
  assert.equal(percent.format(12.5), '12.5%');
  const other = createDisplayUnit('smallest-unit', 'USDC', 'SOL', 200);
  assert.equal(other.format(1_000), '1,000 smallest units of USDC');
  assert.equal(roundUpLamports(-5), 0n);
});
