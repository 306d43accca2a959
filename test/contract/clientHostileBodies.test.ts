// Only in test:all: channelHostileService is the suite of hostile services in npm test.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { chunk, chunkedHead, respondEndlessly, respondWith } from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { fees, hostileSession, maxResponseBytes as limit, megabyte } from './hostileSession.ts';

describe('With a hostile response body, the client', suiteLimit, () => {
  const session = hostileSession();
  const { call, failure, everywhere } = session;

  const page = '<!doctype html><title>Sign in</title><script>alert(1)</script>';
  it('reports a web page as such', async () => {
    session.server.behaviour = respondWith('200 OK', page, { 'content-type': 'text/html' });
    const error = await failure(() => call('finder'));
    assert.equal(error.kind, 'unreadable-answer');
    assert.match(error.message, /web page.*Check the address/);
    await everywhere(session.server.behaviour, 'unreadable-answer');
  });

  it('shows no content of a web page that is sent with an error status', async () => {
    const errors = await everywhere(
      respondWith('502 Bad Gateway', page, { 'content-type': 'text/html' }),
      'service-failing',
    );
    for (const { message } of errors) assert.doesNotMatch(message, /script|Sign in/);
  });

  for (const contentType of ['text/plain', 'image/png', 'application/json; charset=utf-16', '']) {
    it(`reads JSON whose content type is ${contentType || 'missing'}`, async () => {
      session.server.behaviour = respondWith('200 OK', fees('1'), { 'content-type': contentType });
      await call('feesByComputeUnit');
    });
  }

  for (const [what, body] of [
    ['nothing', ''],
    ['half a response', '{"JITO":{"numb'],
    ['a list that is cut off', '[{"pubkey":"a","owner":"b"},'],
    ['half a string', '"abc'],
    ['two responses', '{}{}'],
    ['two lists', '[][]'],
    ['NaN', fees('NaN')],
    ['Infinity', fees('-Infinity')],
    ['a number beyond the range of a double', fees('1e999')],
    ['a very long number', fees('9'.repeat(100_000))],
    ['a wrong character encoding', Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['nesting that never ends', '['.repeat(200_000)],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
    ['null', 'null'],
  ] as const) {
    it(`reports ${what} as unreadable`, async () => {
      await everywhere(respondWith('200 OK', body), 'unreadable-answer');
    });
  }

  it('refuses members that are nested too deeply', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    session.server.behaviour = respondWith('200 OK', fees('1', `,"more":${deep}`));
    assert.match((await failure(() => call('feesByComputeUnit'))).message, /nested too deeply/);
  });

  const packers = {
    gzip: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
    br: (bytes: Buffer) =>
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    deflate: (bytes: Buffer) => deflateSync(bytes),
  };
  for (const [encoding, pack] of Object.entries(packers)) {
    it(`decompresses ${encoding}, but rejects bombs and damaged data`, async () => {
      const headers = { 'content-encoding': encoding };
      session.server.behaviour = respondWith('200 OK', pack(Buffer.from(fees('5'))), headers);
      assert.equal((await session.client.service.feesByComputeUnit({}))['JITO']?.number, 5);
      const bomb = pack(Buffer.alloc(64 * megabyte, ' '));
      assert.ok(bomb.length < limit);
      const before = process.memoryUsage().rss;
      const errors = await everywhere(respondWith('200 OK', bomb, headers), 'unreadable-answer');
      for (const { message } of errors) assert.match(message, /too large/);
      await everywhere(respondWith('500 No', bomb, headers), 'service-failing');
      assert.ok(process.memoryUsage().rss - before < 64 * megabyte);
      const packed = pack(Buffer.from(fees('5')));
      const damaged = Buffer.concat([packed.subarray(0, packed.length - 12), Buffer.alloc(2)]);
      await everywhere(respondWith('200 OK', damaged, headers), 'unreadable-answer');
      await everywhere(respondWith('200 OK', fees('5'), headers), 'unreadable-answer');
    });
  }

  it('decompresses at most two layers, and rejects unknown encodings', async () => {
    const twice = gzipSync(gzipSync(fees('1')));
    session.server.behaviour = respondWith('200 OK', twice, { 'content-encoding': 'gzip, gzip' });
    await call('feesByComputeUnit');
    for (const encoding of ['gzip,gzip,gzip', 'zstd', 'constructor']) {
      await everywhere(
        respondWith('200 OK', gzipSync(twice), { 'content-encoding': encoding }),
        'unreadable-answer',
      );
    }
  });

  it('stops reading endless gzip data that decompresses to nothing', async () => {
    const empty = Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync('')));
    const head = chunkedHead.replace('200 OK', '200 OK\r\ncontent-encoding: gzip');
    session.server.behaviour = respondEndlessly(head, chunk(empty));
    assert.match((await failure(() => call('feesByComputeUnit'))).message, /too large/);
  });
});
