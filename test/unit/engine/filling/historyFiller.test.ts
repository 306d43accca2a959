import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HistoryFiller } from '../../../../src/engine/filling/historyFiller.ts';
import { TestClock } from '../sources/rpcSupport.ts';
import { FakeChain, FakeSharedBlocks, range, timeOf } from './fakeStore.ts';

const never = new AbortController().signal;
const day = 86_400;
/** One slot every ten minutes, to keep the test small. */
const slots = range(0, 3 * day - 1).filter((slot) => slot % 600 === 0);
const days = [0, 1, 2].map((number) => timeOf(number * day));

function filler(chain: FakeChain, shared: FakeSharedBlocks, random = () => 0.5) {
  const clock = new TestClock();
  clock.random = random;
  clock.milliseconds = timeOf(4 * day) * 1_000;
  return new HistoryFiller({ reader: chain, shared, index: shared.index, clock });
}

suite('Past days', () => {
  test('are written completely, one after the other, and nothing else', async () => {
    const chain = new FakeChain(slots);
    const shared = new FakeSharedBlocks();
    const filled = await filler(chain, shared).fill(days.slice(1), never);
    assert.deepEqual(
      shared.slots,
      slots.filter((slot) => slot >= day),
    );
    assert.deepEqual(
      filled.map(({ daySeconds, written, missing }) => [daySeconds, written, missing.length]),
      days.slice(1).map((each) => [each, day / 600, 0]),
    );
    const order = chain.given.map((slot) => Math.floor(slot / day));
    assert.equal(order.filter((each, at) => each !== order[at - 1]).length, 2);
  });

  test('resume after an interrupted run without requesting a block twice', async () => {
    const chain = new FakeChain(slots);
    const shared = new FakeSharedBlocks(slots.filter((slot) => slot % 1_200 === 0));
    await filler(chain, shared).fill(days, never);
    assert.deepEqual(shared.slots, slots);
    assert.equal(chain.given.length, slots.length / 2);
    assert.ok(chain.given.every((slot) => slot % 1_200 !== 0));
  });

  test('report what their node lacks', async () => {
    const chain = new FakeChain(slots.filter((slot) => slot >= day + 6_000));
    chain.first = day + 6_000;
    chain.lost.add(2 * day + 600);
    chain.contradicted.add(2 * day + 1_200);
    const shared = new FakeSharedBlocks();
    const filled = await filler(chain, shared).fill(days, never);
    const begins = timeOf(day + 6_000);
    assert.deepEqual(
      filled.map(({ nodeBeginsSeconds }) => nodeBeginsSeconds),
      [begins, begins, null],
    );
    assert.deepEqual(
      filled.map(({ written }) => written),
      [0, day / 600 - 10, day / 600 - 2],
    );
    const unlike = 2 * day + 1_200;
    assert.deepEqual(filled[2]?.missing, [
      { slot: 2 * day + 600, reason: 'lost' },
      { slot: unlike, reason: `the node does not have slot ${unlike}` },
    ]);
  });
});
