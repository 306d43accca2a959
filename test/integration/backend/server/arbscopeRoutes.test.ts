import assert from 'node:assert/strict';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { arbitrageStream } from '../../../../src/api/arbscope/arbitrages.ts';
import {
  type ArbscopeOperationName,
  arbscopeOperations,
} from '../../../../src/api/arbscope/arbscopeOperations.ts';
import { maxSimulatedTransactions } from '../../../../src/api/arbscope/simulate.ts';
import { dataTimeHeader } from '../../../../src/api/dataTime.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import { maxStreams } from '../../../../src/backend/server/arbscopeRoutes.ts';
import type { HttpServerOptions } from '../../../../src/backend/server/httpServer.ts';
import { ArbscopeDouble, arbscopeParameters } from '../../../arbscopeDouble.ts';
import { unsignedTransaction } from '../../../fixtures/unsignedTransaction.ts';
import { openServed, servedKey } from './servedDouble.ts';

const mint = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const streamPath = arbitrageStream.path;

describe('Under /arbscope, the server', { timeout: 60_000 }, () => {
  let double: ArbscopeDouble;
  beforeEach(() => {
    double = new ArbscopeDouble();
  });

  async function serve(context: TestContext, options: Partial<HttpServerOptions> = {}) {
    return await openServed(context, { arbscope: () => double, ...options });
  }

  interface Asking {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  const open = (
    port: number,
    path: string,
    { method = 'GET', headers = {}, body }: Asking = {},
  ): Promise<{ asked: ClientRequest; response: IncomingMessage }> =>
    new Promise((resolve, reject) => {
      const json = { 'content-type': 'application/json', 'content-length': `${body?.length}` };
      const asked = request({
        ...{ host: '127.0.0.1', port, path, method, agent: false },
        headers: { 'x-api-key': servedKey, ...(body === undefined ? {} : json), ...headers },
      });
      asked.on('response', (response) => {
        // An aborted request emits an error.
        response.on('error', () => undefined);
        resolve({ asked, response });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  async function ask(port: number, path: string, asking?: Asking) {
    const { response } = await open(port, path, asking);
    let body = '';
    for await (const piece of response) body += piece;
    return { status: response.statusCode, headers: response.headers, body };
  }

  async function readUntil(pieces: AsyncIterator<Buffer>, found: RegExp): Promise<string> {
    let text = '';
    // Match only near the end: searching all of the text for each chunk would be slow.
    for (let end = ''; !found.test(end); ) {
      const { done, value } = await pieces.next();
      if (done === true) break;
      end = end.slice(-100) + value;
      text += value;
    }
    return text;
  }
  const piecesOf = (response: IncomingMessage) =>
    (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();

  it('responds to each operation with JSON, and with the time of the data', async (context) => {
    const now = Date.UTC(2026, 0, 1);
    const { port } = await serve(context, { now: () => now });
    for (const name of Object.keys(arbscopeOperations) as ArbscopeOperationName[]) {
      const { path, method } = arbscopeOperations[name];
      const parameters = JSON.stringify(arbscopeParameters[name]);
      const { status, headers, body } = await ask(port, path, { method, body: parameters });
      assert.equal(status, 200, body);
      assert.match(String(headers['content-type']), /^application\/json/);
      assert.equal(headers[dataTimeHeader], '2026-01-01T00:00:00.000Z');
      assert.deepEqual(double.asked.at(-1), {
        operation: name,
        parameters: arbscopeParameters[name],
      });
    }
  });

  describe('for a simulation', () => {
    const { path } = arbscopeOperations.simulate;
    const { base64 } = unsignedTransaction;
    const bodyOf = (...transactions: readonly string[]) => JSON.stringify({ transactions });

    it('takes a POST with JSON only, up to the size of bundles', async (context) => {
      const { port, log } = await serve(context);
      const post = { method: 'POST', body: bodyOf(base64) };
      for (const [asking, expected] of [
        [{ method: 'GET' }, 405],
        [{ method: 'PUT', body: post.body }, 405],
        [{ ...post, headers: { 'content-type': 'text/plain' } }, 415],
        [{ ...post, headers: { origin: 'https://evil.example' } }, 403],
        [{ ...post, headers: { host: 'evil.example' } }, 403],
        [{ ...post, headers: { 'x-api-key': 'another' } }, 401],
        [{ ...post, body: '{"transactions":[' }, 400],
        [{ ...post, body: bodyOf('x'.repeat(300_000)) }, 413],
      ] as const) {
        const { status, headers, body } = await ask(port, path, asking);
        assert.equal(status, expected, JSON.stringify(asking).slice(0, 200));
        assert.equal(JSON.parse(body).statusCode, expected);
        if (status === 405) assert.equal(headers['allow'], 'POST, OPTIONS');
        assert.equal(headers['access-control-allow-origin'], undefined);
      }
      assert.deepEqual(double.asked, []);
      const bundle = Array.from({ length: maxSimulatedTransactions }, () => '1'.repeat(25_000));
      assert.equal((await ask(port, path, { ...post, body: bodyOf(...bundle) })).status, 200);
      assert.ok(!log.join('').includes(base64), 'the log holds no transaction');
    });

    it('reports invalid transactions without running a request', async (context) => {
      const { port } = await serve(context);
      for (const [body, words] of [
        [undefined, /^transactions is missing$/],
        ['{}', /^transactions is missing$/],
        ['[]', /parameters must be/],
        ['{"transactions":[]}', /^transactions must be/],
        [bodyOf(...Array.from({ length: 6 }, () => base64)), /^transactions must be .* list of 6/],
        ['{"transactions":[[1,2]]}', /^transactions\[0\] must be/],
        [bodyOf('1'.repeat(25_001)), /^transactions\[0\] must be .* text of 25001 characters/],
        [`{"transactions":["${base64}"],"sigVerify":true}`, /^sigVerify is unknown$/],
      ] as const) {
        const asking = { method: 'POST', headers: { 'content-type': 'application/json' } };
        const response = await ask(port, path, { ...asking, ...(body && { body }) });
        assert.equal(response.status, 400, response.body);
        assert.match(JSON.parse(response.body).message, words);
      }
      assert.deepEqual(double.asked, []);
    });
  });

  it('takes parameters as repeated keys, in brackets, with commas and as a body', async (context) => {
    const { port } = await serve(context);
    const { path } = arbscopeOperations.arbitrages;
    const expected = { tokens: [mint, usdc], limit: 3 };
    for (const query of [
      `?tokens=${mint}&tokens=${usdc}&limit=3`,
      `?tokens[]=${mint}&tokens[]=${usdc}&limit=3`,
      `?tokens=${mint},${usdc}&limit=3`,
    ]) {
      assert.equal((await ask(port, path + query)).status, 200);
      assert.deepEqual(double.asked.at(-1)?.parameters, expected);
    }
    await ask(port, path, { body: JSON.stringify(expected) });
    assert.deepEqual(double.asked.at(-1)?.parameters, expected);
  });

  it('names an invalid parameter, without running a request', async (context) => {
    const { port } = await serve(context);
    for (const [path, parameter] of [
      [`${arbscopeOperations.arbitrages.path}?limit=1000`, 'limit'],
      [`${arbscopeOperations.history.path}?interval=61`, 'interval'],
      [`${arbscopeOperations.status.path}?now=1`, 'now'],
      [`${streamPath}?order=gain`, 'order'],
      [`${streamPath}?cursor=%20`, 'cursor'],
    ] as const) {
      const { status, body } = await ask(port, path);
      assert.equal(status, 400, path);
      assert.match(JSON.parse(body).message, new RegExp(parameter));
    }
    assert.deepEqual(double.asked, []);
  });

  it('rejects a missing key and other methods, and all requests while starting', async (context) => {
    const { port } = await serve(context);
    const starting = await serve(context, { arbscope: () => null });
    const paths = Object.values({ ...arbscopeOperations, arbitrageStream });
    for (const { path, method } of paths) {
      assert.equal((await ask(port, path, { method, headers: { 'x-api-key': 'no' } })).status, 401);
      const other = await ask(port, path, { method: 'DELETE' });
      assert.equal(other.status, 405);
      assert.match(String(other.headers['allow']), new RegExp(`^${method}.*OPTIONS$`));
      const early = await ask(starting.port, path, { method });
      assert.deepEqual([early.status, early.headers['retry-after']], [503, '1']);
    }
  });

  it('responds with the status of a failure', async (context) => {
    const { port } = await serve(context);
    double.failWith(new MarketError('not-offered', 'Recordings have none'));
    const { status, body } = await ask(port, arbscopeOperations.history.path);
    assert.deepEqual([status, JSON.parse(body).message], [501, 'Recordings have none']);
    assert.equal((await ask(port, `${streamPath}?cursor=0`)).status, 501);
  });

  it('streams arbitrages as server-sent events whose ids are resumable', async (context) => {
    const { port } = await serve(context);
    double.publish('before');
    const { asked, response } = await open(port, streamPath);
    assert.match(String(response.headers['content-type']), /^text\/event-stream/);
    const pieces = piecesOf(response);
    assert.match(await readUntil(pieces, /\n\n/), /^id: 1\ndata: {"arbitrages":\[\],.*}\n\n$/);
    double.publish('one');
    assert.match(await readUntil(pieces, /\n\n/), /^id: 2\ndata: {.*"signature":"one".*}\n\n$/);
    asked.destroy();
    await double.until(() => double.streams === 0);

    double.publish('two');
    for (const [path, headers] of [
      [`${streamPath}?cursor=2`, {}],
      [`${streamPath}?cursor=0`, { 'last-event-id': '2' }],
    ] as const) {
      const again = await open(port, path, { headers });
      const text = await readUntil(piecesOf(again.response), /"two"/);
      assert.ok(!text.includes('"one"'), text);
      again.asked.destroy();
    }
  });

  it('sends comments that show that a quiet stream is alive', async (context) => {
    const { port } = await serve(context, { heartbeatMilliseconds: 1 });
    const { asked, response } = await open(port, streamPath);
    const text = await readUntil(piecesOf(response), /\n\n:\n\n:\n\n/);
    assert.match(text, /^id: 0\n/);
    asked.destroy();
  });

  it('ends a failed stream with an event that contains the reason', async (context) => {
    const { port, log } = await serve(context);
    const pieces = piecesOf((await open(port, streamPath)).response);
    await readUntil(pieces, /\n\n/);
    double.failWith(new MarketError('service-failing', 'The disk is full'));
    const text = await readUntil(pieces, /$never/);
    assert.match(text, /^event: failure\ndata: {"statusCode":503,.*The disk is full"}\n\n$/);
    assert.match(log.join(), /The disk is full/);
  });

  it('produces no more events than a client reads', async (context) => {
    const { port } = await serve(context);
    const { asked, response } = await open(port, streamPath);
    response.pause();
    const reader = await open(port, streamPath);
    const pieces = piecesOf(reader.response);
    await readUntil(pieces, /\n\n/);
    const before = double.handedOut;
    const events = 60;
    for (let number = 0; number < events; number += 1) {
      // More than any socket can buffer: each event is about a megabyte.
      const last = `${number}:last`;
      double.publish(...Array.from({ length: 100 }, () => 'x'.repeat(10_000)), last);
      await readUntil(pieces, new RegExp(last));
    }
    const handedToSlow = double.handedOut - before - events;
    assert.ok(handedToSlow < events / 2, `${handedToSlow} events were made for it`);
    asked.destroy();
    reader.asked.destroy();
  });

  it('limits the number of streams, with a retry time for further ones', async (context) => {
    const { port } = await serve(context);
    const streams = [];
    for (let number = 0; number < maxStreams; number += 1) {
      streams.push((await open(port, streamPath)).asked);
    }
    const { status, headers } = await ask(port, streamPath);
    assert.equal(status, 429);
    assert.ok(Number(headers['retry-after']) > 0);
    assert.equal((await ask(port, arbscopeOperations.status.path)).status, 200);
    streams[0]?.destroy();
    await double.until(() => double.streams < maxStreams);
    let next = await open(port, streamPath);
    while (next.response.statusCode !== 200) next = await open(port, streamPath);
    for (const stream of [...streams, next.asked]) stream.destroy();
  });
});
