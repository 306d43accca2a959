import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { MarketError } from '../../../../src/api/marketError.ts';
import { RpcClient } from '../../../../src/engine/rpc/rpcClient.ts';
import { RpcError } from '../../../../src/engine/rpc/rpcError.ts';
import { probeNode } from '../../../../src/engine/sources/rpc/probeNode.ts';
import {
  chunk,
  chunkedHead,
  HostileServer,
  httpResponse,
  respondEndlessly,
  respondWith,
} from '../../../hostileServer.ts';
import {
  emptyBlock,
  slotsOf,
  TestClock,
  take,
  withNode,
} from '../../../unit/engine/sources/rpcSupport.ts';

const never = new AbortController().signal;
const megabyte = 1024 * 1024;
const systemProgram = '1'.repeat(32);
const result = (text: string) => `{"jsonrpc":"2.0","id":1,"result":${text}}`;

describe('With a misbehaving node, the RPC client', { timeout: 60_000 }, () => {
  let server: HostileServer;
  let clock: TestClock;
  let client: RpcClient;

  beforeEach(async () => {
    server = await HostileServer.open();
    clock = new TestClock();
    client = new RpcClient({ url: server.url, clock });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  async function failure(): Promise<RpcError> {
    try {
      await client.call('getSlot', [], never);
    } catch (error) {
      assert.ok(RpcError.is(error), String(error));
      return error;
    }
    assert.fail('The call should have failed');
  }

  async function rejects(body: string | Buffer, words: RegExp, headers = {}): Promise<void> {
    server.behaviour = respondWith('200 OK', body, headers);
    const { kind, message } = await failure();
    assert.equal(kind, 'unreadable', message);
    assert.match(message, words);
  }

  it('rejects a response that is nested too deeply', async () => {
    await rejects(result(`${'['.repeat(100)}${']'.repeat(100)}`), /nested too deeply/);
    await rejects('['.repeat(3_000_000), /nested too deeply/);
    const [probe] = await probeNode({ url: server.url, clock }, 'confirmed', never);
    assert.match(probe?.message ?? '', /nested too deeply/);
  });

  it('rejects a response with a million different members', async () => {
    const members = Array.from({ length: 1_000_000 }, (_, index) => `"unknown${index}":1`);
    await rejects(result(`{${members.join(',')}}`), /too many different member names/);
  });

  it('rejects a deeply nested error', async () => {
    const body = `{"error":{"code":-32007,"message":"x","data":${'['.repeat(99)}${']'.repeat(99)}}}`;
    server.behaviour = respondWith('400 No', body);
    assert.equal((await failure()).kind, 'refused');
  });

  const packers = {
    gzip: (bytes: Buffer) => gzipSync(bytes, { level: 1 }),
    br: (bytes: Buffer) =>
      // Higher qualities produce only 114 bytes, which the client unpacks in pieces of a kilobyte.
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }),
    deflate: (bytes: Buffer) => deflateSync(bytes, { level: 1 }),
  };
  for (const [encoding, pack] of Object.entries(packers)) {
    it(`decompresses ${encoding} up to the limit, then closes the connection`, async () => {
      const headers = { 'content-encoding': encoding };
      server.behaviour = respondWith('200 OK', pack(Buffer.from(result('7'))), headers);
      assert.equal(await client.call('getSlot', [], never), 7);
      const bomb = pack(Buffer.alloc(65 * megabyte, 0x20));
      assert.ok(bomb.length < megabyte);
      const closed = Promise.withResolvers<void>();
      server.behaviour = (socket) => {
        socket.once('close', () => closed.resolve());
        // The promised length never arrives: the client only ends early if it stops at the limit.
        const length = { ...headers, 'content-length': `${bomb.length + 9}` };
        socket.write(httpResponse('200 OK', bomb, length));
      };
      const { kind, message } = await failure();
      assert.equal(kind, 'unreadable');
      assert.match(message, /too large/);
      await closed.promise;
    });
  }

  it('closes the connection of a response with an unknown encoding', async () => {
    const closed = Promise.withResolvers<void>();
    server.behaviour = (socket) => {
      socket.once('close', () => closed.resolve());
      const headers = { 'content-encoding': 'zstd', 'content-length': '9999999' };
      socket.write(httpResponse('200 OK', 'x', headers));
    };
    assert.match((await failure()).message, /unknown compression/);
    await closed.promise;
  });

  it('stops reading an endless compressed response at the limit', async () => {
    const piece = chunk(gzipSync(Buffer.alloc(8 * megabyte, 0x20)));
    const head = chunkedHead.replace('200 OK', '200 OK\r\ncontent-encoding: gzip');
    server.behaviour = respondEndlessly(head, piece);
    assert.match((await failure()).message, /too large/);
    await client.close();
    assert.ok(server.sentBytes < 16 * megabyte, `${server.sentBytes} bytes were taken`);
  });

  it('stops reading an uncompressed response at the limit for services', async () => {
    const behaviour = respondEndlessly(chunkedHead, chunk(Buffer.alloc(megabyte, 0x20)));
    server.behaviour = behaviour;
    assert.match((await failure()).message, /too large/);
  });

  for (const [what, body] of [
    ['nothing', ''],
    ['half a response', '{"result":{"value'],
    ['two responses', '{"result":7}{"result":8}'],
    ['NaN', result('NaN')],
    ['a web page', '<html><script>alert(1)</script>'],
    ['a list', '[7]'],
    ['null', 'null'],
    ['a result in a prototype', '{"__proto__":{"result":7}}'],
  ] as const) {
    it(`reports ${what} as unreadable`, () => rejects(body, /getSlot: /));
  }

  it('reads JSON with any content type', async () => {
    for (const type of ['text/html', 'image/png', '']) {
      server.behaviour = respondWith('200 OK', result('7'), { 'content-type': type });
      assert.equal(await client.call('getSlot', [], never), 7);
    }
  });

  it('rejects a slot beyond 2^53 instead of rounding it', () =>
    withNode({ from: null }, async ({ double, source }) => {
      const garbage = { kind: 'garbage', body: result('9007199254740993') } as const;
      double.fail('getSlot', garbage, { times: 9 });
      const history = source.history(never)[Symbol.asyncIterator]();
      await assert.rejects(history.next(), { kind: 'unreadable-answer' });
    }));

  it('does not follow a redirect of the node', async () => {
    const other = await HostileServer.open(respondWith('200 OK', result('7')));
    try {
      for (const status of ['301 A', '302 B', '303 C', '307 D', '308 E']) {
        server.behaviour = respondWith(status, '', { location: `${other.url}/` });
        const { kind, message } = await failure();
        assert.equal(kind, 'refused');
        assert.match(message, /the node redirects/);
      }
      assert.equal(other.connections, 0);
      assert.equal(server.requests.length, 5);
    } finally {
      await other.close();
    }
  });

  it('waits at most five minutes if the node requests 31 years, and reports that', async () => {
    server.behaviour = respondWith('429 No', '', { 'retry-after': '999999999' });
    const error = await failure();
    assert.equal(error.retryAfterMilliseconds, 300_000);
    assert.match(error.message, /the node requires 300 s or longer; retry at \d\d:\d\d:\d\d UTC$/);
    clock.milliseconds += 100_000;
    // Calls during the wait fail at once without a request.
    const end = new Date(clock.milliseconds + 200_000).toISOString().slice(11, 19);
    assert.match((await failure()).message, new RegExp(`rate limited; retry at ${end} UTC`));
    assert.deepEqual(clock.waits, []);
    // Setting the clock back does not extend the wait.
    clock.milliseconds -= 30 * 86_400_000;
    assert.equal((await failure()).retryAfterMilliseconds, 300_000);
    assert.equal(server.requests.length, 1);
    clock.milliseconds += 300_000;
    server.behaviour = respondWith('200 OK', result('7'));
    assert.equal(await client.call('getSlot', [], never), 7);
  });

  it('sends requests at once after the user reconnects', async () => {
    server.behaviour = respondWith('429 No', '', { 'retry-after': '999999999' });
    await failure();
    server.behaviour = respondWith('200 OK', result('7'));
    const [probe] = await probeNode({ url: server.url, clock }, 'confirmed', never);
    assert.equal(probe?.error, null);
  });

  it('rejects a response that ends prematurely', async () => {
    server.behaviour = (socket) => {
      socket.end(httpResponse('200 OK', '{"result"', { 'content-length': '100' }));
    };
    assert.equal((await failure()).kind, 'unreachable');
  });
});

