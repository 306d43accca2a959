import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { type ArbitrageSummary, arbitrageStream } from '../../src/api/arbscope/arbitrages.ts';
import type { ArbscopeService } from '../../src/api/arbscope/arbscopeService.ts';
import { MarketError } from '../../src/api/marketError.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

// Tests mostly wait for the market's next arbitrage, so they run concurrently.
const limits = { ...suiteLimit, concurrency: true };

describe('Arbscope’s own operations of a served Sandbox', limits, () => {
  let served: ServeProcess;
  const clients: HttpMarketClient[] = [];

  const clientOf = ({ url }: ServeProcess): ArbscopeService => {
    const client = new HttpMarketClient({ baseUrl: url, apiKey: contractKey });
    clients.push(client);
    return client.arbscope;
  };
  before(async () => {
    served = await ServeProcess.openSandbox();
  });
  after(async () => {
    for (const client of clients) await client.close();
    await served?.stop();
  });

  it('agree with each other', async () => {
    const arbscope = clientOf(served);
    const { version, source, offers } = await arbscope.status({});
    assert.deepEqual([version, source], [manifest.version, 'sandbox']);
    assert.ok(offers.includes('arbitrages'));

    const page = await arbscope.arbitrages({ outcomes: ['gain', 'loss'], limit: 5 });
    assert.equal(page.arbitrages.length, 5);
    const [newest] = page.arbitrages as [ArbitrageSummary];
    const more = await arbscope.arbitrages({
      outcomes: ['gain', 'loss'],
      limit: 5,
      ...(page.next === null ? {} : { cursor: page.next }),
    });
    const signatures = [...page.arbitrages, ...more.arbitrages].map((each) => each.signature);
    assert.equal(new Set(signatures).size, 10);

    const { wallet, pools, mints } = newest;
    const tokens = mints.slice(1, 2).map(({ mint }) => mint);
    for (const filter of [
      { wallets: [wallet] },
      { pools: pools.slice(0, 1).map(({ pool }) => pool) },
      { amms: pools.map(({ amm }) => amm).slice(0, 2) },
      { tokens },
    ]) {
      const { arbitrages } = await arbscope.arbitrages({ ...filter, order: 'gain', limit: 200 });
      assert.ok(arbitrages.length > 0, JSON.stringify(filter));
      const gains = arbitrages.map((each) => each.net_gains_usd);
      assert.deepEqual(
        gains,
        gains.toSorted((one, other) => other - one),
      );
    }
    const ranking = await arbscope.walletRanking({ wallets: [wallet], timeRange: 3_600 });
    assert.equal(ranking.wallets[0]?.wallet, wallet);
    const history = await arbscope.history({ wallets: [wallet], interval: 3_600 });
    assert.ok(history.total.transactions > 0);
    assert.ok(history.points.length >= 24);
  });

  it('compute coverage for a config with the maximum number of pools', async () => {
    const arbscope = clientOf(served);
    const { arbitrages } = await arbscope.arbitrages({ outcomes: ['gain'], limit: 200 });
    const own = [...new Set(arbitrages.flatMap(({ pools }) => pools.map(({ pool }) => pool)))];
    for (const count of [5_000, 50_000]) {
      const others = Array.from({ length: count - own.length }, () =>
        encodeBase58(randomBytes(32)),
      );
      const report = await arbscope.coverage({ groups: [[...own, ...others]], percentile: 'p50' });
      assert.equal(report.pools.length, count);
      assert.ok(report.covered.transactions >= 50, `${report.covered.transactions} covered`);
      assert.ok(report.covered.net_gains_usd <= report.total.net_gains_usd);
      // The Sandbox has its last four hours first, and the whole day of the window soon after.
      const indexed = report.window.coverage ?? 0;
      assert.ok(indexed > 0.16 && indexed <= 1, `${indexed} of the window`);
      assert.ok(
        report.assumed.some(({ provider, tips }) => provider !== 'NO_PROVIDER' && tips > 0),
      );
    }
    const [missed] = (await arbscope.coverage({ groups: [own.slice(0, 3)], missing: 5 }))
      .missing_pools;
    assert.ok(missed !== undefined && missed.mints.length >= 2 && missed.amm !== '');
  });

  it('replay a config and settings, and agree with coverage about the config', async () => {
    const arbscope = clientOf(served);
    const { arbitrages } = await arbscope.arbitrages({ outcomes: ['gain'], limit: 200 });
    const own = [...new Set(arbitrages.flatMap(({ pools }) => pools.map(({ pool }) => pool)))];
    const to = Math.floor(Date.parse(arbitrages[0]?.timestamp ?? '') / 1_000);
    // Only a window in the past has stable figures.
    const window = { from: to - 7_200, to: to - 60, percentile: 'p50' } as const;
    const groups = [own, own.slice(0, 2)];
    const settings = {
      tokens_max: [5, 50],
      min_transactions: [1],
      refresh_seconds: [300],
      tokens_time_range: [60, 3_600],
    };
    // Sums of floating-point numbers differ in the last digits.
    const rounded = <Value>(value: Value): Value =>
      JSON.parse(JSON.stringify(value), (_key, each) =>
        typeof each === 'number' ? Number(each.toFixed(6)) : each,
      );
    const replay = rounded(
      await arbscope.replay({
        configs: [{ groups }, { groups: [] }],
        ...window,
        interval: 300,
        settings,
      }),
    );
    const report = rounded(await arbscope.coverage({ groups, ...window }));
    assert.deepEqual(replay.total, report.total);
    assert.deepEqual(replay.assumed, report.assumed);
    assert.deepEqual(replay.window, report.window);
    const [config, empty] = replay.configs;
    assert.deepEqual(config, { covered: report.covered, groups: report.groups });
    assert.deepEqual(empty, {
      covered: { transactions: 0, revenues_usd: 0, net_gains_usd: 0 },
      groups: [],
    });
    const start = window.from - (window.from % 300);
    assert.deepEqual(
      replay.points.map(({ time }) => time),
      Array.from({ length: Math.floor((window.to - start) / 300) + 1 }, (_, at) =>
        new Date((start + at * 300) * 1_000).toISOString(),
      ),
    );
    assert.ok(replay.tokens.some(({ name }) => name !== '') && replay.amms.length > 0);
    assert.equal(replay.settings.length, 4);
    const [best] = replay.settings;
    assert.ok(best !== undefined && best.transactions > 0);
    assert.ok(best.net_gains_usd <= replay.total.net_gains_usd);
  });

  it('end streams with an error when the server is killed or stops', async () => {
    const [killed, stopped] = await Promise.all([
      ServeProcess.openSandbox(),
      ServeProcess.openSandbox(),
    ]);
    for (const [server, signal] of [
      [killed, 'SIGKILL'],
      [stopped, 'SIGTERM'],
    ] as const) {
      const events = clientOf(server).streamArbitrages({})[Symbol.asyncIterator]();
      await events.next();
      const silent = connect(server.port, '127.0.0.1');
      silent.on('error', () => undefined);
      await once(silent, 'connect');
      silent.write(
        `GET ${arbitrageStream.path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n` +
          `x-api-key: ${contractKey}\r\n\r\n`,
      );
      silent.pause();
      const ended = server.process.kill(signal);
      await assert.rejects(
        async () => {
          while ((await events.next()).done !== true);
        },
        (error) => MarketError.is(error, 'unreachable') || MarketError.is(error, 'service-failing'),
      );
      assert.equal(await ended, signal === 'SIGTERM' ? 0 : signal);
      silent.destroy();
    }
  });
});
