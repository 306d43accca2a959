import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { percentileKeys } from '../../../src/api/enumerations.ts';
import { inferTipUnit } from '../../../src/api/inferTipUnit.ts';
import type { PercentileTable } from '../../../src/api/percentiles.ts';

const table = (value: (at: number) => number | null) =>
  Object.fromEntries(percentileKeys.map((key, at) => [key, value(at)])) as PercentileTable;

describe('The inferred unit of a tip table', () => {
  it('is lamports if the values are large', () => {
    assert.equal(inferTipUnit(table((at) => 1_000_000 + at)), 'smallest-unit');
    assert.equal(inferTipUnit(table((at) => (at === 0 ? 0 : 1_447_905.5))), 'smallest-unit');
  });
  it('is a percentage if all values are at most 100', () => {
    assert.equal(inferTipUnit(table((at) => at * 4.5)), 'percentage');
    assert.equal(inferTipUnit(table((at) => at / 100)), 'percentage');
  });
  it('is unknown without a value', () => {
    assert.equal(inferTipUnit(table(() => null)), 'unknown');
    assert.equal(inferTipUnit(table(() => 0)), 'unknown');
  });
});
