import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import {
  HttpMarketClient,
  type HttpMarketClientOptions,
} from '../../src/client/httpMarketClient.ts';
import type { RetryClock } from '../../src/client/retry.ts';
import { MarketError, type MarketErrorKind } from '../../src/interface/marketError.ts';
import { type OperationName, operations } from '../../src/interface/operations.ts';
import {
  answer,
  answering,
  type Behaviour,
  chunk,
  chunkedHead,
  endless,
  HostileServer,
} from '../hostileServer.ts';
import { sampleParameters } from './clientSamples.ts';

const key = 'canary-key-8b1f0c';
const limit = 256 * 1024;
const megabyte = 1024 * 1024;
const table = `{${['00', '10', '20', '30', '40', '50', '60', '70', '80', '90', '95', '99']
  .map((percentile) => `"p${percentile}":1`)
  .join(',')}}`;
const fees = (number: string, more = '') =>
  `{"JITO":{"number":${number},"percentiles":${table}${more}}}`;
const names = Object.keys(operations) as OperationName[];
const gets = names.filter((name) => operations[name].method === 'GET');

describe('Whatever a service does, the client', { timeout: 60_000 }, () => {
  let server: HostileServer;
  let client: HttpMarketClient;
  let pauses: number[];
  const retryClock: RetryClock = {
    wait: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    random: () => 0.5,
  };

  const clientWith = (more: Partial<HttpMarketClientOptions>) =>
    new HttpMarketClient({
      baseUrl: server.url,
      landingUrl: server.url,
      apiKey: key,
      answerLimitBytes: limit,
      streamLimitBytes: limit,
      retryClock,
      ...more,
    });

  beforeEach(async () => {
    pauses = [];
    server = await HostileServer.open();
    client = clientWith({});
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const call = (name: OperationName): Promise<unknown> => {
    const method = client.service[name] as (parameters: unknown) => Promise<unknown>;
    return method(sampleParameters[name]);
  };

  async function entries(): Promise<unknown[]> {
    const found: unknown[] = [];
    for await (const entry of client.marketCacheEntries({})) found.push(entry);
    return found;
  }

  async function failure(run: () => Promise<unknown>): Promise<MarketError> {
    try {
      await run();
    } catch (error) {
      assert.ok(MarketError.is(error), String(error));
      const all = `${error.message}${error.stack}${JSON.stringify(error)}${String(error.cause)}`;
      assert.ok(!all.includes(key), 'the key must not be told');
      assert.ok(error.message.length < 800);
      return error;
    }
    assert.fail('The call should have failed');
  }

  /** The kind for a small answer, for a landing and for a stream alike. */
  async function everywhere(behaviour: Behaviour, kind: MarketErrorKind) {
    server.behaviour = behaviour;
    const errors = [
      await failure(() => call('feesByComputeUnit')),
      await failure(() => call('landTransaction')),
      await failure(entries),
    ];
    for (const error of errors) assert.equal(error.kind, kind, error.message);
    return errors;
  }

  const impatient = async () => {
    await client.close();
    client = clientWith({ timeoutMilliseconds: 60, streamTimeoutMilliseconds: 60 });
  };

  it('does not wait for headers that never come', async () => {
    await impatient();
    await everywhere(() => undefined, 'unreachable');
  });

  it('does not wait for headers that come a letter at a time', async () => {
    await impatient();
    const behaviour: Behaviour = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    };
    await everywhere(behaviour, 'unreachable');
  });

  it('does not wait for a body that stops', async () => {
    await impatient();
    const behaviour: Behaviour = (socket) => {
      socket.write(answer('200 OK', '[', { 'content-length': '100' }));
    };
    const [get, landing] = await everywhere(behaviour, 'unreachable');
    assert.match(get?.message ?? '', /in time/);
    assert.match(landing?.message ?? '', /may have taken the transaction/);
  });

  it('does not wait for a body that comes a letter at a time', async () => {
    await impatient();
    const behaviour: Behaviour = (socket) => {
      socket.write(`${chunkedHead}1\r\n[\r\n`);
      const timer = setInterval(() => socket.write('1\r\n \r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    };
    await everywhere(behaviour, 'unreachable');
  });

  it('does not wait for the words of a failure', async () => {
    await impatient();
    await everywhere((socket) => {
      socket.write(answer('500 No', 'because', { 'content-length': '100' }));
    }, 'service-failing');
  });

  const pieces: readonly (readonly [string, string])[] = [
    ['spaces', ' '],
    ['brackets', '['],
    ['letters', 'x'],
    ['text', '"'],
  ];
  for (const [what, letter] of pieces) {
    it(`ends an endless body of ${what} at its limit`, async () => {
      const piece = chunk(Buffer.alloc(64 * 1024, letter));
      await everywhere(endless(chunkedHead, piece), 'unreadable-answer');
      assert.ok(server.sentBytes < 16 * megabyte, `${server.sentBytes} bytes were taken`);
    });
  }

  it('ends an endless failure, and an endless redirect, too', async () => {
    const piece = chunk(Buffer.alloc(64 * 1024, 'x'));
    const head = chunkedHead.replace('200 OK', '400 No');
    await everywhere(endless(head, piece), 'bad-parameter');
    const redirect = chunkedHead.replace('200 OK', '302 Go\r\nlocation: http://evil.example/');
    await everywhere(endless(redirect, piece), 'service-failing');
  });

  it('ends endless headers', async () => {
    const piece = Buffer.from(`x: ${'x'.repeat(1_000)}\r\n`);
    await everywhere(endless('HTTP/1.1 200 OK\r\n', piece), 'unreadable-answer');
    assert.ok(server.sentBytes < 16 * megabyte);
  });

  const page = '<!doctype html><title>Sign in</title><script>alert(1)</script>';
  it('says that a web page is one', async () => {
    server.behaviour = answering('200 OK', page, { 'content-type': 'text/html' });
    const error = await failure(() => call('finder'));
    assert.equal(error.kind, 'unreadable-answer');
    assert.match(error.message, /web page.*check the service's address/);
    await everywhere(server.behaviour, 'unreadable-answer');
  });

  it('shows nothing of a web page that tells a failure', async () => {
    const errors = await everywhere(
      answering('502 Bad Gateway', page, { 'content-type': 'text/html' }),
      'service-failing',
    );
    for (const { message } of errors) assert.doesNotMatch(message, /script|Sign in/);
  });

  for (const contentType of ['text/plain', 'image/png', 'application/json; charset=utf-16', '']) {
    it(`reads JSON that is said to be ${contentType || 'nothing'}`, async () => {
      server.behaviour = answering('200 OK', fees('1'), { 'content-type': contentType });
      await call('feesByComputeUnit');
    });
  }

  for (const [what, body] of [
    ['nothing', ''],
    ['half an answer', '{"JITO":{"numb'],
    ['a list that is cut off', '[{"pubkey":"a","owner":"b"},'],
    ['half a text', '"abc'],
    ['two answers', '{}{}'],
    ['two lists', '[][]'],
    ['NaN', fees('NaN')],
    ['Infinity', fees('-Infinity')],
    ['a number beyond all numbers', fees('1e999')],
    ['a very long number', fees('9'.repeat(100_000))],
    ['a wrong encoding of letters', Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['nesting without an end', '['.repeat(200_000)],
    ['nesting with an end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
    ['null', 'null'],
  ] as const) {
    it(`cannot read ${what}, and says so`, async () => {
      await everywhere(answering('200 OK', body), 'unreadable-answer');
    });
  }

  it('refuses members that are nested too deeply for others to walk', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    server.behaviour = answering('200 OK', fees('1', `,"more":${deep}`));
    assert.match((await failure(() => call('feesByComputeUnit'))).message, /nested too deeply/);
  });

  it('takes nothing from a prototype', async () => {
    const body = `{"__proto__":{"polluted":1},"JITO":{"__proto__":{"number":1},"number":2,"percentiles":${table},"\\u005f_proto__":{"x":1},"constructor":{"prototype":{"polluted":1}}}}`;
    server.behaviour = answering('200 OK', body);
    const fee = (await client.service.feesByComputeUnit({}))['JITO'];
    assert.equal(fee?.number, 2);
    assert.equal(Object.getPrototypeOf(fee), Object.prototype);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    server.behaviour = answering('200 OK', body.replace('"number":2,', ''));
    assert.match((await failure(() => call('feesByComputeUnit'))).message, /JITO\.number/);
  });

  it('follows no redirect to another origin, and sends no landing twice', async () => {
    const other = await HostileServer.open(answering('200 OK', fees('1')));
    try {
      for (const status of ['301 A', '302 B', '303 C', '307 D', '308 E']) {
        const before = server.requests.length;
        const location = `${other.url}/market/fees/by/computeUnit`;
        const errors = await everywhere(answering(status, '', { location }), 'service-failing');
        for (const { message } of errors) assert.ok(message.includes(other.url));
        assert.equal(server.requests.length - before, 3);
        await everywhere(answering(status, '', { location: '/again' }), 'service-failing');
        const landings = server.requests.slice(before).filter((text) => text.startsWith('POST'));
        assert.equal(landings.length, 2);
      }
      assert.deepEqual(other.requests, []);
    } finally {
      await other.close();
    }
  });

  for (const location of ['javascript:alert(1)', 'file:///etc/passwd', 'http://[', '//', '']) {
    it(`goes nowhere when sent to ${JSON.stringify(location)}`, async () => {
      await everywhere(answering('302 Go', '', { location }), 'service-failing');
    });
  }

  it('tells no key that a service puts into a redirect or its words', async () => {
    await everywhere(
      answering('302 Go', '', { location: `https://${key}.example/` }),
      'service-failing',
    );
    await everywhere(
      answering('400 No', JSON.stringify({ error: { message: key } })),
      'bad-parameter',
    );
    server.behaviour = answering('200 OK', fees(JSON.stringify(key)));
    assert.match((await failure(() => call('feesByComputeUnit'))).message, /<key>/);
  });

  it('passes over 102 and 103, and ends at a 100 that it did not ask for', async () => {
    const interim = ['102 Processing', '103 Early Hints\r\nlink: </x>'];
    server.behaviour = (socket) => {
      for (const status of interim) socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
      socket.write(answer('200 OK', fees('1')));
    };
    await call('feesByComputeUnit');
    await everywhere((socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }, 'unreachable');
  });

  it('ends at 101, and at 1xx without end', async () => {
    await impatient();
    await everywhere((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    }, 'unreachable');
    const interim = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100));
    server.behaviour = endless('', interim);
    for (const run of [() => call('feesByComputeUnit'), entries]) {
      assert.ok(['unreachable', 'unreadable-answer'].includes((await failure(run)).kind));
    }
  });

  for (const status of ['204 No Content', '205 Reset', '206 Partial', '201 Made', '304 Same']) {
    it(`takes ${status} for no answer`, async () => {
      await everywhere(answering(status), 'service-failing');
    });
  }

  it('says that there are too many requests, with and without the time to wait', async () => {
    for (const { retryAfterSeconds } of await everywhere(answering('429 Slow'), 'rate-limited')) {
      assert.equal(retryAfterSeconds, undefined);
    }
    const told = answering('429 Slow', '{}', { 'retry-after': '14' });
    for (const error of await everywhere(told, 'rate-limited')) {
      assert.equal(error.retryAfterSeconds, 14);
      assert.match(error.message, /14 s/);
    }
    await everywhere(answering('429 Slow', '', { 'retry-after': 'soon' }), 'rate-limited');
    assert.deepEqual(pauses, []);
  });

  it('asks again after resets, but sends a landing once', async () => {
    const behaviours: Behaviour[] = [
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end(),
      (socket) => {
        socket.write(answer('200 OK', '[{"a"', { 'content-length': '100' }), () =>
          socket.resetAndDestroy(),
        );
      },
    ];
    for (const behaviour of behaviours) {
      const before = server.requests.length;
      const [, landing] = await everywhere(behaviour, 'unreachable');
      assert.match(landing?.message ?? '', /look its signature up/);
      const landings = server.requests.slice(before).filter((text) => text.startsWith('POST'));
      assert.equal(landings.length, 1);
    }
  });

  for (const bytes of [
    Buffer.from('HTTP/9 x\r\n\r\n'),
    Buffer.alloc(100, 0xff),
    Buffer.from('SSH-2.0\r\n'),
  ]) {
    it(`knows that ${JSON.stringify(bytes.toString('latin1', 0, 8))} is not HTTP`, async () => {
      await everywhere((socket) => {
        socket.write(bytes);
      }, 'unreadable-answer');
    });
  }

  const packers = {
    gzip: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
    br: (bytes: Buffer) =>
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    deflate: (bytes: Buffer) => deflateSync(bytes),
  };
  for (const [encoding, pack] of Object.entries(packers)) {
    it(`unpacks ${encoding}, but no bomb, and nothing damaged`, async () => {
      const headers = { 'content-encoding': encoding };
      server.behaviour = answering('200 OK', pack(Buffer.from(fees('5'))), headers);
      assert.equal((await client.service.feesByComputeUnit({}))['JITO']?.number, 5);
      const bomb = pack(Buffer.alloc(64 * megabyte, ' '));
      assert.ok(bomb.length < limit);
      const before = process.memoryUsage().rss;
      const errors = await everywhere(answering('200 OK', bomb, headers), 'unreadable-answer');
      for (const { message } of errors) assert.match(message, /too large/);
      await everywhere(answering('500 No', bomb, headers), 'service-failing');
      assert.ok(process.memoryUsage().rss - before < 64 * megabyte);
      const packed = pack(Buffer.from(fees('5')));
      const damaged = Buffer.concat([packed.subarray(0, packed.length - 12), Buffer.alloc(2)]);
      await everywhere(answering('200 OK', damaged, headers), 'unreadable-answer');
      await everywhere(answering('200 OK', fees('5'), headers), 'unreadable-answer');
    });
  }

  it('unpacks two layers and no more, and nothing that it does not know', async () => {
    const twice = gzipSync(gzipSync(fees('1')));
    server.behaviour = answering('200 OK', twice, { 'content-encoding': 'gzip, gzip' });
    await call('feesByComputeUnit');
    for (const encoding of ['gzip,gzip,gzip', 'zstd', 'constructor']) {
      await everywhere(
        answering('200 OK', twice, { 'content-encoding': encoding }),
        'unreadable-answer',
      );
    }
  });

  it('keeps 2^53+1 to the last digit where amounts are exact', async () => {
    const body =
      '[{"isSuccess":true,"wallet":"w","signature":"s","block_number":1,"timestamp":"2026-01-01T00:00:00Z","mint":"m","fees":9007199254740993,"net_gains_usd":1,"net_gains_sol":1}]';
    server.behaviour = answering('200 OK', body);
    const [first] = await client.service.walletTransactions({ wallets: [] });
    assert.equal(first?.fees, 9007199254740993n);
  });

  it('gives one of the errors for every operation', async () => {
    for (const name of gets) {
      server.behaviour = answering('200 OK', '17');
      const error = await failure(() => call(name));
      assert.equal(error.kind, 'unreadable-answer');
      assert.ok(error.message.startsWith(operations[name].summary));
    }
  });
});
