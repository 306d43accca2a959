import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { handleFeesByComputeUnit } from '../../../../src/engine/operations/percentiles.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { addBlock, arbitrage, failure, now, serviceOf } from '../operations/arbscope/market.ts';
import { address } from '../syntheticBlocks.ts';
import { makeFormerStore } from './formerStore.ts';

describe('A store of a former version', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'arbscope-upgrade-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Two arbitrages, a closed flow with a loss, and a failure, in two blocks. */
  async function makeStore(name: string): Promise<string> {
    const file = path.join(folder, name);
    const store = await DuckDbStore.open(file, undefined, { kind: 'sandbox', chain: '1' });
    await addBlock(store, 1, [arbitrage(1, { token: address('a') }), failure(2)]);
    await addBlock(store, 2, [
      arbitrage(3, {
        token: address('b'),
        stops: [
          [address('x'), address('p')],
          [address('y'), null],
        ],
      }),
      arbitrage(4, { token: address('a'), type: 'circular-with-loss' }),
    ]);
    await store.close();
    return file;
  }

  const contents = async (store: DuckDbStore) => ({
    stops: await store.query(
      'SELECT slot, time, place, rank() OVER (ORDER BY number) FROM stops ORDER BY number, place',
    ),
    places: store.routeStops.routeStopOf(3),
    rows: await store.query('SELECT signature FROM transactions ORDER BY number'),
    newest: store.visibleRows.newest,
  });

  it('is upgraded with rows numbered by arrival and with its route stops', async () => {
    const [file, same] = [await makeStore('4.duckdb'), await makeStore('same.duckdb')];
    await makeFormerStore(file, 4);
    const [store, expected] = [await DuckDbStore.open(file), await DuckDbStore.open(same)];
    assert.deepEqual(await contents(store), await contents(expected));
    assert.match(store.identity, /^[0-9a-f]{32}$/);
    assert.notEqual(store.identity, expected.identity);
    const service = serviceOf(store);
    for (const parameters of [
      { tokens: [address('a')] },
      { amms: [address('x')] },
      { pools: [address('p')] },
    ]) {
      const { newest: _, ...page } = await service.arbitrages(parameters);
      const { newest: _other, ...expectedPage } = await serviceOf(expected).arbitrages(parameters);
      assert.deepEqual(page, expectedPage);
      assert.ok(page.arbitrages.length > 0);
    }
    await expected.close();

    await addBlock(store, 3, [arbitrage(5)]);
    await store.flush();
    assert.equal((await service.arbitrages({})).arbitrages.length, 5);
    const { identity } = store;
    await store.close();
    const again = await DuckDbStore.open(file);
    assert.equal(again.identity, identity);
    assert.equal(again.visibleRows.newest, 5);
    await again.close();
  });

  it('does not say of its attempts whether they used durable nonces', async () => {
    const file = await makeStore('5.duckdb');
    await makeFormerStore(file, 5);
    const store = await DuckDbStore.open(file, { keepSeconds: null, rawFailures: 0 });
    await addBlock(store, 3, [arbitrage(5, { usesDurableNonce: true }), failure(6)]);
    await store.flush();
    // The failures of before and after are rolled up together.
    await store.maintain();
    assert.ok(store.rolledUpRows > 0);
    const newest = (store.newestTimeSeconds ?? 0) * 1_000;
    const context = { store, source: { now: () => newest }, tokens: new Map() };
    const fees = Object.values(await handleFeesByComputeUnit(context, {}));
    const sumOf = (name: 'number' | 'durableNonces' | 'unknownNonces') =>
      fees.reduce((sum, entry) => sum + (entry[name] ?? assert.fail()), 0);
    assert.deepEqual([sumOf('number'), sumOf('durableNonces'), sumOf('unknownNonces')], [6, 1, 4]);
    await store.close();
  });

  it('of the last version keeps its route stops and its rolled-up failures', async () => {
    const file = await makeStore('rolled-up.duckdb');
    const before = await DuckDbStore.open(file);
    const stops = await before.query('SELECT number, place FROM stops ORDER BY ALL');
    await before.write((writer) =>
      writer.run('INSERT INTO failures SELECT 960, 1, 0, 0, 1, 5000, 1, 3, -15000, -45, 0, 0'),
    );
    await before.close();
    await makeFormerStore(file, 5);
    const store = await DuckDbStore.open(file);
    assert.deepEqual(await store.query('SELECT number, place FROM stops ORDER BY ALL'), stops);
    assert.deepEqual(await store.query('SELECT attempts::DOUBLE, tried::DOUBLE FROM failures'), [
      [3],
      [0],
    ]);
    await store.close();
  });

  it('gives the same sums while its hours get totals', async () => {
    const file = await makeStore('7.duckdb');
    const former = await DuckDbStore.open(file);
    const expected = await serviceOf(former).walletRanking({});
    assert.ok(expected.wallets.length > 0);
    await former.close();
    await makeFormerStore(file, 7);
    const store = await DuckDbStore.open(file);
    assert.deepEqual(await serviceOf(store).walletRanking({}), expected);
    await addBlock(store, 3, [], { blockTimeSeconds: now + 7_200 });
    await store.flush();
    await store.maintain();
    assert.deepEqual(await store.query('SELECT hour, blocks FROM summed_hours'), [[997_200], [2]]);
    assert.deepEqual(await serviceOf(store).walletRanking({}), expected);
    await store.close();
  });

  it('is upgraded without rows, and from two versions ago', async () => {
    const empty = path.join(folder, 'empty.duckdb');
    await (await DuckDbStore.open(empty)).close();
    await makeFormerStore(empty, 4);
    await (await DuckDbStore.open(empty)).close();

    const file = await makeStore('3.duckdb');
    await makeFormerStore(file, 3);
    const store = await DuckDbStore.open(file);
    assert.equal(
      (await serviceOf(store).arbitrages({ tokens: [address('a')] })).arbitrages.length,
      2,
    );
    await store.close();
  });

  it('is rejected unchanged if it is older than that', async () => {
    const file = await makeStore('2.duckdb');
    const store = await DuckDbStore.open(file);
    await store.write((writer) => writer.run('UPDATE store_version SET version = 2'));
    await store.close();
    await assert.rejects(
      DuckDbStore.open(file),
      (error) => MarketError.is(error, 'bad-parameter') && /another version/.test(error.message),
    );
  });
});
