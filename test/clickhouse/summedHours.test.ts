import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DecodedBlock } from '../../src/engine/decode/arbitrageRecord.ts';
import { ClickHouseReader } from '../../src/engine/store/clickhouse/clickHouseReader.ts';
import type { ClickHouseWriter } from '../../src/engine/store/clickhouse/clickHouseWriter.ts';
import { SummedHours } from '../../src/engine/store/clickhouse/summedHours.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { CreditSums } from '../../src/engine/store/reads/creditSums.ts';
import type { TransactionFilter } from '../../src/engine/store/reads/transactionFilter.ts';
import type { StoreReader } from '../../src/engine/store/storeReader.ts';
import { noBlockhash } from '../../src/engine/store/storeWriter.ts';
import { random } from '../fuzz/random.ts';
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
import { connectionKilledBefore, openConnection, skipWithoutChdb, TestServer } from './chdb.ts';
import { rounded } from './rounded.ts';

const hour = 3_600;
const hours = 6;
const start = 1_700_000_000 - (1_700_000_000 % hour);
const secondsPerSlot = 15;
const slots = (hours * hour) / secondsPerSlot;
/** Rows that belong to no valid block come before the totals only in every second hour. */
const isQuiet = (slot: number): boolean => Math.floor((slot * secondsPerSlot) / hour) % 2 === 1;

const wallets = ['w0', 'w1', 'w2', 'w3'].map(address);
const providers = ['JITO', 'FAST'];
const bots = ['SMB', 'other'].map((family) => ({ family, program: address(family) }));

/** `fork`: how often the block of the slot was replaced; other forks have other times and rows. */
function blockOf(slot: number, fork: number): DecodedBlock {
  const below = random(slot * 100 + fork);
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const blockTimeSeconds =
    start + slot * secondsPerSlot + (fork === 0 ? 0 : below(2 * secondsPerSlot) - secondsPerSlot);
  const records = Array.from({ length: below(4) }, (_, index) => {
    const sender = below(wallets.length);
    const own = {
      ...{ slot: 1_000 + slot, index, blockTimeSeconds },
      signature: signatureOf((slot * 100 + fork) * 10 + index),
      wallet: wallets[sender] ?? '',
      // One of each wallet, as stores may return any of several that are used as often.
      bot: below(3) === 0 ? null : (bots[sender % bots.length] ?? null),
      feeLamports: BigInt(5_000 + below(1_000)),
      tips: below(2) === 0 ? [] : [tip(oneOf(providers), BigInt(1 + below(100_000)))],
    };
    if (below(4) === 0) {
      return record({ ...own, type: 'failed', isSuccess: false, failure: '{}', tips: [] });
    }
    const place = (): [string, string] => [address(`amm${below(2)}`), address(`pool${below(4)}`)];
    const gain = BigInt(below(3) * 1_000_000);
    return record({ ...own, ...twoLegs(address(`token${below(4)}`), place(), place(), gain) });
  });
  return block({
    ...{ slot: 1_000 + slot, blockTimeSeconds, blockhash: `hash${slot}.${fork}` },
    ...{ records, observations: [solAt(100)] },
  });
}

