import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { LoadedArbitrages } from '../../../../../src/engine/operations/arbscope/loadedArbitrages.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import type { ArbitrageColumns } from '../../../../../src/engine/store/reads/arbitrageColumns.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { address, leg, record, signatureOf, tip } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, failure, now, openMarket } from './market.ts';

const everything = { fromSeconds: 0, toSeconds: now + 100 };
const pool = (name: string) => [address('amm'), address(name)] as const;
const over = (...pools: string[]) => ({ stops: pools.map(pool) });

const told = ({ names, ...columns }: ArbitrageColumns) =>
  Array.from({ length: columns.count }, (_, row) => ({
    time: columns.timeSeconds[row],
    base: names.nameOf(columns.base[row] ?? 0),
    provider: names.nameOf(columns.provider[row] ?? 0),
    pools: columns.routes[columns.route[row] ?? -1]?.pools.map((each) => names.nameOf(each)),
    places: columns.routes[columns.route[row] ?? -1]?.places.map(({ token, pool }) =>
      [token, pool].map((each) => names.nameOf(each)).join(' '),
    ),
    fee: columns.feeLamports[row],
    tip: columns.tipLamports[row],
    revenues: columns.revenuesUsd[row]?.toFixed(9),
    profits: columns.profitsUsd[row]?.toFixed(9),
    sol: columns.solPriceUsd[row]?.toFixed(9),
  }));

const times = ({ timeSeconds }: ArbitrageColumns) => [...timeSeconds];

function countReads(store: DuckDbStore): () => number {
  let reads = 0;
  const { readTransaction } = store;
  store.readTransaction = (work, options) => {
    reads++;
    return readTransaction.call(store, work, options) as ReturnType<typeof work>;
  };
  return () => reads;
}

