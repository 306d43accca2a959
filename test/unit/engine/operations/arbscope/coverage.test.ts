import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArbscopeService } from '../../../../../src/api/arbscope/arbscopeService.ts';
import type { CoverageReport } from '../../../../../src/api/arbscope/coverage.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { address, leg, signatureOf, tip } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, failure, now, openMarket, serviceOf } from './market.ts';

const pools = (...names: string[]) => names.map(address);
/** A route from SOL to a token, over further tokens if there are more pools, and back. */
const over = (...names: string[]) => ofToken(address('token'), ...names);
const ofToken = (token: string, ...names: string[]) => {
  const mints = [token, ...names.slice(2).map((_, at) => address(`middle${at}`))];
  const amount = (mint = wrappedSolMint) => ({ mint, amount: 5n });
  return {
    legs: names.map((name, at) =>
      leg(at, address('amm'), address(name), amount(mints[at - 1]), amount(mints[at])),
    ),
  };
};
/** A gross gain in cents, before the fee of 0.05 cents. */
const cents = (number: number) => ({ gainLamports: BigInt(number) * 100_000n });
const feeUsd = 0.0005;

type Coverage = Parameters<ArbscopeService['coverage']>[0];
const rounded = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_key, each) =>
    typeof each === 'number' ? Number(each.toFixed(9)) : each,
  );
const figures = (transactions: number, grossCents: number) =>
  rounded({
    transactions,
    revenues_usd: grossCents / 100,
    net_gains_usd: grossCents / 100 - transactions * feeUsd,
  });
const none = figures(0, 0);

async function coverageOf(store: DuckDbStore, parameters: Coverage): Promise<CoverageReport> {
  return rounded(await serviceOf(store).coverage(parameters));
}

/** In the order of the rows: pool, group or new group, cents that it adds, transactions. */
const additions = ({ missing_pools: rows }: CoverageReport) =>
  rows.map(({ pool, group, new_group: newGroup, adds }) => [
    pool.replace(/x+$/, ''),
    group ?? `new ${newGroup}`,
    adds.transactions,
    Math.round((adds.net_gains_usd + adds.transactions * feeUsd) * 100),
  ]);

