import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { nanocentsOfUsd, toNanocents } from '../../../../src/engine/store/money.ts';
import { computeValuation } from '../../../../src/engine/store/recordValuation.ts';
import { arbitrage, now, openMarket, serviceOf } from '../operations/arbscope/market.ts';

describe('Money in a store', () => {
  it('has exact sums', async () => {
    // 0.1 USD each: as doubles, ten of them add up to 0.9999999999999999.
    const numbers = Array.from({ length: 10 }, (_, number) => number + 1);
    const store = await openMarket([1, numbers.map((number) => arbitrage(number))]);
    const service = serviceOf(store);
    const { total } = await service.history({ from: now - 59, to: now, interval: 60 });
    const { wallets } = await service.walletRanking({});
    assert.deepEqual([total.revenues_usd, wallets[0]?.revenues_usd], [1, 1]);
    await store.close();
  });

  it('is unknown if it is more than 64 bits hold, also in the gains that depend on it', () => {
    const figuresAt = (priceUsd: number) =>
      computeValuation(arbitrage(1), {
        priceOf: () => ({ priceUsd, timeSeconds: 1 }),
        decimalsOf: () => 9,
        depthUsdOf: () => Number.POSITIVE_INFINITY,
      });
    const { volumeUsd, profitsUsd } = figuresAt(100_000_000);
    assert.deepEqual([volumeUsd, profitsUsd === null], [null, false]);
    const { revenuesUsd, profitsUsd: net, netGainsSol } = figuresAt(100_000_000_000);
    assert.deepEqual([revenuesUsd, net, netGainsSol], [null, null, 0.000995]);
  });

  it('of former stores is kept in sums that 64 bits would not hold', async () => {
    const store = await DuckDbStore.open(':memory:');
    const converted = ['HUGEINT', 'BIGINT'].map(
      (type) => `SELECT CAST(${nanocentsOfUsd(type, 'usd')} AS VARCHAR) FROM (SELECT 1e9 AS usd)`,
    );
    const rows = await Promise.all(converted.map((sql) => store.query(sql)));
    assert.deepEqual(rows, [[['100000000000000000000']], [['0']]]);
    await store.close();
  });

  it('does not become 0, which means unknown, if it is less than the unit', () => {
    assert.deepEqual([1e-13, -1e-13, 0, 0.000500000004].map(toNanocents), [
      1n,
      -1n,
      0n,
      50_000_000n,
    ]);
  });
});
