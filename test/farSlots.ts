import assert from 'node:assert/strict';
import { BlockIndexer } from '../src/engine/indexing/blockIndexer.ts';
import { EngineMetricsCollector } from '../src/engine/indexing/engineMetrics.ts';
import { keepAll } from '../src/engine/store/duckdb/retention.ts';
import type { StoreWriter } from '../src/engine/store/storeWriter.ts';
import { emptyBlock, withNode } from './unit/engine/sources/rpcSupport.ts';

export const farBlocks = 5;
const firstSlot = 2 ** 32 + 8;

/** Follows a chain with slots that no store can hold; they are counted, and named in one message. */
export async function followFarSlots(writer: StoreWriter): Promise<void> {
  await withNode({ from: firstSlot }, async ({ double, source, clock }) => {
    // The double searches downward for a parent.
    const parent = { ...emptyBlock(1, 'parent'), parentSlot: firstSlot - 2 };
    double.chain.set(firstSlot - 1, parent);
    for (let at = 0; at < farBlocks; at++) double.add(firstSlot + at, emptyBlock(1, `${at}`));
    const ending = new AbortController();
    const messages = new Set<string>();
    const indexer = new BlockIndexer({
      writer,
      clock,
      source: {
        kind: 'rpc',
        now: () => clock.now(),
        tokens: () => [],
        history: (signal) => source.history(signal),
        drainOmitted: () => source.drainOmitted(),
        follow: (signal) => source.follow(signal),
      },
      metrics: new EngineMetricsCollector({ size: async () => ({ rows: 0, bytes: 0 }) }),
      signal: ending.signal,
      report: () => {
        const { message, recentlyOmitted } = source.progress();
        if (recentlyOmitted.blocks > 0) messages.add(message.replace(/\d+/g, '0'));
        if (recentlyOmitted.blocks === farBlocks) ending.abort();
      },
      now: () => clock.now(),
      retention: keepAll,
    });
    await indexer.start();
    await indexer.follow();
    assert.deepEqual([...messages], ['Blocks skipped: slot 0 is out of range']);
    const { recentlyOmitted, indexedFraction } = source.progress();
    assert.deepEqual(recentlyOmitted, { blocks: farBlocks, cause: 'implausible' });
    assert.equal(indexedFraction, 0);
    assert.equal(double.countOf('getBlock'), farBlocks);
  });
}
