import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createStatements as tablesOfClickHouse } from '../../../../src/engine/store/clickhouse/database/createStatements.ts';
import { type TableName, tables } from '../../../../src/engine/store/clickhouse/database/schema.ts';
import { createStatements as tablesOfDuckDb } from '../../../../src/engine/store/duckdb/database/tables.ts';

const path = join(import.meta.dirname, '../../../fixtures/storeTables.sql');

function statements(): string {
  const names = Object.keys(tables) as TableName[];
  const clickHouse = names.flatMap((name) =>
    tablesOfClickHouse(
      name,
      {
        onCluster: ' ON CLUSTER main',
        table: (table, { isLocal = false } = {}) => `team.${table}${isLocal ? '_local' : ''}`,
        target: { cluster: 'main', database: 'team' },
      },
      { rowDays: 7, rollupDays: 90 },
    ),
  );
  const all = [...tablesOfDuckDb(), ...clickHouse];
  return `${all.map((sql) => `${sql.replace(/\s+/g, ' ').trim()};`).join('\n')}\n`;
}

test('Stores of the current versions have these tables, so that later versions can open them', async () => {
  assert.equal(
    statements(),
    await readFile(path, 'utf8'),
    'raise the version of the store, and add an upgrade',
  );
});
