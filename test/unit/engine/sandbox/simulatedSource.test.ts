import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import bs58 from 'bs58';
import type { SourceBlock } from '../../../../src/engine/chain/blockSource.ts';
import type { LandingChain } from '../../../../src/engine/chain/landingChain.ts';
import { Random } from '../../../../src/engine/sandbox/random.ts';
import {
  type LandedTransactions,
  SimulatedSource,
} from '../../../../src/engine/sandbox/simulatedSource.ts';
import { secondAtSlot } from '../../../../src/engine/sandbox/simulatedTime.ts';
import { RpcTransactionBuilder } from '../decode/rpcTransactionBuilder.ts';
import { smbBot, trader } from '../decode/swapFixtures.ts';

const nowMilliseconds = 1_790_000_123_456;
const never = new AbortController().signal;

async function take(blocks: AsyncIterable<SourceBlock>, count = Infinity) {
  const taken: SourceBlock[] = [];
  for await (const block of blocks) {
    taken.push(block);
    if (taken.length >= count) break;
  }
  return taken;
}

const idOf = (transaction: SourceBlock['block']['transactions'][number]): string =>
  JSON.stringify(transaction.transaction).slice(0, 200);

suite('The Sandbox as a block source', () => {
  test('has a history that ends now, oldest first, in blocks of a minute', async () => {
    const source = new SimulatedSource({ seed: 1, nowMilliseconds, historySeconds: 3_600 });
    const blocks = await take(source.history(never));
    assert.equal(blocks.length, 61);
    const times = blocks.map(({ block }) => block.blockTime ?? 0);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.equal(times.at(-1), Math.floor(nowMilliseconds / 1_000));
    blocks.slice(1).forEach(({ block }, at) => {
      assert.equal(block.parentSlot, blocks[at]?.slot);
    });
  });

  test('returns the addresses in the lookup tables that its transactions use', async () => {
    const source = new SimulatedSource({ seed: 1, nowMilliseconds, historySeconds: 60 });
    const [first] = await take(source.history(never), 1);
    const used = first?.block.transactions.flatMap(({ transaction }) =>
      'message' in transaction ? (transaction.message.addressTableLookups ?? []) : [],
    );
    assert.ok(used !== undefined && used.length > 1);
    for (const { accountKey, writableIndexes, readonlyIndexes } of used) {
      const size = source.lookupTable(accountKey)?.length ?? 0;
      assert.ok(size > Math.max(...writableIndexes, ...readonlyIndexes), accountKey);
    }
    assert.equal(source.lookupTable('1'.repeat(32)), null);
  });

  test('lists the seconds in which the user landed something, and keeps a day of them', async () => {
    const mine = new RpcTransactionBuilder(trader).call(smbBot, [trader], [1]).build('mine');
    const now = Math.floor(nowMilliseconds / 1_000);
    const landed = new Map([
      [now - 90_000, [mine]],
      [now - 50, [mine, mine]],
    ]);
    const chain = { landedBetween: (second: number) => landed.get(second) ?? [] };
    const { slotReader } = new SimulatedSource({
      seed: 1,
      nowMilliseconds,
      landing: () => chain as unknown as LandingChain & LandedTransactions,
    });
    const found: unknown[] = [];
    const window = { fromSeconds: now - 100, toSeconds: now };
    for await (const one of slotReader.slotsOf(trader, window, never)) {
      found.push('reason' in one ? one.reason : [secondAtSlot(one.slot), one.transactions]);
    }
    assert.deepEqual(found, [[now - 50, 2]]);
    const before = { fromSeconds: now - 90_000, toSeconds: now - 86_390 };
    for await (const one of slotReader.slotsOf(trader, before, never)) {
      assert.ok('reason' in one && now - one.beforeSeconds >= 86_400);
    }
  });

  test('continues after the history with one block per second', async () => {
    mock.timers.enable({ apis: ['Date'], now: nowMilliseconds });
    try {
      const source = new SimulatedSource({ seed: 1, historySeconds: 120 });
      const last = (await take(source.history(never))).at(-1);
      mock.timers.setTime(nowMilliseconds + 5_000);
      const blocks = await take(source.follow(never), 5);
      assert.deepEqual(
        blocks.map(({ slot }) => slot - (last?.slot ?? 0)),
        [1, 2, 3, 4, 5],
      );
    } finally {
      mock.timers.reset();
    }
  });

  test('catches up after sleep in blocks of a minute', async () => {
    mock.timers.enable({ apis: ['Date'], now: nowMilliseconds });
    try {
      const source = new SimulatedSource({ seed: 1, historySeconds: 120 });
      const last = (await take(source.history(never))).at(-1);
      mock.timers.setTime(nowMilliseconds + 600_000);
      const [first, ...more] = await take(source.follow(never), 11);
      assert.equal(first?.block.parentSlot, last?.slot);
      assert.equal(more.at(-1)?.block.blockTime, Math.floor(source.now() / 1_000));
    } finally {
      mock.timers.reset();
    }
  });

  test('continues without a pause after the clock is set back by hours', async () => {
    mock.timers.enable({ apis: ['Date'], now: nowMilliseconds });
    try {
      const source = new SimulatedSource({ seed: 1, historySeconds: 120 });
      const last = (await take(source.history(never))).at(-1);
      mock.timers.setTime(nowMilliseconds - 3 * 3_600_000);
      assert.equal(source.now(), nowMilliseconds);
      mock.timers.setTime(nowMilliseconds - 3 * 3_600_000 + 2_000);
      const blocks = await take(source.follow(never), 2);
      assert.deepEqual(
        blocks.map(({ slot }) => slot - (last?.slot ?? 0)),
        [1, 2],
      );
    } finally {
      mock.timers.reset();
    }
  });

  test('reports landed transactions only after their block is indexed', async () => {
    mock.timers.enable({ apis: ['Date'], now: nowMilliseconds });
    try {
      const events: string[] = [];
      const source = new SimulatedSource({
        ...{ seed: 1, historySeconds: 60 },
        landing: () =>
          ({
            runBlock: (second: number) => events.push(`run ${second}`),
            announceBlock: (second: number) => events.push(`announced ${second}`),
            nextLandedSecond: () => null,
            landedBetween: () => [],
          }) as never,
      });
      await take(source.history(never));
      const from = Math.floor(nowMilliseconds / 1_000);
      mock.timers.setTime(nowMilliseconds + 2_000);
      const blocks = source.follow(never);
      for (const second of [from + 1, from + 2]) {
        await blocks.next();
        assert.deepEqual(events.splice(0), [
          ...(second > from + 1 ? [`announced ${second - 1}`] : []),
          `run ${second}`,
        ]);
      }
      // After sleep: only after all missed blocks are indexed.
      mock.timers.setTime(nowMilliseconds + 602_000);
      for (;;) {
        const { value } = await blocks.next();
        if (value?.block.blockTime === from + 602) break;
        assert.deepEqual(events, [`announced ${from + 2}`, `run ${from + 602}`]);
      }
      mock.timers.setTime(nowMilliseconds + 603_000);
      await blocks.next();
      assert.deepEqual(events.slice(2), [`announced ${from + 602}`, `run ${from + 603}`]);
    } finally {
      mock.timers.reset();
    }
  });

  test('starts after the indexed blocks, without duplicates', async () => {
    const options = { seed: 1, nowMilliseconds, historySeconds: 600 };
    const signatures = (blocks: readonly SourceBlock[]) =>
      blocks.flatMap(({ block }) => block.transactions.map((transaction) => idOf(transaction)));
    const whole = await take(new SimulatedSource(options).history(never));
    const indexed = await take(
      new SimulatedSource({ ...options, nowMilliseconds: nowMilliseconds - 77_000 }).history(never),
    );
    const resumed = new SimulatedSource(options);
    resumed.resumeAfter(indexed.at(-1)?.slot ?? 0);
    const rest = await take(resumed.history(never));
    assert.equal(rest[0]?.block.parentSlot, indexed.at(-1)?.slot);
    const known = new Set(signatures(indexed));
    const expected = signatures(whole).filter((signature) => !known.has(signature));
    assert.deepEqual(signatures(rest), expected);

    // A future slot belongs to another chain.
    const other = new SimulatedSource(options);
    other.resumeAfter(2 ** 40);
    assert.equal((await take(other.history(never))).length, whole.length);
  });

  test('stops immediately on abort, in the history and while it waits', async () => {
    const control = new AbortController();
    const source = new SimulatedSource({ seed: 1, nowMilliseconds });
    let seen = 0;
    for await (const _ of source.history(control.signal)) {
      if (++seen === 3) control.abort();
    }
    assert.equal(seen, 3);

    const waiting = new AbortController();
    const followed = take(source.follow(waiting.signal));
    waiting.abort();
    await followed;
  });

  test('has distinct tokens, some with an authority', () => {
    const tokens = new SimulatedSource({ seed: 1, nowMilliseconds }).tokens();
    assert.equal(new Set(tokens.map(({ mint }) => mint)).size, tokens.length);
    assert.equal(new Set(tokens.map(({ symbol }) => symbol)).size, tokens.length);
    assert.ok(tokens.some(({ mintAuthority }) => mintAuthority !== null));
    assert.ok(tokens.some(({ freezeAuthority }) => freezeAuthority !== null));
    assert.ok(tokens.some(({ program }) => program === 'spl-token-2022'));
    for (const { mint, supply } of tokens) {
      assert.equal(bs58.decode(mint).length, 32);
      assert.ok(supply > 0n);
    }
  });
});

suite('Simulated addresses and signatures', () => {
  test('decode to exactly 32 and 64 bytes', () => {
    const random = new Random(5, 'texts');
    for (let draw = 0; draw < 2_000; draw++) {
      assert.equal(bs58.decode(random.address()).length, 32);
      assert.equal(bs58.decode(random.signature()).length, 64);
    }
  });
});
