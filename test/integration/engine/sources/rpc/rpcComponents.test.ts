import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RpcClient } from '../../../../../src/engine/rpc/rpcClient.ts';
import { RpcError } from '../../../../../src/engine/rpc/rpcError.ts';
import { IndexCoverage } from '../../../../../src/engine/sources/rpc/indexCoverage.ts';
import { findSlotAtTime } from '../../../../../src/engine/sources/rpc/slotPlanner.ts';
import { FakeRpcNode } from '../../../../fakeRpcNode.ts';
import { TestClock } from '../../../../unit/engine/sources/rpcSupport.ts';

suite('The indexed share', () => {
  test('counts from the first missing block', () => {
    const coverage = new IndexCoverage(3_600);
    for (let second = 0; second < 600; second++) coverage.addIndexed(second);
    assert.equal(coverage.fraction(), 1);
    for (let second = 600; second < 1_200; second++) {
      if (second % 4 === 0) coverage.addIndexed(second);
      else coverage.addOmitted(second, 'missing');
    }
    assert.equal(coverage.fraction(), 0.25);
  });

  test('is complete again once the missing blocks are too old to matter', () => {
    const coverage = new IndexCoverage(3_600);
    coverage.addOmitted(0, 'missing');
    coverage.addIndexed(60);
    assert.equal(coverage.fraction(), 0.5);
    coverage.addIndexed(7_200);
    assert.equal(coverage.fraction(), 1);
  });
});

suite('The slot of a time', () => {
  // Slots of 400 ms, then of 200 ms; a third of them have no block, and one hour is missing.
  const timeOf = (slot: number) => (slot < 50_000 ? slot * 0.4 : 20_000 + (slot - 50_000) * 0.2);
  const hasBlock = (slot: number) => slot % 3 !== 0 && (slot < 20_000 || slot > 21_000);
  let asked = 0;
  const times = {
    firstBlock: async (from: number, to: number) => {
      for (let slot = from; slot <= to; slot++) if (hasBlock(slot)) return slot;
      return null;
    },
    blockTime: async (slot: number) => {
      asked++;
      return Math.floor(timeOf(slot));
    },
  };
  for (const time of [5_000, 19_990, 25_000, 29_990]) {
    test(`is found within half a minute of ${time} s, with few requests`, async () => {
      asked = 0;
      const slot = await findSlotAtTime(time, { first: 100, tip: 100_000 }, times);
      assert.ok(Math.abs(timeOf(slot) - time) <= 31, `${slot}: ${timeOf(slot)}`);
      assert.ok(asked <= 12);
    });
  }

  test('is the oldest available one if the time lies before it', async () => {
    const slot = await findSlotAtTime(-1_000, { first: 90_000, tip: 100_000 }, times);
    assert.equal(slot, 90_000);
  });
});

suite('A request to a node', () => {
  const withClient = async (
    work: (client: RpcClient, double: FakeRpcNode, clock: TestClock) => Promise<void>,
  ) => {
    const double = new FakeRpcNode();
    const clock = new TestClock();
    const client = new RpcClient({
      url: await double.listen(),
      clock,
      timeoutMilliseconds: 2_000,
      connections: 2,
    });
    try {
      await work(client, double, clock);
    } finally {
      await client.close();
      await double.close();
    }
  };
  const never = new AbortController().signal;

  test('is cancelled with its caller', () =>
    withClient(async (client, double) => {
      double.fail('getSlot', { kind: 'silence' });
      const leaving = new AbortController();
      const call = client.call('getSlot', [], leaving.signal);
      double.onRequest = () => leaving.abort();
      await assert.rejects(call, { name: 'AbortError' });
    }));

  test('accepts retry-after as seconds and as a date', () =>
    withClient(async (client, double) => {
      double.fail('getSlot', { kind: 'rate-limit', retryAfter: '3' });
      await assert.rejects(client.call('getSlot', [], never), { retryAfterMilliseconds: 3_000 });
      const date = new Date(1_800_000_000_000 + 13_000).toUTCString();
      double.fail('getSlot', { kind: 'rate-limit', retryAfter: date });
      await assert.rejects(client.call('getSlot', [], never), { retryAfterMilliseconds: 10_000 });
    }));

  for (const code of [429, -32_429]) {
    test(`waits a second after error code ${code} with HTTP 200`, () =>
      withClient(async (client, double, clock) => {
        double.fail('getSlot', { kind: 'error', code });
        await assert.rejects(client.call('getSlot', [], never), { kind: 'rate-limited' });
        await client.call('getSlot', [], never);
        assert.deepEqual(clock.waits, [1_000]);
      }));
  }

  for (const [message, wait, data] of [
    ["You've exceeded the RPS limit", 250, { try_again_in: '250ms' }],
    ['Rate limit exceeded. Back-off triggered: Retry after 1606ms', 1_606],
    ['15/second request limit reached', 1_000],
  ] as const) {
    test(`waits ${wait} ms after “${message}”, which the error shows`, () =>
      withClient(async (client, double, clock) => {
        const error = { code: -32_007, message, data };
        double.fail('getSlot', { kind: 'garbage', body: JSON.stringify({ error }) });
        await assert.rejects(client.call('getSlot', [], never), (thrown) => {
          assert.ok(RpcError.is(thrown) && thrown.kind === 'rate-limited', String(thrown));
          assert.ok(thrown.message.endsWith(`: ${message}`), thrown.message);
          return true;
        });
        await client.call('getSlot', [], never);
        assert.deepEqual(clock.waits, [wait]);
      }));
  }

  test('does not show a web page that comes with an error status', () =>
    withClient(async (client, double) => {
      const body = '<!DOCTYPE html><title>Attention Required!</title>';
      double.fail('getSlot', { kind: 'status', status: 403, body });
      await assert.rejects(client.call('getSlot', [], never), {
        kind: 'denied',
        message: `Node ${client.origin}: getSlot: HTTP 403. Check the RPC URL and the key in it.`,
      });
    }));

  test('recognises node errors sent with an HTTP error status', () =>
    withClient(async (client, double) => {
      const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32009,"message":"skipped"}}';
      double.fail('getBlock', { kind: 'status', status: 400, body });
      await assert.rejects(client.call('getBlock', [1], never), {
        kind: 'slot-skipped',
        code: -32009,
      });
    }));
});
