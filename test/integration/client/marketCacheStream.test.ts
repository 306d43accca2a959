import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createGzip } from 'node:zlib';
import { MarketError } from '../../../src/api/marketError.ts';
import { HttpMarketClient } from '../../../src/client/httpMarketClient.ts';
import type { MarketCacheProgress } from '../../../src/client/marketCacheStream.ts';

const megabyte = 1024 * 1024;
/** Identical for every pool, so built once. */
const rest = JSON.stringify({
  owner: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  more: 'x'.repeat(300),
}).slice(1);
const pool = (index: number) =>
  `{"pubkey":"pool${index}","params":{"addressLookupTableAddress":"table${index}","routingGroup":3,"amount":1},${rest}`;

describe('A streamed market cache', { timeout: 60_000 }, () => {
  let server: Server;
  let client: HttpMarketClient;
  let respond: (response: ServerResponse) => unknown;

  beforeEach(async () => {
    server = createServer((_request, response) => respond(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const isTrustedLoopback = () => true;
    client = new HttpMarketClient({ baseUrl, apiKey: 'stream-key', isTrustedLoopback });
  });
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });

  function* list(count: number): Generator<string> {
    for (let from = 0; from < count; from += 500) {
      const pools = Array.from({ length: Math.min(500, count - from) }, (_, at) => pool(from + at));
      yield `${from === 0 ? '[' : ','}${pools.join(',')}`;
    }
    yield ']';
  }

  /** Writes as fast as the client reads. */
  async function write(to: NodeJS.WritableStream, pieces: Iterable<string>): Promise<void> {
    for (const piece of pieces) if (!to.write(piece)) await once(to, 'drain');
    to.end();
  }

  it('reads 300,000 pools with progress, in constant memory', async () => {
    const count = 300_000;
    respond = (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const packer = createGzip({ level: 1 });
      packer.pipe(response);
      void write(packer, list(count));
    };
    let last: MarketCacheProgress | undefined;
    let seen = 0;
    let peak = 0;
    const before = process.memoryUsage().rss;
    const onProgress = (progress: MarketCacheProgress) => {
      assert.ok(progress.receivedBytes >= (last?.receivedBytes ?? 0));
      last = progress;
    };
    for await (const part of client.streamMarketCache({ onlyjup: true }, { onProgress })) {
      for (const { pubkey } of part) {
        assert.equal(pubkey, `pool${seen}`);
        seen += 1;
        if (seen % 10_000 === 0) peak = Math.max(peak, process.memoryUsage().rss - before);
      }
    }
    assert.equal(seen, count);
    assert.equal(last?.entries, count);
    assert.equal(last?.totalBytes, null);
    assert.ok(peak < 300 * megabyte, `${Math.round(peak / megabyte)} MB`);
  });

  it('reports the total if the service sends it', async () => {
    const body = [...list(3)].join('');
    respond = (response) => {
      response.writeHead(200, { 'content-length': body.length }).end(body);
    };
    const told: MarketCacheProgress[] = [];
    const onProgress = (progress: MarketCacheProgress) => told.push(progress);
    for await (const _ of client.streamMarketCache({}, { onProgress }));
    assert.deepEqual(told.at(-1), {
      entries: 3,
      receivedBytes: body.length,
      totalBytes: body.length,
    });
  });

  for (const how of ['aborted', 'left'] as const) {
    it(`closes the connection when it is ${how}`, async () => {
      const closed = Promise.withResolvers<void>();
      respond = (response) => {
        response.on('close', closed.resolve);
        response.write(`[${pool(0)},${pool(1)},`);
      };
      const stop = new AbortController();
      const read = async () => {
        for await (const _ of client.streamMarketCache({}, { signal: stop.signal })) {
          if (how === 'left') break;
          stop.abort();
        }
      };
      if (how === 'left') await read();
      else await assert.rejects(read, (error) => MarketError.is(error, 'cancelled'));
      await closed.promise;
    });
  }

  it('skips unreadable entries and reports them', async () => {
    const entries = [pool(0), '{"pubkey":5,"owner":"x"}', '{"pubkey":}', pool(1), '7'];
    respond = (response) => response.end(`[${entries.join(',')}]`);
    const faults: string[] = [];
    const found: string[] = [];
    const onFault = ({ message }: MarketError) => faults.push(message);
    for await (const part of client.streamMarketCache({}, { onFault })) {
      found.push(...part.map(({ pubkey }) => pubkey));
    }
    assert.deepEqual(found, ['pool0', 'pool1']);
    assert.equal(faults.length, 3);
    assert.match(faults[0] ?? '', /Invalid response: \[1\]\.pubkey must be text, but is 5/);
  });

  it('skips entries that are nested too deeply, wherever the chunks are cut', async () => {
    const nested = (depth: number) =>
      `{"pubkey":"pool","owner":"x","more":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const firstPiece = Promise.withResolvers<void>();
    respond = async (response) => {
      response.write(`[${nested(65).slice(0, 60)}`);
      await firstPiece.promise;
      response.end(`${nested(65).slice(60)},${nested(63)},${nested(64)}]`);
    };
    const faults: string[] = [];
    let found = 0;
    const options = {
      onFault: ({ message }: MarketError) => faults.push(message),
      onProgress: () => firstPiece.resolve(),
    };
    for await (const part of client.streamMarketCache({}, options)) found += part.length;
    assert.equal(found, 1);
    assert.deepEqual(
      faults.map((fault) => /\[\d\] .*/.exec(fault)?.[0]),
      ['[0] nested too deeply', '[2] nested too deeply'],
    );
  });

  it('fails if it is truncated, after yielding the entries received before', async () => {
    respond = (response) => response.end(`[${pool(0)},${pool(1)}`);
    let found = 0;
    const read = async () => {
      for await (const part of client.streamMarketCache({})) found += part.length;
    };
    await assert.rejects(read, /cut off after [12] entr/);
    assert.ok(found > 0);
  });

  it('sends no request with invalid parameters, or before iteration starts', async () => {
    let asked = 0;
    respond = (response) => {
      asked += 1;
      response.end('[]');
    };
    const entries = client.streamMarketCache({ tokens: ['x'] });
    await assert.rejects(entries.next(), { kind: 'bad-parameter' });
    assert.equal(asked, 0);
  });
});
