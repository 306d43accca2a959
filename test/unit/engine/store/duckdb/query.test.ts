import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { runQuery } from '../../../../../src/engine/store/duckdb/database/query.ts';

test('A request beyond the memory of the store says what to do', async () => {
  const instance = await DuckDBInstance.create(':memory:', {
    ...{ memory_limit: '16MB', temp_directory: '', threads: '1' },
  });
  const connection = await instance.connect();
  await assert.rejects(
    runQuery(connection, 'SELECT list(range ORDER BY hash(range)) FROM range(20_000_000)'),
    (error) => MarketError.is(error, 'service-failing') && /shorter window/.test(error.message),
  );
  connection.closeSync();
  instance.closeSync();
});
