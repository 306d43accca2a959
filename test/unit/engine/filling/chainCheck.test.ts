import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ChainCheck } from '../../../../src/engine/filling/chainCheck.ts';
import { noBlockhash } from '../../../../src/engine/store/storeWriter.ts';
import { blockOf, FakeChain, FakeSharedBlocks, range } from './fakeStore.ts';

const never = new AbortController().signal;

function checkOf(chain: FakeChain, shared: FakeSharedBlocks, from = 1) {
  const check = new ChainCheck({ reader: chain, shared, index: shared.index });
  const slots = [...chain.slots].filter((slot) => slot >= from);
  for (const slot of slots) {
    const parent = slots.findLast((each) => each < slot) ?? slot - 1;
    check.add(slot, blockOf(slot, `hash${slot}`, parent));
  }
  return check;
}

suite('A block of an abandoned fork that another ingester wrote', () => {
  test('gives way to the finalized one, and nothing else is asked for', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    shared.hashes.set(100, 'abandoned');
    assert.equal(await checkOf(chain, shared).mend(never), 1);
    assert.equal(shared.hashes.get(100), 'hash100');
    assert.deepEqual(chain.given, [100]);
  });

  test('stays until it is surely abandoned', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    shared.hashes.set(190, 'abandoned');
    const check = checkOf(chain, shared);
    assert.equal(await check.mend(never), 0);
    for (const slot of range(201, 260)) check.add(slot, blockOf(slot));
    assert.equal(await check.mend(never), 1);
    assert.equal(shared.hashes.get(190), 'hash190');
  });

  test('counts no more where the chain has no block in its slot', async () => {
    const chain = new FakeChain(range(1, 200).filter((slot) => slot !== 100));
    const shared = new FakeSharedBlocks(range(1, 200));
    const check = checkOf(chain, shared);
    assert.equal(await check.mend(never), 1);
    assert.equal(shared.hashes.get(100), noBlockhash);
    assert.equal(await check.mend(never), 0);
  });

  test('is found by its child where it came before this ingester began, with those before it', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    shared.hashes.set(98, 'abandoned too').set(99, 'abandoned');
    const check = checkOf(chain, shared, 100);
    assert.equal(await check.mend(never), 1);
    assert.equal(await check.mend(never), 1);
    assert.deepEqual([shared.hashes.get(98), shared.hashes.get(99)], ['hash98', 'hash99']);
  });

  test('is believed where the node has it finalized after all', async () => {
    const chain = new FakeChain(range(1, 200));
    const shared = new FakeSharedBlocks(range(1, 200));
    const check = checkOf(chain, shared);
    check.add(100, blockOf(100, 'of this follower alone'));
    assert.equal(await check.mend(never), 0);
    assert.equal(await check.mend(never), 0);
    assert.deepEqual(chain.given, [100]);
    assert.equal(shared.hashes.get(100), 'hash100');
  });

  test('is not fought over without end by nodes that contradict each other', async () => {
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
