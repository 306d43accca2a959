import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DuckDBDataChunk, DuckDBInstance, UINTEGER, VARCHAR } from '@duckdb/node-api';
import fc from 'fast-check';
import { setTexts } from '../../../../src/engine/store/duckdb/textColumn.ts';
import { codePoint } from '../../../fixtures/anyText.ts';

describe('A column of text', { timeout: 60_000 }, () => {
  /** The contents of a table with two columns that were appended in one chunk. */
  async function append(texts: readonly (readonly [string, string])[]): Promise<unknown[][]> {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    try {
      await connection.run('CREATE TABLE texts (position UINTEGER, one VARCHAR, other VARCHAR)');
      const chunk = DuckDBDataChunk.create([UINTEGER, VARCHAR, VARCHAR], texts.length);
      chunk.setColumnValues(0, [...texts.keys()]);
      setTexts(
        chunk,
        1,
        texts.map(([one]) => one),
      );
      setTexts(
        chunk,
        2,
        texts.map(([, other]) => other),
      );
      const appender = await connection.createAppender('texts');
      appender.appendDataChunk(chunk);
      appender.closeSync();
      const rows = await connection.runAndReadAll(
        // Comparisons read the first bytes, which are stored separately.
        `SELECT one, other, one = concat(one, '') AND other = concat(other, '')
         FROM texts ORDER BY position`,
      );
      return rows.getRows();
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  }

  /** DuckDB's reader drops a leading byte order mark. */
  const asRead = (text: string): string => text.replace(/^\ufeff/, '');

  it('stores texts of any length and script', async () => {
    const unit = fc.constantFrom('grapheme' as const, codePoint, 'grapheme-ascii' as const);
    const text = unit.chain((kind) => fc.string({ unit: kind, maxLength: 40 }));
    const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        assert.deepEqual(
          await append(given),
          given.map(([one, other]) => [asRead(one), asRead(other), true]),
        );
      }),
      { numRuns: 60, examples: [[[['\ufeffa', 'a\ufeff']]]] },
    );
  });

  it('stores a whole chunk of long texts', async () => {
    const rows = Array.from({ length: 2_048 }, (_, row) => [`${row}`.repeat(100), ''] as const);
    assert.deepEqual(
      await append(rows),
      rows.map(([one, other]) => [one, other, true]),
    );
  });

  it('does not join surrogate halves of different texts', async () => {
    const [high, low] = ['\ud83d', '\ude00'];
    assert.deepEqual(
      await append([
        [`${high}`, 'é'],
        [`${low}`.repeat(9), 'x'],
      ]),
      [
        ['�', 'é', true],
        ['�'.repeat(9), 'x', true],
      ],
    );
  });
});
