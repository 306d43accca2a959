import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitWindow } from '../../../../../src/engine/store/duckdb/reads/splitWindow.ts';

const hour = 3_600;
const split = (summed: readonly (readonly [hour: number, hasRows: 0 | 1])[], hours: number) =>
  splitWindow(
    { rows: () => Promise.resolve(summed.map(([number, hasRows]) => [number * hour, hasRows])) },
    { fromSeconds: hour / 2, toSeconds: hours * hour - 1 },
  );

describe('A window of an embedded store', () => {
  it('reads no rows of hours without blocks among those whose rows are deleted', async () => {
    const { rows, totals } = await split(
      [
        [1, 0],
        [4, 0],
        [6, 0],
        [7, 1],
      ],
      9,
    );
    assert.deepEqual(totals, { fromSeconds: hour, toSeconds: 7 * hour });
    assert.deepEqual(rows, [{ fromSeconds: 8 * hour, toSeconds: 9 * hour - 1 }]);
  });

  it('reads the rows of an hour without totals between hours that have rows', async () => {
    const { rows } = await split(
      [
        [1, 0],
        [2, 1],
        [4, 1],
      ],
      5,
    );
    assert.deepEqual(rows, [{ fromSeconds: 3 * hour, toSeconds: 4 * hour - 1 }]);
  });

  it('reads all rows before the first hour with totals', async () => {
    const { rows } = await split([[1, 1]], 2);
    assert.deepEqual(rows, [{ fromSeconds: hour / 2, toSeconds: hour - 1 }]);
  });
});
