import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { UsageError } from '../../../../src/backend/commands/commandLine.ts';
import { parseDays } from '../../../../src/backend/commands/ingestHistory.ts';

const now = Date.UTC(2026, 10, 10, 12);
const parse = (from?: string, to?: string): string[] =>
  parseDays(from, to, now).map((day) => new Date(day * 1_000).toISOString());

suite('The days of --from and --to', () => {
  test('are whole UTC days, both included', () => {
    assert.deepEqual(parse('2026-10-31', '2026-11-01'), [
      '2026-10-31T00:00:00.000Z',
      '2026-11-01T00:00:00.000Z',
    ]);
    assert.deepEqual(parse('2026-11-10'), ['2026-11-10T00:00:00.000Z']);
  });

  test('are rejected by name if invalid or in the future', () => {
    for (const [from, to, words] of [
      [undefined, '2026-11-01', /--to goes with --from/],
      ['yesterday', undefined, /--from must be a day such as/],
      ['2026-11-31', undefined, /--from must be a day such as/],
      ['2026-11-02', '2026-11-1', /--to must be a day such as/],
      ['2026-11-02', '2026-11-01', /--to must not be before --from/],
      ['2026-11-11', undefined, /--from must not be in the future/],
      ['2026-11-01', '2026-11-11', /--to must not be in the future/],
      ['2024-11-01', '2026-11-01', /at most 366 days, not 731/],
    ] as const) {
      assert.throws(
        () => parse(from, to),
        (error: Error) => error instanceof UsageError && words.test(error.message),
      );
    }
  });
});
