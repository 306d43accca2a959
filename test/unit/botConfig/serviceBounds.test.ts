import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FinderResult } from '../../../src/api/finder.ts';
import { serviceBounds } from '../../../src/botConfig/serviceBounds.ts';

const pool = (address: string, transactions: number, revenues: number) => ({
  ...{ address, transactions, revenues, profits: revenues / 2, lookupTable: '' },
});

function token(
  mint: string,
  transactions: number,
  revenues: number,
  pools: readonly ReturnType<typeof pool>[],
): FinderResult['tokens'][number] {
  const totals = { transactions, revenues, profits: revenues / 2 };
  return {
    ...{ mint, ...totals, volume: 0, marketCap: 0, liquidity: 0 },
    AMMs: [{ address: 'amm', ...totals, pools: [...pools] }],
  };
}

const atOnce = async () => undefined;

describe('The bounds from a service’s rollups', () => {
  const tokens = [
    token('one', 10, 100, [pool('a', 9, 90), pool('b', 8, 80), pool('c', 3, 30)]),
    token('two', 5, 50, [pool('c', 3, 20), pool('d', 2, 10)]),
  ];

  test('are at most the token’s total, and at most the sum of the config’s pools', async () => {
    const { covered } = await serviceBounds(tokens, [['a', 'b', 'd']], atOnce);
    // Token one is limited by its total, token two by the one pool of the config.
    assert.deepEqual(covered.upper, { transactions: 12, revenues_usd: 110, net_gains_usd: 110 });
    assert.deepEqual(covered.lower, { transactions: 0, revenues_usd: 0, net_gains_usd: 0 });
  });

  test('are given for each group, and no group exceeds the whole', async () => {
    const { covered, groups } = await serviceBounds(
      tokens,
      [['a', 'b'], ['d'], ['unknown']],
      atOnce,
    );
    assert.deepEqual(
      groups.map(({ upper }) => upper.revenues_usd),
      [100, 10, 0],
    );
    for (const { upper } of groups) assert.ok(upper.revenues_usd <= covered.upper.revenues_usd);
  });

  test('name the missing pools, with the most that each may add', async () => {
    const { missing_pools: missing, pools } = await serviceBounds(tokens, [['a', 'b']], atOnce);
    assert.deepEqual(
      missing.map((row) => [row.pool, row.mints, row.adds.revenues_usd]),
      [
        ['c', ['one', 'two'], 50],
        ['d', ['two'], 10],
      ],
    );
    assert.deepEqual(
      pools.map(({ address, transactions }) => [address, transactions]),
      [
        ['a', 9],
        ['b', 8],
      ],
    );
  });

  test('let the editor run after each token', async () => {
    let readInTurn = 0;
    let mostInTurn = 0;
    const counted = tokens.map((each) => ({
      ...each,
      get AMMs() {
        readInTurn += 1;
        mostInTurn = Math.max(mostInTurn, readInTurn);
        return each.AMMs;
      },
    }));
    await serviceBounds(counted, [['a', 'b'], ['d']], async () => {
      readInTurn = 0;
    });
    assert.equal(mostInTurn, 1);
  });

  test('hold for a market with any split of its arbitrages among pools', async () => {
    // Each arbitrage takes two pools; the bound must never be below the covered ones.
    for (let seed = 1; seed <= 200; seed += 1) {
      const names = ['a', 'b', 'c', 'd'];
      const routes = Array.from({ length: 12 }, (_each, at) => {
        const first = (seed * 7 + at * 3) % 4;
        const second = (first + 1 + ((seed + at) % 3)) % 4;
        return { pools: [names[first] ?? '', names[second] ?? ''], gain: ((seed * at) % 9) + 1 };
      });
      const sum = (name: string) => {
        const through = routes.filter((route) => route.pools.includes(name));
        return pool(
          name,
          through.length,
          through.reduce((total, { gain }) => total + gain, 0),
        );
      };
      const total = routes.reduce((all, { gain }) => all + gain, 0);
      const market = [token('one', routes.length, total, names.map(sum))];
      const config = names.slice(0, 2 + (seed % 2));
      const inside = routes.filter((route) => route.pools.every((name) => config.includes(name)));
      const { upper } = (await serviceBounds(market, [config], atOnce)).covered;
      assert.ok(upper.transactions >= inside.length);
      assert.ok(upper.revenues_usd >= inside.reduce((all, { gain }) => all + gain, 0));
    }
  });
});
