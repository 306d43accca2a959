import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MarketError } from '../../../../src/api/marketError.ts';
import {
  nearestRank,
  parsePercentile,
  readPercentiles,
} from '../../../../src/engine/operations/readPercentiles.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { amountBucket } from '../../../../src/engine/store/rows.ts';
import { address, block, record, signatureOf, tip } from '../syntheticBlocks.ts';

const amounts = fc.oneof(
  fc.bigInt({ min: 0n, max: 20n }),
  fc.bigInt({ min: 4_990n, max: 5_010n }),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
);

test('buckets are narrow and ascend with the amount', () => {
  fc.assert(
    fc.property(amounts, amounts, (first, second) => {
      const [less, more] = first < second ? [first, second] : [second, first];
      assert.ok(amountBucket(less) <= amountBucket(more));
      assert.ok(amountBucket(more) <= 16_400);
    }),
  );
});

test('ranks are computed in integers', () => {
  assert.equal(nearestRank(7, 100), 7);
  assert.equal(nearestRank(0, 5), 1);
  assert.equal(nearestRank(50, 4), 2);
  assert.equal(nearestRank(50, 5), 3);
  assert.equal(nearestRank(100, 5), 5);
});

test('percentiles are accepted as p50, P50 or 50, from 0 to 100', () => {
  assert.deepEqual(parsePercentile('p5', 'x'), { label: 'p05', percent: 5 });
  assert.deepEqual(parsePercentile('P100', 'x'), { label: 'p100', percent: 100 });
  assert.deepEqual(parsePercentile('75', 'x'), { label: 'p75', percent: 75 });
  for (const text of ['p101', '', 'p', '-1', '1e1', '5.5']) {
    assert.throws(() => parsePercentile(text, 'x'), MarketError);
  }
});

test('percentiles by provider equal those of the sorted sample', async () => {
  const percents = [0, 1, 10, 33, 50, 90, 95, 99, 100];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ fee: amounts, provider: fc.constantFrom('JITO', 'FAST', 'NONE') }), {
        maxLength: 120,
      }),
      async (sample) => {
        const store = await DuckDbStore.open(':memory:');
        const records = sample.map(({ fee, provider }, index) =>
          record({
            signature: signatureOf(index),
            index,
            feeLamports: fee,
            tips: provider === 'NONE' ? [] : [{ ...tip(provider, 1n), recipient: address('x') }],
          }),
        );
        await store.add(block({ records }));
        await store.flush();
        const window = { fromSeconds: 0, toSeconds: 2_000_000 };
        const read = await store.readFeesByProvider({ window }, (samples) =>
          readPercentiles(samples, percents),
        );
        await store.close();
        const found = new Map(
          read.map(({ group, number, amounts: values }) => [group.provider, { number, values }]),
        );
        for (const provider of ['JITO', 'FAST', 'NONE']) {
          const sorted = sample
            .filter((each) => each.provider === provider && each.fee > 0n)
            .map(({ fee }) => fee)
            .sort((first, second) => (first < second ? -1 : first > second ? 1 : 0));
          const expected =
            sorted.length === 0
              ? undefined
              : {
                  number: sorted.length,
                  values: percents.map(
                    (percent) =>
                      sorted[Math.max(0, Math.ceil((percent * sorted.length) / 100) - 1)],
                  ),
                };
          assert.deepEqual(found.get(provider === 'NONE' ? 'NO_PROVIDER' : provider), expected);
        }
      },
    ),
    { numRuns: 25 },
  );
});
