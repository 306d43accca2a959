import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { MarketError } from '../../src/api/marketError.ts';
import type { DecodedBlock } from '../../src/engine/decode/arbitrageRecord.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../../src/engine/decode/rpcBlock.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { localName } from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import { createStatements } from '../../src/engine/store/clickhouse/database/createStatements.ts';
import { detailTexts } from '../../src/engine/store/clickhouse/database/hashedIds.ts';
import {
  blockTables,
  type TableName,
  tables,
} from '../../src/engine/store/clickhouse/database/schema.ts';
import { unpackDetail } from '../../src/engine/store/recordDetail.ts';
import { sharedData, skipWithout } from '../sharedData.ts';
import { suiteLimit } from '../suiteLimit.ts';
import {
  address,
  block,
  record,
  signatureOf,
  tip,
  twoLegs,
} from '../unit/engine/syntheticBlocks.ts';
import { connectionKilledBefore, openConnection, skipWithoutChdb, TestServer } from './chdb.ts';

const nowMilliseconds = Date.UTC(2026, 0, 2, 12);

async function sandboxBlocks(count: number): Promise<DecodedBlock[]> {
  const source = new SimulatedSource({ seed: 7, nowMilliseconds, historySeconds: 7_200 });
  const blocks: DecodedBlock[] = [];
  for await (const sourced of source.history(new AbortController().signal)) {
    blocks.push(sourced.decoded?.(() => true) ?? decodeBlock(sourced.slot, sourced.block));
    if (blocks.length === count) break;
  }
  return blocks;
}

const route = twoLegs(
  address('token'),
  [address('amm'), address('p1')],
  [address('amm'), address('p2')],
);
const arbitrage = (index: number, slot = 100) =>
  record({
    ...route,
    slot,
    index,
    signature: signatureOf(slot * 10 + index),
    tips: [tip('JITO', 5n)],
  });
const simple = (slot: number, blockhash = `hash${slot}`, index = 0) =>
  block({ slot, blockhash, records: [arbitrage(index, slot)] });

/** All data of blocks visible to readers, except what differs between ingesters. */
async function contents(server: TestServer): Promise<Record<string, unknown[][]>> {
  return {
    blocks: await server.visible('blocks', 'slot, blockhash, transactions, arbitrages'),
    transactions: await server.visible('transactions', 'slot, position, signature, wallet, detail'),
    tips: await server.visible('tips', 'slot, position, provider, mint, amount'),
    credits: await server.visible('credits', 'slot, position, place_credit, revenues_nanocents'),
    stops: await server.visible('stops', 'slot, position, place'),
    trades: await server.visible('trades', 'slot, mint, volume_nanocents'),
  };
}