describe('Totals of hours of a ClickHouse store equal its rows', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  for (const seed of [1, 2]) {
    it(`after forks, late blocks, gaps and kills, seed ${seed}`, async () => {
      const below = random(seed);
      const server = new TestServer();
      let clock = Date.now();
      const open = (options = {}): Promise<ClickHouseWriter> =>
        server.openWriter({ now: () => clock, settleMilliseconds: 0, ...options });
      const ingesters = [await open(), await open()] as const;
      /** The valid block of each slot. */
      const chain = new Map<number, DecodedBlock>();
      const forks = new Map<number, number>();
      let used = { summed: 0, settled: 0 };

      for (let round = 1; round <= 8; round++) {
        clock += 600_000;
        const frontier = Math.min(slots, Math.ceil((round * slots) / 6));
        await addBlocks(frontier);
        await replaceBlocks();
        if (below(2) === 0) await killBeforeCommit(frontier, isQuiet);
        if (below(3) === 0) await killWhileSummingUp();
        clock += 600_000;
        await ingesters[below(2)]?.maintain();
        if (below(3) > 0) {
          const isOpen = (slot: number): boolean => slot > frontier - (2 * slots) / hours;
          await killBeforeCommit(frontier, (slot) => isQuiet(slot) && isOpen(slot));
        }
        const counted = await countHours();
        used = {
          summed: used.summed + counted.summed,
          settled: used.settled + counted.settled,
        };
        await compare();
      }
      for (const ingester of ingesters) {
        clock += 600_000;
        await ingester.finish();
      }
      await compare();
      const { summed, settled } = await countHours();
      assert.ok(summed >= hours - 1, `${summed} hours have totals`);
      assert.ok(used.summed > 0 && used.settled + settled > 0, 'no hour has settled');
      for (const ingester of ingesters) await ingester.close();

      async function addBlocks(frontier: number): Promise<void> {
        for (let count = 0; count < 60; count++) {
          const slot = below(5) === 0 ? below(frontier) : frontier - 1 - below(slots / 6);
          if (slot < 0 || chain.has(slot)) continue;
          const added = blockOf(slot, 0);
          chain.set(slot, added);
          forks.set(slot, 0);
          const both = below(10) === 0 && !isQuiet(slot);
          if (both || below(2) === 0) await ingesters[0].add(added);
          else await ingesters[1].add(added);
          if (both) await ingesters[1].add(added);
        }
        await Promise.all(ingesters.map((ingester) => ingester.flush()));
      }

      async function replaceBlocks(): Promise<void> {
        for (const slot of [...chain.keys()].filter(
          (each) => below(isQuiet(each) ? 400 : 40) === 0,
        )) {
          const ingester = ingesters[below(2)] ?? ingesters[0];
          const former = chain.get(slot);
          if (below(4) === 0 && former !== undefined) {
            await ingester.remove(1_000 + slot);
            chain.set(slot, { ...former, blockhash: noBlockhash, records: [], observations: [] });
          } else {
            const fork = (forks.get(slot) ?? 0) + 1;
            forks.set(slot, fork);
            const next = blockOf(slot, fork);
            await ingester.add(next);
            chain.set(slot, next);
          }
          await ingester.flush();
        }
      }

      /** Leaves rows without a block, also of slots that have one. */
      async function killBeforeCommit(
        frontier: number,
        isLeftOut = (_slot: number): boolean => false,
      ): Promise<void> {
        const killed = await open({ connection: connectionKilledBefore('blocks') });
        for (let count = 0; count < 12; count++) {
          const slot = below(frontier);
          if (!isLeftOut(slot)) await killed.add(blockOf(slot, 90));
        }
        await killed.flush().catch(() => undefined);
        await killed.close().catch(() => undefined);
      }

      async function killWhileSummingUp(): Promise<void> {
        const tables = [
          'hour_totals',
          'hour_wallets',
          'hour_credits',
          'hour_trades',
          'rollup_runs',
        ];
        const killed = await open({
          connection: connectionKilledBefore(tables[below(tables.length)] ?? ''),
        });
        await killed.maintain().catch(() => undefined);
        await killed.close().catch(() => undefined);
      }

      function countHours(): Promise<{ readonly summed: number; readonly settled: number }> {
        return server.read(async (database) => {
          const summed = new SummedHours(database);
          await summed.refresh(0);
          const { runs } = await summed.pin();
          const settled = [...runs.values()].filter(
            ({ settledMs, hidden }) => settledMs > 0 && hidden === 0,
          );
          return { summed: runs.size, settled: settled.length };
        });
      }

      async function compare(): Promise<void> {
        const rows = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 1e9 });
        const inOrder = [...chain].sort(([first], [second]) => first - second);
        for (const [, each] of inOrder) await rows.add(each);
        await rows.flush();
        const shared = await ClickHouseReader.open(server.target, openConnection());
        for (const query of queries(below)) {
          const [found, expected] = [await query.read(shared), await query.read(rows)];
          assert.deepEqual(rounded(found), rounded(expected), query.name);
        }
        await shared.close();
        await rows.close();
      }
    });
  }
});

