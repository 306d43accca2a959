import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { Engine } from '../../../../../src/engine/engine.ts';
import type { EngineStatus } from '../../../../../src/engine/indexing/engineStatus.ts';
import { RpcSource } from '../../../../../src/engine/sources/rpc/rpcSource.ts';
import { emptyBlock, take, withNode } from '../../../../unit/engine/sources/rpcSupport.ts';

const key = 'abcd-secret%2Fkey-0123';
const path = `/v2/${key}?api-key=other-secret-key&cluster=mainnet`;
const secrets = [key, decodeURIComponent(key), 'other-secret-key'];

function assertNoSecret(value: unknown): void {
  const text =
    value instanceof Error
      ? `${value.message} ${value.stack} ${JSON.stringify(value)} ${value.cause}`
      : JSON.stringify(value);
  for (const secret of secrets) assert.ok(!text.includes(secret), text);
}

suite('The key in an RPC URL', () => {
  test('is sent to the node and never shown, whatever the node responds', () =>
    withNode({ path }, async ({ double, source }) => {
      assert.equal(source.label, new URL(double.url).origin);
      double.add(1, emptyBlock(1));
      double.add(2, emptyBlock(2));
      double.fail('getBlock', { kind: 'status', status: 500, body: `cannot serve ${path}` });
      double.fail('getBlock', { kind: 'error', code: -32_603, message: `bad ${double.url}` });
      double.fail('getBlock', { kind: 'rate-limit', body: path });
      double.fail('getBlock', { kind: 'reset' });
      double.fail('getBlock', { kind: 'error', code: -32_015, message: `no ${path}` }, { slot: 1 });
      const told: unknown[] = [];
      source.onChange(() => told.push(source.progress()));
      await take(source, 1);
      assert.ok(told.length > 3);
      assertNoSecret(told);
      assert.ok(double.requests.every(({ url }) => url === path));
    }));

  test('is removed from the error of a node that rejects it', () =>
    withNode({ path, from: null }, async ({ double, source }) => {
      for (const fault of [
        { kind: 'status', status: 401, body: path },
        { kind: 'error', code: -32_602, message: `what is ${double.url} or ${key}?` },
        { kind: 'garbage', body: path },
      ] as const) {
        double.fail('getSlot', fault, { times: 9 });
        await assert.rejects(
          async () => {
            for await (const _ of source.history(new AbortController().signal));
          },
          (error) => {
            assertNoSecret(error);
            return MarketError.is(error) && error.message.includes(new URL(double.url).origin);
          },
        );
      }
    }));

  test('is removed from an error that repeats it in parts or encoded', () =>
    withNode({ path, from: null }, async ({ double, source }) => {
      const encoded = Buffer.from(`:${decodeURIComponent(key)}`);
      for (const said of [
        key.slice(2, 12),
        'other-se…, or r-secret-k',
        encoded.toString('base64'),
        encoded.toString('hex'),
      ]) {
        double.fail('getSlot', { kind: 'error', code: -32_602, message: `no ${said}` });
        await assert.rejects(
          async () => {
            for await (const _ of source.history(new AbortController().signal));
          },
          (error) =>
            MarketError.is(error) &&
            /no \S{0,8}<key>/.test(error.message) &&
            !error.message.includes(said),
        );
      }
    }));

  test('is removed from the status of an engine', () =>
    withNode({ path }, async ({ double, source }) => {
      double.isDown = true;
      const told: EngineStatus[] = [];
      const failed = Promise.withResolvers<void>();
      const engine = await Engine.open({
        source,
        store: ':memory:',
        onStatus: (status) => {
          told.push(status);
          if (/retrying/i.test(status.message)) failed.resolve();
        },
      });
      await failed.promise;
      assert.equal(engine.status().source, new URL(double.url).origin);
      await engine.close();
      assertNoSecret(told);
    }));
});

suite('An RPC URL', () => {
  const refused = [
    'http://node.example/',
    'http://127.0.0.1.nip.io/',
    'http://localhost.attacker.example/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'https://user:secret-word@node.example/',
    'not a url with secret-word',
    '',
  ];
  for (const url of refused) {
    test(`is rejected without being repeated: ${url}`, () => {
      assert.throws(
        () => new RpcSource({ url }),
        (error) => MarketError.is(error, 'bad-parameter') && !error.message.includes('secret-word'),
      );
    });
  }

  for (const url of ['https://node.example/key', 'http://127.0.0.1:8899', 'http://[::1]:8899/']) {
    test(`is accepted: ${url}`, async () => {
      await new RpcSource({ url }).close();
    });
  }
});
