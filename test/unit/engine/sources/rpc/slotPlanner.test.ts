// Alone in its process: its virtual clock stops while any request is in progress.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SlotPace } from '../../../../../src/engine/sources/rpc/slotPace.ts';
import { SlotPlanner } from '../../../../../src/engine/sources/rpc/slotPlanner.ts';
import { VirtualClock } from '../../../../virtualClock.ts';
import { TestClock } from '../rpcSupport.ts';

const never = new AbortController().signal;

interface Asked {
  getSlot: number;
  getBlocks: number;
}

/** A planner for a fake node with the given responses, which counts the requests. */
function planner<Of extends TestClock | VirtualClock>(
  clock: Of,
  newestSlot: () => number,
  hasBlock: (slot: number) => boolean,
) {
  const asked: Asked = { getSlot: 0, getBlocks: 0 };
  const made = new SlotPlanner({
    from: 1,
    pace: new SlotPace(),
    methods: {
      clock,
      newestSlot: async () => {
        asked.getSlot++;
        return newestSlot();
      },
      slotsWithBlock: async (from, to) => {
        asked.getBlocks++;
        const slots = Array.from({ length: to - from + 1 }, (_, index) => from + index);
        return slots.filter(hasBlock);
      },
    },
  });
  return { planner: made, asked, clock };
}

suite('The slot planner, with a node whose getBlocks finds nothing,', () => {
  test('requests the newest slot each time, with growing pauses up to a second', async () => {
    const {
      planner: idle,
      asked,
      clock,
    } = planner(
      new TestClock(),
      () => 5,
      () => false,
    );
    for (let look = 0; look < 8; look++) await idle.fetchSlots(never);
    assert.deepEqual(asked, { getSlot: 8, getBlocks: 8 });
    assert.deepEqual(clock.waits, [200, 400, 800, 1_000, 1_000, 1_000, 1_000]);
  });

  test('pauses the same way while the newest slot does not change', async () => {
    const {
      planner: idle,
      asked,
      clock,
    } = planner(
      new TestClock(),
      () => 0,
      () => false,
    );
    for (let look = 0; look < 6; look++) await idle.fetchSlots(never);
    assert.deepEqual(asked, { getSlot: 6, getBlocks: 0 });
    assert.deepEqual(clock.waits, [200, 400, 800, 1_000, 1_000]);
  });

  test('does not wait longer after the clock is set back by an hour', async () => {
    const { planner: idle, clock } = planner(
      new TestClock(),
      () => 5,
      () => false,
    );
    await idle.fetchSlots(never);
    clock.milliseconds -= 3_600_000;
    await idle.fetchSlots(never);
    await idle.fetchSlots(never);
    assert.ok(Math.max(0, ...clock.waits) <= 1_000, String(clock.waits));
  });

  test('continues as soon as there are blocks', async () => {
    let newest = 3;
    let isBehind = true;
    const waiting = planner(
      new TestClock(),
      () => newest,
      () => !isBehind,
    );
    for (let look = 0; look < 5; look++) await waiting.planner.fetchSlots(never);
    newest = 4;
    isBehind = false;
    await waiting.planner.fetchSlots(never);
    const slots = [1, 2, 3, 4].map(() => waiting.planner.next());
    assert.deepEqual(slots, [1, 2, 3, 4]);
  });
});

suite('The slot planner, with a newest slot far ahead of the listed blocks,', () => {
  test('polls at the pace of the slots', async () => {
    let listed = 0;
    const { planner: ahead, clock } = planner(
      new TestClock(),
      () => 10_000,
      (slot) => slot <= listed,
    );
    for (let look = 1; look <= 6; look++) {
      listed = look;
      await ahead.fetchSlots(never);
      assert.equal(ahead.next(), look);
    }
    assert.deepEqual(clock.waits, [200, 200, 200, 200, 200]);
  });

  test('continues without a pause while all requested slots are listed', async () => {
    const { planner: behind, clock } = planner(
      new TestClock(),
      () => 10_000,
      () => true,
    );
    for (let slot = 1; slot <= 1_000; slot++) {
      if (behind.needsSlots) await behind.fetchSlots(never);
      assert.equal(behind.next(), slot);
    }
    assert.deepEqual(clock.waits, []);
  });
});

