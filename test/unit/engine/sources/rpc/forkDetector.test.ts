import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ForkDetector } from '../../../../../src/engine/sources/rpc/forkDetector.ts';
import { emptyBlock } from '../rpcSupport.ts';

test('a slot is empty if blocks around it prove it, and no other block names it as its parent', () => {
  const detector = new ForkDetector();
  const add = (slot: number, parentSlot: number, previousBlockhash = `hash${parentSlot}`) =>
    detector.addDelivered(slot, { ...emptyBlock(slot), parentSlot, previousBlockhash });
  add(1, 0);
  add(3, 1);
  add(6, 3, 'another');
  assert.deepEqual(
    [2, 4, 5].map((slot) => detector.isEmpty(slot)),
    [true, false, false],
  );
  add(7, 2);
  assert.equal(detector.isEmpty(2), false);
});
