import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { address, record, signatureOf, tip } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, failure, now, openMarket, serviceOf } from './market.ts';

const [w1, w2, w3] = [address('w1'), address('w2'), address('w3')];
const smb = { family: 'SMB', program: address('smb') };
const other = { family: 'NOTARB', program: address('notarb') };

/**
 * SOL costs 100 USD; each fee is 5,000 lamports or 0.0005 USD.
 * w1: 0.004 SOL in one arbitrage with a tip of 1,000,000 lamports; three failures
 * w2: 0.001 SOL in each of two arbitrages, tip 3,000,000 on the first
 * w3: a bot call without a swap; an arbitrage an hour and a second earlier
 */
const market = await openMarket();
await addBlock(market, 90, [arbitrage(20, { wallet: w3, gainLamports: 9_000_000n })], {
  blockTimeSeconds: now - 3_601,
});
await addBlock(market, 100, [
  arbitrage(1, { wallet: w1, gainLamports: 4_000_000n, tips: [tip('JITO', 1_000_000n)], bot: smb }),
  failure(2, { wallet: w1, bot: other }),
  failure(3, { wallet: w1, bot: other }),
  failure(4, { wallet: w1 }),
  arbitrage(5, { wallet: w2, gainLamports: 1_000_000n, tips: [tip('FAST', 3_000_000n)] }),
  arbitrage(6, { wallet: w2, gainLamports: 1_000_000n, token: address('rare') }),
  record({ signature: signatureOf(7), wallet: w3, type: 'bot-no-profit', baseMint: null }),
]);
await market.flush();
const service = serviceOf(market);

const near = (value: number, expected: number, what: string) =>
  assert.ok(Math.abs(value - expected) < 1e-9, `${what}: ${value} instead of ${expected}`);

