import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { HistoryPoint } from '../../src/api/arbscope/history.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { Engine } from '../../src/engine/engine.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { StoredSource } from '../../src/engine/sources/storedSource.ts';
import { openSharedReader } from '../../src/engine/store/clickhouse/sharedStore.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { OpenedStore } from '../../src/engine/store/duckdb/openStore.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { openConnection, skipWithoutChdb, TestServer } from './chdb.ts';
import { rounded } from './rounded.ts';

const hour = 3_600;
const day = 86_400;
/** Rows expire by the database's clock, which is this machine's. */
const nowSeconds = Math.floor(Date.now() / 1_000 / hour) * hour;
const historySeconds = 3 * day;
const from = nowSeconds - historySeconds;
/** Parts of three days: the start, the hours around the retention limit, and the end. */
const isKept = (time: number): boolean =>
  time < from + hour ||
  time > nowSeconds - hour / 2 ||
  Math.abs(time - (nowSeconds - day + hour / 2)) < 0.75 * hour;

async function openEngine(store: OpenedStore, tokens: SimulatedSource): Promise<Engine> {
  const source = new StoredSource({ kind: 'rpc', label: '', tokens: tokens.tokens() });
  return await Engine.open({
    source: Object.assign(source, { now: () => nowSeconds * 1_000 }),
    store,
  });
}

