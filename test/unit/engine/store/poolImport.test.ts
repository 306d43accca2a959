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
  const settings = { temp_directory: '' };
  const instance = await DuckDBInstance.create(path.join(folder, 'pools.duckdb'), settings);
  const connection = await instance.connect();
  await connection.run('CREATE TABLE imported_pools (position UINTEGER, pool VARCHAR)');
  await connection.run('CREATE TEMP TABLE unspilled AS FROM range(1_000_000)');
  // Without a folder to spill to, DuckDB refuses the limit, but shows it as the setting.
  await assert.rejects(connection.run("SET memory_limit = '1B'"));
  let isFilled = false;
  const run = PoolImport.run(connection, { memoryLimit: '64MB' }, async () => {
    isFilled = true;
  });
  assert.equal(await run, 0);
  assert.ok(isFilled);
  connection.closeSync();
  instance.closeSync();
});
