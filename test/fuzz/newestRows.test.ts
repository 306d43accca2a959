import { test } from 'node:test';
import fc from 'fast-check';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { checkQuery, newestRows, writeBlocks } from './newestRows.ts';

test('pages of the newest arbitrages and wallets’ transactions equal a plain sort of random blocks', async () => {
  await fc.assert(
    fc.asyncProperty(
      newestRows.blocks,
      fc.array(newestRows.queries, { minLength: 5, maxLength: 10 }),
      async (blocks, queries) => {
        const store = await DuckDbStore.open(':memory:');
        try {
          const rows = await writeBlocks(store, blocks);
          const [signatures = [], times = []] = await store.query(
            'SELECT signature, time FROM transactions',
          );
          const byRow = new Map(signatures.map((each, at) => [String(each), Number(times[at])]));
          for (const query of queries) await checkQuery(store, { rows, times: byRow }, query);
        } finally {
          await store.close();
        }
      },
    ),
    // Each smaller store takes as long as the one that failed.
    { numRuns: 15, endOnFailure: true },
  );
});