describe('The ranking of wallets', () => {
  test('has every figure of a wallet including failures', async () => {
    const ranking = await service.walletRanking({ timeRange: 3_600 });
    assert.equal(ranking.time_range, 3_600);
    assert.equal(ranking.wallets_total, 3);
    // 0.3 - 0.002, -0.1 - 0.001, -0.0005.
    near(ranking.net_gains_usd, 0.298 - 0.101 - 0.0005, 'whole');
    const [first, second, third] = ranking.wallets;
    assert.deepEqual([first?.wallet, second?.wallet, third?.wallet], [w1, w3, w2]);
    assert.deepEqual([first?.rank, second?.rank, third?.rank], [1, 2, 3]);
    assert.ok(first);
    near(first.net_gains_usd, 0.298, 'net gains');
    assert.equal(first.net_gains_sol, 0.00298);
    near(first.share ?? 0, 0.298 / 0.1965, 'share');
    const { wallet: _w, net_gains_usd: _u, net_gains_sol: _s, share: _, ...rest } = first;
    assert.deepEqual(rest, {
      rank: 1,
      revenues_usd: 0.4,
      volume_usd: 100,
      transactions: { success: 1, fail: 3, total: 4 },
      success_rate: 0.25,
      tips: 1_000_000n,
      fees: 20_000n,
      bot: 'NOTARB',
    });
    assert.deepEqual([second?.bot, second?.revenues_usd, second?.success_rate], [null, 0, 1]);
  });

  test('supports each order, with shares of the total if that is meaningful', async () => {
    const ask = async (order: 'transactions' | 'success' | 'tips') => {
      const { wallets } = await service.walletRanking({ timeRange: 3_600, order });
      return wallets.map(({ wallet, rank, share }) => [wallet, rank, share]);
    };
    assert.deepEqual(await ask('transactions'), [
      [w1, 1, 4 / 7],
      [w2, 2, 2 / 7],
      [w3, 3, 1 / 7],
    ]);
    assert.deepEqual(await ask('success'), [
      [w2, 1, null],
      [w3, 1, null],
      [w1, 3, null],
    ]);
    assert.deepEqual(await ask('tips'), [
      [w2, 1, 0.75],
      [w1, 2, 0.25],
      [w3, 3, 0],
    ]);
  });

  test('covers a day by default', async () => {
    const { wallets, time_range } = await service.walletRanking({});
    assert.deepEqual([time_range, wallets[0]?.wallet], [86_400, w3]);
  });

  test('has no shares if the total is not positive', async () => {
    const { wallets } = await service.walletRanking({ timeRange: 3_600, outcomes: ['failed'] });
    assert.deepEqual(
      wallets.map(({ wallet, share, transactions }) => [wallet, share, transactions.fail]),
      [[w1, null, 3]],
    );
  });

  test('can list selected wallets with their overall rank, and a limited number', async () => {
    const listed = await service.walletRanking({ timeRange: 3_600, wallets: [w2, address('no')] });
    assert.deepEqual(
      [listed.wallets_total, listed.wallets.map(({ wallet, rank }) => [wallet, rank])],
      [3, [[w2, 3]]],
    );
    const unknown = await service.walletRanking({ timeRange: 3_600, wallets: [address('no')] });
    assert.deepEqual([unknown.wallets_total, unknown.wallets], [3, []]);
    const limited = await service.walletRanking({ timeRange: 3_600, limit: 1 });
    assert.deepEqual([limited.wallets_total, limited.wallets.length], [3, 1]);
  });

  test('ranks wallets that pass a filter', async () => {
    const { wallets, wallets_total } = await service.walletRanking({ tokens: [address('rare')] });
    assert.deepEqual([wallets_total, wallets.map(({ wallet }) => wallet)], [1, [w2]]);
    const none = await service.walletRanking({ tokens: [address('unknown')] });
    assert.deepEqual(none, { time_range: 86_400, wallets_total: 0, net_gains_usd: 0, wallets: [] });
  });

  test('counts rolled-up failures like others', async () => {
    const stores = [];
    for (const rawFailures of [1_000, 2]) {
      const store = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures });
      stores.push(store);
      for (let number = 0; number < 40; number++) {
        await addBlock(
          store,
          number,
          [
            failure(number, {
              wallet: number % 3 === 0 ? w1 : w2,
              feeLamports: BigInt(5_000 + (number % 4)),
              bot: number % 2 === 0 ? smb : other,
            }),
          ],
          { blockTimeSeconds: now - 240 + number * 6 },
        );
      }
      await addBlock(store, 100, [arbitrage(100, { wallet: w1, bot: smb })]);
      await store.flush();
      await store.maintain();
    }
    const [whole, rolled] = stores;
    assert.ok(whole && rolled);
    assert.equal(whole.rolledUpRows, 0);
    assert.ok(rolled.rolledUpRows > 0);
    const ask = async (store: DuckDbStore) => {
      const { wallets, net_gains_usd } = await serviceOf(store).walletRanking({ order: 'tips' });
      return [
        net_gains_usd.toFixed(9),
        ...wallets
          .map(({ net_gains_usd: usd, net_gains_sol: sol, share: _, ...rest }) => ({
            ...rest,
            usd: usd.toFixed(9),
            sol,
          }))
          .sort((one, two) => (one.wallet < two.wallet ? -1 : 1)),
      ];
    };
    assert.deepEqual(await ask(rolled), await ask(whole));
    for (const store of stores) await store.close();
  });

  test('says since when it counts if its window begins in an hour without transactions', async () => {
    const store = await DuckDbStore.open(':memory:', { keepSeconds: 7_200, rawFailures: 1_000 });
    const day = now - (now % 86_400);
    for (let at = 0; at <= 20; at++) {
      const blockTimeSeconds = day + at * 3_600 + 600;
      await addBlock(store, at, [arbitrage(at, { wallet: w1 })], { blockTimeSeconds });
    }
    await store.flush();
    for (let calls = 0; calls < 30; calls++) await store.maintain();
    const kept = store.rowsFromSeconds ?? 0;
    assert.ok(kept > day + 10 * 3_600);
    const end = day + 20 * 3_600 + 600;
    const own = serviceOf(store, { source: { now: () => end * 1_000 } });
    const since = async (from: number, filter = {}) => {
      const { rows_from, wallets } = await own.walletRanking({ timeRange: end - from, ...filter });
      const seconds = rows_from === undefined ? null : Date.parse(rows_from) / 1_000;
      return [seconds, wallets[0]?.transactions.total];
    };
    assert.deepEqual(await since(day + 3_600), [null, 20]);
    assert.deepEqual(await since(day + 3_900), [day + 7_200, 19]);
    // Before the oldest block nothing is known, as when its sums are deleted.
    assert.deepEqual(await since(day - 7_000), [day + 600, 21]);
    assert.deepEqual(await since(kept), [null, 21 - (kept - day) / 3_600]);
    const filter = { minNetGainsUsd: 1_000_000 };
    assert.deepEqual(await since(day + 3_900, filter), [kept, undefined]);
    await store.close();
  });
});
