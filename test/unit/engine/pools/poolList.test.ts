import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type IndexedPool, PoolList } from '../../../../src/engine/pools/poolList.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';

/** Addresses distributed like real ones, some with leading zeros. */
function address(seed: number): string {
  const bytes = new Uint8Array(32);
  let state = seed * 2_654_435_761 + 1;
  for (let index = seed % 3; index < 32; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return encodeBase58(bytes);
}

const pools = Array.from(
  { length: 3_000 },
  (_, seed): IndexedPool => ({
    pool: address(seed),
    program: address(10_000 + (seed % 3)),
    mintA: seed % 10 === 0 ? '' : address(20_000 + (seed % 50)),
    mintB: seed % 10 === 0 ? '' : address(30_000 + (seed % 7)),
    lookupTable: seed % 2 === 0 ? address(40_000 + seed) : '',
    isAggregator: seed % 4 === 0,
  }),
);

describe('The list of pools', () => {
  const list = new PoolList();
  for (let from = 0; from < pools.length; from += 700) list.add(pools.slice(from, from + 700));

  it('returns pools unchanged and in order', () => {
    assert.deepEqual(list.page({}, { offset: 0, limit: 5_000 }), { rows: pools, total: 3_000 });
    assert.deepEqual(list.page({}, { offset: 2_999, limit: 2 }).rows, pools.slice(2_999));
    assert.deepEqual(list.page({}, { offset: 9_999, limit: 2 }).rows, []);
  });

  it('puts the wanted pools that match first, and repeats and loses none over pages', () => {
    const filter = { program: address(10_001) };
    const expected = pools.filter(({ program }) => program === filter.program);
    const [one, two] = [expected[40], expected[7]];
    assert.ok(one !== undefined && two !== undefined);
    const first = [one.pool, 'x', pools[0]?.pool ?? '', two.pool, one.pool];
    const read = [0, 1, 600].flatMap((offset, at) => {
      const limit = [1, 599, 5_000][at] ?? 0;
      return list.page(filter, { offset, limit, first }).rows;
    });
    const others = expected.filter((pool) => pool !== one && pool !== two);
    assert.deepEqual(read, [one, two, ...others]);
    assert.equal(list.page({}, { offset: 0, limit: 2, first }).total, 3_000);
  });

  for (const [what, filter, test] of [
    ['program', { program: address(10_001) }, ({ program }) => program === address(10_001)],
    [
      'mint on either side',
      { mint: address(30_003) },
      ({ mintA, mintB }) => [mintA, mintB].includes(address(30_003)),
    ],
    [
      'mints on both sides',
      { mints: [address(20_001), address(30_001), address(20_002)] },
      ({ mintA, mintB }) =>
        [mintA, mintB].every((mint) =>
          [address(20_001), address(30_001), address(20_002)].includes(mint),
        ),
    ],
    [
      'pools',
      { pools: [...pools.slice(5, 25).map(({ pool }) => pool), address(99_999), 'x'] },
      (pool) => pools.indexOf(pool) >= 5 && pools.indexOf(pool) < 25,
    ],
    ['aggregator', { onlyAggregator: true }, ({ isAggregator }) => isAggregator],
    ['what is not there', { program: 'x' }, () => false],
  ] as const satisfies readonly (readonly [string, object, (pool: IndexedPool) => boolean])[]) {
    it(`can be filtered by ${what}, with consistent pages and counts`, () => {
      const expected = pools.filter(test);
      const page = list.page(filter, { offset: 3, limit: 10 });
      assert.deepEqual(page, { rows: expected.slice(3, 13), total: expected.length });
      const counted = list.programs(filter).reduce((sum, each) => sum + each.pools, 0);
      assert.equal(counted, expected.length);
    });
  }

  it('finds a pool by every prefix of its addresses, and by no other text', () => {
    for (const [index, { pool, mintA, program }] of pools.entries()) {
      if (index % 37 !== 0) continue;
      for (const whole of [pool, mintA, program]) {
        if (whole === '') continue;
        for (const length of [3, 8, 9, whole.length]) {
          const prefix = whole.slice(0, length);
          const found = list.search([{ prefix, suffix: '', mints: [] }], {}, 5_000);
          const expected = pools.filter((each) =>
            [each.pool, each.program, each.mintA, each.mintB].some((text) =>
              text.startsWith(prefix),
            ),
          );
          assert.deepEqual(
            found.map((each) => each.pool).sort(),
            expected.map((each) => each.pool).sort(),
            prefix,
          );
        }
      }
    }
    for (const prefix of ['0', 'O', 'l', '%', "' OR 1=1", 'é', `${address(5)}1`]) {
      assert.deepEqual(list.search([{ prefix, suffix: '', mints: [] }], {}, 10), [], prefix);
    }
  });

  it('finds a pool by prefix and suffix of an address, matches of its own address first', () => {
    const { pool } = pools[123] ?? { pool: '' };
    const term = { prefix: pool.slice(0, 4), suffix: pool.slice(-4), mints: [] };
    assert.deepEqual(list.search([term], {}, 10), [pools[123]]);
    const own = { prefix: pool.slice(0, 1), suffix: '', mints: [address(30_001)] };
    const found = list.search([own], {}, 5_000);
    const isOwn = found.map((each) => each.pool.startsWith(own.prefix));
    assert.equal(isOwn.lastIndexOf(true), isOwn.filter(Boolean).length - 1);
    assert.ok(isOwn.includes(false));
  });

  it('finds pools that match every term of a search', () => {
    const terms = [20_001, 30_001].map((seed) => ({
      prefix: 'none',
      suffix: '',
      mints: [address(seed)],
    }));
    const expected = pools.filter(
      ({ mintA, mintB }) => mintA === address(20_001) && mintB === address(30_001),
    );
    assert.deepEqual(list.search(terms, {}, 5_000), expected);
    assert.ok(expected.length > 0);
  });
});
