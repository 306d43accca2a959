import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MarketError } from '../../src/api/marketError.ts';
import { ClickHouseReader } from '../../src/engine/store/clickhouse/clickHouseReader.ts';
import type { ClickHouseDatabase } from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import {
  blockTables,
  columnsOf,
  tables,
} from '../../src/engine/store/clickhouse/database/schema.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import {
  address,
  block,
  record,
  signatureOf,
  solAt,
  tip,
  twoLegs,
} from '../unit/engine/syntheticBlocks.ts';
import { openConnection, skipWithoutChdb, TestServer } from './chdb.ts';

const route = twoLegs(
  address('token'),
  [address('amm'), address('p1')],
  [address('amm'), address('p2')],
);
const arbitrageAt = (slot: number, index = 0) =>
  record({
    ...route,
    ...{ slot, index, signature: signatureOf(slot * 10 + index), tips: [tip('JITO', 5n)] },
  });
const blockAt = (slot: number, blockhash = `hash${slot}`, index = 0) =>
  block({ slot, blockhash, records: [arbitrageAt(slot, index)], observations: [solAt(slot)] });
const all = { fromSeconds: 0, toSeconds: 4_000_000_000 };

describe('A reader of a ClickHouse store', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  it('advises how to create a missing store, without creating it', async () => {
    const server = new TestServer();
    const isMissing = (error: unknown): boolean =>
      MarketError.is(error, 'not-found') && /arbscope ingest/.test(error.message);
    for (let time = 0; time < 2; time += 1) {
      await assert.rejects(ClickHouseReader.open(server.target, openConnection()), isMissing);
    }
  });

  it('returns no traded volume for a window in which no minute begins', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    await writer.add(blockAt(100));
    await writer.flush();
    const reader = await ClickHouseReader.open(server.target, openConnection());
    const volumes = await reader.tradedVolumesUsd({ fromSeconds: 90_010, toSeconds: 90_020 });
    assert.equal(volumes.size, 0);
    await reader.close();
    await writer.close();
  });

  it('returns nothing before the first block, and afterwards the same as another reader', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    const first = await ClickHouseReader.open(server.target, openConnection());
    assert.equal(first.newestSlot, null);
    assert.equal((await first.thresholdTotals({ window: all })).transactions, 0);
    await writer.add(blockAt(100));
    await writer.flush();
    const second = await ClickHouseReader.open(server.target, openConnection());
    assert.equal(second.identity, first.identity);
    for (const reader of [first, second]) {
      assert.equal((await reader.thresholdTotals({ window: all })).transactions, 1);
      const sums = await reader.creditSums({ window: all });
      assert.deepEqual(
        new Set(
          Array.from({ length: sums.rowCount }, (_, row) => sums.nameOf(sums.stopOf(row).pool)),
        ),
        new Set([address('p1'), address('p2')]),
      );
    }
    await writer.close();
    await first.close();
    await second.close();
  });

  it('reads the rows of an earlier version once an ingester has upgraded its store', async () => {
    const server = new TestServer();
    const nonceAt = (slot: number, usesDurableNonce: boolean) =>
      block({
        ...{ slot, blockhash: `hash${slot}` },
        records: [{ ...arbitrageAt(slot), usesDurableNonce }],
        observations: [solAt(100)],
      });
    const former = await server.openWriter();
    await former.add(nonceAt(100, true));
    await former.close();
    const readPage = async (reader: ClickHouseReader) => {
      const order = 'gain' as const;
      const upTo = reader.visibleRows.newest;
      const { rows } = await reader.arbitragePage({ filter: {}, order, upTo, limit: 9 });
      return rows.filter(({ slot }) => slot === 100);
    };
    const before = await ClickHouseReader.open(server.target, openConnection());
    const expected = await readPage(before);
    assert.ok(expected.length > 0 && expected.every(({ volumeUsd }) => volumeUsd > 0));
    await before.close();
    await server.read(makeFirstVersion);

    await assert.rejects(
      ClickHouseReader.open(server.target, openConnection()),
      (error) => MarketError.is(error, 'service-failing') && /arbscope ingest/.test(error.message),
    );
    const writer = await server.openWriter();
    await writer.add(nonceAt(101, true));
    await writer.add(nonceAt(102, false));
    await writer.close();
    const reader = await ClickHouseReader.open(server.target, openConnection());
    assert.deepEqual(await readPage(reader), expected);
    assert.deepEqual(
      await reader.readFeesByProvider({ window: all }, async (samples) =>
        (await samples.bucketCounts()).map((sample) => sample.nonces),
      ),
      [{ durable: 1, unknown: 1 }],
    );
    await reader.close();
    // An ingester of an earlier version that still runs.
    await server.read(async (database) => {
      const trades = database.table('trades');
      await database.define(
        `INSERT INTO ${trades} (slot, copy, time, mint, volume_usd) VALUES (9, 9, 9, 9, 0.25), (9, 9, 9, 8, 1e30)`,
      );
      assert.deepEqual(
        await database.query(`SELECT volume_nanocents FROM ${trades} WHERE slot = 9 ORDER BY mint`),
        [['0'], ['25000000000']],
      );
    });
  });

  it('knows newer blocks, prices and pools after a refresh', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    await writer.add(blockAt(100));
    await writer.flush();
    const reader = await ClickHouseReader.open(server.target, openConnection());
    assert.equal(reader.prices.priceOf(wrappedSolMint)?.priceUsd, 100);
    await writer.add({
      ...blockAt(101),
      vaults: [
        {
          ...{ pool: address('p1'), program: address('amm'), vault: address('v') },
          ...{ mint: address('token'), amount: 2n ** 63n },
        },
      ],
    });
    await writer.close();
    await reader.refresh();
    assert.equal(reader.newestSlot, 101);
    assert.equal(reader.arbitrages, 2);
    assert.deepEqual(reader.prices.priceOf(wrappedSolMint), writer.prices.priceOf(wrappedSolMint));
    assert.deepEqual(
      reader.pools.find(address('p1'))?.vaults,
      writer.pools.find(address('p1'))?.vaults,
    );
    await reader.close();
  });

  it('returns only the new fork as soon as it is written', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    await writer.add(blockAt(100, 'former', 1));
    await writer.flush();
    const reader = await ClickHouseReader.open(server.target, openConnection());
    const wallets = [arbitrageAt(100).wallet];
    const signatures = async () =>
      (await reader.walletTransactions({ wallets, limit: 10 })).map(({ signature }) => signature);
    assert.deepEqual(await signatures(), [signatureOf(1_001)]);
    await writer.add(blockAt(100, 'fork', 2));
    await writer.close();
    assert.deepEqual(await signatures(), [signatureOf(1_002)]);
    assert.equal(await reader.findTransaction(signatureOf(1_001)), null);
    assert.equal((await reader.findTransaction(signatureOf(1_002)))?.record.index, 2);
    await reader.close();
  });

  it('sees the same state in both steps of a sample, whatever is written in between', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    await writer.add(blockAt(100));
    await writer.flush();
    const reader = await ClickHouseReader.open(server.target, openConnection());
    await reader.readSolTips({ window: all }, async (samples) => {
      const records = [arbitrageAt(100, 1), arbitrageAt(100, 2)];
      await writer.add(block({ slot: 100, blockhash: 'fork', records }));
      await writer.add(blockAt(101));
      await writer.flush();
      const [sample] = await samples.bucketCounts();
      assert.deepEqual(sample?.counts, [1]);
      const wanted = [{ group: { provider: '', mint: '' }, bucket: sample?.buckets[0] ?? 0 }];
      assert.deepEqual(await samples.amountsIn(wanted), [[{ amount: 5n, count: 1 }]]);
    });
    await writer.close();
    await reader.close();
  });

  it('cancels queries on abort', async () => {
    const server = new TestServer();
    await (await server.openWriter()).close();
    const reader = await ClickHouseReader.open(server.target, openConnection());
    await assert.rejects(
      reader.thresholdTotals({ window: all }, { signal: AbortSignal.abort() }),
      (error) => MarketError.is(error, 'cancelled'),
    );
    await reader.close();
  });
});

