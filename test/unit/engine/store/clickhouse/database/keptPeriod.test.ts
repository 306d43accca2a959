import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptPeriodOf } from '../../../../../../src/engine/store/clickhouse/database/keptPeriod.ts';

const day = 86_400;
const hour = 3_600;
const at = (days: number): number => days * day * 1_000;

describe('The kept period of a ClickHouse store', () => {
  it('is unlimited if nothing is deleted', () => {
    const retention = { rowDays: null, rollupDays: null };
    assert.deepEqual(keptPeriodOf([{ retention, sinceMs: 0 }], at(100)), {
      rowsFromSeconds: null,
      totalsFromSeconds: null,
    });
  });

  it('begins at a full hour', () => {
    const retention = { rowDays: 30, rollupDays: 90 };
    assert.deepEqual(keptPeriodOf([{ retention, sinceMs: 0 }], at(100) + 1_000), {
      rowsFromSeconds: 70 * day + hour,
      totalsFromSeconds: 10 * day + hour,
    });
  });

  it('does not extend back when the retention becomes longer', () => {
    const recorded = [
      { retention: { rowDays: 1, rollupDays: null }, sinceMs: at(10) },
      { retention: { rowDays: 30, rollupDays: null }, sinceMs: at(50) },
    ];
    assert.equal(keptPeriodOf(recorded, at(60)).rowsFromSeconds, 49 * day);
    assert.equal(keptPeriodOf(recorded, at(100)).rowsFromSeconds, 70 * day);
  });
});
