import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Engine } from '../../src/engine/engine.ts';
import { GeyserFeed } from '../../src/engine/sources/geyser/geyserFeed.ts';
import { RpcSource } from '../../src/engine/sources/rpc/rpcSource.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { ended, forkBeside } from './childProcess.ts';
import type { FollowNodeReady } from './followNode.ts';
import { median, percentile } from './percentile.ts';

/** Slot duration planned for mainnet in 2026. */
const slotMilliseconds = 200;
const slots = { warmUp: 50, measured: 150 } as const;
const allowedSlots = 1.5;
/** Ends the measurement if the engine does not keep up at all. */
const timeLimitMilliseconds = 120_000;

/**
 * Lag of the index behind a node that responds immediately: from the time the node has a block of a
 * busy mainnet second until operations see it, in slots of 200 ms.
 */
export const bench: Bench = async () => {
  const results: BenchResult[] = [];
  for (const [name, way] of [
    ['follow.lag', 'subscribe'],
    ['follow.lag.polling', 'poll'],
    ['follow.lag.geyser', 'geyser'],
  ] as const) {
    const node = forkBeside('followNode.ts', [String(1_000 / slotMilliseconds), way]);
    try {
      const [ready] = (await once(node, 'message')) as [FollowNodeReady | null];
      if (ready === null) return [];
      const lags = await measure(ready);
      const value = median(lags);
      console.log(`${name}: 95th percentile ${percentile(lags, 0.95).toFixed(2)} slots`);
      const polling = results.find((result) => result.name === 'follow.lag.polling');
      const reference =
        way === 'geyser' && polling !== undefined
          ? { name: 'follow.lag.polling', value: polling.value }
          : { name: 'what is allowed', value: allowedSlots };
      results.push({
        name,
        value,
        unit: 'slots of 200 ms behind the node, median',
        reference,
        ratio: reference.value / value,
      });
    } finally {
      await ended(node);
    }
  }
  return results;
};

/** Lag of each block in slots when it is indexed. */
async function measure({
  url,
  geyserUrl,
  startMilliseconds,
  firstSlot,
}: FollowNodeReady): Promise<number[]> {
  const lags: number[] = [];
  const all = Promise.withResolvers<void>();
  let newest = 0;
  let seen = 0;
  const engine = await Engine.open({
    source: new RpcSource({
      url,
      ...(geyserUrl !== null && { feed: new GeyserFeed({ url: geyserUrl }) }),
    }),
    store: ':memory:',
    onStatus: ({ state, newestSlot }) => {
      if (state !== 'ready' || newestSlot === null) return;
      const passed = (Date.now() - startMilliseconds) / slotMilliseconds;
      // A status may report several new blocks of one poll.
      for (newest ||= newestSlot; newest < newestSlot; newest++) {
        if (++seen > slots.warmUp) lags.push(passed - (newest + 1 - firstSlot));
      }
      if (lags.length >= slots.measured) all.resolve();
    },
  });
  const over = new AbortController();
  const tooLong = setTimeout(timeLimitMilliseconds, undefined, { signal: over.signal });
  try {
    await Promise.race([all.promise, tooLong.catch(() => undefined)]);
    if (lags.length < slots.measured) throw new Error(`Only ${lags.length} blocks were indexed`);
    return lags;
  } finally {
    over.abort();
    await engine.close();
  }
}
