import { BlockIndexer } from '../src/engine/indexing/blockIndexer.ts';
import { EngineMetricsCollector } from '../src/engine/indexing/engineMetrics.ts';
import { keepAll } from '../src/engine/store/duckdb/retention.ts';
import type { StoreWriter } from '../src/engine/store/storeWriter.ts';
import { blockOf, FakeChain, range, timeOf } from './unit/engine/filling/fakeStore.ts';
import { TestClock } from './unit/engine/sources/rpcSupport.ts';

/** The fork's block; the chain has none in its slot. */
export const forkedSlot = 5;
const restartedAt = 8;
const lastSlot = 74;
const chain = new FakeChain(range(1, lastSlot).filter((slot) => slot !== forkedSlot));

/**
 * Follows a chain that abandons a fork, with a restart before the fork is final. Ends once the
 * fork's block has left the store, or the second process has had time to check the chain.
 */
export async function followWithRestart(open: () => Promise<StoreWriter>): Promise<void> {
  await follow(await open(), range(1, restartedAt));
  await follow(await open(), range(restartedAt + 1, lastSlot));
}

async function follow(writer: StoreWriter, slots: readonly number[]): Promise<void> {
  const ending = new AbortController();
  const clock = new TestClock();
  const now = () => timeOf(lastSlot) * 1_000;
  const indexer = new BlockIndexer({
    writer,
    clock,
    source: {
      kind: 'rpc',
      now,
      tokens: () => [],
      blockReader: chain,
      async *history() {},
      async *follow() {
        for (const slot of slots) {
          const parent = slot - 1 === forkedSlot ? slot - 2 : slot - 1;
          yield { slot, block: blockOf(slot, `hash${slot}`, parent) };
        }
        // The chain is checked every five seconds.
        const isForked = () => writer.timeOf(forkedSlot) !== null;
        for (let checks = 0; checks < 8 && isForked(); checks++) {
          await clock.delay(5_000, ending.signal);
        }
        ending.abort();
      },
    },
    metrics: new EngineMetricsCollector({ size: async () => ({ rows: 0, bytes: 0 }) }),
    signal: ending.signal,
    report: () => undefined,
    now,
    retention: keepAll,
  });
  await indexer.follow();
  await writer.close();
}
