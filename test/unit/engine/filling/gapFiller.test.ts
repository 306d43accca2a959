import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { GapFiller, type GapFillerOptions } from '../../../../src/engine/filling/gapFiller.ts';
import { TestClock } from '../sources/rpcSupport.ts';
import { FakeChain, FakeSharedBlocks, range, timeOf } from './fakeStore.ts';

const never = new AbortController().signal;
const newest = 10_000;

function gapFiller(
  chain: FakeChain,
  shared: FakeSharedBlocks,
  options: Partial<GapFillerOptions> = {},
) {
  const clock = new TestClock();
  const filler = new GapFiller({
    ...{ reader: chain, shared, index: shared.index, clock },
    fillSeconds: 86_400,
    newestSeconds: () => timeOf(newest),
    ...options,
  });
  return { filler, clock };
}

/** Runs until no gap can be filled without waiting. */
async function fillAll(filler: GapFiller): Promise<number> {
  let written = 0;
  do ({ written } = addTo(written, await filler.fill(never)));
  while (filler.hasMore);
  return written;
}
const addTo = (sum: number, { written }: { readonly written: number }) => ({
  written: sum + written,
});

suite('The gaps of a store that several ingesters write', () => {
  test('are filled once they are a minute old, but not before the oldest block', async () => {
    const chain = new FakeChain(range(1, newest));
    const shared = new FakeSharedBlocks([50, ...range(60, 5_000), ...range(9_000, 9_980), newest]);
    const { filler } = gapFiller(chain, shared);
    await fillAll(filler);
    assert.deepEqual(
      shared.slots,
      [...range(50, 9_980), newest].filter((slot) => slot <= newest),
    );
    assert.deepEqual(shared.takenBack, [[50, 9_940, []]]);
  });

  test('are ignored if older than configured or than the store’s retention', async () => {
    const held = [10, 5_000, 9_000, 9_100, newest];
    const chain = new FakeChain(range(1, newest));
    const shared = new FakeSharedBlocks(held);
    await fillAll(gapFiller(chain, shared, { fillSeconds: 1_000 }).filler);
    assert.deepEqual(shared.slots, [10, 5_000, ...range(9_000, 9_100), newest]);
    shared.keptSeconds = 5_000;
    await fillAll(gapFiller(chain, shared).filler);
    assert.deepEqual(shared.slots, [10, ...range(5_000, 9_100), newest]);
  });

  test('are requested once, and slots without a block never', async () => {
    const slots = range(1, newest).filter((slot) => slot % 7 !== 0);
    const chain = new FakeChain(slots);
    const shared = new FakeSharedBlocks(slots.filter((slot) => slot < 100 || slot > 300));
    const { filler } = gapFiller(chain, shared);
    assert.equal(await fillAll(filler), slots.filter((slot) => slot >= 100 && slot <= 300).length);
    assert.equal(await fillAll(filler), 0);
    assert.equal(new Set(chain.given).size, chain.given.length);
    assert.ok(chain.given.every((slot) => slot % 7 !== 0));
  });

  test('are shared by two uncoordinated ingesters, with few blocks read twice', async () => {
    const shared = new FakeSharedBlocks([1, newest - 100, newest]);
    const chains = [new FakeChain(range(1, newest)), new FakeChain(range(1, newest))];
    await Promise.all(
      chains.map((chain, at) => {
        const { filler, clock } = gapFiller(chain, shared);
        let state = at + 1;
        clock.random = () => {
          state = (state * 48_271) % 2_147_483_647;
          return state / 2_147_483_647;
        };
        return fillAll(filler);
      }),
    );
    assert.deepEqual(shared.slots, [...range(1, newest - 100), newest]);
    const read = chains.reduce((sum, { given }) => sum + given.length, 0);
    assert.ok(read < 1.35 * newest, `${read} reads`);
    assert.ok(chains.every(({ given }) => given.length > newest / 5));
  });

  test('are retried later if the node does not provide their blocks, and then settled', async () => {
    const chain = new FakeChain(range(1, newest));
    chain.lost.add(200);
    const shared = new FakeSharedBlocks(range(1, newest).filter((slot) => slot !== 200));
    const { filler, clock } = gapFiller(chain, shared);
    assert.deepEqual(await filler.fill(never), { written: 0, missing: 1, firstSlot: null });
    assert.deepEqual(shared.takenBack, [[1, 9_940, [200]]]);
    assert.deepEqual(await filler.fill(never), { written: 0, missing: 0, firstSlot: null });
    chain.lost.clear();
    clock.milliseconds += 11 * 60_000;
    assert.deepEqual(await filler.fill(never), { written: 1, missing: 0, firstSlot: null });
    assert.deepEqual(shared.takenBack.at(-1), [200, 9_940, []]);
  });

  test('stay open while most of their block is unreadable', async () => {
    const chain = new FakeChain(range(1, newest));
    const shared = new FakeSharedBlocks(range(1, newest).filter((slot) => slot !== 200));
    shared.unreadable.add(200);
    const { filler, clock } = gapFiller(chain, shared);
    assert.deepEqual(await filler.fill(never), { written: 0, missing: 1, firstSlot: null });
    assert.deepEqual(shared.takenBack, [[1, 9_940, [200]]]);
    shared.unreadable.clear();
    clock.milliseconds += 11 * 60_000;
    assert.deepEqual(await filler.fill(never), { written: 1, missing: 0, firstSlot: null });
  });

  test('before the first block of the node are reported once', async () => {
    const chain = new FakeChain(range(1, newest));
    chain.first = 150;
    const shared = new FakeSharedBlocks([1, ...range(200, newest)]);
    const { filler } = gapFiller(chain, shared);
    assert.deepEqual(await filler.fill(never), { written: 50, missing: 0, firstSlot: 150 });
    assert.deepEqual(await filler.fill(never), { written: 0, missing: 0, firstSlot: null });
    assert.deepEqual(shared.slots, [1, ...range(150, newest)]);
  });

  test('wait before each block while the tip has priority', async () => {
    const chain = new FakeChain(range(1, newest));
    const shared = new FakeSharedBlocks([1, ...range(20, newest)]);
    let ways = 0;
    const giveWay = async (): Promise<void> => {
      ways++;
    };
    await fillAll(gapFiller(chain, shared, { giveWay }).filler);
    assert.equal(ways, 1 + 18);
  });

  test('are filled after a failure, without repeating finished ones', async () => {
    const chain = new FakeChain(range(1, newest));
    const shared = new FakeSharedBlocks([1, ...range(500, newest)]);
    const { filler } = gapFiller(chain, shared);
    chain.onRead = (slot) => {
      if (slot === 250) throw new Error('the node is away');
    };
    await assert.rejects(filler.fill(never), /is away/);
    assert.ok(filler.hasMore);
    chain.onRead = () => undefined;
    assert.equal(await fillAll(filler), 250);
    assert.deepEqual(shared.slots, range(1, newest));
  });
});
