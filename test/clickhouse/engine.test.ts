import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BlockSource } from '../../src/engine/chain/blockSource.ts';
import { Engine } from '../../src/engine/engine.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { createStoredSource } from '../../src/engine/sources/storedSource.ts';
import {
  openSharedReader,
  openSharedWriter,
} from '../../src/engine/store/clickhouse/sharedStore.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { openConnection, skipWithoutChdb, TestServer } from './chdb.ts';
import { rounded } from './rounded.ts';

const nowMilliseconds = Date.UTC(2026, 0, 2, 12);
const historySeconds = 86_400;
const seed = 7;

/** A Sandbox with a fixed end, so that results do not depend on the time of the test. */
function pastSandbox(): BlockSource {
  const source = new SimulatedSource({ seed, nowMilliseconds, historySeconds });
  return {
    kind: 'sandbox',
    // The source's clock continues while a store is opened.
    history: async function* (signal) {
      for await (const block of source.history(signal)) {
        // The second of the end is complete only if opening the store takes as long.
        if ((block.block.blockTime ?? 0) * 1_000 < nowMilliseconds) yield block;
      }
    },
    follow: async function* () {
      yield* [];
    },
    tokens: () => source.tokens(),
    now: () => nowMilliseconds,
    chain: () => source.chain(),
  };
}

describe('An engine over a ClickHouse store', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  let embedded: Engine;
  let shared: Engine;

  before(async () => {
    embedded = await Engine.open({ source: pastSandbox(), store: ':memory:' });
    const server = new TestServer();
    const source = pastSandbox();
    const written = await openSharedWriter(
      server.target,
      { kind: source.kind, chain: '' },
      openConnection,
    );
    const ingester = await Engine.open({ source, store: written });
    await ingester.close();
    const read = await openSharedReader(server.target, openConnection);
    assert.deepEqual(read.source, { kind: 'sandbox', chain: String(seed) });
    const stored = createStoredSource(read.source, server.target.label);
    shared = await Engine.open({
      source: {
        kind: stored.kind,
        label: stored.label,
        tokens: () => stored.tokens(),
        history: () => stored.history(),
        follow: () => stored.follow(),
        now: () => nowMilliseconds,
      },
      store: read,
    });
  });
  after(async () => {
    await embedded.close();
    await shared.close();
  });

  const isSame = async (ask: (engine: Engine) => Promise<unknown>): Promise<void> => {
    const [expected, actual] = [await ask(embedded), await ask(shared)];
    assert.deepEqual(rounded(actual), rounded(expected));
  };
  const wallets = async (): Promise<string[]> => {
    const { wallets: found } = await embedded.arbscope.walletRanking({ limit: 5 });
    assert.equal(found.length, 5);
    return found.map(({ wallet }) => wallet);
  };

  it('returns the same Finder results, percentiles and token as an embedded engine', async () => {
    await isSame(({ service }) =>
      service.finder({ tokensMint: [wrappedSolMint, usdcMint], tokensTimeRange: 86_400 }),
    );
    const { tokens } = await embedded.service.finder({ tokensMint: [wrappedSolMint] });
    assert.ok(tokens.length > 0);
    await isSame(({ service }) => service.tokenInfo({ token: tokens[0]?.mint ?? '' }));
    await isSame(({ service }) => service.tipsByComputeUnit({}));
    await isSame(({ service }) => service.tipsByGains({}));
    await isSame(({ service }) => service.feesByComputeUnit({}));
  });

  it('returns the same wallets and transactions as an embedded engine', async () => {
    const asked = await wallets();
    await isSame(({ service }) => service.walletOverview({ wallets: asked }));
    await isSame(({ service }) => service.walletTransactions({ wallets: asked }));
    const transactions = await embedded.service.walletTransactions({ wallets: asked });
    assert.ok(transactions.length > 0);
    for (const { signature } of transactions.slice(0, 10)) {
      await isSame(({ service }) => service.transaction({ signature }));
    }
  });

  it('has the same pools in its market cache', async () => {
    const pools = async ({ service }: Engine) =>
      (await service.marketCache({})).map((row) => JSON.stringify(rounded(row))).sort();
    assert.deepEqual(await pools(shared), await pools(embedded));
  });

  it('returns the same for Arbscope’s own operations as an embedded engine', async () => {
    // Cursors are specific to a store.
    await isSame(async ({ arbscope }) => {
      const { arbitrages, next } = await arbscope.arbitrages({ order: 'gain', limit: 50 });
      const more = await arbscope.arbitrages({ order: 'gain', limit: 50, cursor: next ?? '' });
      return [...arbitrages, ...more.arbitrages];
    });
    await isSame(({ arbscope }) => arbscope.history({ interval: 300 }));
    await isSame(({ arbscope }) => arbscope.walletRanking({ limit: 20 }));
    const { tokens } = await embedded.service.finder({
      tokensMint: [wrappedSolMint],
      tokensTimeRange: 86_400,
    });
    const groups = tokens.map(({ AMMs }) =>
      AMMs.flatMap(({ pools }) => pools.map(({ address }) => address)),
    );
    await isSame(({ arbscope }) => arbscope.coverage({ groups, percentile: 'p75' }));
    await isSame(({ arbscope }) => arbscope.replay({ configs: [{ groups }] }));
  });

  it('reports its store and progress, and that it cannot land transactions', async () => {
    const { state, newestSlot, arbitrages, source } = shared.status();
    assert.deepEqual(
      { state, newestSlot, arbitrages },
      {
        state: 'ready',
        newestSlot: embedded.status().newestSlot,
        arbitrages: embedded.status().arbitrages,
      },
    );
    assert.match(source, /^clickhouse:\/\/localhost:8123\/test_/);
    assert.equal(shared.landing, null);
  });
});
