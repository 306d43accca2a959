import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ChainCheck } from '../../../../src/engine/filling/chainCheck.ts';
import { noBlockhash } from '../../../../src/engine/store/storeWriter.ts';
import { blockOf, FakeChain, FakeSharedBlocks, range } from './fakeStore.ts';

const never = new AbortController().signal;

function checkOf(chain: FakeChain, shared: FakeSharedBlocks, from = 1) {
  const check = new ChainCheck({ reader: chain, store: shared, index: shared.index });
  const slots = [...chain.slots].filter((slot) => slot >= from);
  for (const slot of slots) {
    const parent = slots.findLast((each) => each < slot) ?? slot - 1;
    check.add(slot, blockOf(slot, `hash${slot}`, parent));
  }
  return check;
}

suite('A block of an abandoned fork', () => {
  test('is replaced by the finalized one, without requesting other blocks', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    shared.hashes.set(100, 'abandoned');
    assert.equal(await checkOf(chain, shared).mend(never), 1);
    assert.equal(shared.hashes.get(100), 'hash100');
    assert.deepEqual(chain.given, [100]);
  });

  test('stays until the fork is final', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    shared.hashes.set(190, 'abandoned');
    const check = checkOf(chain, shared);
    assert.equal(await check.mend(never), 0);
    for (const slot of range(201, 260)) check.add(slot, blockOf(slot));
    assert.equal(await check.mend(never), 1);
    assert.equal(shared.hashes.get(190), 'hash190');
  });

  test('is invalidated if the chain has no block in its slot', async () => {
    const chain = new FakeChain(range(1, 200).filter((slot) => slot !== 100));
    const shared = new FakeSharedBlocks(range(1, 200));
    const check = checkOf(chain, shared);
    assert.equal(await check.mend(never), 1);
    assert.equal(shared.hashes.get(100), noBlockhash);
    assert.equal(await check.mend(never), 0);
  });

  test('is found through its child, even if written before this ingester started', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    shared.hashes.set(98, 'abandoned too').set(99, 'abandoned');
    const check = checkOf(chain, shared, 100);
    assert.equal(await check.mend(never), 1);
    assert.equal(await check.mend(never), 1);
    assert.deepEqual([shared.hashes.get(98), shared.hashes.get(99)], ['hash98', 'hash99']);
  });

  test('is found after a restart, even if the chain went on before it', async () => {
    const chain = new FakeChain([...range(1, 148), ...range(150, 200)]);
    const shared = new FakeSharedBlocks(range(1, 150));
    shared.hashes.set(140, 'abandoned');
    shared.newestSlot = 150;
    // Follows from slot 151 on, whose parent is stored.
    const check = checkOf(chain, shared, 151);
    for (const slot of range(201, 214)) check.add(slot, blockOf(slot));
    let mended = 0;
    for (const _ of range(1, 4)) mended += await check.mend(never);
    assert.equal(mended, 2);
    assert.deepEqual([shared.hashes.get(140), shared.hashes.get(149)], ['hash140', noBlockhash]);
    const read = chain.given.length;
    await check.mend(never);
    assert.equal(chain.given.length, read);
  });

  test('stays if the node has finalized it after all', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    const check = checkOf(chain, shared);
    check.add(100, blockOf(100, 'of this follower alone'));
    assert.equal(await check.mend(never), 0);
    assert.equal(await check.mend(never), 0);
    assert.deepEqual(chain.given, [100]);
    assert.equal(shared.hashes.get(100), 'hash100');
  });

  test('stays if the node merely lacks the slot', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    shared.hashes.set(100, 'abandoned');
    const check = checkOf(chain, shared);
    chain.contradicted.add(100);
    assert.equal(await check.mend(never), 0);
    assert.equal(shared.hashes.get(100), 'abandoned');
    chain.contradicted.clear();
    assert.equal(await check.mend(never), 1);
    assert.equal(shared.hashes.get(100), 'hash100');
  });

  test('is corrected a limited number of times if nodes contradict each other', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    const check = checkOf(chain, shared);
    for (const _ of range(1, 6)) {
      shared.hashes.set(100, 'of another chain');
      await check.mend(never);
    }
    assert.equal(chain.given.length, 3);
  });
});
