import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stringifyJson } from '../../src/api/json.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { Engine } from '../../src/engine/engine.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { StoredSource } from '../../src/engine/sources/storedSource.ts';
import { openSharedReader } from '../../src/engine/store/clickhouse/sharedStore.ts';
import type { OpenedStore } from '../../src/engine/store/duckdb/openStore.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { openConnectionWith, skipWithoutChdb, TestServer } from './chdb.ts';

const nowMilliseconds = Date.UTC(2026, 0, 2, 12);
const historySeconds = 28_800;
const bases = [wrappedSolMint, usdcMint];

/** Settings in which the servers differ: threads, rows per block and start time. */
const servers = [
  { settings: 'max_threads = 1', isEarly: false },
  { settings: 'max_threads = 2, max_block_size = 1000', isEarly: true },
  { settings: 'max_threads = 4, max_block_size = 300', isEarly: false },
];

describe('Servers over one ClickHouse store', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  const engines: Engine[] = [];
  let wallets: string[] = [];
  let groups: string[][] = [];

  before(async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    const stores: OpenedStore[] = [];
    const open = async (settings: string): Promise<OpenedStore> =>
      await openSharedReader(server.target, () => openConnectionWith(settings));
    const source = new SimulatedSource({ seed: 7, nowMilliseconds, historySeconds });
    let blocks = 0;
    for await (const sourced of source.history(new AbortController().signal)) {
      const block = sourced.decoded?.(() => true) ?? decodeBlock(sourced.slot, sourced.block);
      await writer.add(block);
      blocks += 1;
      // Creates many parts, which threads read in parallel.
      if (blocks % 40 === 0) await writer.flush();
      if (blocks !== 240) continue;
      for (const [at, { settings, isEarly }] of servers.entries()) {
        if (isEarly) stores[at] = await open(settings);
      }
    }
    assert.ok(blocks > 400);
    await writer.close();
    for (const [at, { settings, isEarly }] of servers.entries()) {
      const store = stores[at] ?? (await open(settings));
      if (isEarly) await store.refresh?.();
      const stored = new StoredSource({ kind: 'sandbox', label: '', tokens: source.tokens() });
      engines.push(
        await Engine.open({
          source: Object.assign(stored, { now: () => nowMilliseconds }),
          store,
        }),
      );
    }
    const [first] = engines;
    assert.ok(first !== undefined);
    const ranking = await first.arbscope.walletRanking({ limit: 5 });
    wallets = ranking.wallets.map(({ wallet }) => wallet);
    const { tokens } = await first.service.finder({ tokensMint: bases, tokensTimeRange: 86_400 });
    groups = tokens
      .slice(0, 6)
      .map(({ AMMs }) => AMMs.flatMap(({ pools }) => pools.map(({ address }) => address)));
    assert.ok(groups.length > 3 && wallets.length === 5);
  });
  after(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  });

  const questions: Readonly<Record<string, (engine: Engine) => Promise<unknown>>> = {
    finder: ({ service }) => service.finder({ tokensMint: bases, tokensTimeRange: 86_400 }),
    'finder of traded volumes': ({ service }) =>
      service.finder({ tokensMint: bases, tokensTimeRange: 86_400, tokensMinVolumeTrade: 10 }),
    'tips and fees': async ({ service }) => [
      await service.tipsByComputeUnit({}),
      await service.tipsByGains({}),
      await service.feesByComputeUnit({}),
    ],
    'wallet overview': ({ service }) => service.walletOverview({ wallets }),
    'wallet transactions': ({ service }) => service.walletTransactions({ wallets }),
    'wallet ranking': ({ arbscope }) => arbscope.walletRanking({ limit: 100 }),
    // Of several wallets: not every bot lists its pools.
    'wallet groups': ({ arbscope }) =>
      Promise.all(wallets.map((wallet) => arbscope.walletGroups({ wallet, limit: 100 }))),
    'market cache': ({ service }) => service.marketCache({}),
    arbitrages: ({ arbscope }) => arbscope.arbitrages({ order: 'gain', limit: 200 }),
    history: ({ arbscope }) => arbscope.history({ interval: 300 }),
    'growth of tokens': ({ arbscope }) => arbscope.growth({ timeRange: 3_600 }),
    'growth of pools': ({ arbscope }) => arbscope.growth({ by: 'pool', timeRange: 3_600 }),
    coverage: ({ arbscope }) => arbscope.coverage({ groups, percentile: 'p75' }),
    replay: ({ arbscope }) => arbscope.replay({ configs: [{ groups }] }),
  };

  for (const [name, ask] of Object.entries(questions)) {
    it(`respond with the same bytes: ${name}`, async () => {
      // Data cached by earlier requests must not change the bytes.
      const responses = [];
      for (const engine of engines) responses.push(stringifyJson(await ask(engine)));
      const [first = '', ...others] = responses;
      assert.ok(first.length > 300);
      for (const other of others) assert.equal(other, first);
    });
  }
});
