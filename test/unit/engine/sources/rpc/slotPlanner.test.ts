// Alone in its process: its clock stands still while a request of anybody is under way.

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

/** A planner of a node whose answers are functions, with the number of questions. */
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

suite('Planning with a node whose getBlocks finds nothing', () => {
  test('asks for the newest slot each time, with growing pauses up to a second', async () => {
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

  test('pauses too while the newest slot stays where it is', async () => {
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

  test('waits no longer when the clock is set back by an hour', async () => {
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

  test('goes on as soon as blocks come', async () => {
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

suite('Planning with a newest slot far ahead of what getBlocks lists', () => {
  test('asks at the pace of the slots', async () => {
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

  test('asks on at once while all that it asks for is listed', async () => {
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

suite('Planning at the tip of a chain', () => {
  /** Follows for a minute of slots that take so long; the delays until they were planned. */
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
    test(`looks once a slot by polling when slots take ${milliseconds} ms`, async () => {
      const { median, looksPerSlot, count } = await follow(milliseconds, false);
      assert.ok(count > 45_000 / milliseconds, String(count));
      assert.ok(median <= 1, String(median));
      assert.ok(looksPerSlot < 1.2, String(looksPerSlot));
    });
  }

  test('looks when a subscription tells of a slot, and at no other time', async () => {
    const { median, looksPerSlot } = await follow(200, true);
    assert.ok(median < 0.1, String(median));
    assert.ok(looksPerSlot < 1.1, String(looksPerSlot));
  });

  test('is not rushed by a subscription that floods', async () => {
    const flooded = planner(
      new TestClock(),
      () => 0,
      () => false,
    );
    for (let slot = 1; slot <= 50; slot++) {
      flooded.planner.notifySlot(slot);
      await flooded.planner.fetchSlots(never);
    }
    // Half a slot each.
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
  for (const milliseconds of [150, 214, 400]) {
    test(`is ${milliseconds} ms where slots take that long`, () => {
      assert.equal(Math.round(measured(milliseconds).milliseconds), milliseconds);
    });
  }

  test('follows a chain that becomes faster within half a minute', () => {
    const pace = measured(400);
    for (let slot = 1; slot <= 160; slot++) pace.add(50 + slot, 20_000 + slot * 200);
    assert.equal(Math.round(pace.milliseconds), 200);
  });

  test('is not that of the time when nobody asked, nor of a node that catches up', () => {
    const pace = measured(200);
    pace.add(60, 10_000 + 3_600_000);
    pace.add(18_000, 10_000 + 3_600_200);
    assert.equal(pace.milliseconds, 200);
    pace.add(40_000, 10_000 + 3_602_500);
    assert.equal(pace.milliseconds, 200);
  });
});
