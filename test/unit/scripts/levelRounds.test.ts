import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { levelRounds } from '../../../scripts/test/level.ts';

describe('The levels of a test run', () => {
  test('leave ClickHouse, the cluster and mutations to test:all', () => {
    const usual = levelRounds([], false).flat();
    const all = levelRounds([], true).flat();
    assert.deepEqual(
      all.filter((name) => !usual.includes(name)),
      ['clickhouse', 'cluster', 'mutations'],
    );
  });

  test('build before levels that load dist/, and only then', () => {
    assert.deepEqual(levelRounds(['host'], false), [['build'], ['host']]);
    assert.deepEqual(levelRounds(['cluster'], false), [['build'], ['cluster']]);
    assert.deepEqual(levelRounds(['unit'], false), [['unit']]);
  });
});
