import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';

describe('A file of DuckDB without a store', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-empty-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function databaseWith(name: string, ...statements: readonly string[]): Promise<string> {
    const file = join(folder, name);
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    for (const sql of statements) await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
    return file;
  }

  it('becomes a store if it is empty, as after a kill while it was created', async () => {
    const file = await databaseWith('empty.db');
    const store = await DuckDbStore.open(file);
    assert.deepEqual(await store.query('SELECT count(*)::UINTEGER FROM blocks'), [[0]]);
    await store.close();
    await (await DuckDbStore.open(file)).close();
  });

  for (const [what, sql] of [
    ['a table', 'CREATE TABLE mine (a INT)'],
    ['a view', 'CREATE VIEW mine AS SELECT 1'],
    ['a schema', 'CREATE SCHEMA mine'],
  ] as const) {
    it(`stays as it is if it has ${what} of another program`, async () => {
      const file = await databaseWith(`${what}.db`, sql);
      await assert.rejects(DuckDbStore.open(file), /is a DuckDB file but not an Arbscope store/);
    });
  }
});
