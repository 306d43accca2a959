import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChoices } from '../../../../src/webview/percentiles/choices.ts';
import {
  decimal,
  displayUnit,
  payableLamports,
} from '../../../../src/webview/percentiles/displayUnit.ts';
import { layout } from '../../../../src/webview/percentiles/pictureLayout.ts';
import { filterWords, limitWords, sampleWords } from '../../../../src/webview/percentiles/words.ts';
import { solMint } from './samples.ts';

test('The panel says when the next request is allowed', () => {
  const limit = { requestsPerMinute: 10, requestsLeft: 3, nextRequestAtMilliseconds: null };
  assert.equal(limitWords(limit, 0), 'Next request: at once (3 left of 10 a minute)');
  assert.equal(
    limitWords({ ...limit, requestsLeft: 0, nextRequestAtMilliseconds: 13_100 }, 0),
    'Next request: in 14 s (10 a minute)',
  );
  assert.equal(
    limitWords({ ...limit, requestsLeft: 0, nextRequestAtMilliseconds: 13_100 }, 20_000),
    'Next request: at once (0 left of 10 a minute)',
  );
  assert.match(limitWords({ ...limit, requestsPerMinute: null }, 0), /has no limit/);
});

test('What is shown says range, providers and wallets, and which samples are small', () => {
  const query = {
    statistic: 'tipsByComputeUnit',
    minimum: null,
    maximum: null,
    providers: [],
    wallets: [],
    windowsSeconds: [60],
  } as const;
  assert.equal(filterWords(query), 'all compute units · whole market');
  assert.equal(
    filterWords({
      ...query,
      statistic: 'tipsByGains',
      minimum: '1000000',
      providers: ['JITO', 'FAST'],
      wallets: [solMint],
    }),
    'input amount from 1,000,000 · JITO, FAST · 1 wallet',
  );
  assert.equal(
    filterWords({ ...query, minimum: '1', maximum: '1400000' }),
    'compute units 1 to 1,400,000 · whole market',
  );
  assert.equal(sampleWords(29), 'n 29 · few');
  assert.equal(sampleWords(1_234), 'n 1,234');
});

test('What the page kept is taken member by member, and nonsense falls back', () => {
  const usual = readChoices(undefined);
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
    readChoices({
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
  assert.deepEqual(readChoices(structuredClone(kept)), kept);
});

test('Amounts read the same in every unit, whatever their size', () => {
  const lamports = displayUnit('lamports', 'SOL', 'lamports', null);
  assert.equal(lamports.words(1), '1 lamport');
  assert.equal(lamports.words(0), '0 lamports');
  assert.equal(lamports.words(1_234.2), '1,235 lamports');
  assert.equal(lamports.tick(1_500_000), '1.5M');
  assert.equal(lamports.tick(1_000), '1k');
  assert.equal(lamports.words(2 ** 64), '18,446,744,073,709,551,616 lamports');
  const sol = displayUnit('lamports', 'SOL', 'SOL', null);
  assert.equal(sol.words(1 * sol.factor), '0.000000001 SOL');
  const usd = displayUnit('lamports', 'SOL', 'USD', 200);
  assert.equal(usd.words(1e9 * usd.factor), '$200.00');
  assert.equal(usd.tick(0.00005), '$0.00005');
  assert.equal(usd.tick(1_500), '$1.5k');
  const percent = displayUnit('percentage', 'SOL', 'USD', 200);
  assert.equal(percent.words(12.5), '12.5 %');
  const other = displayUnit('smallest-unit', 'USDC', 'SOL', 200);
  assert.equal(other.words(1_000), '1,000 smallest units of USDC');
  assert.equal(decimal(Number.NaN, 2), 'unknown');
  assert.equal(payableLamports(-5), 0n);
});

test('Windows stand side by side where there is room, and beneath each other where not', () => {
  const wide = layout({ width: 1_200, rows: 1, columns: 2 });
  assert.equal(wide.place(0, 0).y, wide.place(0, 1).y);
  assert.ok(wide.place(0, 1).x > 600);
  const narrow = layout({ width: 700, rows: 2, columns: 2 });
  assert.equal(narrow.place(0, 0).x, narrow.place(0, 1).x);
  assert.ok(narrow.place(0, 1).y > narrow.place(0, 0).y + narrow.place(0, 0).height);
  assert.ok(narrow.place(1, 0).y > narrow.place(0, 1).y + narrow.place(0, 1).height);
  assert.ok(narrow.height > narrow.place(1, 1).y + narrow.place(1, 1).height);
});
