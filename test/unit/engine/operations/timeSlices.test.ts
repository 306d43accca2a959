import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers';
import { createYielder } from '../../../../src/api/createYielder.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import { forEachPiece } from '../../../../src/engine/operations/timeSlices.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';

function workLong(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

const isCancelled = (error: unknown): boolean => MarketError.is(error, 'cancelled');

describe('Long work in the engine', () => {
  test('visits each row once and yields to other work', async () => {
    const seen: number[] = [];
    let turns = 0;
    const count = (): void => {
      turns++;
      if (seen.length < 4) setImmediate(count);
    };
    setImmediate(count);
    await forEachPiece(100_000, createYielder(undefined), (from, to) => {
      seen.push(to - from);
      workLong();
    });
    assert.deepEqual(seen, [32_768, 32_768, 32_768, 1_696]);
    assert.ok(turns >= 3, `${turns} turns`);
  });

  test('ends after its signal is aborted', async () => {
    const cancelling = new AbortController();
    let pieces = 0;
    const work = forEachPiece(1_000_000, createYielder(cancelling.signal), () => {
      pieces++;
      workLong();
      cancelling.abort();
    });
    await assert.rejects(work, isCancelled);
    assert.equal(pieces, 1);
  });

  test('stops reading rows of a statement after an abort; the store remains usable', async () => {
    const store = await DuckDbStore.open(':memory:');
    const cancelling = new AbortController();
    const rows = 'SELECT i::DOUBLE FROM range(1000000) AS numbers(i)';
    let taken = 0;
    const reading = store.readTransaction(
      ({ stream }) =>
        stream(rows, {}, ({ rowCount }) => {
          taken += rowCount;
          cancelling.abort();
        }),
      { signal: cancelling.signal },
    );
    await assert.rejects(reading, isCancelled);
    assert.ok(taken < 10_000, `${taken} rows`);
    let sum = 0;
    await store.readTransaction(({ stream }) =>
      stream(rows, {}, ({ rowCount, columns: [numbers] }) => {
        for (let row = 0; row < rowCount; row++) sum += numbers?.getItem(row) ?? 0;
      }),
    );
    assert.equal(sum, 499_999_500_000);
    await store.close();
  });
});
