import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { PoolImport } from '../../../../src/engine/store/duckdb/poolImport.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-pool-import-'));
after(() => rm(folder, { recursive: true, force: true }));

test('an import succeeds even if DuckDB refuses its former memory limit afterwards', async () => {
  const instance = await DuckDBInstance.create(path.join(folder, 'pools.duckdb'));
  const connection = await instance.connect();
  await connection.run('CREATE TABLE imported_pools (position UINTEGER, pool VARCHAR)');
  const reader = await instance.connect();
  const scan = await reader.stream('FROM range(10_000)');
  await scan.fetchChunk();
  // DuckDB refuses the limit while the scan holds memory, but shows it as the setting.
  await assert.rejects(connection.run("SET memory_limit = '1B'"));
  let isFilled = false;
  const run = PoolImport.run(connection, { memoryLimit: '64MB' }, async () => {
    isFilled = true;
  });
  assert.equal(await run, 0);
  assert.ok(isFilled);
  reader.closeSync();
  connection.closeSync();
  instance.closeSync();
});