describe('The coverage of a config', () => {
  test('counts arbitrages without a price separately, also after assumed tips and fees', async () => {
    const gain = { mint: address('unpriced'), amount: 7n };
    const store = await openMarket([
      1,
      [
        arbitrage(1, { ...over('a', 'b'), ...cents(10) }),
        arbitrage(2, { ...over('a', 'b'), botFees: [{ ...gain, to: address('bot') }] }),
        arbitrage(3, {
          ...over('a', 'b'),
          ...{ grossGains: [gain], baseMint: gain.mint, feeLamports: 90_000_000n },
        }),
      ],
    ]);
    for (const percentile of [undefined, 'p25'] as const) {
      const { total, covered, causes } = await coverageOf(store, {
        groups: [pools('a', 'b')],
        ...(percentile === undefined ? {} : { percentile }),
      });
      assert.deepEqual([total, covered], [figures(1, 10), figures(1, 10)]);
      assert.deepEqual(causes.slice(0, 2), [
        { cause: 'unknown-gain', ...none, transactions: 2 },
        { cause: 'no-net-gain', ...none },
      ]);
    }
    await store.close();
  });

  test('counts routes whose pools are all in one group; each miss has one cause', async () => {
    const store = await openMarket();
    const base = { baseMint: address('base') };
    await addBlock(store, 1, [
      arbitrage(1, { ...over('a', 'b'), ...cents(10) }),
      arbitrage(2, { ...ofToken(address('other'), 'c', 'd'), ...cents(20) }),
      arbitrage(3, { ...over('a', 'd'), ...cents(40) }),
      arbitrage(4, { ...over('a', 'new'), ...cents(80) }),
      arbitrage(5, { ...over('a', 'new'), ...cents(160), ...base }),
      arbitrage(6, { ...over('a', 'new'), ...cents(1), ...base, feeLamports: 200_000n }),
      arbitrage(7, {
        stops: [
          [address('amm'), address('a')],
          [address('amm'), null],
        ],
        ...cents(640),
      }),
      failure(8),
    ]);
    await addBlock(store, 2, [arbitrage(9, { ...over('b', 'a', 'b'), ...cents(320) })], {
      blockTimeSeconds: now - 5,
    });
    await store.flush();
    const report = await coverageOf(store, {
      groups: [pools('a', 'b'), pools('c', 'd'), pools('b', 'a'), pools('unknown'), []],
      base_mints: [wrappedSolMint],
    });
    const time = (seconds: number) => new Date(seconds * 1_000).toISOString();
    // The first block of the day that is asked for is five seconds old.
    const coverage = rounded(6 / 86_401);
    assert.deepEqual(report.window, { from: time(now - 86_400), to: time(now), coverage });
    assert.deepEqual(report.total, figures(7, 1_270));
    assert.deepEqual(report.covered, figures(3, 350));
    assert.deepEqual(report.causes, [
      { cause: 'unknown-gain', ...none },
      { cause: 'no-net-gain', transactions: 1, revenues_usd: 0.01, net_gains_usd: -0.01 },
      { cause: 'base-mint', ...figures(1, 160) },
      { cause: 'missing-pool', ...figures(2, 720) },
      { cause: 'different-groups', ...figures(1, 40) },
    ]);
    assert.deepEqual(report.assumed, []);
    assert.deepEqual(report.groups, [
      { ...figures(2, 330), newest: time(now) },
      { ...figures(1, 20), newest: time(now) },
      { ...figures(2, 330), newest: time(now) },
      { ...none, newest: null },
      { ...none, newest: null },
    ]);
    assert.deepEqual(report.pools, [
      { address: address('a'), ...figures(6, 1_250), newest: time(now) },
      { address: address('b'), ...figures(2, 330), newest: time(now) },
      { address: address('c'), ...figures(1, 20), newest: time(now) },
      { address: address('d'), ...figures(2, 60), newest: time(now) },
      { address: address('unknown'), ...none, newest: null },
    ]);
    assert.deepEqual(
      report.missed_tokens.map(({ mint, symbol, ...each }) => [mint, symbol, each]),
      [
        [address('token'), '', figures(4, 920)],
        [wrappedSolMint, 'SOL', figures(1, 160)],
      ],
    );
    const anyBase = await coverageOf(store, { groups: [pools('a', 'new')], base_mints: [] });
    assert.deepEqual(anyBase.covered, figures(2, 240));
    const earlier = await coverageOf(store, {
      groups: [pools('a', 'b')],
      to: now - 1,
      from: now - 9,
    });
    assert.deepEqual(earlier.total, figures(1, 320));
    await store.close();
  });

  test('lists missed tokens by net gains', async () => {
    const store = await openMarket([
      1,
      [
        arbitrage(1, { ...ofToken(address('little'), 'a', 'b'), ...cents(10) }),
        arbitrage(2, { ...ofToken(address('more'), 'c', 'd'), ...cents(30) }),
        arbitrage(3, { ...ofToken(address('covered'), 'e', 'f'), ...cents(90) }),
      ],
    ]);
    const { missed_tokens: tokens } = await coverageOf(store, { groups: [pools('e', 'f')] });
    assert.deepEqual(
      tokens.map(({ mint }) => mint),
      [address('more'), address('little')],
    );
    await store.close();
  });

  test('has an unknown indexed share if no block of the window is indexed', async () => {
    const store = await DuckDbStore.open(':memory:');
    const { window, total } = await coverageOf(store, { groups: [] });
    assert.deepEqual([window.coverage, total], [null, none]);
    await addBlock(store, 1, [arbitrage(1)], { blockTimeSeconds: now - 30 });
    store.addOmittedBlocks([{ minute: now - 60, omitted: 3 }]);
    await store.flush();
    const since = { from: now - 60, to: now - 1 };
    assert.equal((await coverageOf(store, { groups: [], ...since })).window.coverage, 0.125);
    const before = { from: now - 900, to: now - 800 };
    assert.equal((await coverageOf(store, { groups: [], ...before })).window.coverage, null);
    const simulated = serviceOf(store, { isSimulated: true });
    assert.equal((await simulated.coverage({ groups: [], ...before })).window.coverage, null);
    await store.close();
  });

  test('counts the time before the first block as not indexed', async () => {
    const store = await DuckDbStore.open(':memory:');
    const minute = now - (now % 60) - 900;
    await addBlock(store, 1, [arbitrage(1)], { blockTimeSeconds: minute });
    await addBlock(store, 2, [arbitrage(2)]);
    await store.flush();
    const asked = { groups: [], from: now + 1 - 4 * (now + 1 - minute), to: now };
    for (const isSimulated of [false, true]) {
      const { window } = await serviceOf(store, { isSimulated }).coverage(asked);
      assert.equal(window.coverage, 0.25);
    }
    await store.close();
  });

  test('counts deleted transactions as not indexed, also in the Sandbox', async () => {
    const hour = 3_600;
    const end = now - (now % hour);
    const store = await DuckDbStore.open(':memory:', { keepSeconds: 2 * hour, rawFailures: 1_000 });
    for (let at = 1; at <= 13; at++) {
      await addBlock(store, at, [arbitrage(at)], { blockTimeSeconds: end - (13 - at) * hour });
    }
    await store.flush();
    for (let calls = 0; calls < 20; calls++) await store.maintain();
    const rowsFrom = store.rowsFromSeconds ?? 0;
    assert.ok(rowsFrom > end - 12 * hour);
    for (const isSimulated of [false, true]) {
      const coverageSince = async (from: number, to: number) =>
        (await serviceOf(store, { isSimulated }).coverage({ groups: [], from, to })).window
          .coverage;
      const half = { from: rowsFrom - 2 * hour, to: rowsFrom + 2 * hour - 1 };
      assert.equal(await coverageSince(half.from, half.to), 0.5);
      assert.equal(await coverageSince(half.from, rowsFrom - 1), null);
    }
    await store.close();
  });

  test('is updated after a fork replaced a block, and after new blocks', async () => {
    const store = await openMarket([
      1,
      [arbitrage(1, over('a', 'b')), arbitrage(2, over('a', 'b'))],
    ]);
    const service = serviceOf(store);
    const covered = async () =>
      (await service.coverage({ groups: [pools('a', 'b')] })).covered.transactions;
    assert.equal(await covered(), 2);
    await addBlock(store, 2, [arbitrage(3, over('b', 'a'))]);
    await store.flush();
    assert.equal(await covered(), 3);
    await addBlock(store, 1, [arbitrage(2, over('a', 'b'))], { blockhash: 'fork' });
    await store.flush();
    assert.equal(await covered(), 2);
    await store.close();
  });

  test('is rejected for a reversed or future window, and cancelled with the request', async () => {
    const store = await openMarket([1, [arbitrage(1)]]);
    const service = serviceOf(store);
    for (const window of [{ from: now, to: now - 1 }, { from: 4_000_000_000 }]) {
      await assert.rejects(
        service.coverage({ groups: [], ...window }),
        (error) => MarketError.is(error, 'bad-parameter') && error.parameter === 'from',
      );
    }
    const cancelling = new AbortController();
    const request = service.coverage({ groups: [] }, { signal: cancelling.signal });
    cancelling.abort();
    await assert.rejects(request, (error) => MarketError.is(error, 'cancelled'));
    await store.close();
  });
});