describe('A ClickHouse store whose old rows have expired', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  let whole: Engine;
  let shared: Engine;
  let rowsFrom = 0;
  const forever = new TestServer();
  const daily = new TestServer('?days=1&rollup_days=forever');
  Object.assign(daily.target, { database: forever.target.database });

  before(async () => {
    const source = new SimulatedSource({
      seed: 7,
      nowMilliseconds: nowSeconds * 1_000,
      historySeconds,
    });
    const duckdb = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 1e9 });
    const writer = await forever.openWriter();
    for await (const sourced of source.history(new AbortController().signal)) {
      if (!isKept(sourced.block.blockTime ?? 0)) continue;
      const block = sourced.decoded?.(() => true) ?? decodeBlock(sourced.slot, sourced.block);
      await duckdb.add(block);
      await writer.add(block);
    }
    await duckdb.flush();
    await writer.flush();
    for (let call = 0; call < 5; call += 1) await writer.maintain();
    await writer.close();
    // From now on, rows are kept for a day.
    await (await daily.openWriter()).close();
    for (const table of ['transactions', 'tips', 'credits', 'stops', 'trades']) {
      await forever.read((database) =>
        database.define(`OPTIMIZE TABLE ${database.table(table)} FINAL`),
      );
    }
    whole = await openEngine({ reader: duckdb, writer: null, close: () => duckdb.close() }, source);
    shared = await openEngine(await openSharedReader(daily.target, openConnection), source);
    const { rows_from: since } = await shared.arbscope.status({});
    rowsFrom = Date.parse(since ?? '') / 1_000;
  });
  after(async () => {
    await whole.close();
    await shared.close();
  });

  const sumsOf = ({ tips: _tips, fees: _fees, ...sums }: HistoryPoint) => sums;
  const startOf = ({ time }: HistoryPoint): number => Date.parse(time) / 1_000;

  it('has deleted those rows, and reports since when it has all', async () => {
    const old = await forever.query(
      (to) => `SELECT count() FROM ${to.table('transactions')} WHERE time < ${from + day}`,
    );
    assert.deepEqual(old, [['0']]);
    assert.ok(rowsFrom >= nowSeconds - day && rowsFrom <= nowSeconds - day + 2 * hour);
    const status = await shared.arbscope.status({});
    assert.ok(Date.parse(status.from ?? '') / 1_000 < from + hour);
  });

  it('returns the history from sums by minute, counting nothing twice', async () => {
    const { wallets } = await whole.arbscope.walletRanking({ limit: 3 });
    const { arbitrages } = await whole.arbscope.arbitrages({ outcomes: ['gain'], limit: 200 });
    const some = arbitrages.find(({ bot }) => bot !== null);
    assert.ok(some !== undefined);
    for (const filter of [
      {},
      { wallets: wallets.map(({ wallet }) => wallet) },
      { providers: [some.provider] },
      { bases: [some.base] },
      { bots: [some.bot?.family ?? ''] },
      { outcomes: ['gain'] as const },
      { outcomes: ['loss', 'failed'] as const },
    ]) {
      for (const interval of [300, hour, day] as const) {
        // Daily points begin at midnight, possibly before the first block.
        const asked = { ...filter, from: interval === 300 ? from + 2 * day : from, interval };
        const expected = await whole.arbscope.history({
          ...asked,
          outcomes: [...(filter.outcomes ?? [])],
        });
        const found = await shared.arbscope.history({
          ...asked,
          outcomes: [...(filter.outcomes ?? [])],
        });
        assert.deepEqual(rounded(found.points.map(sumsOf)), rounded(expected.points.map(sumsOf)));
        const sums = ({ transactions, failures, net_gains_usd }: typeof found.total) =>
          rounded([transactions, failures, net_gains_usd]);
        assert.deepEqual(sums(found.total), sums(expected.total));
        if (interval !== hour) continue;
        const old = found.points.filter((point) => startOf(point) < rowsFrom);
        assert.ok(old.some(({ transactions, failures }) => transactions + failures > 0));
        assert.equal(found.rows_from, new Date(rowsFrom * 1_000).toISOString());
      }
    }
  });

  it('samples tips and fees only from remaining rows', async () => {
    const asked = { from, interval: hour } as const;
    const expected = await whole.arbscope.history(asked);
    const found = await shared.arbscope.history(asked);
    const isSampled = (point: HistoryPoint) => startOf(point) >= rowsFrom;
    assert.deepEqual(
      rounded(found.points.filter(isSampled)),
      rounded(expected.points.filter(isSampled)),
    );
    for (const point of found.points.filter((one) => !isSampled(one))) {
      assert.deepEqual([point.tips.number, point.fees.number], [0, 0]);
    }
    const sampled = expected.points.filter(isSampled);
    const sum = sampled.reduce((total, { fees }) => total + fees.number, 0);
    assert.equal(found.total.fees.number, sum);
  });

  it('reports figures as unknown if sums do not contain them', async () => {
    const { arbitrages } = await shared.arbscope.arbitrages({ outcomes: ['gain'], limit: 1 });
    const [{ pools = [] } = {}] = arbitrages;
    for (const filter of [{ pools: [pools[0]?.pool ?? ''] }, { minNetGainsUsd: 0.01 }]) {
      const { points } = await shared.arbscope.history({ ...filter, from, interval: hour });
      const { points: expected } = await whole.arbscope.history({
        ...filter,
        from,
        interval: hour,
      });
      for (const [at, point] of points.entries()) {
        if (startOf(point) >= rowsFrom) assert.deepEqual(rounded(point), rounded(expected[at]));
        else assert.deepEqual([point.coverage, point.transactions], [null, 0]);
      }
    }
  });

  it('lists and analyses only remaining rows, and reports since when', async () => {
    const since = new Date(rowsFrom * 1_000).toISOString();
    const page = await shared.arbscope.arbitrages({ from, to: rowsFrom - 1 });
    assert.deepEqual([page.arbitrages, page.rows_from], [[], since]);
    const newest = await shared.arbscope.arbitrages({ from: rowsFrom, limit: 5 });
    assert.deepEqual([newest.arbitrages.length, newest.rows_from], [5, undefined]);
    const pools = newest.arbitrages.flatMap((one) => one.pools.map(({ pool }) => pool));
    const coverage = await shared.arbscope.coverage({ groups: [pools], from });
    assert.equal(coverage.window.rows_from, since);
    assert.ok((coverage.window.coverage ?? 1) < 0.9);
    const known = await whole.arbscope.coverage({ groups: [pools], from: rowsFrom });
    assert.deepEqual(rounded(coverage.total), rounded(known.total));
    const { rows_from: all } = (await shared.arbscope.coverage({ groups: [pools], from: rowsFrom }))
      .window;
    assert.equal(all, undefined);
  });
});