describe('A summed-up hour of a ClickHouse store', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  const arbitrage = (slot: number, blockTimeSeconds: number, fork = 0) => {
    const signature = signatureOf(slot * 10 + fork);
    const own = { slot, index: 0, blockTimeSeconds, signature, tips: [tip('JITO', 5n)] };
    const route = twoLegs(
      address('token'),
      [address('amm'), address('p1')],
      [address('amm'), address('p2')],
    );
    const hash = { blockhash: `hash${slot}.${fork}`, observations: [solAt(100)] };
    return block({
      ...{ slot, blockTimeSeconds },
      ...hash,
      records: [record({ ...own, ...route })],
    });
  };
  const hourOf = (at: number) => ({
    fromSeconds: start + at * hour,
    toSeconds: start + (at + 1) * hour - 1,
  });

  async function openSummed(server: TestServer): Promise<ClickHouseWriter> {
    const writer = await server.openWriter({ settleMilliseconds: 0 });
    await writer.add(arbitrage(100, start + hour - 10));
    await writer.add(arbitrage(200, start + 2 * hour - 10));
    await writer.add(arbitrage(300, start + 3 * hour));
    await writer.flush();
    await writer.maintain();
    return writer;
  }

  /** Of the first two hours, from totals and from rows. */
  const counts = async (server: TestServer): Promise<unknown[]> => {
    const reader = await ClickHouseReader.open(server.target, openConnection());
    const found = [];
    for (const window of [hourOf(0), hourOf(1)]) {
      const { transactions } = await reader.thresholdTotals({ window });
      const tips = await reader.readSolTips({ window }, (samples) => samples.bucketCounts());
      found.push([transactions, tips.flatMap(({ counts: own }) => own)]);
    }
    await reader.close();
    return found;
  };
  const once = [1, [1]];
  const none = [0, []];

  it('does not count a block that a fork has moved to the next hour', async () => {
    const server = new TestServer();
    const writer = await openSummed(server);
    assert.deepEqual(await counts(server), [once, once]);
    await writer.add(arbitrage(100, start + hour + 10, 1));
    await writer.flush();
    assert.deepEqual(await counts(server), [none, [2, [2]]]);
    await writer.finish();
    assert.deepEqual(await counts(server), [none, [2, [2]]]);
    await writer.close();
  });

  it('does not count rows that arrive later without their block, and counts them with it', async () => {
    const server = new TestServer();
    const writer = await openSummed(server);
    const late = arbitrage(150, start + hour + 60);
    const killed = await server.openWriter({ connection: connectionKilledBefore('blocks') });
    await killed.add(late);
    await assert.rejects(killed.flush());
    await killed.close().catch(() => undefined);
    assert.deepEqual(await counts(server), [once, once]);
    await writer.add(late);
    await writer.flush();
    assert.deepEqual(await counts(server), [once, [2, [2]]]);
    await writer.close();
  });

  it('needs no look-up of its rows once they have settled', async () => {
    const server = new TestServer();
    const writer = await openSummed(server);
    const recent = await server.openWriter();
    await recent.finish();
    const settled = () =>
      server.query(
        (to) => `SELECT hour, settled_ms > 0, hidden FROM ${to.table('rollup_runs')} ORDER BY run`,
      );
    const [first, second] = [start, start + hour];
    assert.deepEqual(await settled(), [
      [first, 1, '0'],
      [second, 1, '0'],
    ]);
    // Too soon for its rows.
    await writer.add(arbitrage(201, start + 3 * hour - 20));
    await writer.add(arbitrage(400, start + 4 * hour));
    await writer.close();
    await recent.close();
    const next = await server.openWriter();
    await next.maintain();
    await next.close();
    assert.deepEqual((await settled()).slice(2), [[start + 2 * hour, 0, '0']]);
  });
});

interface Query {
  readonly name: string;
  read(store: StoreReader): Promise<unknown>;
}

