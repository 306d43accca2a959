import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { ClickHouseReader } from '../../src/engine/store/clickhouse/clickHouseReader.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { AmountSamples } from '../../src/engine/store/reads/amountSamples.ts';
import type { ArbitragePageRows, PageCursor } from '../../src/engine/store/reads/arbitrageReads.ts';
import type { IntervalSamples } from '../../src/engine/store/reads/historyReads.ts';
import type { TransactionFilter } from '../../src/engine/store/reads/transactionFilter.ts';
import type { ArbscopeReads } from '../../src/engine/store/storeReader.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { openConnection, skipWithoutChdb, TestServer } from './chdb.ts';
import { rounded } from './rounded.ts';

const nowMilliseconds = Date.UTC(2026, 0, 2, 12);
const historySeconds = 7_200;

const sorted = (list: readonly unknown[]): unknown[] =>
  list
    .map((each) => JSON.stringify(rounded(each)))
    .sort()
    .map((each): unknown => JSON.parse(each));

async function wholeSample(samples: AmountSamples): Promise<unknown[]> {
  const counts = await samples.bucketCounts();
  const wanted = counts.flatMap(({ group, buckets }) =>
    buckets.map((bucket) => ({ group, bucket })),
  );
  return [counts, await samples.amountsIn(wanted)];
}

async function wholeIntervals(samples: IntervalSamples): Promise<unknown[]> {
  const { cells, counts } = await samples.cellCounts();
  const { amounts, ...found } = await samples.amountsIn(cells);
  return [
    ...sorted(cells.map((cell, at) => [cell, counts[at]])),
    ...sorted(amounts.map((amount, at) => [amount, found.cells[at], found.counts[at]])),
  ];
}

describe('For Arbscope’s operations, ClickHouse returns the same as DuckDB:', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  let reads: { duckdb: ArbscopeReads; clickhouse: ClickHouseReader };
  let duckdb: DuckDbStore;
  let filters: readonly TransactionFilter[] = [];
  const window = {
    fromSeconds: nowMilliseconds / 1_000 - historySeconds,
    toSeconds: nowMilliseconds / 1_000,
  };

  before(async () => {
    duckdb = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 1e9 });
    const server = new TestServer();
    const writer = await server.openWriter();
    const source = new SimulatedSource({ seed: 7, nowMilliseconds, historySeconds });
    for await (const sourced of source.history(new AbortController().signal)) {
      const block = sourced.decoded?.(() => true) ?? decodeBlock(sourced.slot, sourced.block);
      await duckdb.add(block);
      await writer.add(block);
    }
    await duckdb.flush();
    await writer.close();
    const clickhouse = await ClickHouseReader.open(server.target, openConnection());
    reads = { duckdb: duckdb, clickhouse };
    const { rows } = await clickhouse.arbitragePage({
      ...{ filter: { outcomes: ['gain'] }, order: 'gain', limit: 1 },
      upTo: clickhouse.visibleRows.newest,
    });
    const [best] = rows;
    const leg = best?.legs[0];
    assert.ok(best !== undefined && leg !== undefined);
    const token = leg.inputMint === best.baseMint ? leg.outputMint : leg.inputMint;
    filters = [
      {},
      { tokens: [token] },
      { amms: [leg.program], outcomes: ['gain', 'failed'] },
      { pools: [leg.pool], minNetGainsUsd: 0.01 },
      { wallets: [best.wallet], bases: [best.baseMint] },
      { tokens: ['nobody'] },
      { providers: [best.provider], outcomes: ['loss', 'no-swap'] },
    ];
  });

  const same = async (read: (store: ArbscopeReads, newest: number) => Promise<unknown>) => {
    const expected = rounded(await read(reads.duckdb, duckdb.visibleRows.newest));
    const found = rounded(await read(reads.clickhouse, reads.clickhouse.visibleRows.newest));
    assert.deepEqual(found, expected);
  };

  for (const order of ['time', 'gain'] as const) {
    it(`consecutive pages by ${order}`, async () => {
      for (const filter of filters) {
        await same(async (store, upTo) => {
          const signatures: unknown[] = [];
          let behind: PageCursor | undefined;
          for (let page = 0; page < 3; page += 1) {
            const { rows, next }: ArbitragePageRows = await store.arbitragePage({
              ...{ filter, order, upTo, limit: 20 },
              ...(behind === undefined ? {} : { behind }),
              ...(page === 0 ? {} : {}),
            });
            signatures.push(...rows.map((row) => (order === 'time' ? row : row.profitsUsd)));
            if (next === null) break;
            behind = next;
          }
          return signatures;
        });
      }
    });
  }

  it('wallet rankings', async () => {
    for (const filter of filters) {
      for (const order of ['gains', 'transactions', 'success', 'tips'] as const) {
        await same(async (store) => {
          const ranking = await store.walletRanking({
            filter,
            window,
            order,
            wallets: [],
            limit: 500,
          });
          return {
            ...ranking,
            wallets: sorted(ranking.wallets.map(({ bot: _bot, ...own }) => own)),
          };
        });
      }
    }
  });

  it('histories', async () => {
    for (const filter of filters) {
      const query = { filter, window, intervalSeconds: 300 };
      await same((store) =>
        store.inSnapshot(async (snapshot) => ({
          sums: sorted(await snapshot.intervalSums(query)),
          tips: await wholeIntervals(snapshot.tipsByInterval(query)),
          fees: await wholeIntervals(snapshot.feesByInterval(query)),
          allTips: await wholeSample(snapshot.tips(filter, window)),
          allFees: await wholeSample(snapshot.fees(filter, window)),
          oldest: await snapshot.oldestBlockSeconds(),
          blocks: sorted(await snapshot.indexedBlocks(window, 300)),
          changed: (await snapshot.changedIntervals(0, 300)).sort(),
        })),
      );
    }
  });

  it('arbitrage columns with their routes', async () => {
    await same(async (store, upTo) => {
      const loaded = await store.createArbitrageLoader().load({ window, after: 0, upTo });
      const { names, routes } = loaded;
      return sorted(
        Array.from({ length: loaded.count }, (_, row) => {
          const route = routes[loaded.route[row] ?? 0];
          return [
            loaded.timeSeconds[row],
            ...[names.nameOf(loaded.base[row] ?? 0), names.nameOf(loaded.provider[row] ?? 0)],
            ...[loaded.revenuesUsd[row], loaded.profitsUsd[row], loaded.feeLamports[row]],
            ...[loaded.tipLamports[row], loaded.solPriceUsd[row]],
            sorted((route?.pools ?? []).map((pool) => names.nameOf(pool))),
            sorted(
              (route?.places ?? []).map(({ token, amm, pool }) =>
                [token, amm, pool].map((id) => names.nameOf(id)),
              ),
            ),
          ];
        }),
      );
    });
  });
});
