import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  bestPoolCount,
  deadPools,
  isCoverageState,
  parseCoverageRequest,
} from '../../../../src/webview/messages/coverage.ts';

const adding = (...gains: number[]) =>
  gains.map((gain) => ({ adds: { transactions: 1, revenues_usd: gain, net_gains_usd: gain } }));

describe('The suggested missing pools', () => {
  test('are the fewest that add 90 % of the gain of all', () => {
    assert.equal(bestPoolCount(adding(50, 30, 10, 5, 5)), 3);
    assert.equal(bestPoolCount(adding(89, 1, 10)), 2);
    assert.equal(bestPoolCount(adding(7)), 1);
  });

  test('are none if no pool adds a gain', () => {
    assert.equal(bestPoolCount([]), 0);
    assert.equal(bestPoolCount(adding(0, 0)), 0);
  });
});

describe('A pool of the config', () => {
  test('is dead if no arbitrage of the window uses it', () => {
    const figures = { revenues_usd: 0, net_gains_usd: 0 };
    const pools = [
      { address: 'a', transactions: 0, ...figures },
      { address: 'b', transactions: 1, ...figures },
    ];
    assert.deepEqual(
      deadPools(pools).map(({ address }) => address),
      ['a'],
    );
  });
});

describe('A request of the coverage page', () => {
  test('is accepted in every form that the page sends', () => {
    const one = {
      tokens_max: 50,
      min_transactions: 5,
      refresh_seconds: 300,
      tokens_time_range: 900,
    };
    const axes = Object.fromEntries(Object.entries(one).map(([name, value]) => [name, [value]]));
    for (const request of [
      { type: 'ask', windowSeconds: 86_400, percentile: null },
      { type: 'ask', windowSeconds: 3_600, percentile: 'p75' },
      { type: 'compare', kind: 'commit' },
      { type: 'add-pools', count: 12 },
      { type: 'remove-dead-pools' },
      { type: 'merge-groups' },
      { type: 'reveal-group', index: 0 },
      { type: 'open-pool', pool: 'x' },
      { type: 'open-token', mint: 'x' },
      { type: 'show-arbitrages', kind: 'pool', address: 'x' },
      { type: 'run-settings', axes },
      { type: 'cancel-settings' },
      { type: 'use-settings', settings: one },
      { type: 'open-definitions' },
    ]) {
      assert.equal(parseCoverageRequest(request), request, request.type);
    }
  });

  test('is dropped with an invalid percentile, choice or number', () => {
    for (const request of [
      { type: 'ask', windowSeconds: 86_400, percentile: 'p10' },
      { type: 'ask', windowSeconds: Number.NaN, percentile: null },
      { type: 'compare', kind: 'url' },
      { type: 'add-pools', count: '12' },
      { type: 'show-arbitrages', kind: 'wallet', address: 'x' },
      { type: 'use-settings', settings: { tokens_max: 1 } },
      { type: 'run-settings', axes: { tokens_max: Array.from({ length: 21 }, () => 1) } },
      { type: 'save-file', path: '/' },
    ]) {
      assert.equal(parseCoverageRequest(request), null, JSON.stringify(request));
    }
  });

  test('never makes the checks throw', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (message) => {
        parseCoverageRequest(message);
        isCoverageState(message);
      }),
    );
  });
});