describe('The assumed tips and fees of a config', () => {
  test('are the provider’s percentiles, with no tip if there is no provider', async () => {
    const sent = (number: number, fee: number, tips: number[], provider = 'JITO') =>
      arbitrage(number, {
        ...over('a', 'b'),
        ...cents(10),
        feeLamports: BigInt(fee),
        tips: tips.map((each) => tip(provider, BigInt(each))),
      });
    const store = await openMarket([
      1,
      [
        sent(1, 10_000, [1_000]),
        sent(2, 20_000, [600_000, 400_000]),
        sent(3, 30_000, [3_000]),
        sent(4, 40_000, [2_000]),
        sent(5, 5_000, []),
        sent(6, 7_000, []),
        sent(7, 9_000, [50], 'FAST'),
      ],
    ]);
    const usd = (lamports: number) => lamports / 1e7;
    const expected = {
      p25: { JITO: [1_000, 10_000], NO_PROVIDER: [0, 5_000], FAST: [50, 9_000] },
      p50: { JITO: [2_000, 20_000], NO_PROVIDER: [0, 5_000], FAST: [50, 9_000] },
      p75: { JITO: [3_000, 30_000], NO_PROVIDER: [0, 7_000], FAST: [50, 9_000] },
      // The highest tip exceeds the gain.
      p95: { JITO: [1_000_000, 40_000], NO_PROVIDER: [0, 7_000], FAST: [50, 9_000] },
    } as const;
    const counts = { JITO: 4, NO_PROVIDER: 2, FAST: 1 };
    for (const [percentile, providers] of Object.entries(expected)) {
      const report = await coverageOf(store, {
        groups: [pools('a', 'b')],
        percentile: percentile as keyof typeof expected,
      });
      const assumed = Object.entries(providers).map(([provider, [tips, fees]]) => {
        const number = counts[provider as keyof typeof counts];
        return { provider, number, tips, fees };
      });
      assert.deepEqual(report.assumed, assumed);
      const gaining = assumed.filter(({ provider }) => percentile !== 'p95' || provider !== 'JITO');
      const net = gaining.map(({ number, tips, fees }) => number * (0.1 - usd(tips + fees)));
      assert.deepEqual(report.covered, {
        transactions: gaining.reduce((sum, { number }) => sum + number, 0),
        revenues_usd: rounded(gaining.reduce((sum, { number }) => sum + number * 0.1, 0)),
        net_gains_usd: rounded(net.reduce((sum, each) => sum + each, 0)),
      });
    }
    const asPaid = await coverageOf(store, { groups: [] });
    assert.equal(asPaid.total.transactions, 6);
    await store.close();
  });
});

