import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { DecodedBlock } from '../../src/engine/decode/arbitrageRecord.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../../src/engine/decode/rpcBlock.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { ClickHouseReader } from '../../src/engine/store/clickhouse/clickHouseReader.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { AmountSamples } from '../../src/engine/store/reads/amountSamples.ts';
import type { CreditSums } from '../../src/engine/store/reads/creditSums.ts';
import type { MarketReads } from '../../src/engine/store/reads/marketReads.ts';
import { sharedData, skipWithout } from '../sharedData.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { openConnection, skipWithoutChdb, TestServer } from './chdb.ts';
import { rounded } from './rounded.ts';

interface Both {
  readonly duckdb: DuckDbStore;
  readonly clickhouse: ClickHouseReader;
}

const inOrder = (list: readonly unknown[]): unknown[] =>
  list
    .map((each) => JSON.stringify(rounded(each)))
    .sort()
    .map((each): unknown => JSON.parse(each));

async function openBoth(blocks: readonly DecodedBlock[]): Promise<Both> {
  const duckdb = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 1e9 });
  const server = new TestServer();
  const writer = await server.openWriter();
  for (const [at, block] of blocks.entries()) {
    await duckdb.add(block);
    await writer.add(block);
    if (at % 50 === 0) await writer.flush();
  }
  await duckdb.flush();
  await writer.flush();
  const clickhouse = await ClickHouseReader.open(server.target, openConnection());
  await writer.close();
  return { duckdb, clickhouse };
}

const creditRows = (sums: CreditSums): unknown[] =>
  Array.from({ length: sums.rowCount }, (_, row) => {
    const { token, amm, pool } = sums.stopOf(row);
    return [
      ...[sums.nameOf(token), sums.nameOf(amm), sums.nameOf(pool)],
      ...[sums.isFirstOfToken(row), sums.isFirstOfAmm(row), sums.transactions[row]],
      ...[sums.revenuesUsd[row], sums.profitsUsd[row], sums.volumeUsd[row]],
    ];
  });

async function wholeSample(samples: AmountSamples): Promise<unknown[]> {
  const counts = await samples.bucketCounts();
  const wanted = counts.flatMap(({ group, buckets }) =>
    buckets.map((bucket) => ({ group, bucket })),
  );
  const amounts = await samples.amountsIn(wanted);
  return [...counts, ...wanted.map((one, at) => [one, amounts[at]])];
}

function compareReads(both: () => Both, hasManyRows: boolean): void {
  const same = async (read: (store: MarketReads) => Promise<readonly unknown[]>): Promise<void> => {
    const { duckdb, clickhouse } = both();
    const expected = inOrder(await read(duckdb));
    if (hasManyRows) assert.notEqual(expected.length, 0);
    assert.deepEqual(inOrder(await read(clickhouse)), expected);
  };
  const all = { fromSeconds: 0, toSeconds: 4_000_000_000 };
  const windows = () => {
    const newest = both().duckdb.newestTimeSeconds ?? 0;
    return [all, { fromSeconds: newest - 1_800, toSeconds: newest - 600 }];
  };
  const busiest = async () => {
    const rows = await both().duckdb.query(
      'SELECT wallet FROM transactions GROUP BY wallet ORDER BY count(*) DESC, wallet LIMIT 3',
    );
    return (rows[0] ?? []).map((id) => both().duckdb.names.nameOf(Number(id)));
  };

  it('sums by route stop', async () => {
    const wallets = await busiest();
    for (const window of windows()) {
      await same(async (store) => creditRows(await store.creditSums({ window })));
    }
    await same(async (store) => creditRows(await store.creditSums({ window: all, wallets })));
  });

  it('traded volumes', async () => {
    for (const window of windows()) {
      await same(async (store) => [...(await store.tradedVolumesUsd(window))]);
    }
  });

  it('totals against thresholds', async () => {
    const wallets = await busiest();
    for (const window of windows()) {
      await same(async (store) => [await store.thresholdTotals({ window })]);
      await same(async (store) => [
        await store.thresholdTotals({ window, wallets, providers: ['NO_PROVIDER', 'JITO'] }),
        await store.thresholdTotals({ window, wallets: ['nobody'] }),
      ]);
    }
  });

  it('fee and tip samples', async () => {
    for (const window of windows()) {
      await same((store) => store.readFees({ window, computeUnitMin: 1 }, wholeSample));
      await same((store) => store.readFeesByProvider({ window }, wholeSample));
      await same((store) => store.readSolTips({ window }, wholeSample));
      await same((store) => store.readTipsByProviderAndMint({ window }, wholeSample));
      await same((store) =>
        store
          .readTipsByProviderAndMint({ window, baseInputMin: 1n << 62n }, wholeSample)
          .then((sample) => [...sample, 'asked']),
      );
    }
  });

  it('wallets and their newest transactions, in order', async () => {
    const wallets = await busiest();
    for (const window of windows()) {
      await same((store) => store.walletTotals({ window, wallets }));
      await same((store) =>
        store
          .walletTotals({ window, wallets, provider: 'JITO' })
          .then((rows) => [...rows, 'asked']),
      );
    }
    for (const filter of [
      { limit: 100 },
      { limit: 5, isSuccess: true },
      { limit: 5, isSuccess: false },
    ]) {
      await same(async (store) =>
        (await store.walletTransactions({ wallets, ...filter }))
          .map((row, at) => [at, row])
          .concat([]),
      );
    }
  });

  it('the records of a wallet with the pools that its bot tried', async () => {
    for (const wallet of (await busiest()).slice(0, 5)) {
      await same(async (store) =>
        (await store.walletRecords({ wallet, limit: 50 })).map(({ record }, at) => [at, record]),
      );
    }
  });

  it('each transaction with its details', async () => {
    const [signatures = []] = await both().duckdb.query(
      'SELECT signature FROM transactions ORDER BY hash(signature) LIMIT 40',
    );
    for (const signature of signatures) {
      await same(async (store) => {
        const found = await store.findTransaction(String(signature));
        return [found, [...(found?.prices ?? [])]];
      });
    }
    assert.equal(await both().clickhouse.findTransaction("' OR 1 = 1 --"), null);
  });
}

describe('Over the Sandbox, ClickHouse returns the same as DuckDB:', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, async () => {
  if (skipWithoutChdb !== false) return;
  const blocks: DecodedBlock[] = [];
  const nowMilliseconds = Date.UTC(2026, 0, 2, 12);
  const source = new SimulatedSource({ seed: 7, nowMilliseconds, historySeconds: 7_200 });
  for await (const sourced of source.history(new AbortController().signal)) {
    blocks.push(sourced.decoded?.(() => true) ?? decodeBlock(sourced.slot, sourced.block));
  }
  const both = await openBoth(blocks);
  compareReads(() => both, true);
});

const recorded = sharedData('data', 'blocks');

describe('Over recorded blocks, ClickHouse returns the same as DuckDB:', {
  ...suiteLimit,
  skip: skipWithoutChdb || skipWithout(recorded),
}, async () => {
  if (recorded === undefined || skipWithoutChdb !== false) return;
  const blocks: DecodedBlock[] = [];
  for (const slot of [254_170_887, 332_254_855]) {
    const text = gunzipSync(await readFile(join(recorded, `${slot}.json.gz`)));
    blocks.push(decodeBlock(slot, JSON.parse(text.toString()) as RpcBlock));
  }
  const both = await openBoth(blocks);
  compareReads(() => both, false);
});
