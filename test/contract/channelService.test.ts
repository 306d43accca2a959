import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { CallRequest, WaitingProgress } from '../../src/backend/protocol/callProtocol.ts';
import {
  type ChannelProgress,
  channelMethods,
} from '../../src/backend/protocol/channelProtocol.ts';
import type { ServiceSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import type { FakeWindow } from '../fakeWindow.ts';
import { type Behaviour, HostileServer, httpResponse, respondWith } from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { ChannelSession } from './channelSession.ts';
import { hostileKey as key, percentileTable } from './hostileSession.ts';
import { someMint, someSignature } from './schemaSamples.ts';

const fees = `{"JITO":{"number":3,"percentiles":${percentileTable}}}`;
const token = JSON.stringify({
  name: 'Wrapped SOL',
  symbol: 'SOL',
  decimals: 9,
  program: 'spl-token',
  image_uri: '',
  authorities: { update: null, freeze: null, close: null, mint: null },
  metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
});
const transaction = (timestamp: string) =>
  JSON.stringify({
    signature: someSignature,
    wallet: someMint,
    isSuccess: true,
    timestamp,
    type: 'arbitrage',
    block_number: 7,
    compute_unit: 1,
    fees: 1,
    gains_details: [],
    tips_details: [],
    route_map_details: [],
    net_gains_usd: 1,
    net_gains_sol: 1,
    volume_usd: 1,
    volume_sol: 1,
  });

describe('Windows that share a service', suiteLimit, () => {
  let session: ChannelSession;
  let server: HostileServer;
  let one: FakeWindow;
  let two: FakeWindow;

  beforeEach(async () => {
    session = await ChannelSession.open();
    server = await HostileServer.open((socket) => socket.write(httpResponse('200 OK', fees)));
    [one, two] = await Promise.all([session.window(), session.window()]);
  });
  afterEach(async () => {
    await session.end();
    await server.close();
  });

  const service = (more: Partial<ServiceSettings> = {}): ServiceSettings => ({
    kind: 'service',
    baseUrl: server.url,
    apiKey: key,
    ...more,
  });
  const twoPerMinute = { rates: { feesByComputeUnit: { requests: 2, perSeconds: 60 } } } as const;

  const feesOf = (connectionId: string, computeUnitMin: number): CallRequest => ({
    connectionId,
    operation: 'feesByComputeUnit',
    parameters: { computeUnitMin },
  });
  const tokenOf = (connectionId: string): CallRequest => ({
    connectionId,
    operation: 'tokenInfo',
    parameters: { token: someMint },
  });

  it('see which authorities the service has not read, and which are revoked', async () => {
    const connectionId = await one.open(service());
    const authorities = ['update', 'freeze', 'close', 'mint'].map((role) => `authorities.${role}`);
    server.behaviour = respondWith('200 OK', token);
    const unread = await one.sendCall(tokenOf(connectionId));
    assert.deepEqual(Reflect.get(unread.result as object, 'unknown_members'), authorities);
    // Metadata shows that the service has read the mint.
    const { metadata, ...others } = JSON.parse(token);
    const pointers = { onchain: someMint, online: '' };
    const read = { ...others, metadata: { ...metadata, pointers } };
    server.behaviour = respondWith('200 OK', JSON.stringify(read));
    const known = await one.sendCall({ ...tokenOf(connectionId), forceRefresh: true });
    assert.equal(Reflect.get(known.result as object, 'unknown_members'), undefined);
    // The service's own `unknown_members` takes precedence.
    const said = { ...JSON.parse(token), unknown_members: ['authorities.mint'] };
    server.behaviour = respondWith('200 OK', JSON.stringify(said));
    const told = await one.sendCall({ ...tokenOf(connectionId), forceRefresh: true });
    assert.deepEqual(Reflect.get(told.result as object, 'unknown_members'), ['authorities.mint']);
  });

  it('share one budget, and see when their next request is due', async () => {
    const settings = service(twoPerMinute);
    const before = Date.now();
    const [ofOne, ofTwo] = [await one.open(settings), await two.open(settings)];
    assert.equal(ofOne, ofTwo);
    await one.sendCall(feesOf(ofOne, 1));
    await two.sendCall(feesOf(ofTwo, 2));
    const waited = Promise.withResolvers<ChannelProgress>();
    const asking = one.sendCallWithProgress(feesOf(ofOne, 3), waited.resolve);
    const progress = (await waited.promise) as WaitingProgress;
    assert.equal(progress.kind, 'waiting');
    // Due a minute after the first of the two requests, whose exact time is unknown.
    const passed = Date.now() - before;
    const due = progress.nextCallAtMilliseconds - before;
    assert.ok(
      due >= 60_000 && due <= 60_000 + passed,
      `due after ${due} ms of which ${passed} passed`,
    );
    assert.ok(
      progress.nextCallInSeconds >= 60 - passed / 1_000 && progress.nextCallInSeconds <= 60,
    );
    const status = await two.status(
      ({ budgets }) => budgets.find(({ waiting }) => waiting === 1) !== undefined,
    );
    const budget = status.budgets.find(({ operation }) => operation === 'feesByComputeUnit');
    assert.ok(budget !== undefined);
    const { nextCallAtMilliseconds, ...rest } = budget;
    assert.deepEqual(rest, {
      operation: 'feesByComputeUnit',
      requests: 2,
      perSeconds: 60,
      left: 0,
      waiting: 1,
    });
    assert.ok((nextCallAtMilliseconds ?? 0) > Date.now());
    asking.cancel();
    await assert.rejects(asking.answer, { data: { kind: 'cancelled', message: 'Cancelled' } });
    assert.equal(server.requests.length, 2);
  });

  it('share that budget over all connections with the same key', async () => {
    const first = await one.open(service(twoPerMinute));
    const other = await two.open(service({ ...twoPerMinute, encoding: 'commas' }));
    assert.notEqual(first, other);
    await one.sendCall(feesOf(first, 1));
    await one.sendCall(feesOf(first, 2));
    const waited = Promise.withResolvers<ChannelProgress>();
    const asking = two.sendCallWithProgress(feesOf(other, 3), waited.resolve);
    assert.equal((await waited.promise).kind, 'waiting');
    asking.cancel();
    await assert.rejects(asking.answer);
    const ofAnotherKey = await two.open(service({ ...twoPerMinute, apiKey: 'another-key-1' }));
    await two.sendCall(feesOf(ofAnotherKey, 3));
  });

  it('share one identical request, which is cancelled when the last of them cancels', async () => {
    const arrived = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    server.behaviour = (socket) => {
      socket.once('close', () => ended.resolve());
      arrived.resolve();
    };
    const id = await one.open(service());
    await two.open(service());
    const first = one.sendCallWithProgress(feesOf(id, 1));
    const second = two.sendCallWithProgress(feesOf(id, 1));
    await arrived.promise;
    first.cancel();
    await assert.rejects(first.answer, { data: { kind: 'cancelled', message: 'Cancelled' } });
    assert.equal(server.requests.length, 1);
    second.cancel();
    await assert.rejects(second.answer, { data: { kind: 'cancelled', message: 'Cancelled' } });
    await ended.promise;
  });

  it('share a recent response, unless they request a fresh one', async () => {
    const id = await one.open(service());
    await two.open(service());
    const before = Date.now();
    const first = await one.sendCall(feesOf(id, 1));
    assert.equal(first.cachedAtMilliseconds, undefined);
    const second = await two.sendCall(feesOf(id, 1));
    assert.deepEqual(second.result, first.result);
    const cachedAt = second.cachedAtMilliseconds ?? 0;
    assert.ok(cachedAt >= before && cachedAt <= Date.now());
    assert.equal(server.requests.length, 1);
    const fresh = await two.sendCall({ ...feesOf(id, 1), forceRefresh: true });
    assert.equal(fresh.cachedAtMilliseconds, undefined);
    assert.equal(server.requests.length, 2);
  });

  it('wait as long as retry-after requires instead of failing', async () => {
    server.behaviour = (socket) => {
      const isFirst = server.requests.length === 1;
      socket.write(
        isFirst
          ? httpResponse('429 Slow down', '', { 'retry-after': '1' })
          : httpResponse('200 OK', fees),
      );
    };
    const id = await one.open(service());
    const waited = Promise.withResolvers<ChannelProgress>();
    const asking = one.sendCallWithProgress(feesOf(id, 1), waited.resolve);
    const { nextCallInSeconds } = (await waited.promise) as WaitingProgress;
    assert.equal(nextCallInSeconds, 1);
    assert.equal((await asking.answer).cachedAtMilliseconds, undefined);
    assert.equal(server.requests.length, 2);
  });

  it('wait at most five minutes when the service requires 31 years, even after a restart', async () => {
    server.behaviour = (socket) => {
      socket.write(httpResponse('429 Slow down', '', { 'retry-after': '999999999' }));
    };
    const id = await one.open(service());
    const message = await rejectsAsLimited(one.sendCall(feesOf(id, 1)), { from: 300, to: 300 });
    assert.match(message, /requires 300 s or longer; retry in 300 s/);
    await session.stop();
    await session.start();
    one = await session.window();
    const again = await one.open(service());
    await rejectsAsLimited(one.sendCall(feesOf(again, 2)), { from: 200, to: 300 });
    assert.equal(server.requests.length, 1);
    const journal = await readFile(join(session.folder, 'budgets.jsonl'), 'utf8');
    const blocks = [...journal.matchAll(/"milliseconds":(\d+)/g)].map(([, digits]) =>
      Number(digits),
    );
    assert.deepEqual([...new Set(blocks)], [300_000]);
  });

  it('retry at once when the user refreshes, but not for a background refresh', async () => {
    const refuse: Behaviour = (socket) => {
      socket.write(httpResponse('429 Slow down', '', { 'retry-after': '240' }));
    };
    server.behaviour = refuse;
    const id = await one.open(service());
    await rejectsAsLimited(one.sendCall(feesOf(id, 1)), { from: 240, to: 240 });
    const background = { ...feesOf(id, 1), forceRefresh: true, priority: 'background' } as const;
    await rejectsAsLimited(one.sendCall(background), { from: 140, to: 240 });
    assert.equal(server.requests.length, 1);
    // If the service refuses again, the wait starts again.
    await rejectsAsLimited(one.sendCall({ ...feesOf(id, 1), forceRefresh: true }), {
      from: 240,
      to: 240,
    });
    await rejectsAsLimited(one.sendCall(feesOf(id, 1)), { from: 140, to: 240 });
    assert.equal(server.requests.length, 2);
    server.behaviour = respondWith('200 OK', fees);
    await one.sendCall({ ...feesOf(id, 1), forceRefresh: true });
    await one.sendCall(feesOf(id, 2));
    assert.equal(server.requests.length, 4);
  });

  /** Returns the error's message; its wait must be between `from` and `to` seconds. */
  async function rejectsAsLimited(
    call: Promise<unknown>,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<string> {
    let message = '';
    await assert.rejects(call, (error) => {
      const data = Reflect.get(Object(error), 'data');
      assert.equal(data.kind, 'rate-limited');
      const { retryAfterSeconds } = data;
      assert.ok(retryAfterSeconds >= from && retryAfterSeconds <= to, String(retryAfterSeconds));
      message = data.message;
      return true;
    });
    return message;
  }

  it('keep token facts and finalized transactions across sessions, but no key', async () => {
    server.behaviour = (socket, request) => {
      socket.write(
        httpResponse(
          '200 OK',
          request.includes('/tokens/infos')
            ? token
            : transaction(request.includes(`${'4'.repeat(86)}`) ? new Date().toISOString() : old),
        ),
      );
    };
    const old = '2026-01-01T00:00:00.000Z';
    const transactionOf = (connectionId: string, signature = someSignature): CallRequest => ({
      connectionId,
      operation: 'transaction',
      parameters: { signature },
    });
    const id = await one.open(service());
    await one.sendCall(tokenOf(id));
    const asked = await one.sendCall(transactionOf(id));
    await one.sendCall(transactionOf(id, '4'.repeat(86)));
    assert.equal(server.requests.length, 3);
    await session.stop();
    const [file = ''] = await readdir(join(session.folder, 'answers'));
    const path = join(session.folder, 'answers', file);
    if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.ok(!(await readFile(path, 'utf8')).includes(key));

    await session.start();
    one = await session.window();
    // Facts are cached per service, not per key.
    const again = await one.open(service({ apiKey: 'another-key-1' }));
    assert.equal((await one.sendCall(tokenOf(again))).faults, undefined);
    const kept = await one.sendCall(transactionOf(again));
    assert.deepEqual(kept.result, asked.result);
    assert.ok((kept.cachedAtMilliseconds ?? 0) > 0);
    assert.equal(server.requests.length, 3);
    // Not cached: it was too recent to be final when it was requested.
    await one.sendCall(transactionOf(again, '4'.repeat(86)));
    assert.equal(server.requests.length, 4);
  });

  it('get the readable parts of a response, and the names of the others', async () => {
    server.behaviour = (socket) => {
      const wrong = `{"JITO":{"number":3,"percentiles":${percentileTable}},"FAST":{"number":"x"}}`;
      socket.write(httpResponse('200 OK', wrong));
    };
    const id = await one.open(service());
    const { result, faults } = await one.sendCall(feesOf(id, 1));
    assert.deepEqual(Object.keys(result as object), ['JITO']);
    assert.ok(faults !== undefined && faults.length > 0);
    assert.match(faults.map(({ message }) => message).join('\n'), /FAST/);
    assert.ok(faults.every(({ kind }) => kind === 'unreadable-answer'));
  });

  it('get the time of the data only if the service sends a valid one', async () => {
    const id = await one.open(service());
    for (const [header, expected] of [
      ['2026-01-02T03:04:05.678Z', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
      ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
      ['soon', undefined],
      ['1767323045', undefined],
      ['2026-99-99T99:99:99Z', undefined],
    ] as const) {
      server.behaviour = (socket) => {
        socket.write(httpResponse('200 OK', fees, { 'x-arbscope-now': header }));
      };
      const given = await one.sendCall({ ...feesOf(id, 1), forceRefresh: true });
      assert.equal(given.dataTimeMilliseconds, expected, header);
    }
    const ahead = { 'x-arbscope-now': '9999-01-01T00:00:00Z' };
    server.behaviour = (socket) => socket.write(httpResponse('200 OK', fees, ahead));
    const given = await one.sendCall({ ...feesOf(id, 1), forceRefresh: true });
    // If the service's clock is ahead, the time of the response is used.
    assert.ok(Number(given.dataTimeMilliseconds) <= Date.now());
  });

  it('see the latency of the service and what is wrong with it', async () => {
    const id = await one.open(service());
    await one.sendCall(feesOf(id, 1));
    const well = await one.status(({ latencyMilliseconds }) => latencyMilliseconds !== null);
    assert.equal(well.origin, server.url);
    assert.equal(well.error, null);
    server.behaviour = (socket) => socket.write(httpResponse('401 Unauthorized', '{}'));
    await assert.rejects(one.sendCall(feesOf(id, 2)));
    const ill = await one.status(({ error }) => error !== null);
    assert.equal(ill.error?.kind, 'unauthorized');
    assert.equal(ill.state, 'ready');
  });

  it('never see a key that the service repeats in its response', async () => {
    server.behaviour = (socket) => {
      socket.write(
        httpResponse('200 OK', token.replace('"Wrapped SOL"', `"x","echo":{"key":"${key}"}`)),
      );
    };
    const id = await one.open(service());
    const { result } = await one.sendCall(tokenOf(id));
    assert.deepEqual((result as { echo: unknown }).echo, { key: '<key>' });
    await session.stop();
    for (const file of await readdir(session.folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const text = await readFile(join(file.parentPath, file.name), 'latin1');
      assert.ok(!text.includes(key), file.name);
    }
  });

  it('never send a key to the target of a redirect', async () => {
    const other = await HostileServer.open();
    try {
      server.behaviour = (socket) => {
        socket.write(httpResponse('307 Elsewhere', '', { location: `${other.url}/finder` }));
      };
      const id = await one.open(service());
      await assert.rejects(one.sendCall(feesOf(id, 1)), /redirects to/);
      assert.deepEqual(other.requests, []);
    } finally {
      await other.close();
    }
  });

  it('cannot land a transaction by a plain call, without check and confirmation', async () => {
    const connectionId = await one.open(service());
    const parameters = { jsonrpc: '2.0', id: 7, method: 'sendTransaction', params: ['AA=='] };
    await assert.rejects(
      one.connection.sendRequest(channelMethods.call, {
        connectionId,
        operation: 'landTransaction',
        parameters,
      }),
      (error) => {
        assert.equal(Reflect.get(Object(error), 'data').kind, 'bad-parameter');
        assert.match(String(error), /Check the transaction before landing/);
        return true;
      },
    );
    assert.deepEqual(server.requests, []);
  });

  it('use two services at once, each with its own key', async () => {
    const other = await HostileServer.open((socket) => socket.write(httpResponse('200 OK', fees)));
    try {
      const here = await one.open(service());
      const there = await one.open(service({ baseUrl: other.url, apiKey: 'other-key-1' }));
      await Promise.all([one.sendCall(feesOf(here, 1)), one.sendCall(feesOf(there, 1))]);
      assert.match(server.requests.join(), new RegExp(key));
      assert.match(other.requests.join(), /other-key-1/);
      assert.ok(!other.requests.join().includes(key));
    } finally {
      await other.close();
    }
  });

  for (const [what, baseUrl] of [
    ['http to another machine', 'http://arb.example'],
    ['a user name', 'https://good.example@evil.example'],
    ['a query', 'https://arb.example/?key=x'],
    ['no scheme', 'arb.example'],
  ] as const) {
    it(`cannot use a base URL with ${what}`, async () => {
      const id = await one.open(service({ baseUrl }));
      await assert.rejects(one.sendCall(feesOf(id, 1)), (error) => {
        assert.equal(Reflect.get(Object(error), 'data').kind, 'bad-parameter');
        return true;
      });
      const failed = await one.status(({ state }) => state === 'failed');
      assert.ok(!JSON.stringify(failed).includes(key));
    });
  }
});
