import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MarketError } from '../../../../../src/api/marketError.ts';
import type { FakeRpcNode, Fault } from '../../../../fakeRpcNode.ts';
import { emptyBlock, slotsOf, take, withNode } from '../../../../unit/engine/sources/rpcSupport.ts';

const fill = (double: FakeRpcNode, from: number, to: number, skipped: readonly number[] = []) => {
  for (let slot = from; slot <= to; slot++) {
    if (!skipped.includes(slot)) double.add(slot, emptyBlock(slot));
  }
};
const through = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

suite('Following a node', () => {
  test('yields every block once and in order, skipping slots without one', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 40, [3, 4, 17]);
      const slots = slotsOf(await take(source, 37));
      assert.deepEqual(
        slots,
        through(1, 40).filter((slot) => ![3, 4, 17].includes(slot)),
      );
      assert.equal(double.countOf('getBlock'), 37);
    }));

  test('requests whole blocks with support for all transaction versions', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 1);
      await take(source, 1);
      const request = double.requests.find(({ method }) => method === 'getBlock');
      assert.deepEqual(request?.params[1], {
        encoding: 'base64',
        transactionDetails: 'full',
        rewards: false,
        maxSupportedTransactionVersion: 1,
        commitment: 'confirmed',
      });
    }));

  test('begins at the newest slot if nothing is indexed yet', () =>
    withNode({ from: null }, async ({ double, source }) => {
      fill(double, 1, 50);
      for await (const _ of source.history(new AbortController().signal)) assert.fail();
      const slots = slotsOf(await take(source, 2, () => fill(double, 51, 51)));
      assert.deepEqual(slots, [50, 51]);
    }));

  test('begins as far back as configured, by block time', () =>
    withNode({ from: null, backfillSeconds: 1_000 }, async ({ double, source, clock }) => {
      fill(double, 1, 6_000);
      clock.milliseconds = (1_800_000_000 + 3_000) * 1_000;
      for await (const _ of source.history(new AbortController().signal)) assert.fail();
      const [first] = await take(source, 1);
      // At two slots per second, 2,000 of the 6,000 slots are within 1,000 s.
      assert.ok(Math.abs((first?.slot ?? 0) - 4_000) <= 61, `${first?.slot}`);
    }));

  const limit: Fault = { kind: 'error', code: -32_007, message: '15/second request limit reached' };

  test('begins as far back as configured while the node limits the rate', () =>
    withNode({ from: null, backfillSeconds: 1_000 }, async ({ double, source, clock }) => {
      fill(double, 1, 6_000);
      const waited = clock.milliseconds;
      clock.now = () => (1_800_000_000 + 3_000) * 1_000 + clock.milliseconds - waited;
      for (const method of ['getBlocks', 'getBlockTime', 'getFirstAvailableBlock'])
        double.fail(method, limit, { times: 6 });
      for await (const _ of source.history(new AbortController().signal)) assert.fail();
      assert.equal(double.faultsLeft, 0);
      const [first] = await take(source, 1);
      assert.ok(Math.abs((first?.slot ?? 0) - 4_000) <= 200, `${first?.slot}`);
    }));

  test('reads past blocks and their times while the node limits the rate', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 3);
      const never = new AbortController().signal;
      double.fail('getBlock', limit, { times: 2 });
      double.fail('getBlockTime', limit, { times: 2 });
      assert.equal((await source.blockReader.block(2, never)).kind, 'block');
      assert.equal(await source.blockReader.blockTime(2, never), 1_800_000_001);
    }));

  const faults: readonly (readonly [string, Fault])[] = [
    ['429 without a word on when', { kind: 'rate-limit' }],
    ['429 with retry-after', { kind: 'rate-limit', retryAfter: '7' }],
    ['500', { kind: 'status', status: 500 }],
    ['503', { kind: 'status', status: 503 }],
    ['a connection cut in mid-body', { kind: 'reset' }],
    ['a page in place of JSON', { kind: 'garbage', body: '<html>' }],
    ['JSON of something else', { kind: 'garbage', body: '{"jsonrpc":"2.0"}' }],
    ['gzip that is cut off', { kind: 'cut-gzip' }],
    ['a block that is not there yet', { kind: 'error', code: -32_004 }],
    ['a status that is not known yet', { kind: 'error', code: -32_014 }],
    ['a node that is behind', { kind: 'error', code: -32_005 }],
    ['null', { kind: 'null' }],
    ['a rate limit with Agave’s code for skipped slots', limit],
    [
      'a rate limit with HTTP 403',
      { kind: 'status', status: 403, body: '{"error":{"message":"Rate limit exceeded"}}' },
    ],
    ['403 without a reason', { kind: 'status', status: 403, body: '<html>Forbidden</html>' }],
    ['an error of unknown meaning', { kind: 'error', code: -32_000, message: 'oops' }],
    ['429 in an error with HTTP 200', { kind: 'error', code: 429, message: 'slow down' }],
  ];
  for (const [name, fault] of faults) {
    test(`yields every block once despite ${name}`, () =>
      withNode({}, async ({ double, source }) => {
        fill(double, 1, 12);
        double.fail('getBlock', fault, { slot: 5, times: 3 });
        double.fail('getBlock', fault, { slot: 6 });
        assert.deepEqual(slotsOf(await take(source, 12)), through(1, 12));
        assert.equal(double.faultsLeft, 0);
      }));
  }

  test('yields every block once despite a node that times out', () =>
    withNode({ requestTimeoutMilliseconds: 60 }, async ({ double, source }) => {
      fill(double, 1, 6);
      double.fail('getBlock', { kind: 'silence' }, { slot: 3 });
      assert.deepEqual(slotsOf(await take(source, 6)), through(1, 6));
    }));

  test('yields every block once despite failures of getSlot and getBlocks', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 6);
      for (const method of ['getSlot', 'getBlocks']) {
        double.fail(method, { kind: 'rate-limit' });
        double.fail(method, { kind: 'status', status: 502 });
        double.fail(method, { kind: 'garbage', body: '{"result":"many"}' });
        double.fail(method, { kind: 'reset' });
      }
      assert.deepEqual(slotsOf(await take(source, 6)), through(1, 6));
    }));

  test('waits for the node’s retry-after before any request', () =>
    withNode({ concurrency: 1 }, async ({ double, source, clock }) => {
      fill(double, 1, 2);
      double.fail('getBlock', { kind: 'rate-limit', retryAfter: '30' });
      const start = clock.milliseconds;
      await take(source, 2);
      assert.ok(clock.milliseconds - start >= 30_000);
      assert.ok(clock.waits.some((wait) => wait >= 30_000));
    }));

  test('waits longer after each failure, up to a limit', () =>
    withNode({ concurrency: 1 }, async ({ double, source, clock }) => {
      fill(double, 1, 1);
      double.fail('getBlock', { kind: 'status', status: 500 }, { times: 12 });
      await take(source, 1);
      // Excludes the polling intervals for the newest slot.
      const waits = clock.waits.filter((wait) => Number.isInteger(wait / 187.5));
      assert.deepEqual(
        waits.slice(0, 4),
        [250, 500, 1_000, 2_000].map((whole) => whole * 0.75),
      );
      assert.equal(Math.max(...waits), 15_000);
    }));

  test('fills the gap that an outage leaves', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 5);
      const messages: string[] = [];
      source.onChange(() => {
        const { message } = source.progress();
        messages.push(message);
        // The chain continues while the node is down; the node recovers after three failures.
        if (message !== '' && double.isDown) {
          fill(double, 6, 300);
          double.isDown = false;
        }
      });
      const blocks = await take(source, 300, (_, count) => {
        if (count === 5) double.isDown = true;
      });
      assert.deepEqual(slotsOf(blocks), through(1, 300));
      assert.match(
        messages[0] ?? '',
        /^Cannot reach 127\.0\.0\.1:\d+ \(connection lost\)\. Retrying\.$/,
      );
      assert.equal(messages.at(-1), '');
    }));

  test('continues after the last block when restarted', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 20);
      assert.deepEqual(slotsOf(await take(source, 7)), through(1, 7));
      // The seventh block was yielded but never confirmed as processed.
      assert.deepEqual(slotsOf(await take(source, 14)), through(7, 20));
    }));

  test('yields a block again when another replaced it', () =>
    withNode({ concurrency: 1 }, async ({ double, source }) => {
      fill(double, 1, 5);
      const blocks = await take(source, 8, ({ slot }, count) => {
        if (count !== 5) return;
        double.add(slot, emptyBlock(slot, 'b'));
        double.add(slot - 1, emptyBlock(slot - 1, 'b'));
        double.add(slot, emptyBlock(slot, 'b'));
        fill(double, 6, 6);
      });
      assert.deepEqual(slotsOf(blocks), [1, 2, 3, 4, 5, 4, 5, 6]);
      assert.equal(blocks.at(5)?.block.blockhash, 'hash4b');
      assert.equal(blocks.at(6)?.block.blockhash, 'hash5b');
    }));

  test('yields a block that the node did not list', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 10);
      double.unlisted.add(6);
      double.unlisted.add(7);
      assert.deepEqual(slotsOf(await take(source, 10)), through(1, 10));
    }));

  test('yields a block late if the node did not provide it before, and counts it as missing until then', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 9);
      double.fail('getBlock', { kind: 'garbage', body: '[]' }, { slot: 4, times: 12 });
      const states: (readonly [string, number])[] = [];
      const blocks = await take(source, 9, () => {
        const { message, indexedFraction } = source.progress();
        states.push([message, indexedFraction]);
      });
      assert.deepEqual(slotsOf(blocks), [1, 2, 3, 5, 6, 7, 8, 9, 4]);
      const [words, share] = states.at(-2) ?? [];
      assert.match(
        words ?? '',
        /^Some blocks are not available yet\. Retrying\. Reason: .*not JSON-RPC\.$/,
      );
      assert.equal(share, 8 / 9);
      assert.deepEqual(source.progress().recentlyOmitted, { blocks: 0, cause: null });
      assert.deepEqual(states.at(-1), ['', 1]);
    }));

  test('skips a block that stays unreadable for ten minutes, and reports its slot', () =>
    withNode({}, async ({ double, source, clock }) => {
      fill(double, 1, 9);
      double.faultOf = ({ method, params }) =>
        method === 'getBlock' && params[0] === 4 ? { kind: 'garbage', body: '[]' } : undefined;
      const start = clock.milliseconds;
      const leaving = new AbortController();
      source.onChange(() => {
        if (/Slot 4 skipped/.test(source.progress().message)) leaving.abort();
      });
      const slots: number[] = [];
      for await (const { slot } of source.follow(leaving.signal)) slots.push(slot);
      assert.deepEqual(slots, [1, 2, 3, 5, 6, 7, 8, 9]);
      assert.ok(clock.milliseconds - start >= 600_000);
      const { indexedFraction, recentlyOmitted } = source.progress();
      assert.equal(indexedFraction, 8 / 9);
      assert.deepEqual(recentlyOmitted, { blocks: 1, cause: 'missing' });
    }));

  test('continues with the oldest block that the node still has', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 30);
      double.fail('getBlocks', {
        kind: 'garbage',
        body: `{"result":${JSON.stringify(through(1, 30))}}`,
      });
      double.firstAvailable = 20;
      assert.deepEqual(slotsOf(await take(source, 11)), through(20, 30));
      const { indexedFraction, recentlyOmitted } = source.progress();
      assert.equal(indexedFraction, 11 / 30);
      assert.deepEqual(recentlyOmitted, { blocks: 19, cause: 'missing' });
    }));

  test('reports how many slots it lags', () =>
    withNode({ concurrency: 1 }, async ({ double, source }) => {
      fill(double, 1, 100);
      const lags: (number | null)[] = [];
      await take(source, 100, () => lags.push(source.progress().lagSlots));
      assert.equal(lags[0], 99);
      assert.equal(lags.at(-1), 0);
    }));

  test('has an unknown lag while the node does not answer', () =>
    withNode({ concurrency: 1 }, async ({ double, source, clock }) => {
      fill(double, 1, 100);
      await take(source, 90);
      assert.equal(source.progress().lagSlots, 10);
      // All of them came at once, so nobody knows how long a slot takes.
      assert.equal(source.progress().lagMilliseconds, null);
      clock.milliseconds += 11_000;
      const { lagSlots, lagMilliseconds } = source.progress();
      assert.deepEqual([lagSlots, lagMilliseconds], [null, null]);
    }));

  test('estimates the lag in time from the slot duration', () =>
    withNode({}, async ({ double, source, clock }) => {
      fill(double, 1, 1);
      const start = clock.milliseconds;
      double.onRequest = () => {
        fill(double, double.tip + 1, Math.floor((clock.milliseconds - start) / 300));
      };
      await take(source, 60);
      fill(double, double.tip + 1, double.tip + 10);
      await take(source, 2);
      const { lagSlots, lagMilliseconds } = source.progress();
      assert.ok(lagSlots !== null && lagMilliseconds !== null && lagSlots > 5);
      assert.ok(Math.abs(lagMilliseconds / lagSlots - 300) < 60, `${lagMilliseconds / lagSlots}`);
    }));

  for (const [name, ahead] of [
    ['an hour', 15_000],
    ['years', 100_000_000],
  ] as const) {
    test(`yields every block once after the node reported a newest slot ${name} ahead`, () =>
      withNode({}, async ({ double, source }) => {
        fill(double, 1, 3);
        let reports = 0;
        double.answers.set('getSlot', () => (++reports === 2 ? double.tip + ahead : double.tip));
        // For longer than a search of all slots up to the wrong one takes.
        double.onRequest = ({ method }) => {
          if (method === 'getSlot' && double.tip >= 3 && reports > 12) {
            fill(double, double.tip + 1, double.tip + 1);
          }
        };
        assert.deepEqual(slotsOf(await take(source, 20)), through(1, 20));
        assert.equal(source.progress().indexedFraction, 1);
      }));
  }

  test('continues with a node that was replaced by one of another chain for a while', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 5);
      const jump = 2_000_000;
      const messages = new Set<string>();
      double.onRequest = () => messages.add(source.progress().message);
      const taken = await take(source, 7, (_, index) => {
        if (index === 5) fill(double, jump, jump + 2);
      });
      assert.ok([...messages].some((words) => /^No blocks in slots 6 to \d+; s/.test(words)));
      assert.deepEqual(slotsOf(taken), [1, 2, 3, 4, 5, jump, jump + 1]);
      for (let slot = jump; slot <= jump + 2; slot++) double.chain.delete(slot);
      double.answers.set('getSlot', () => 7);
      fill(double, 6, 7);
      await assert.rejects(take(source, 1), /newest slot fell from 2000000 to 7/);
      // Slot 6 was skipped by the jump.
      assert.deepEqual(slotsOf(await take(source, 2)), [6, 7]);
    }));

  test('yields every block once after the node listed one block far ahead', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 300);
      let isTold = false;
      double.answers.set('getBlocks', ([from, to]) => {
        const slots = through(Number(from), Math.min(Number(to), 300));
        if (isTold || Number(from) < 100) return slots;
        isTold = true;
        return slots.slice(100);
      });
      assert.deepEqual(slotsOf(await take(source, 300)), through(1, 300));
    }));

  test('counts no block as missing in a listed slot that later blocks prove empty', () =>
    withNode({}, async ({ double, source, clock }) => {
      fill(double, 1, 20, [5, 6]);
      double.answers.set('getBlocks', ([from, to]) =>
        through(Number(from), Math.min(Number(to), double.tip)),
      );
      // The later slots are listed one after the other, so that the delayed ones are asked again.
      await take(source, 18, () => {
        clock.milliseconds += 20_000;
      });
      fill(double, 21, 22);
      await take(source, 2, () => {
        clock.milliseconds += 20_000;
      });
      const { message, indexedFraction, recentlyOmitted } = source.progress();
      assert.deepEqual([message, indexedFraction, recentlyOmitted.blocks], ['', 1, 0]);
    }));

  for (const [words, refusals] of [
    ['until it is right', 3],
    ['for ten minutes, with pauses', Number.POSITIVE_INFINITY],
  ] as const) {
    test(`requests a refused block again ${words}`, () =>
      withNode({}, async ({ double, source, clock }) => {
        fill(double, 1, 10);
        let tries = 0;
        for await (const { slot, onUnreadable } of source.follow(new AbortController().signal)) {
          const isRefused = slot === 5 && tries++ < refusals;
          if (isRefused) onUnreadable?.({ isMost: true, isOfBlock: true, reason: 'wrong time' });
          fill(double, double.tip + 1, double.tip + 1);
          clock.milliseconds += 1_000;
          if (slot === 5 && !isRefused) break;
          if (slot > 900) break;
        }
        const isGivenUp = refusals > tries;
        const { indexedFraction, recentlyOmitted } = source.progress();
        assert.equal(recentlyOmitted.blocks, isGivenUp ? 1 : 0);
        assert.equal(indexedFraction === 1, !isGivenUp);
        if (!isGivenUp) assert.equal(tries, 4);
        else assert.ok(tries > 20 && tries < 60, `${tries}`);
      }));
  }

  test('finds the oldest block that a node still has, however far away', () =>
    withNode({}, async ({ double, source }) => {
      double.firstAvailable = 100_000;
      fill(double, 100_000, 100_020);
      assert.deepEqual(slotsOf(await take(source, 21)), through(100_000, 100_020));
      assert.ok(source.progress().indexedFraction < 0.001);
      assert.ok(double.countOf('getBlocks') < 30);
    }));

  test('reports a stall after ten seconds without a block, until one arrives', (context) =>
    withNode({}, async ({ double, source, clock }) => {
      context.mock.timers.enable({ apis: ['setInterval'] });
      const start = clock.milliseconds;
      fill(double, 1, 3);
      double.onRequest = () => context.mock.timers.tick(1_000);
      const said: (readonly [string, boolean, number])[] = [];
      source.onChange(() => {
        const { message, isStalled } = source.progress();
        said.push([message, isStalled, clock.milliseconds - start]);
        fill(double, 4, 4);
      });
      const blocks = await take(source, 4);
      const [[message, isStalled, after] = ['', false, 0], ...others] = said;
      assert.deepEqual(
        [message, isStalled, others],
        ['No new blocks for more than 10 s.', true, []],
      );
      assert.ok(after >= 10_000 && after < 13_000, `${after}`);
      assert.deepEqual(slotsOf(blocks), [1, 2, 3, 4]);
      assert.deepEqual([source.progress().message, source.progress().isStalled], ['', false]);
    }));

  test('reports a stall after ten seconds without a readable block, until one arrives', (context) =>
    withNode({}, async ({ double, source, clock }) => {
      context.mock.timers.enable({ apis: ['setInterval'] });
      double.onRequest = () => {
        fill(double, double.tip + 1, double.tip + 1);
        context.mock.timers.tick(1_000);
      };
      for await (const { slot, onUnreadable } of source.follow(new AbortController().signal)) {
        assert.ok(slot < 500);
        onUnreadable?.({ isMost: true, reason: 'no option' });
        clock.milliseconds += 1_000;
        if (source.progress().isStalled) break;
      }
      assert.equal(
        source.progress().message,
        'No new blocks for more than 10 s. Blocks skipped, because most transactions are unreadable: no option',
      );
      const { indexedFraction, recentlyOmitted } = source.progress();
      assert.equal(indexedFraction, 0);
      assert.equal(recentlyOmitted.cause, 'unreadable');
      assert.ok(recentlyOmitted.blocks >= 10, `${recentlyOmitted.blocks}`);
      await take(source, 1);
      assert.equal(source.progress().isStalled, false);
    }));

  test('does not report a stall while the engine is still indexing a block', (context) =>
    withNode({}, async ({ double, source, clock }) => {
      context.mock.timers.enable({ apis: ['setInterval'] });
      fill(double, 1, 2);
      const said: string[] = [];
      source.onChange(() => said.push(source.progress().message));
      await take(source, 2, () => {
        clock.milliseconds += 60_000;
        context.mock.timers.tick(1_000);
      });
      assert.deepEqual([said, source.progress().isStalled], [[], false]);
    }));

  test('reports why no block arrives, without repeating it after each response', (context) =>
    withNode({}, async ({ double, source }) => {
      context.mock.timers.enable({ apis: ['setInterval'] });
      fill(double, 1, 3);
      let asked = 0;
      double.onRequest = () => {
        context.mock.timers.tick(1_000);
        if (++asked === 60) fill(double, 4, 4);
      };
      double.faultOf = () =>
        asked > 15 && asked % 2 === 0 ? { kind: 'status', status: 503 } : undefined;
      const messages: string[] = [];
      source.onChange(() => messages.push(source.progress().message));
      await take(source, 4);
      const stalled = messages.filter((message) =>
        message.startsWith('No new blocks for more than 10 s.'),
      );
      assert.ok(stalled.length > 1);
      for (const message of stalled.slice(1)) assert.match(message, /HTTP 503\. Retrying\.$/);
      assert.equal(source.progress().message, '');
    }));

  test('forgets why no block arrived once the node responds again', (context) =>
    withNode({}, async ({ double, source }) => {
      context.mock.timers.enable({ apis: ['setInterval'] });
      fill(double, 1, 3);
      let asked = 0;
      double.onRequest = () => {
        context.mock.timers.tick(1_000);
        if (++asked === 90) fill(double, 4, 4);
      };
      double.faultOf = () =>
        asked > 15 && asked < 25 ? { kind: 'status', status: 503 } : undefined;
      const messages: string[] = [];
      source.onChange(() => messages.push(source.progress().message));
      await take(source, 4);
      assert.ok(messages.some((message) => /10 s\. .*HTTP 503\. Retrying\.$/.test(message)));
      assert.equal(messages.at(-1), 'No new blocks for more than 10 s.');
    }));

  const refusals: readonly (readonly [string, Fault, number, RegExp])[] = [
    ['401', { kind: 'status', status: 401, body: 'no such key' }, 1, /no such key\. Check the RPC/],
    ['403 at the start', { kind: 'status', status: 403 }, 4, /HTTP 403\. Check the RPC URL/],
    [
      'an invalid key with HTTP 403',
      { kind: 'status', status: 403, body: '{"message":"Invalid API key"}' },
      1,
      /HTTP 403: Invalid API key/,
    ],
  ];
  for (const [name, fault, times, message] of refusals) {
    test(`stops and reports ${name}, which only the user can fix`, () =>
      withNode({ from: null }, async ({ double, source }) => {
        double.fail('getSlot', fault, { times });
        await assert.rejects(
          async () => {
            for await (const _ of source.history(new AbortController().signal));
          },
          (error) => MarketError.is(error, 'unauthorized') && message.test(error.message),
        );
        assert.equal(double.faultsLeft, 0);
      }));
  }

  test('stops and reports a method that the plan lacks', () =>
    withNode({}, async ({ double, source }) => {
      fill(double, 1, 1);
      const message = 'This method is not available on your plan';
      double.fail('getBlock', { kind: 'error', code: -32_600, message });
      await assert.rejects(take(source, 1), (error) => {
        assert.ok(MarketError.is(error, 'plan-lacks-operation'), String(error));
        assert.match(error.message, /not available on your plan\. Your plan does not include this/);
        return true;
      });
    }));
});

suite('A node that produces blocks faster than they can be read', () => {
  test('is followed block by block, with its lag reported, until the index catches up', () =>
    withNode({ concurrency: 1 }, async ({ double, source, clock }) => {
      const start = clock.milliseconds;
      fill(double, 1, 1);
      double.onRequest = () => {
        // 40 blocks a second for 20 seconds, then two.
        const seconds = (clock.milliseconds - start) / 1_000;
        const made = Math.floor(Math.min(seconds, 20) * 40 + Math.max(0, seconds - 20) * 2);
        fill(double, double.tip + 1, made);
      };
      const lags: number[] = [];
      const blocks = await take(source, 980, () => {
        lags.push(source.progress().lagSlots ?? 0);
        // Ten blocks a second can be read.
        clock.milliseconds += 100;
      });
      assert.deepEqual(slotsOf(blocks), through(1, 980));
      assert.ok(Math.max(...lags) > 500, `${Math.max(...lags)}`);
      assert.ok((lags.at(-1) ?? 100) < 10, `${lags.at(-1)}`);
      const { message, indexedFraction } = source.progress();
      assert.deepEqual({ message, indexedFraction }, { message: '', indexedFraction: 1 });
    }));
});
