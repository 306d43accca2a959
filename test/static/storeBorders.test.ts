import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/paths.ts';

const source = join(root, 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }));

/** Keywords are written in capitals, as everywhere in this project. */
const holdsSql = (text: string): boolean =>
  /\bSELECT\b[^;]*?\bFROM\b|\b(INSERT INTO|DELETE FROM|CREATE (OR REPLACE )?(TEMP )?TABLE|GROUP BY|ORDER BY|UNION ALL)\b|\bUPDATE\b[^;]*?\bSET\b|\bWHERE \S+ (=|IN|>=|<=)/.test(
    text,
  );

const importsDuckDb = (text: string): boolean => /['"`][^'"`\n]*\/store\/duckdb\//.test(text);

describe('Statements of a database', () => {
  test('are recognized', () => {
    for (const sql of [
      'SELECT a\n  FROM b',
      'INSERT INTO names VALUES',
      "DELETE FROM names WHERE id = $id'",
      'UPDATE store SET a = 1',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of a statement.
      'UNION ALL ${rows}',
      'WHERE time >= $from',
    ]) {
      assert.ok(holdsSql(sql), sql);
    }
    for (const words of ['select it from the list', 'SELECT', 'WHERE to look']) {
      assert.ok(!holdsSql(words), words);
    }
    assert.ok(importsDuckDb("import type { A } from '../store/duckdb/a.ts';"));
    assert.ok(!importsDuckDb("import { openStore } from '../store/openStore.ts';"));
  });

  test('are in the folder of the stores alone', () => {
    const found = files.filter(
      ({ file, text }) => !file.startsWith('engine/store/') && holdsSql(text),
    );
    assert.deepEqual(
      found.map(({ file }) => file),
      [],
    );
  });

  test('stay behind typed queries, whichever database answers an operation', () => {
    const found = files.filter(
      ({ file, text }) => file.startsWith('engine/operations/') && importsDuckDb(text),
    );
    assert.deepEqual(
      found.map(({ file }) => file),
      [],
    );
  });
});
