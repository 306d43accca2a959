import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { percentileKeys } from '../../../src/interface/enumerations.ts';
import type { PercentileTable } from '../../../src/interface/percentileTable.ts';
import { tipUnitOf } from '../../../src/interface/tipUnit.ts';

const table = (value: (at: number) => number | null) =>
  Object.fromEntries(percentileKeys.map((key, at) => [key, value(at)])) as PercentileTable;

describe('A table of tips', () => {
  it('holds lamports, where it does', () => {
    assert.equal(tipUnitOf(table((at) => 1_000_000 + at)), 'smallest-unit');
    assert.equal(tipUnitOf(table((at) => (at === 0 ? 0 : 1_447_905.5))), 'smallest-unit');
  });
  it('holds percentages, where it does', () => {
    assert.equal(tipUnitOf(table((at) => at * 4.5)), 'percentage');
    assert.equal(tipUnitOf(table((at) => at / 100)), 'percentage');
  });
  it('tells nothing without a value', () => {
    assert.equal(tipUnitOf(table(() => null)), 'unknown');
    assert.equal(tipUnitOf(table(() => 0)), 'unknown');
  });
});