/** Undoes the upgrades. */
async function makeFirstVersion(database: ClickHouseDatabase): Promise<void> {
  const money = ['_nanocents', '_lamports'];
  for (const name of [
    ...(['transactions', 'credits', 'trades'] as const),
    'minute_totals' as const,
  ]) {
    const table = database.table(name);
    for (const column of Object.keys(tables[name].columns)) {
      if (column.startsWith('fee_') || column.startsWith('tip_')) continue;
      const suffix = money.find((each) => column.endsWith(each));
      if (suffix === undefined) continue;
      const [unit, former] = suffix === '_nanocents' ? [1e11, '_usd'] : [1e9, '_sol'];
      const double = column.replace(suffix, former);
      await database.define(`ALTER TABLE ${table} ADD COLUMN ${double} Float64`);
      await database.define(
        `ALTER TABLE ${table} UPDATE ${double} = ${column} / ${unit} WHERE 1 SETTINGS mutations_sync = 2`,
      );
      await database.define(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
  }
  for (const name of blockTables) {
    await database.define(`ALTER TABLE ${database.table(name)} DROP COLUMN added_ms`);
  }
  for (const name of ['hour_totals', 'hour_wallets', 'hour_credits', 'hour_trades'] as const) {
    await database.define(`DROP TABLE ${database.table(name)}`);
  }
  const runs = ['copies', 'copy_sum', 'settled_ms', 'hidden'].map((name) => `DROP COLUMN ${name}`);
  await database.define(`ALTER TABLE ${database.table('rollup_runs')} ${runs.join(', ')}`);
  const transactions = database.table('transactions');
  await database.define(
    `ALTER TABLE ${transactions} DROP COLUMN durable_nonce, DROP COLUMN sol_price`,
  );
  await database.insert('store_info', columnsOf('store_info'), [['version', '1']]);
}
