import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DelayedSlots } from '../../../../../src/engine/sources/rpc/delayedSlots.ts';

test('a slot without an available block is retried after a pause, even if the clock was set back', () => {
  let milliseconds = 1_800_000_000_000;
  const slots = new DelayedSlots({
    now: () => milliseconds,
    delay: () => Promise.resolve(),
    random: () => 0,
  });
  slots.add({ slot: 7, timeSeconds: 1_800_000_000, reason: 'not there yet', cause: 'missing' });
  assert.equal(slots.next(), undefined);
  milliseconds += 500;
  assert.equal(slots.next(), 7);
  slots.postpone(7);
  assert.equal(slots.next(), undefined);
  milliseconds -= 3_600_000;
  assert.equal(slots.next(), 7);
});
