import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  type ChannelProgress,
  channelMethods,
} from '../../src/backend/protocol/channelProtocol.ts';
import type {
  ConnectionSettings,
  ServiceSettings,
} from '../../src/backend/protocol/connectionProtocol.ts';
import type {
  PoolDetail,
  PoolPage,
  PoolSearchResponse,
  PoolStats,
} from '../../src/backend/protocol/poolProtocol.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import type { FakeWindow } from '../fakeWindow.ts';
import {
  chunk,
  chunkedHead,
  HostileServer,
  httpResponse,
  respondEndlessly,
} from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { ChannelSession } from './channelSession.ts';
import { hostileKey as key } from './hostileSession.ts';

const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const orca = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const address = (seed: number): string => {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, seed + 1);
  return encodeBase58(bytes);
};
const entry = (seed: number, owner: string, mintA: string, mintB: string) => ({
  pubkey: address(seed),
  owner,
  mintA,
  mintB,
  params: { routingGroup: seed },
});
const entries = [
  entry(0, raydium, wrappedSolMint, usdcMint),
  entry(1, raydium, wrappedSolMint, address(100)),
  entry(2, orca, address(101), usdcMint),
  { pubkey: 'no address', owner: orca },
];

describe('The pools of a service', suiteLimit, () => {
  let session: ChannelSession;
  let server: HostileServer;
  let window: FakeWindow;
  let settings: ServiceSettings;
  let connectionId = '';

  beforeEach(async () => {
    session = await ChannelSession.open();
    server = await HostileServer.open((socket) =>
      socket.write(httpResponse('200 OK', JSON.stringify(entries))),
    );
    window = await session.window();
    settings = { kind: 'service', baseUrl: server.url, apiKey: key };
    connectionId = await window.open(settings);
  });
  afterEach(async () => {
    await session.end();
    await server.close();
  });

  const ask = <Answer>(method: string, request: object = {}): Promise<Answer> =>
    window.request<Answer>(method, { connectionId, ...request }).answer;
  const search = async (text: string): Promise<string[]> => {
    const { rows } = await ask<PoolSearchResponse>(channelMethods.poolSearch, { text, limit: 10 });
    return rows.map(({ pool }) => pool);
  };

  it('have parameters without a request for accounts', async () => {
    await ask(channelMethods.loadPools);
    const asked = server.requests.length;
    const request = { pool: address(0), withAccounts: false };
    const detail = await ask<PoolDetail>(channelMethods.poolDetail, request);
    assert.deepEqual(detail.params, { routingGroup: 0 });
    assert.equal(detail.accounts, null);
    assert.equal(server.requests.length, asked);
  });

  it('are loaded once, counted by program and paged in a stable order', async () => {
    const before = await ask<PoolStats>(channelMethods.poolStats);
    assert.equal(before.loadedAtMilliseconds, null);
    const loaded = await ask<PoolStats>(channelMethods.loadPools);
    assert.equal(loaded.pools, 3);
    assert.equal(loaded.faults, 1);
    assert.deepEqual(loaded.programs, [
      { program: raydium, pools: 2 },
      { program: orca, pools: 1 },
    ]);
    assert.deepEqual(await ask(channelMethods.loadPools), loaded);
    assert.equal(server.requests.length, 1);
    await ask(channelMethods.loadPools, { forceRefresh: true });
    assert.equal(server.requests.length, 2);

    const page = await ask<PoolPage>(channelMethods.poolPage, { offset: 1, limit: 1 });
    assert.equal(page.total, 3);
    assert.deepEqual(page.rows, [
      {
        pool: address(1),
        program: raydium,
        mintA: wrappedSolMint,
        mintB: address(100),
        symbolA: 'SOL',
        symbolB: '',
        lookupTable: '',
        // Entries do not contain it; the next test loads it separately.
        isAggregator: false,
      },
    ]);
    const filter = { program: raydium, mint: usdcMint };
    const filtered = await ask<PoolPage>(channelMethods.poolPage, { filter, offset: 0, limit: 9 });
    assert.deepEqual(
      filtered.rows.map(({ pool }) => pool),
      [address(0)],
    );
  });

  it('are marked as inside or outside the aggregator’s cache by a separate request', async () => {
    server.behaviour = (socket, request) => {
      const isOnlyItsOwn = /[?&]onlyjup=true/.test(request);
      socket.write(httpResponse('200 OK', JSON.stringify(isOnlyItsOwn ? [entries[2]] : entries)));
    };
    const plain = await ask<PoolStats>(channelMethods.loadPools);
    assert.equal(plain.aggregatorPools, 0);
    const marked = await ask<PoolStats>(channelMethods.loadPools, { withAggregator: true });
    assert.equal(marked.pools, 3);
    assert.equal(marked.aggregatorPools, 1);
    const filter = { onlyAggregator: true };
    const { rows } = await ask<PoolPage>(channelMethods.poolPage, { filter, offset: 0, limit: 9 });
    assert.deepEqual(
      rows.map(({ pool, isAggregator }) => [pool, isAggregator]),
      [[address(2), true]],
    );
    // Known marks are not requested again.
    const asked = server.requests.length;
    await ask(channelMethods.loadPools, { withAggregator: true });
    assert.equal(server.requests.length, asked);
  });

  it('are found by address, abbreviation, symbol and pair', async () => {
    await ask(channelMethods.loadPools);
    assert.deepEqual(await search(address(2)), [address(2)]);
    assert.deepEqual(await search(address(2).slice(0, 9)), [address(2)]);
    assert.deepEqual(await search(`${address(2).slice(0, 4)}…${address(2).slice(-4)}`), [
      address(2),
    ]);
    assert.deepEqual(await search('sol'), [address(0), address(1)]);
    assert.deepEqual(await search('USDC/SOL'), [address(0)]);
    assert.deepEqual(await search(orca.slice(0, 6)), [address(2)]);
    assert.deepEqual(await search("' OR 1=1 --"), []);
    assert.deepEqual(await search('%'), []);
    assert.deepEqual(await search('  '), []);
  });

  it('are found by the symbol of a token that was looked up', async () => {
    await ask(channelMethods.loadPools);
    assert.deepEqual(await search('NEWCOIN'), []);
    server.behaviour = (socket) => {
      const token = {
        name: 'New',
        symbol: 'NEWCOIN',
        decimals: 1,
        program: 'spl-token',
        image_uri: '',
        authorities: { update: null, freeze: null, close: null, mint: null },
        metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
      };
      socket.write(httpResponse('200 OK', JSON.stringify(token)));
    };
    await window.sendCall({
      connectionId,
      operation: 'tokenInfo',
      parameters: { token: address(100) },
    });
    assert.deepEqual(await search('newc'), [address(1)]);
    await session.stop();
    await session.start();
    window = await session.window();
    connectionId = await window.open(settings);
    assert.deepEqual(await search('newc'), [address(1)]);
  });

  it('are available in the next session without another request', async () => {
    const loaded = await ask<PoolStats>(channelMethods.loadPools);
    await session.stop();
    await session.start();
    window = await session.window();
    connectionId = await window.open(settings);
    assert.deepEqual(await ask(channelMethods.loadPools), loaded);
    assert.equal(server.requests.length, 1);
  });

  it('include the accounts of a pool when the service provides them', async () => {
    await ask(channelMethods.loadPools);
    const accounts = [{ address: address(200), role: 1, name: 'pool_state' }];
    server.behaviour = (socket) => {
      socket.write(httpResponse('200 OK', JSON.stringify([{ ...entries[0], accounts }])));
    };
    const detail = await ask<PoolDetail>(channelMethods.poolDetail, { pool: address(0) });
    assert.deepEqual(detail.params, { routingGroup: 0 });
    assert.deepEqual(detail.accounts, accounts);
    assert.match(server.requests.at(-1) ?? '', /accounts=true/);
    await assert.rejects(ask(channelMethods.poolDetail, { pool: address(999) }), (error) => {
      assert.equal(Reflect.get(Object(error), 'data').kind, 'not-found');
      return true;
    });
  });

  it('stay unchanged when loading is cancelled', async () => {
    const loaded = await ask<PoolStats>(channelMethods.loadPools);
    const ended = Promise.withResolvers<void>();
    const many = Array.from({ length: 200 }, (_, seed) =>
      JSON.stringify(entry(seed, orca, address(300), address(301))),
    ).join(',');
    server.behaviour = (socket, request) => {
      socket.once('close', () => ended.resolve());
      respondEndlessly(`${chunkedHead}${chunk(Buffer.from('['))}`, chunk(Buffer.from(`${many},`)))(
        socket,
        request,
      );
    };
    const loading = Promise.withResolvers<ChannelProgress>();
    const asking = window.request<PoolStats>(
      channelMethods.loadPools,
      { connectionId, forceRefresh: true },
      (progress) => {
        if (progress.kind === 'loading' && progress.pools > 1_000) loading.resolve(progress);
      },
    );
    await loading.promise;
    asking.cancel();
    await assert.rejects(asking.answer, { data: { kind: 'cancelled', message: 'Cancelled' } });
    await ended.promise;
    assert.deepEqual(await ask(channelMethods.poolStats), loaded);
  });

  /** Starts a load that stalls after some pools; returns a function that breaks it off. */
  const loadHalf = async (request: object = {}) => {
    let connection: Socket | undefined;
    server.behaviour = (socket) => {
      connection = socket;
      const many = Array.from({ length: 2_000 }, (_, seed) =>
        JSON.stringify(entry(seed, orca, address(5_000), address(5_001))),
      );
      socket.write(`${chunkedHead}${chunk(Buffer.from(`[${many.join(',')},`))}`);
    };
    const hasCome = Promise.withResolvers<void>();
    const { answer } = window.request<PoolStats>(
      channelMethods.loadPools,
      { connectionId, ...request },
      (progress) => {
        if (progress.kind === 'loading' && progress.pools > 0) hasCome.resolve();
      },
    );
    answer.catch(() => undefined);
    await hasCome.promise;
    return async () => {
      connection?.destroy();
      await assert.rejects(answer);
    };
  };

  it('are shown during the first load, and removed if it breaks off', async () => {
    const breakOff = await loadHalf();
    const partial = await ask<PoolStats>(channelMethods.poolStats);
    assert.equal(partial.isPartial, true);
    assert.equal(partial.loadedAtMilliseconds, null);
    assert.ok(partial.pools > 0 && partial.pools <= 2_000);
    const page = await ask<PoolPage>(channelMethods.poolPage, { offset: 0, limit: 1 });
    assert.equal(page.rows[0]?.pool, address(0));
    assert.deepEqual(await search(address(1)), [address(1)]);
    const detail = ask(channelMethods.poolDetail, { pool: address(0) });
    await assert.rejects(detail, /when all pools are loaded/);
    await breakOff();
    const after = await ask<PoolStats>(channelMethods.poolStats);
    assert.deepEqual(
      [after.pools, after.loadedAtMilliseconds, after.isPartial],
      [0, null, undefined],
    );
  });

  it('of the previous load stay unchanged while a refresh runs and breaks off', async () => {
    const loaded = await ask<PoolStats>(channelMethods.loadPools);
    const breakOff = await loadHalf({ forceRefresh: true });
    assert.deepEqual(await ask(channelMethods.poolStats), loaded);
    await breakOff();
    assert.deepEqual(await ask(channelMethods.poolStats), loaded);
  });

  for (const [what, request] of [
    ['a page without end', { method: channelMethods.poolPage, offset: 0, limit: 10_000_000 }],
    ['a page before the first', { method: channelMethods.poolPage, offset: -1, limit: 1 }],
    ['a search for a book', { method: channelMethods.poolSearch, text: 'x'.repeat(500), limit: 1 }],
    ['an invalid filter', { method: channelMethods.poolStats, filter: 'x' }],
  ] as const) {
    it(`refuse ${what}`, async () => {
      const { method, ...rest } = request;
      await assert.rejects(ask(method, rest), (error) => {
        assert.equal(Reflect.get(Object(error), 'data').kind, 'bad-parameter');
        return true;
      });
    });
  }
});

describe('The pools of the Sandbox', suiteLimit, () => {
  it('are loaded, found by token symbols, and have their accounts', async () => {
    const session = await ChannelSession.open();
    try {
      const window = await session.window();
      const sandbox: ConnectionSettings = { kind: 'sandbox' };
      const connectionId = await window.open(sandbox);
      const ask = <Answer>(method: string, request: object = {}): Promise<Answer> =>
        window.request<Answer>(method, { connectionId, ...request }).answer;
      const stats = await ask<PoolStats>(channelMethods.loadPools);
      assert.ok(stats.pools > 100);
      const { rows } = await ask<PoolPage>(channelMethods.poolPage, { offset: 0, limit: 50 });
      const named = rows.find(({ symbolA, symbolB }) => symbolA !== '' && symbolB !== '');
      assert.ok(named !== undefined);
      const text = `${named.symbolA}/${named.symbolB}`;
      const found = await ask<PoolSearchResponse>(channelMethods.poolSearch, { text, limit: 500 });
      assert.ok(found.rows.some(({ pool }) => pool === named.pool));
      const detail = await ask<PoolDetail>(channelMethods.poolDetail, { pool: named.pool });
      assert.equal(detail.row.pool, named.pool);
    } finally {
      await session.end();
    }
  });
});