describe('Blocks in a ClickHouse store', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  it('are stored completely, with every row', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    const blocks = await sandboxBlocks(30);
    for (const one of blocks) await writer.add(one);
    await writer.flush();
    const records = blocks.flatMap((one) => one.records);
    assert.equal((await server.visible('blocks', 'slot')).length, blocks.length);
    assert.deepEqual(
      (await server.visible('transactions', 'signature')).flat(),
      records.map(({ signature }) => signature).sort(),
    );
    for (const table of blockTables) {
      assert.notEqual((await server.visible(table, 'slot')).length, 0, table);
    }
    assert.equal(writer.blockCount, blocks.length);
    assert.equal(writer.arbitrages, records.filter(({ type }) => type === 'arbitrage').length);
    await writer.close();
  });

  it('have records that can be restored to the last lamport without another table', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    const full = {
      ...arbitrage(3),
      priorityFeeLamports: 2n ** 60n,
      bot: { family: 'SMB', program: address('bot') },
      otherPayments: [{ mint: address('token'), amount: 2n ** 63n, to: address('platform') }],
    };
    await writer.add(block({ records: [full] }));
    await writer.close();
    const [[detail] = []] = await server.visible('transactions', 'detail');
    const { signature, slot, index, type, isSuccess, wallet } = full;
    const { computeUnits, feeLamports, baseMint, baseInput } = full;
    const own = { signature, slot, index, type, isSuccess, wallet, computeUnits, feeLamports };
    const { record: restored } = unpackDetail<string>(
      { ...own, baseMint, baseInput, timeSeconds: full.blockTimeSeconds ?? 0 },
      String(detail),
      detailTexts,
    );
    assert.deepEqual(restored, full);
  });

  it('count once, however often they arrive', async () => {
    const server = new TestServer();
    const blocks = await sandboxBlocks(10);
    const first = await server.openWriter();
    for (const one of [...blocks, ...blocks]) await first.add(one);
    await first.flush();
    const once = await contents(server);
    for (const one of blocks) await first.add(one);
    await first.close();
    const second = await server.openWriter();
    assert.ok(blocks.every(({ slot, blockhash }) => second.hasBlock(slot, blockhash)));
    for (const one of blocks) await second.add(one);
    await second.close();
    assert.deepEqual(await contents(server), once);
    assert.equal(
      (await server.query((to) => `SELECT count() FROM ${to.table('blocks')}`)).flat()[0],
      '10',
    );
  });

  it('are the same if two ingesters write them in interleaved batches', async () => {
    const blocks = await sandboxBlocks(24);
    const alone = new TestServer();
    const only = await alone.openWriter();
    for (const one of blocks) await only.add(one);
    await only.close();

    const server = new TestServer();
    const first = await server.openWriter();
    const second = await server.openWriter();
    for (const [at, one] of blocks.entries()) {
      await first.add(one);
      await second.add(one);
      if (at % 3 === 2) await first.flush();
      if (at % 5 === 4) await second.flush();
    }
    await first.close();
    await second.close();
    assert.deepEqual(await contents(server), await contents(alone));
  });

  it('count once if two ingesters write them at the same time', async () => {
    const server = new TestServer();
    const blocks = await sandboxBlocks(10);
    const writers = await Promise.all([server.openWriter(), server.openWriter()]);
    for (const one of blocks) for (const writer of writers) await writer.add(one);
    await Promise.all(writers.map((writer) => writer.flush()));
    for (const writer of writers) await writer.close();
    const seen = await contents(server);
    assert.equal(seen['blocks']?.length, blocks.length);
    assert.equal(
      seen['transactions']?.length,
      blocks.reduce((sum, { records }) => sum + records.length, 0),
    );
  });

  for (const table of ['names', 'transactions', 'stops', 'trades', 'blocks']) {
    it(`stay invisible if the ingester is killed before writing ${table}, and complete with the next`, async () => {
      const server = new TestServer();
      const blocks = await sandboxBlocks(8);
      const whole = await server.openWriter();
      for (const one of blocks.slice(0, 4)) await whole.add(one);
      await whole.close();
      const before = await contents(server);

      const killed = await server.openWriter({ connection: connectionKilledBefore(table) });
      for (const one of blocks) await killed.add(one);
      await assert.rejects(killed.flush(), MarketError);
      await assert.rejects(killed.close(), MarketError);
      assert.deepEqual(await contents(server), before);

      const next = await server.openWriter();
      assert.equal(next.newestSlot, blocks[3]?.slot);
      for (const one of blocks) await next.add(one);
      await next.close();
      const after = await contents(server);
      assert.equal(after['blocks']?.length, blocks.length);
      assert.equal(
        after['transactions']?.length,
        blocks.reduce((sum, { records }) => sum + records.length, 0),
      );
    });
  }

  it('are replaced by those of another fork at once, in every table', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    await writer.add(block({ slot: 100, records: [arbitrage(0), arbitrage(1)] }));
    await writer.add(simple(101));
    await writer.flush();
    await writer.add(block({ slot: 100, blockhash: 'fork', records: [arbitrage(5)] }));
    await writer.flush();
    assert.deepEqual(await server.visible('blocks', 'slot, blockhash'), [
      [100, 'fork'],
      [101, 'hash101'],
    ]);
    for (const table of ['transactions', 'tips'] as const) {
      assert.deepEqual(await server.visible(table, 'slot, position'), [
        [100, 5],
        [101, 0],
      ]);
    }
    assert.equal((await server.visible('credits', 'slot')).length, 4);
    assert.equal(writer.arbitrages, 2);
    await writer.close();
  });

  it('are of the newest fork even if another ingester wrote the former one', async () => {
    const server = new TestServer();
    const former = await server.openWriter();
    const newer = await server.openWriter();
    await former.add(simple(100, 'first'));
    await former.flush();
    await newer.add(simple(100, 'second', 1));
    await newer.flush();
    await former.flush();
    assert.ok(former.hasBlock(100, 'second'));
    await former.add(simple(100, 'third', 2));
    await former.close();
    await newer.close();
    assert.deepEqual(await server.visible('blocks', 'blockhash'), [['third']]);
    assert.deepEqual(await server.visible('transactions', 'position'), [[2]]);
  });

  it('accept missing single transactions of their slot', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    const single = (index: number) => block({ blockhash: '', records: [arbitrage(index)] });
    for (const one of [single(0), single(1), single(1)]) await writer.add(one);
    await writer.flush();
    assert.deepEqual(await server.visible('transactions', 'position'), [[0], [1]]);
    await writer.add(
      block({ blockhash: 'whole', records: [arbitrage(0), arbitrage(1), arbitrage(2)] }),
    );
    await writer.add(single(2));
    await writer.close();
    assert.deepEqual(await server.visible('transactions', 'position'), [[0], [1], [2]]);
    assert.deepEqual(await server.visible('blocks', 'blockhash'), [['whole']]);
  });

  it('stay queued while the database is down, and are written when it is back', async () => {
    const server = new TestServer();
    let isAway = true;
    const connection = openConnection();
    const insert = connection.insert.bind(connection);
    connection.insert = (parameters) =>
      isAway && parameters.query.includes('`credits`')
        ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
        : insert(parameters);
    const writer = await server.openWriter({ connection });
    await writer.add(simple(100));
    await assert.rejects(writer.flush(), (error) => MarketError.is(error, 'unreachable'));
    isAway = false;
    await writer.add(simple(101));
    await writer.flush();
    assert.equal(writer.pendingRows, 0);
    assert.equal((await server.visible('credits', 'slot')).length, 4);
    await writer.close();
  });

  it('are written at most once a second, and on close', async () => {
    const server = new TestServer();
    let now = nowMilliseconds;
    const writer = await server.openWriter({ now: () => now, writeIntervalMilliseconds: 1_000 });
    const visible = async () => (await server.visible('blocks', 'slot')).flat();
    await writer.add(simple(100));
    await writer.flush();
    await writer.add(simple(101));
    await writer.flush();
    assert.deepEqual(await visible(), [100]);
    assert.ok(writer.hasBlock(101, 'hash101'));
    now += 1_000;
    await writer.add(simple(102));
    await writer.flush();
    assert.deepEqual(await visible(), [100, 101, 102]);
    await writer.add(simple(103));
    await writer.flush();
    await writer.close();
    assert.deepEqual(await visible(), [100, 101, 102, 103]);
  });

  it('are restored after reopening, with prices and pools', async () => {
    const server = new TestServer();
    const blocks = await sandboxBlocks(20);
    const first = await server.openWriter();
    for (const one of blocks) await first.add(one);
    await first.close();
    const second = await server.openWriter();
    assert.equal(second.newestSlot, first.newestSlot);
    assert.equal(second.newestTimeSeconds, first.newestTimeSeconds);
    assert.equal(second.blockCount, blocks.length);
    assert.equal(second.arbitrages, first.arbitrages);
    assert.equal(second.identity, first.identity);
    const mints = [...first.prices.swaps().keys()];
    assert.notEqual(mints.length, 0);
    for (const mint of mints)
      assert.deepEqual(second.prices.priceOf(mint), first.prices.priceOf(mint));
    assert.deepEqual(second.prices.swaps(), first.prices.swaps());
    const known = [...first.pools.all()];
    assert.notEqual(known.length, 0);
    for (const pool of known) {
      const { lookupTable, mints: ofPool, vaults, swap } = second.pools.find(pool.pool) ?? {};
      assert.deepEqual(
        { lookupTable, mints: ofPool, vaults, swap },
        { lookupTable: pool.lookupTable, mints: pool.mints, vaults: pool.vaults, swap: pool.swap },
      );
    }
    await second.close();
  });

  it('have the same ids of names and route stops from every ingester', async () => {
    const blocks = await sandboxBlocks(6);
    const both = [new TestServer(), new TestServer()];
    for (const [at, server] of both.entries()) {
      const writer = await server.openWriter();
      for (const one of at === 0 ? blocks : blocks.toReversed()) await writer.add(one);
      await writer.close();
    }
    const ids = (server: TestServer, table: string, columns: string) =>
      server.query((to) => `SELECT ${columns} FROM ${to.table(table)} FINAL ORDER BY id`);
    const [first, second] = both as [TestServer, TestServer];
    assert.deepEqual(await ids(first, 'names', 'id, name'), await ids(second, 'names', 'id, name'));
    const places = 'id, token, amm, pool';
    assert.deepEqual(await ids(first, 'places', places), await ids(second, 'places', places));
    assert.deepEqual(
      await first.visible('transactions', 'signature, wallet, bot, provider, base'),
      await second.visible('transactions', 'signature, wallet, bot, provider, base'),
    );
    const unnamed = await first.query(
      (to) => `SELECT count() FROM ${to.table('transactions')}
               WHERE wallet NOT IN (SELECT id FROM ${to.table('names')})`,
    );
    assert.deepEqual(unnamed, [['0']]);
  });

  it('are listed by slot, so that gaps are visible', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    for (const slot of [100, 101, 104]) await writer.add(simple(slot));
    await writer.flush();
    assert.deepEqual(await writer.shared.slotsBetween(100, 110), new Set([100, 101, 104]));
    await writer.close();
  });

  it('that were missing count as such in the next run', async () => {
    const server = new TestServer();
    const writers = [await server.openWriter(), await server.openWriter()];
    for (const writer of writers) {
      await writer.add(block({ slot: 100, blockTimeSeconds: 600 }));
      writer.addOmittedBlocks([{ minute: 600, omitted: 2 }]);
      writer.addOmittedBlocks([{ minute: 600, omitted: 1 }]);
      await writer.close();
    }
    const next = await server.openWriter();
    assert.deepEqual(next.coverage(), [{ minute: 600, indexed: 1, omitted: 3 }]);
    await next.close();
  });

  it('are summed up by minute once their hour is over, and again if more arrive', async () => {
    const server = new TestServer();
    let now = nowMilliseconds;
    const writer = await server.openWriter({ now: () => now });
    const at = (slot: number, blockTimeSeconds: number) =>
      block({ slot, blockTimeSeconds, records: [arbitrage(0, slot)] });
    const totals = () =>
      server.query(
        (to) => `SELECT minute, sum(transactions) FROM ${to.table('minute_totals')}
                 WHERE (minute - minute % 3600, run) IN
                   (SELECT hour, max(run) FROM ${to.table('rollup_runs')} GROUP BY hour)
                 GROUP BY minute ORDER BY minute`,
      );
    await writer.add(at(100, 3_600));
    await writer.flush();
    await writer.maintain();
    assert.deepEqual(await totals(), []);
    await writer.add(at(101, 3_661));
    await writer.add(at(200, 7_400));
    await writer.flush();
    await writer.maintain();
    assert.deepEqual(await totals(), [
      [3_600, '1'],
      [3_660, '1'],
    ]);
    await writer.add(at(102, 3_662));
    await writer.flush();
    // The hour is rolled up again only after the interval.
    now += 5 * 60_000;
    await writer.maintain();
    assert.deepEqual(await totals(), [
      [3_600, '1'],
      [3_660, '2'],
    ]);
    await writer.close();
  });

  it('of another source or chain are rejected by name', async () => {
    const server = new TestServer();
    const writer = await server.openWriter({}, { kind: 'rpc', chain: '' });
    await writer.confirmChain('chain-one');
    assert.ok(writer.hasChain);
    await writer.close();
    await assert.rejects(
      server.openWriter({}, { kind: 'sandbox', chain: '1' }),
      (error) => MarketError.is(error, 'bad-parameter') && /contains blocks of/.test(error.message),
    );
    const other = await server.openWriter({}, { kind: 'rpc', chain: '' });
    await assert.rejects(other.confirmChain('chain-two'), (error) =>
      MarketError.is(error, 'bad-parameter'),
    );
    await other.close();
  });

  it('are in tables with a part on every server of a cluster', async () => {
    const server = new TestServer();
    const { target } = new TestServer('?cluster=main&days=7&rollup_days=90');
    await server.read(async (database) => {
      const store = {
        onCluster: ' ON CLUSTER `main`',
        table: (name: string, { isLocal = false } = {}) =>
          `\`team\`.\`${isLocal ? localName(name) : name}\``,
        target,
      };
      for (const name of Object.keys(tables) as TableName[]) {
        const statements = createStatements(name, store, { rowDays: 7, rollupDays: 90 });
        assert.equal(statements.length, 2);
        for (const [at, sql] of statements.entries()) {
          const [[formatted] = []] = await database.query('SELECT formatQuery({sql:String})', {
            values: { sql },
          });
          assert.match(String(formatted), at === 0 ? /ReplicatedReplacing/ : /Distributed/);
        }
      }
    });
  });

  it('are kept as long as the store’s address specifies', async () => {
    const server = new TestServer('?days=7&rollup_days=90');
    await (await server.openWriter()).close();
    const ruleOf = async (table: string) =>
      String(await server.query((to) => `SHOW CREATE TABLE ${to.table(table)}`));
    assert.match(await ruleOf('transactions'), /toIntervalDay\(7\)/);
    assert.match(await ruleOf('minute_totals'), /toIntervalDay\(90\)/);
    const again = new TestServer('?days=14');
    Object.assign(again.target, { database: server.target.database });
    await (await again.openWriter()).close();
    assert.match(await ruleOf('transactions'), /toIntervalDay\(14\)/);
    assert.match(await ruleOf('minute_totals'), /toIntervalDay\(90\)/);
  });
});

const recorded = sharedData('data', 'blocks');

describe('Recorded blocks in a ClickHouse store', {
  ...suiteLimit,
  skip: skipWithoutChdb || skipWithout(recorded),
}, () => {
  it('are stored completely and kept forever', async () => {
    const server = new TestServer();
    const writer = await server.openWriter({}, { kind: 'recorded', chain: '' });
    const signatures: string[] = [];
    for (const slot of [254_170_887, 332_254_855]) {
      const text = gunzipSync(await readFile(join(recorded ?? '', `${slot}.json.gz`)));
      const decoded = decodeBlock(slot, JSON.parse(text.toString()) as RpcBlock);
      signatures.push(...decoded.records.map(({ signature }) => signature));
      await writer.add(decoded);
    }
    await writer.close();
    const found = await server.visible('transactions', 'signature');
    assert.deepEqual(found.flat(), signatures.sort());
    const rule = String(
      await server.query((to) => `SHOW CREATE TABLE ${to.table('transactions')}`),
    );
    assert.doesNotMatch(rule, /TTL/);
  });
});