describe('Arbitrages in memory', () => {
  test('are those of the window in time order, with routes and figures', async () => {
    const store = await openMarket();
    await addBlock(store, 2, [
      arbitrage(1, { ...over('b', 'a'), tips: [tip('JITO', 1_000n)], feeLamports: 7_000n }),
      failure(2),
      record({ signature: signatureOf(3), type: 'bot-no-profit', baseMint: null }),
    ]);
    // An older block that arrives late, with a route in USDC; the SOL price is that of the block.
    const usdc = (amount: bigint) => ({ mint: usdcMint, amount });
    const token = { mint: address('token'), amount: 5n };
    const fromUsdc = record({
      signature: signatureOf(4),
      baseMint: usdcMint,
      baseInput: 10_000_000n,
      grossGains: [usdc(500_000n)],
      legs: [
        leg(0, ...pool('a'), usdc(10_000_000n), token),
        leg(1, address('amm'), null, token, usdc(10_500_000n)),
        leg(2, ...pool('a'), usdc(1n), token),
      ],
    });
    await addBlock(store, 1, [fromUsdc], { blockTimeSeconds: now - 10 });
    await store.flush();
    const columns = await new LoadedArbitrages(store).within(everything);
    const places = [`${address('token')} ${address('a')}`, `${address('token')} ${address('b')}`];
    assert.deepEqual(told(columns), [
      {
        time: now - 10,
        base: usdcMint,
        provider: 'NO_PROVIDER',
        pools: ['', address('a')],
        places: [places[0], `${address('token')} `],
        fee: 5_000,
        tip: 0,
        revenues: '0.500000000',
        profits: '0.499500000',
        sol: '100.000000000',
      },
      {
        time: now,
        base: wrappedSolMint,
        provider: 'JITO',
        pools: [address('b'), address('a')],
        places: [places[1], places[0]],
        fee: 7_000,
        tip: 1_000,
        revenues: '0.100000000',
        profits: '0.099200000',
        sol: '100.000000000',
      },
    ]);
    await store.close();
  });

  test('have the SOL price if their base token has no price, and 0 if SOL has none', async () => {
    const store = await openMarket([1, [arbitrage(1, { baseMint: address('rare') })]]);
    await addBlock(store, 2, [arbitrage(2, { baseMint: address('rare') })]);
    await store.flush();
    const { solPriceUsd } = await new LoadedArbitrages(store).within(everything);
    assert.deepEqual([...solPriceUsd].map(Math.round), [100, 100]);
    await store.close();
    const unpriced = await DuckDbStore.open(':memory:');
    await addBlock(unpriced, 1, [arbitrage(1), arbitrage(2, { baseMint: usdcMint })], {
      observations: [],
    });
    await unpriced.flush();
    const none = await new LoadedArbitrages(unpriced).within(everything);
    assert.deepEqual([...none.solPriceUsd], [0, 0]);
    await unpriced.close();
  });

  test('are read once for nested windows; later only new rows are added', async () => {
    const store = await openMarket();
    for (let at = 1; at <= 5; at++) {
      await addBlock(store, at, [arbitrage(at, over('a', `b${at}`))], {
        blockTimeSeconds: now - 60 + at,
      });
    }
    await store.flush();
    const reads = countReads(store);
    const loaded = new LoadedArbitrages(store);
    const all = { fromSeconds: now - 60, toSeconds: now };
    assert.equal((await loaded.within(all)).count, 5);
    const some = await loaded.within({ fromSeconds: now - 58, toSeconds: now - 56 });
    assert.deepEqual(times(some), [now - 58, now - 57, now - 56]);
    assert.equal(reads(), 1);
    await addBlock(store, 9, [arbitrage(9, over('a', 'b1'))], { blockTimeSeconds: now + 1 });
    await addBlock(store, 8, [arbitrage(8, over('new', 'b1'))], { blockTimeSeconds: now - 58 });
    await store.flush();
    const grown = await loaded.within({ fromSeconds: now - 60, toSeconds: now + 1 });
    assert.deepEqual(
      times(grown),
      [1, 2, 2, 3, 4, 5, 61].map((second) => now - 60 + second),
    );
    const fresh = await new LoadedArbitrages(store).within(everything);
    const sorted = (columns: ArbitrageColumns) =>
      told(columns)
        .map((row) => JSON.stringify(row))
        .sort();
    assert.deepEqual(sorted(grown), sorted(fresh));
    assert.equal(grown.routes.length, 6);
    await store.close();
  });

  test('are read again for a window that is not within the previous one', async () => {
    const store = await openMarket();
    for (let at = 1; at <= 3; at++) {
      await addBlock(store, at, [arbitrage(at)], { blockTimeSeconds: now - 10 + at });
    }
    await store.flush();
    const loaded = new LoadedArbitrages(store);
    for (const [from, to, expected] of [
      [2, 2, [2]],
      [1, 2, [1, 2]],
      [1, 3, [1, 2, 3]],
      [2, 9, [2, 3]],
      [3, 2, []],
    ] as const) {
      const window = { fromSeconds: now - 10 + from, toSeconds: now - 10 + to };
      const found = times(await loaded.within(window));
      assert.deepEqual(
        found.map((time) => time - now + 10),
        expected,
      );
    }
    await store.close();
  });

  test('are read again after a fork replaced a block', async () => {
    const store = await openMarket([1, [arbitrage(1), arbitrage(2)]]);
    const loaded = new LoadedArbitrages(store);
    assert.equal((await loaded.within(everything)).count, 2);
    await addBlock(store, 1, [arbitrage(2)], { blockhash: 'other' });
    await store.flush();
    assert.equal((await loaded.within(everything)).count, 1);
    await store.close();
  });

  test('are dropped after a minute without a request', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const store = await openMarket([1, [arbitrage(1)]]);
    const reads = countReads(store);
    const loaded = new LoadedArbitrages(store);
    for (const [seconds, expected] of [
      [0, 1],
      [59, 1],
      [59, 1],
      [61, 2],
    ] as const) {
      context.mock.timers.tick(seconds * 1_000);
      await loaded.within(everything);
      assert.equal(reads(), expected);
    }
    await store.close();
  });

  test('are not kept if the request is cancelled, and read for the next one', async () => {
    const store = await openMarket([1, [arbitrage(1)]]);
    const loaded = new LoadedArbitrages(store);
    const [first, second] = [new AbortController(), new AbortController()];
    const requests = [first, second].map(({ signal }) => loaded.within(everything, { signal }));
    const third = loaded.within(everything);
    second.abort();
    first.abort();
    for (const request of requests) {
      await assert.rejects(request, (error) => MarketError.is(error, 'cancelled'));
    }
    assert.equal((await third).count, 1);
    await store.close();
  });
});
