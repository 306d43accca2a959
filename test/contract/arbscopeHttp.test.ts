import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import {
  type ArbitrageEvent,
  type ArbitrageSummary,
  arbitrageStream,
} from '../../src/api/arbscope/arbitrages.ts';
import type { ArbscopeService } from '../../src/api/arbscope/arbscopeService.ts';
import { MarketError } from '../../src/api/marketError.ts';
import { parameterEncodings } from '../../src/api/parameterEncoding.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

// Tests mostly wait for the market's next arbitrage, so they run concurrently.
const limits = { ...suiteLimit, concurrency: true };

describe('Arbscope’s own operations of a served Sandbox', limits, () => {
  let served: ServeProcess;
  const clients: HttpMarketClient[] = [];

  const clientOf = (
    { url }: ServeProcess,
    encoding: (typeof parameterEncodings)[number] = 'brackets',
  ): ArbscopeService => {
    const client = new HttpMarketClient({ baseUrl: url, apiKey: contractKey, encoding });
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

  /** Reads a stream until it has reported this many signatures; also returns its newest cursor. */
  async function read(events: AsyncIterable<ArbitrageEvent>, signatures: number) {
    const got: string[] = [];
    let newest = '';
    for await (const event of events) {
      assert.equal(event.skipped, 0);
      got.push(...event.arbitrages.map(({ signature }) => signature).reverse());
      ({ newest } = event);
      if (got.length >= signatures) break;
    }
    return { got, newest };
  }

  for (const encoding of parameterEncodings) {
    it(`accept parameters as ${encoding} and agree with each other`, async () => {
      const arbscope = clientOf(served, encoding);
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
  }

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
      assert.equal(report.window.coverage, 1);
      assert.ok(
        report.assumed.some(({ provider, tips }) => provider !== 'NO_PROVIDER' && tips > 0),
      );
    }
    const [missed] = (await arbscope.coverage({ groups: [own.slice(0, 3)], missing: 5 }))
      .missing_pools;
    assert.ok(missed !== undefined && missed.mints.length >= 2 && missed.amm !== '');
  });

  it('name the wrong parameter of coverage', async () => {
    const arbscope = clientOf(served);
    type Coverage = Parameters<ArbscopeService['coverage']>[0];
    for (const [wrong, said] of [
      [{}, /groups/],
      [{ groups: [['short']] }, /groups\[0\]\[0\] must be an address/],
      [{ groups: {} }, /groups/],
      [{ groups: [], percentile: 'p10' }, /percentile/],
      [{ groups: [], base_mints: ['x'] }, /base_mints/],
      [{ groups: [], missing: 101 }, /missing/],
      [{ groups: [], pools: [] }, /pools/],
      [{ groups: [], from: 20, to: 10 }, /from cannot exceed to/],
      [{ groups: Array.from({ length: 20_001 }, () => []) }, /groups/],
    ] as const) {
      await assert.rejects(
        arbscope.coverage(wrong as unknown as Coverage),
        (error) => MarketError.is(error, 'bad-parameter') && said.test(error.message),
        JSON.stringify(wrong).slice(0, 80),
      );
    }
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

  it('name the wrong parameter of a replay', async () => {
    const arbscope = clientOf(served);
    type Replay = Parameters<ArbscopeService['replay']>[0];
    const settings = {
      tokens_max: [1],
      min_transactions: [1],
      refresh_seconds: [5],
      tokens_time_range: [60],
    };
    const many = Array.from({ length: 15 }, (_, at) => at + 5);
    for (const [wrong, said] of [
      [{}, /configs/],
      [{ configs: [{ groups: [] }, { groups: [] }, { groups: [] }] }, /configs/],
      [{ configs: [{ groups: [['short']] }] }, /configs\[0\]\.groups\[0\]\[0\]/],
      [{ configs: [], interval: 60 }, /interval/],
      [{ configs: [], percentile: 'p10' }, /percentile/],
      [{ configs: [], from: 20, to: 10 }, /from cannot exceed to/],
      [{ configs: [], from: 0, to: 4_000_000_000 }, /interval is too short/],
      [{ configs: [], settings: { ...settings, refresh_seconds: [4] } }, /refresh_seconds/],
      [{ configs: [], settings: { ...settings, tokens_max: [] } }, /tokens_max/],
      [{ configs: [], settings: { ...settings, tokens_time_range: [86_401] } }, /time_range/],
      [
        { configs: [], settings: { ...settings, tokens_max: many, min_transactions: many } },
        /225 combinations: at most 200/,
      ],
    ] as const) {
      await assert.rejects(
        arbscope.replay(wrong as unknown as Replay),
        (error) => MarketError.is(error, 'bad-parameter') && said.test(error.message),
        JSON.stringify(wrong).slice(0, 80),
      );
    }
  });

  it('stream each arbitrage once, to a client that reconnects and to one that stays', async () => {
    const arbscope = clientOf(served);
    const { newest: cursor } = await arbscope.arbitrages({ limit: 1 });
    const staying = arbscope.streamArbitrages({ cursor })[Symbol.asyncIterator]();
    const back: string[] = [];
    let at = cursor;
    while (back.length < 3) {
      const { got, newest } = await read(arbscope.streamArbitrages({ cursor: at }), 1);
      back.push(...got);
      at = newest;
    }
    const stayed: string[] = [];
    while (stayed.length < back.length) {
      const { value } = await staying.next();
      const { arbitrages }: ArbitrageEvent = value;
      stayed.push(...arbitrages.map(({ signature }) => signature).reverse());
    }
    await staying.return?.();
    assert.deepEqual(stayed.slice(0, back.length).sort(), back.toSorted());
    assert.equal(new Set(back).size, back.length);
    const page = await arbscope.arbitrages({ limit: 200 });
    const listed = page.arbitrages.map(({ signature }) => signature);
    for (const signature of back) assert.ok(listed.includes(signature), signature);
  });

  it('resume a stream from the Last-Event-ID header that browsers send', async () => {
    const arbscope = clientOf(served);
    const { newest } = await arbscope.arbitrages({ limit: 1 });
    await read(arbscope.streamArbitrages({ cursor: newest }), 1);
    const socket = connect(served.port, '127.0.0.1');
    socket.write(
      `GET ${arbitrageStream.path} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n` +
        `x-api-key: ${contractKey}\r\nLast-Event-ID: ${newest}\r\n\r\n`,
    );
    let text = '';
    for await (const piece of socket) {
      text += piece;
      if (/"signature":/.test(text)) break;
    }
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(text, /\r\nid: \S+\ndata: {"arbitrages":\[\],|\nid: \S+\ndata: {/);
    socket.destroy();
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

  it('resume a stream after a server with a store was killed and restarted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-stream-'));
    const args = ['--store', join(folder, 'store.duckdb')];
    try {
      const first = await ServeProcess.openSandbox(...args);
      const { got, newest } = await read(clientOf(first).streamArbitrages({}), 1);
      await first.process.kill('SIGKILL');
      const second = await ServeProcess.openSandbox(...args);
      const arbscope = clientOf(second);
      const later = await read(arbscope.streamArbitrages({ cursor: newest }), 1);
      assert.equal(new Set([...got, ...later.got]).size, got.length + later.got.length);
      await second.stop();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