describe('A node that requests a long wait', { timeout: 60_000 }, () => {
  it('is followed again after five minutes, and the status shows the wait', () =>
    withNode({ concurrency: 1 }, async ({ double, source, clock }) => {
      double.add(1, emptyBlock(1));
      double.fail('getBlock', { kind: 'rate-limit', retryAfter: '999999999' });
      const messages: string[] = [];
      source.onChange(() => messages.push(source.progress().message));
      const start = clock.milliseconds;
      assert.deepEqual(slotsOf(await take(source, 1)), [1]);
      const passed = clock.milliseconds - start;
      assert.ok(passed >= 300_000 && passed < 400_000, `${passed} ms`);
      assert.match(
        messages[0] ?? '',
        /requires 300 s or longer; retry at \d\d:\d\d:\d\d UTC: slow down\. Retrying\.$/,
      );
    }));

  it('does not make lookups wait', () =>
    withNode({}, async ({ double, source, clock }) => {
      double.fail('getMultipleAccounts', { kind: 'rate-limit', retryAfter: '60' });
      const lookup = source.accountReader.getLookupTable(systemProgram, never);
      await assert.rejects(lookup, (error) => {
        assert.ok(MarketError.is(error, 'rate-limited'), String(error));
        assert.equal(error.retryAfterSeconds, 60);
        return true;
      });
      assert.deepEqual(clock.waits, []);
    }));
});
