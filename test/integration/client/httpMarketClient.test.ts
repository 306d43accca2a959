import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { MarketError, type MarketErrorKind } from '../../../src/api/marketError.ts';
import { HttpMarketClient } from '../../../src/client/httpMarketClient.ts';

const key = 'canary-key-0123456789';
const token = 'So11111111111111111111111111111111111111112';
const tables = `{"JITO":{"number":1,"percentiles":{${[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]
  .map((percentile) => `"p${String(percentile).padStart(2, '0')}":1`)
  .join(',')}},"extra":true}}`;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe('The HTTP client', { timeout: 20_000 }, () => {
  let servers: Server[] = [];
  let client: HttpMarketClient;
  let handler: Handler;
  let requests: IncomingMessage[] = [];

  async function listen(answer: Handler): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeEach(async () => {
    requests = [];
    handler = (_request, response) => response.end(tables);
    const baseUrl = await listen((request, response) => {
      requests.push(request);
      handler(request, response);
    });
    client = new HttpMarketClient({
      baseUrl: `${baseUrl}/v1/`,
      landingUrl: baseUrl,
      apiKey: key,
      isTrustedLoopback: () => true,
      timeoutMilliseconds: 5_000,
      maxResponseBytes: 100_000,
    });
  });
  afterEach(async () => {
    await client.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    servers = [];
  });

  const answering =
    (statusCode: number, body: string, headers = {}): Handler =>
    (_request, response) => {
      response.writeHead(statusCode, headers).end(body);
    };

  async function failure(call: Promise<unknown> = client.service.feesByComputeUnit({})) {
    try {
      await call;
    } catch (error) {
      assert.ok(MarketError.is(error), String(error));
      assert.ok(!JSON.stringify(error, Object.getOwnPropertyNames(error)).includes(key));
      return error;
    }
    assert.fail('The call should have failed');
  }

  it('sends requests below the base URL with the key, and keeps unknown members', async () => {
    const answer = await client.service.feesByComputeUnit({ wallets: [token] });
    assert.equal(Reflect.get(answer['JITO'] ?? {}, 'extra'), true);
    const [request] = requests;
    assert.equal(
      request?.url,
      `/v1/market/fees/by/computeUnit?${encodeURIComponent('wallets[]')}=${token}`,
    );
    assert.equal(request?.headers['x-api-key'], key);
    assert.equal(request?.headers['content-type'], 'application/json');
  });

  const kinds: readonly (readonly [number, MarketErrorKind])[] = [
    [400, 'bad-parameter'],
    [401, 'unauthorized'],
    [402, 'plan-lacks-operation'],
    [403, 'unauthorized'],
    [404, 'not-found'],
    [429, 'rate-limited'],
    [500, 'service-failing'],
    [503, 'service-failing'],
    [204, 'service-failing'],
  ];
  for (const [statusCode, kind] of kinds) {
    it(`reports ${kind} for status ${statusCode}`, async () => {
      handler = answering(statusCode, statusCode === 204 ? '' : '{"message":"the reason"}');
      const error = await failure();
      assert.equal(error.kind, kind);
      assert.match(error.message, statusCode === 204 ? /204/ : /the reason/);
    });
  }

  it('reports how long to wait before a retry', async () => {
    handler = answering(429, '', { 'retry-after': '14' });
    assert.equal((await failure()).retryAfterSeconds, 14);
    assert.equal((await failure()).statusCode, 429);
  });

  it('names the operation and the missing member', async () => {
    handler = answering(200, '{"JITO":{"percentiles":{}}}');
    const error = await failure();
    assert.equal(error.kind, 'unreadable-answer');
    assert.match(error.message, /Fees percentiles/);
    assert.match(error.message, /number|p00/);
  });

  for (const [what, body] of [
    ['HTML', '<html><script>x</script></html>'],
    ['half an answer', '{"JITO":'],
    ['nothing', ''],
    ['NaN', '{"JITO":NaN}'],
    ['nesting without end', '['.repeat(50_000)],
    ['more than the limit', `"${'x'.repeat(200_000)}"`],
  ] as const) {
    it(`rejects a response of ${what}`, async () => {
      handler = answering(200, body);
      assert.equal((await failure()).kind, 'unreadable-answer');
    });
  }

  it('never shows the key, even if the service echoes it', async () => {
    handler = answering(401, JSON.stringify({ message: `bad key ${key}` }));
    assert.match((await failure()).message, /<key>/);
  });

  it('never sends the key to another origin after a redirect', async () => {
    const seen: IncomingMessage[] = [];
    const other = await listen((request, response) => {
      seen.push(request);
      response.end(tables);
    });
    handler = answering(302, '', { location: `${other}/v1/market/fees/by/computeUnit` });
    const error = await failure();
    assert.equal(error.kind, 'service-failing');
    assert.ok(error.message.includes(other));
    assert.equal(seen.length, 0);
  });

  it('follows redirects within the origin, up to a limit', async () => {
    handler = (request, response) =>
      request.url === '/there'
        ? response.end(tables)
        : response.writeHead(307, { location: '/there' }).end();
    await client.service.feesByComputeUnit({});
    const before = requests.length;
    handler = answering(307, '', { location: '/again' });
    assert.equal((await failure()).kind, 'service-failing');
    assert.equal(requests.length - before, 4);
  });

  it('never retries a landing', async () => {
    handler = answering(307, '', { location: '/transactions' });
    const landing = client.service.landTransaction({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: ['AA=='],
    });
    assert.equal((await failure(landing)).kind, 'service-failing');
    assert.equal(requests.length, 1);
  });

  it('can be cancelled while the service is silent', async () => {
    const asked = Promise.withResolvers<void>();
    handler = () => asked.resolve();
    const stop = new AbortController();
    const call = client.service.feesByComputeUnit({}, { signal: stop.signal });
    void asked.promise.then(() => stop.abort());
    assert.equal((await failure(call)).kind, 'cancelled');
  });

  it('reports an unreachable service when the connection is closed', async () => {
    handler = (request) => request.socket.destroy();
    assert.equal((await failure()).kind, 'unreachable');
  });

  it('stops reading an endless body', async () => {
    await client.close();
    const baseUrl = await listen((_request, response) => {
      response.writeHead(200).write('{');
    });
    client = new HttpMarketClient({
      baseUrl,
      apiKey: key,
      isTrustedLoopback: () => true,
      timeoutMilliseconds: 50,
    });
    assert.equal((await failure()).kind, 'unreachable');
  });

  it('rejects invalid parameters without sending a request', async () => {
    assert.equal((await failure(client.service.tokenInfo({ token: 'x' }))).parameter, 'token');
    assert.equal(requests.length, 0);
  });

  for (const baseUrl of [
    'http://example.com',
    'https://good@evil.example',
    'ftp://127.0.0.1',
    'not a url',
    'http://127.0.0.1.nip.io',
    'https://example.com/?key=1',
  ]) {
    it(`sends no key to ${baseUrl}`, () => {
      assert.throws(() => new HttpMarketClient({ baseUrl, apiKey: key }), {
        kind: 'bad-parameter',
      });
    });
  }

  it('rejects a key that does not fit in a header, without showing it', () => {
    const apiKey = 'two\r\nlines';
    assert.throws(
      () => new HttpMarketClient({ baseUrl: 'https://example.com', apiKey }),
      (error) => MarketError.is(error, 'unauthorized') && !error.message.includes('lines'),
    );
  });
});
