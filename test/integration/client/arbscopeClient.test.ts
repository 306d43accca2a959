import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import type { ArbitrageEvent } from '../../../src/api/arbscope/arbitrages.ts';
import { arbscopeOperations } from '../../../src/api/arbscope/arbscopeOperations.ts';
import { MarketError } from '../../../src/api/marketError.ts';
import { parameterEncodings } from '../../../src/api/parameterEncoding.ts';
import {
  HttpMarketClient,
  type HttpMarketClientOptions,
} from '../../../src/client/httpMarketClient.ts';
import { encodeBase58 } from '../../../src/solana/base58.ts';
import { ArbscopeDouble, arbscopeParameters, arbscopeSample } from '../../arbscopeDouble.ts';
import { sampleValue } from '../../contract/schemaSamples.ts';
import { FakeService } from '../../fakeService.ts';
import { randomSecretKey } from '../../fixtures/scan/secretKeys.ts';
import { unsignedTransaction } from '../../fixtures/unsignedTransaction.ts';
import { openServed, servedKey } from '../backend/server/servedDouble.ts';

const mint = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const statusPath = arbscopeOperations.status.path;

describe('Arbscope’s own operations over HTTP', { timeout: 60_000 }, () => {
  let double: ArbscopeDouble;
  beforeEach(() => {
    double = new ArbscopeDouble();
  });

  function clientOf(
    context: TestContext,
    baseUrl: string,
    options: Partial<HttpMarketClientOptions> = {},
  ) {
    const client = new HttpMarketClient({
      baseUrl,
      apiKey: servedKey,
      isTrustedLoopback: () => true,
      ...options,
    });
    context.after(() => client.close());
    return client.arbscope;
  }
  async function served(context: TestContext, options: Partial<HttpMarketClientOptions> = {}) {
    const { url } = await openServed(context, { arbscope: () => double });
    return clientOf(context, url, options);
  }

  async function serviceThat(
    context: TestContext,
    respond: (request: IncomingMessage, response: ServerResponse) => void,
  ) {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      respond(request, response);
    });
    context.after(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
  }
  const json = (response: ServerResponse, status: number, body: string, type = 'json') => {
    response.writeHead(status, { 'content-type': `application/${type}` });
    response.end(body);
  };

  const collect = async (events: AsyncIterable<ArbitrageEvent>, signatures: number) => {
    const got: string[] = [];
    let newest = '';
    for await (const event of events) {
      got.push(...event.arbitrages.map(({ signature }) => signature));
      ({ newest } = event);
      if (got.length >= signatures) break;
    }
    return { got, newest };
  };

  for (const encoding of parameterEncodings) {
    it(`return valid responses with parameters encoded as ${encoding}`, async (context) => {
      const arbscope = await served(context, { encoding });
      assert.deepEqual(await arbscope.status({}), arbscopeSample('status'));
      const filter = { tokens: [mint, usdc], outcomes: ['gain' as const], minNetGainsUsd: 0.5 };
      await arbscope.arbitrages({ ...filter, order: 'gain', limit: 3 });
      assert.deepEqual(double.asked.at(-1)?.parameters, { ...filter, order: 'gain', limit: 3 });
      assert.deepEqual(await arbscope.history(filter), arbscopeSample('history'));
      assert.deepEqual(
        await arbscope.walletRanking({ order: 'tips' }),
        arbscopeSample('walletRanking'),
      );
      const { simulate } = arbscopeParameters;
      assert.deepEqual(await arbscope.simulate(simulate), arbscopeSample('simulate'));
      assert.deepEqual(double.asked.at(-1)?.parameters, simulate);
      double.publish('one');
      const stream = arbscope.streamArbitrages({ ...filter, cursor: '0' });
      assert.deepEqual((await collect(stream, 1)).got, ['one']);
      assert.deepEqual(double.asked.at(-1)?.parameters, { ...filter, cursor: '0' });
    });
  }

  it('check once whether the service is an Arbscope', async (context) => {
    const arbscope = await served(context);
    await Promise.all([arbscope.arbitrages({}), arbscope.history({}), arbscope.arbitrages({})]);
    await arbscope.walletRanking({});
    assert.equal(double.asked.filter(({ operation }) => operation === 'status').length, 1);
  });

  it('stream each arbitrage once, also to a caller that resumes', async (context) => {
    const arbscope = await served(context);
    double.publish('before');
    const first = arbscope.streamArbitrages({})[Symbol.asyncIterator]();
    assert.deepEqual((await first.next()).value?.newest, '1');
    double.publish('one');
    assert.deepEqual((await first.next()).value?.newest, '2');
    await first.return?.();
    await double.until(() => double.streams === 0);
    double.publish('two', 'three');
    const { got } = await collect(arbscope.streamArbitrages({ cursor: '2' }), 2);
    assert.deepEqual(got, ['three', 'two']);
  });

  it('end a stream on abort, without an error', async (context) => {
    const arbscope = await served(context);
    const ending = new AbortController();
    const events = arbscope.streamArbitrages({}, { signal: ending.signal });
    for await (const _ of events) ending.abort();
    await double.until(() => double.streams === 0);
  });

  it('report why a stream failed, or that it ended', async (context) => {
    const arbscope = await served(context);
    const events = arbscope.streamArbitrages({})[Symbol.asyncIterator]();
    await events.next();
    double.failWith(new MarketError('service-failing', 'The disk is full'));
    await assert.rejects(async () => events.next(), { kind: 'service-failing', message: /disk/ });
    await assert.rejects(async () => collect(arbscope.streamArbitrages({ cursor: 'x' }), 1), {
      kind: 'bad-parameter',
      message: /cursor is unknown/,
    });

    const { url } = await serviceThat(context, ({ url: path }, response) => {
      if (path === statusPath) {
        json(response, 200, JSON.stringify(sampleValue(arbscopeOperations.status.response)));
      } else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(': over\n\n');
      }
    });
    const over = clientOf(context, url).streamArbitrages({});
    await assert.rejects(async () => collect(over, 1), { kind: 'unreachable' });
  });

  it('detect a silent connection', async (context) => {
    const { url } = await openServed(context, {
      arbscope: () => double,
      heartbeatMilliseconds: 60_000,
    });
    const arbscope = clientOf(context, url, { timeoutMilliseconds: 1_000 });
    await assert.rejects(async () => collect(arbscope.streamArbitrages({}), 1), {
      kind: 'unreachable',
    });
    await double.until(() => double.streams === 0);
  });

  it('reject an oversized event', async (context) => {
    const { url } = await serviceThat(context, ({ url: path }, response) => {
      if (path === statusPath) {
        json(response, 200, JSON.stringify(sampleValue(arbscopeOperations.status.response)));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = () => {
        while (response.write(`data: ${'x'.repeat(100_000)}\n`));
      };
      response.on('drain', more);
      more();
    });
    const stream = clientOf(context, url).streamArbitrages({});
    await assert.rejects(async () => collect(stream, 1), { kind: 'unreadable-answer' });
  });

  describe('are not offered', () => {
    it('if the service knows none of them', async (context) => {
      const service = new FakeService(servedKey);
      context.after(() => service.close());
      const arbscope = clientOf(context, await service.listen());
      for (const ask of [
        () => arbscope.status({}),
        () => arbscope.arbitrages({}),
        () => arbscope.walletRanking({}),
        () => arbscope.history({}),
        () => arbscope.simulate(arbscopeParameters.simulate),
        () => collect(arbscope.streamArbitrages({}), 1),
      ]) {
        await assert.rejects(ask, { kind: 'not-offered' });
      }
      assert.deepEqual(
        service.requests.map(({ url }) => url),
        [statusPath, statusPath],
      );
    });

    it('if the service returns the same response at every path', async (context) => {
      for (const [status, body, type] of [
        [404, '<html>no such page</html>', 'html'],
        [405, '{"message":"POST alone"}'],
        [501, ''],
        [400, '{"message":"unknown path"}'],
        [200, '<!doctype html><title>Sign in</title>', 'html'],
        [200, '{"status":"ok"}'],
        [200, 'ok', 'text'],
      ] as const) {
        const { url } = await serviceThat(context, (_, response) =>
          json(response, status, body, type),
        );
        const arbscope = clientOf(context, url);
        await assert.rejects(arbscope.history({}), { kind: 'not-offered' }, `${status} ${body}`);
      }
    });

    it('if an older Arbscope lacks some of them', async (context) => {
      const { url } = await serviceThat(context, ({ url: path }, response) => {
        const sample = JSON.stringify(sampleValue(arbscopeOperations.status.response));
        json(response, path === statusPath ? 200 : 404, path === statusPath ? sample : '{}');
      });
      const arbscope = clientOf(context, url);
      await assert.rejects(arbscope.history({}), { kind: 'not-offered' });
      const { simulate } = arbscopeParameters;
      await assert.rejects(arbscope.simulate(simulate), { kind: 'not-offered' });
      await assert.rejects(async () => collect(arbscope.streamArbitrages({}), 1), {
        kind: 'not-offered',
      });
    });
  });

  it('send no bytes of a transaction that never reached a block', async (context) => {
    const arbscope = await served(context);
    const { signature } = arbscopeParameters.competition;
    const asked = { signature, transaction: unsignedTransaction.base64, slot: 5 };
    await assert.rejects(arbscope.competition(asked), { kind: 'not-offered' });
    assert.deepEqual(double.asked, []);
  });

  describe('simulate a transaction', () => {
    const { bytes, base64, base58, jsonBytes } = unsignedTransaction;

    it('in every form, sending only the bytes', async (context) => {
      const arbscope = await served(context);
      const request = JSON.stringify({ method: 'sendTransaction', params: [base58] });
      const transactions = [` ${base64}\n`, base58, jsonBytes, request];
      const { transactions: results } = await arbscope.simulate({ transactions });
      assert.deepEqual(double.asked.at(-1)?.parameters, {
        transactions: transactions.map(() => base64),
      });
      // Nullable raw amounts are converted like others.
      assert.equal(results[0]?.micro_lamports_per_unit, 1n);
    });

    it('without its signatures, which the service could land, and return them', async (context) => {
      const arbscope = await served(context);
      const signed = Uint8Array.from(bytes).fill(7, 1, 65);
      const text = Buffer.from(signed).toString('base64');
      const { transactions } = await arbscope.simulate({ transactions: [text] });
      assert.deepEqual(double.asked.at(-1)?.parameters, { transactions: [base64] });
      assert.equal(transactions[0]?.signing, 'signed');
      assert.equal(transactions[0]?.record?.signature, encodeBase58(signed.subarray(1, 65)));
    });

    it('at the base URL, also if the landing URL is elsewhere', async (context) => {
      const { url } = await openServed(context, { arbscope: () => double });
      const arbscope = clientOf(context, url, { landingUrl: 'https://landing.example' });
      await arbscope.simulate({ transactions: [base64] });
      assert.equal(double.asked.at(-1)?.operation, 'simulate');
    });

    it('but send no secret key, in any form, and no text that is not a transaction', async (context) => {
      const { url, paths } = await serviceThat(context, (_, response) => json(response, 500, ''));
      const arbscope = clientOf(context, url);
      const { base58: key, written } = randomSecretKey('bytes');
      const keyBytes = Buffer.from(JSON.parse(written));
      for (const text of [
        ...[key, written, keyBytes.toString('base64'), keyBytes.toString('hex')],
        ...[`my key: ${key}`, JSON.stringify([key]), `${base64} ${key}`, `${key} ${base64}`],
        ...[
          encodeBase58(keyBytes.subarray(0, 32)),
          encodeBase58(Buffer.alloc(64, 7)),
          'hello',
          ' ',
        ],
        ...[base64.slice(0, -8), `${base64} ${base64}`, `${base64}${base64}`],
        JSON.stringify({ method: 'sendTransaction', params: [key] }),
        JSON.stringify([...bytes, 1]),
      ]) {
        const asked = arbscope.simulate({ transactions: [base64, text] });
        await assert.rejects(asked, (error) => {
          assert.ok(MarketError.is(error, 'bad-parameter'), String(error));
          assert.equal(error.parameter, 'transactions');
          assert.match(error.message, /^transactions\[1\]/);
          return !error.message.includes(key.slice(0, 12));
        });
      }
      await assert.rejects(arbscope.simulate({ transactions: [key] }), /is a secret key/);
      assert.deepEqual(paths, []);
    });

    it('until the caller cancels, which also cancels the request', async (context) => {
      const asked = Promise.withResolvers<void>();
      const closed = Promise.withResolvers<void>();
      const { url } = await serviceThat(context, ({ url: path }, response) => {
        if (path === statusPath) {
          json(response, 200, JSON.stringify(sampleValue(arbscopeOperations.status.response)));
          return;
        }
        response.on('close', closed.resolve);
        asked.resolve();
      });
      const cancelling = new AbortController();
      const { signal } = cancelling;
      const simulating = clientOf(context, url).simulate({ transactions: [base64] }, { signal });
      const cancelled = assert.rejects(simulating, { kind: 'cancelled', message: 'Cancelled.' });
      await asked.promise;
      cancelling.abort();
      await cancelled;
      await closed.promise;
    });
  });

  it('fail while the service is unreachable, and check it again on the next call', async (context) => {
    const service = new FakeService('another-key-0123456789');
    context.after(() => service.close());
    const arbscope = clientOf(context, await service.listen(), {
      clock: { now: Date.now, delay: async () => undefined, random: () => 0 },
    });
    await assert.rejects(arbscope.history({}), (error) => {
      assert.ok(MarketError.is(error, 'unauthorized'));
      return !error.message.includes(servedKey);
    });
    service.key = servedKey;
    for (const [status, kind] of [
      [503, 'service-failing'],
      [429, 'rate-limited'],
      [402, 'plan-lacks-operation'],
    ] as const) {
      service.failWith = () => ({ status });
      await assert.rejects(arbscope.history({}), { kind });
    }
    service.failWith = () => null;
    await assert.rejects(arbscope.history({}), { kind: 'not-offered' });
  });

  it('send no request for an invalid parameter', async (context) => {
    const arbscope = await served(context);
    await assert.rejects(arbscope.arbitrages({ limit: 1_000 }), { parameter: 'limit' });
    await assert.rejects(async () => collect(arbscope.streamArbitrages({ cursor: '' }), 1), {
      parameter: 'cursor',
    });
    assert.deepEqual(double.asked, []);
  });
});