suite('The slot planner, at the tip of a chain,', () => {
  /** Follows slots of this duration for a minute; returns the delays until they were planned. */
  async function follow(slotMilliseconds: number, isSubscribed: boolean) {
    const clock = new VirtualClock();
    const start = clock.now();
    const newest = () => Math.floor((clock.now() - start) / slotMilliseconds);
    const { planner: tip, asked } = planner(clock, newest, () => true);
    const leaving = new AbortController();
    const notify = async () => {
      while (!leaving.signal.aborted) {
        const next = start + (newest() + 1) * slotMilliseconds;
        await clock.delay(next - clock.now(), leaving.signal).catch(() => undefined);
        tip.notifySlot(newest());
      }
    };
    const delays: number[] = [];
    await clock.run(async () => {
      const notifying = isSubscribed ? notify() : null;
      while (clock.now() - start < 60_000) {
        await tip.fetchSlots(never);
        for (let slot = tip.next(); slot !== undefined; slot = tip.next()) {
          if (clock.now() - start > 10_000) {
            delays.push((clock.now() - start) / slotMilliseconds - slot);
          }
        }
      }
      leaving.abort();
      await notifying;
    });
    const sorted = delays.sort((first, second) => first - second);
    const looksPerSlot = asked.getSlot / newest();
    return { median: sorted[sorted.length >> 1] ?? Number.NaN, looksPerSlot, count: delays.length };
  }

  for (const milliseconds of [150, 200, 400]) {
    test(`polls once per slot when slots take ${milliseconds} ms`, async () => {
      const { median, looksPerSlot, count } = await follow(milliseconds, false);
      assert.ok(count > 45_000 / milliseconds, String(count));
      assert.ok(median <= 1, String(median));
      assert.ok(looksPerSlot < 1.2, String(looksPerSlot));
    });
  }

  test('polls only when a subscription reports a slot', async () => {
    const { median, looksPerSlot } = await follow(200, true);
    assert.ok(median < 0.1, String(median));
    assert.ok(looksPerSlot < 1.1, String(looksPerSlot));
  });

  test('limits its rate if a subscription floods it with slots', async () => {
    const flooded = planner(
      new TestClock(),
      () => 0,
      () => false,
    );
    for (let slot = 1; slot <= 50; slot++) {
      flooded.planner.notifySlot(slot);
      await flooded.planner.fetchSlots(never);
    }
    // At least half a slot each.
    assert.ok(flooded.clock.waits.every((wait) => wait >= 100));
    assert.equal(flooded.clock.waits.length, 49);
  });
});

suite('The pace of the slots', () => {
  const measured = (slotMilliseconds: number): SlotPace => {
    const pace = new SlotPace();
    for (let slot = 0; slot <= 50; slot++) pace.add(slot, slot * slotMilliseconds);
    return pace;
  };
  test('is unknown, not assumed, until it is measured', () => {
    const pace = new SlotPace();
    pace.add(1, 0);
    assert.equal(pace.measuredMilliseconds, null);
    assert.notEqual(measured(200).measuredMilliseconds, null);
  });

  for (const milliseconds of [150, 214, 400]) {
    test(`is ${milliseconds} ms if slots take that long`, () => {
      assert.equal(Math.round(measured(milliseconds).milliseconds), milliseconds);
    });
  }

  test('adapts to a faster chain within half a minute', () => {
    const pace = measured(400);
    for (let slot = 1; slot <= 160; slot++) pace.add(50 + slot, 20_000 + slot * 200);
    assert.equal(Math.round(pace.milliseconds), 200);
  });

  test('ignores times without requests and nodes that catch up', () => {
    const pace = measured(200);
    pace.add(60, 10_000 + 3_600_000);
    pace.add(18_000, 10_000 + 3_600_200);
    assert.equal(pace.milliseconds, 200);
    pace.add(40_000, 10_000 + 3_602_500);
    assert.equal(pace.milliseconds, 200);
  });
});