describe('The pools that a config misses', () => {
  test('are sorted by gain per pool, each with its gain beyond the pools before it', async () => {
    const store = await openMarket([
      1,
      [
        arbitrage(1, { ...over('a', 'p'), ...cents(50) }),
        arbitrage(2, { ...over('b', 'p'), ...cents(70) }),
        // Covered with the first two, but not with the second alone.
        arbitrage(3, { ...over('b', 'p', 'q'), ...cents(10) }),
        arbitrage(4, { ...over('b', 'q'), ...cents(5) }),
        arbitrage(9, { ...over('a', 'r'), ...cents(40) }),
        // Both pools are new: 30 each.
        arbitrage(5, { ...ofToken(address('other'), 'm', 'n'), ...cents(60) }),
        arbitrage(6, { ...ofToken(address('other'), 'm', 'o'), ...cents(20) }),
        // No added pools can cover it.
        arbitrage(7, { ...over('a', 'b', 'z'), ...cents(900) }),
      ],
    ]);
    const groups = [pools('a'), pools('b')];
    const report = await coverageOf(store, { groups });
    assert.deepEqual(additions(report), [
      ['p', 1, 1, 70],
      ['r', 0, 1, 40],
      ['m', 'new 0', 0, 0],
      ['n', 'new 0', 1, 60],
      ['o', 'new 0', 1, 20],
      ['q', 1, 2, 15],
    ]);
    assert.deepEqual(
      report.missing_pools.map(({ covers_usd: usd }) => usd),
      [0.6995, 1.099, 1.099, 1.6985, 1.898, 2.047],
    );
    // Additions that exceed the limit make room for smaller ones.
    assert.deepEqual(additions(await coverageOf(store, { groups, missing: 3 })), [
      ['p', 1, 1, 70],
      ['r', 0, 1, 40],
      ['q', 1, 2, 15],
    ]);
    assert.deepEqual(additions(await coverageOf(store, { groups, missing: 0 })), []);
    await store.close();
  });

  test('include those of a route that lacks five, the gain with the last of them', async () => {
    const store = await openMarket();
    const route = over('a', 'b', 'c', 'd', 'e');
    await addBlock(store, 1, [arbitrage(1, { ...route, ...cents(70) })]);
    await store.flush();
    assert.deepEqual(additions(await coverageOf(store, { groups: [] })), [
      ...['a', 'b', 'c', 'd'].map((pool) => [pool, 'new 0', 0, 0]),
      ['e', 'new 0', 1, 70],
    ]);
    assert.deepEqual(additions(await coverageOf(store, { groups: [], missing: 4 })), []);
  });

  test('are limited to AMMs that the bot trades on', async () => {
    const store = await openMarket();
    const through = (amm: string, pool: string) => ({
      stops: [[address('amm'), address('a')] as const, [address(amm), address(pool)] as const],
    });
    await addBlock(store, 1, [
      arbitrage(1, { ...through('amm', 'traded'), ...cents(10) }),
      arbitrage(2, { ...through('other', 'foreign'), ...cents(80) }),
    ]);
    await store.flush();
    const groups = [pools('a')];
    assert.deepEqual(additions(await coverageOf(store, { groups, missing_amms: pools('amm') })), [
      ['traded', 0, 1, 10],
    ]);
    assert.deepEqual(
      additions(await coverageOf(store, { groups, missing_amms: pools('none') })),
      [],
    );
    assert.equal((await coverageOf(store, { groups, missing_amms: [] })).missing_pools.length, 2);
  });

  test('are added once, to the group where they add most', async () => {
    const store = await openMarket([
      1,
      [
        arbitrage(1, { ...over('a', 'p'), ...cents(50) }),
        arbitrage(2, { ...over('b', 'p'), ...cents(20) }),
        arbitrage(3, { ...over('c', 'p'), ...cents(20) }),
      ],
    ]);
    for (const [groups, group] of [
      [[pools('a'), pools('b', 'c')], 0],
      [[pools('b'), pools('a', 'c'), pools('a')], 1],
    ] as const) {
      const report = await coverageOf(store, { groups: groups.map((each) => [...each]) });
      assert.deepEqual(additions(report), [
        ['p', group, group === 0 ? 1 : 2, group === 0 ? 50 : 70],
      ]);
    }
    await store.close();
  });

  test('are described with their program, mints and lookup table', async () => {
    const store = await openMarket();
    const whirlpool = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
    const swapped = arbitrage(1, {
      stops: [
        [whirlpool, address('p')],
        [address('amm'), address('a')],
      ],
    });
    const legs = swapped.legs.map((leg) => ({ ...leg, lookupTable: address('table') }));
    await addBlock(store, 1, [{ ...swapped, legs }], {
      observations: [
        {
          inputMint: wrappedSolMint,
          inputAmount: 5n,
          outputMint: usdcMint,
          outputAmount: 5n,
          program: whirlpool,
          pool: address('p'),
        },
      ],
      vaults: [],
    });
    await store.flush();
    // Without a SOL price there are no gains in USD, so nothing is missed.
    assert.deepEqual((await coverageOf(store, { groups: [pools('a')] })).missing_pools, []);
    await addBlock(store, 2, [{ ...swapped, signature: signatureOf(2), legs }]);
    await store.flush();
    const { missing_pools: rows } = await coverageOf(store, { groups: [pools('a')] });
    assert.deepEqual(rows, [
      {
        pool: address('p'),
        amm: whirlpool,
        amm_name: 'Orca Whirlpool',
        mints: [wrappedSolMint, usdcMint],
        symbols: ['SOL', 'USDC'],
        lookup_table: address('table'),
        group: 0,
        adds: figures(1, 10),
        covers_usd: rounded(0.1 - feeUsd),
      },
    ]);
    await store.close();
  });
});
