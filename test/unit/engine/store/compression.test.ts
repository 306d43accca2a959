import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { block, record, signatureOf, solAt } from '../syntheticBlocks.ts';

const start = 1_000_000;

async function add(store: DuckDbStore, slot: number, records: number): Promise<void> {
  await store.add(
    block({
      slot,
      blockTimeSeconds: start + slot,
      observations: [solAt(100)],
      records: Array.from({ length: records }, (_, number) =>
        record({ signature: signatureOf(slot * 100_000 + number), slot }),
      ),
    }),
  );
  await store.flush();
}

async function compressions(store: DuckDbStore): Promise<Set<string>> {
  const [names = []] = await store.query(
    "SELECT compression FROM pragma_storage_info('transactions') WHERE segment_type = 'VARCHAR'",
  );
  return new Set(names.map(String));
}

test('an idle history in memory is compressed, and later blocks can be read', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const store = await DuckDbStore.open(':memory:');
  await add(store, 1, 21_000);
  await store.maintain();
  assert.deepEqual(await compressions(store), new Set(['Uncompressed']));
  t.mock.timers.tick(10_000);
  await add(store, 2, 1);
  await store.maintain();
  assert.ok(!(await compressions(store)).has('Uncompressed'));
  await add(store, 3, 1);
  const [[count] = []] = await store.query('SELECT count(*)::UINTEGER FROM transactions');
  assert.equal(count, 21_002);
  await store.close();
});

test('memory that a history no longer needs is returned to the system', {
  skip: process.platform !== 'linux' && 'Other allocators',
}, async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const store = await DuckDbStore.open(':memory:');
  await add(store, 1, 60_000);
  t.mock.timers.tick(10_000);
  const before = process.memoryUsage.rss();
  await store.maintain();
  // It returns 45 MB.
  assert.ok(before - process.memoryUsage.rss() > 15_000_000);
  await store.close();
});

test('a store returns memory twice a minute and keeps its limit', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const store = await DuckDbStore.open(':memory:');
  const limits = new Set<unknown>();
  for (let minute = 0; minute < 3; minute++) {
    t.mock.timers.tick(60_000);
    await store.maintain();
    const [[limit] = []] = await store.query("SELECT current_setting('memory_limit')");
    limits.add(limit);
  }
  assert.equal(limits.size, 1);
  // Returning memory sets the limit again, whatever it was changed to.
  await store.write((writer) => writer.run("SET memory_limit = '1GB'"));
  t.mock.timers.tick(60_000);
  await store.maintain();
  const [[limit] = []] = await store.query("SELECT current_setting('memory_limit')");
  assert.ok(limits.has(limit));
  await store.close();
});