/** Each over another random window. */
function queries(below: (limit: number) => number): Query[] {
  const windowOf = () => {
    const edge = (): number =>
      start + (below(2) === 0 ? below(hours + 1) * hour : below(hours * hour));
    const [first, second] = [edge(), edge()];
    return { fromSeconds: Math.min(first, second), toSeconds: Math.max(first, second) };
  };
  const someOf = (values: readonly string[]): string[] => values.filter(() => below(2) === 0);
  const filterOf = (): TransactionFilter => {
    const filters: readonly TransactionFilter[] = [
      {},
      { wallets: someOf(wallets) },
      { providers: someOf(providers) },
      { bots: ['SMB'] },
      { outcomes: ['gain'] },
      { outcomes: ['loss', 'failed'] },
      { outcomes: ['unknown'] },
      { tokens: [address('token1')] },
      { minNetGainsUsd: 0.01 },
    ];
    return filters[below(filters.length)] ?? {};
  };
  const made: Query[] = [];
  const add = (name: string, read: (store: StoreReader, window: Window) => Promise<unknown>) => {
    const window = windowOf();
    made.push({ name: `${name} ${JSON.stringify(window)}`, read: (store) => read(store, window) });
  };
  add('credits', async (store, window) => creditRows(await store.creditSums({ window })));
  const some = someOf(wallets);
  add('credits of wallets', async (store, window) =>
    creditRows(await store.creditSums({ window, wallets: some })),
  );
  add('traded volumes', (store, window) => store.tradedVolumesUsd(window));
  const threshold = { wallets: someOf(wallets), providers: someOf(providers) };
  add('thresholds', (store, window) => store.thresholdTotals({ window, ...threshold }));
  add('wallet totals', async (store, window) =>
    inOrder(await store.walletTotals({ window, wallets })),
  );
  add('fees', (store, window) =>
    store.readFeesByProvider({ window }, async (samples) => inOrder(await samples.bucketCounts())),
  );
  add('tips', (store, window) =>
    store.readSolTips({ window }, async (samples) => inOrder(await samples.bucketCounts())),
  );
  add('tips by mint', (store, window) =>
    store.readTipsByProviderAndMint({ window }, async (samples) =>
      inOrder(await samples.bucketCounts()),
    ),
  );
  const ranked = filterOf();
  const order = (['gains', 'transactions', 'tips'] as const)[below(3)] ?? 'gains';
  add(`ranking by ${order} ${JSON.stringify(ranked)}`, async (store, window) => {
    const query = { filter: ranked, window, order, wallets: [], limit: wallets.length };
    const { wallets: rows, ...all } = await store.walletRanking(query);
    return [all, inOrder(rows)];
  });
  for (const intervalSeconds of [60, 300, hour, 2 * hour, 86_400]) {
    const filter = filterOf();
    add(`history ${intervalSeconds} ${JSON.stringify(filter)}`, (store, window) => {
      const fromSeconds = window.fromSeconds - (window.fromSeconds % intervalSeconds);
      const own = { filter, window: { ...window, fromSeconds }, intervalSeconds };
      return store.inSnapshot(async (snapshot) => [
        inOrder(await snapshot.intervalSums(own)),
        inOrder(await snapshot.indexedBlocks(own.window, intervalSeconds)),
        inOrder(await snapshot.fees(filter, window).bucketCounts()),
      ]);
    });
  }
  add('newest', async (store, { fromSeconds, toSeconds }) => {
    const upTo = store.visibleRows.newest;
    const page = { filter: {}, fromSeconds, toSeconds, order: 'time' as const, upTo, limit: 20 };
    return (await store.arbitragePage(page)).rows.map(({ signature }) => signature);
  });
  return made;
}

type Window = { readonly fromSeconds: number; readonly toSeconds: number };

const inOrder = (list: readonly unknown[]): unknown[] =>
  list
    .map((each) => JSON.stringify(rounded(each)))
    .sort()
    .map((each): unknown => JSON.parse(each));

const creditRows = (sums: CreditSums): unknown[] =>
  inOrder(
    Array.from({ length: sums.rowCount }, (_, row) => {
      const { token, amm, pool } = sums.stopOf(row);
      return [
        ...[sums.nameOf(token), sums.nameOf(amm), sums.nameOf(pool)],
        ...[sums.isFirstOfToken(row), sums.isFirstOfAmm(row), sums.revenuesUsd[row]],
        ...[sums.profitsUsd[row], sums.transactions[row], sums.volumeUsd[row]],
      ];
    }),
  );
