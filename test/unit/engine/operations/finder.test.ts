import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FinderParameters } from '../../../../src/api/finder.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { ArbitrageRecord } from '../../../../src/engine/decode/arbitrageRecord.ts';
import { handleFinder } from '../../../../src/engine/operations/finder.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import {
  address,
  block,
  deepVaults,
  record,
  signatureOf,
  solAt,
  tip,
  twoLegs,
} from '../syntheticBlocks.ts';

/**
 * SOL costs 100 USD. Newest block at 1,000,000 s:
 * 1  hot   wallet w1, SMB, JITO 0.001 SOL: gain 0.01 SOL, pools a1 and b1
 * 2  hot   wallet w2, NOTARB, no tip: gain 0.02 SOL, pools a1 and a2 (one AMM)
 * 3  cold  wallet w1, no bot, FAST 0.002 SOL: gain 0.05 SOL, pools a3 and b3, 2,000 s earlier
 * 4  failed, wallet w1, SMB, fee 7,000
 * 5  a loss, wallet w2: not counted as an arbitrage
 * Fees are 5,000 lamports = 0.0005 USD except for 4.
 */
const hot = address('hot');
const cold = address('cold');
const ammA = address('ammA');
const ammB = address('ammB');
const w1 = address('w1');
const w2 = address('w2');
const smb = { family: 'SMB', program: address('smb') };
const notarb = { family: 'NOTARB', program: address('notarb') };
const pool = (name: string): string => address(name);

const newest: ArbitrageRecord[] = [
  record({
    signature: signatureOf(1),
    wallet: w1,
    bot: smb,
    tips: [tip('JITO', 1_000_000n)],
    ...twoLegs(hot, [ammA, pool('a1')], [ammB, pool('b1')], 10_000_000n),
  }),
  record({
    signature: signatureOf(2),
    index: 1,
    wallet: w2,
    bot: notarb,
    ...twoLegs(hot, [ammA, pool('a1')], [ammA, pool('a2')], 20_000_000n),
  }),
  record({
    signature: signatureOf(4),
    index: 2,
    wallet: w1,
    bot: smb,
    type: 'failed',
    isSuccess: false,
    feeLamports: 7_000n,
    baseMint: null,
    baseInput: 0n,
  }),
  record({
    signature: signatureOf(5),
    index: 3,
    wallet: w2,
    type: 'circular-with-loss',
    ...twoLegs(hot, [ammA, pool('a1')], [ammB, pool('b1')], -9_000_000n),
  }),
];
const earlier: ArbitrageRecord[] = [
  record({
    signature: signatureOf(3),
    slot: 90,
    wallet: w1,
    tips: [tip('FAST', 2_000_000n)],
    ...twoLegs(cold, [ammA, pool('a3')], [ammB, pool('b3')], 50_000_000n),
  }),
];

async function market() {
  const store = await DuckDbStore.open(':memory:');
  await store.add(
    block({ slot: 90, blockTimeSeconds: 998_000, records: earlier, observations: [solAt(100)] }),
  );
  const observations = [
    solAt(100),
    // One whole `hot` for 2 USD.
    {
      inputMint: usdcMint,
      inputAmount: 20_000_000n,
      outputMint: hot,
      outputAmount: 10_000_000n,
      program: ammA,
      pool: pool('a9'),
    },
  ];
  await store.add(
    block({
      records: newest,
      observations,
      decimals: new Map([[hot, 6]]),
      vaults: [
        { pool: pool('a1'), program: ammA, mint: hot, amount: 500_000_000n, vault: address('v1') },
        {
          pool: pool('a1'),
          program: ammA,
          mint: wrappedSolMint,
          amount: 10_000_000_000n,
          vault: address('v2'),
        },
        ...deepVaults([solAt(100)]),
        {
          pool: pool('a9'),
          program: ammA,
          mint: usdcMint,
          amount: 200_000_000n,
          vault: address('v3'),
        },
      ],
    }),
  );
  await store.flush();
  const supplied = {
    mint: hot,
    name: 'Hot',
    symbol: 'HOT',
    decimals: 6,
    supply: 1_000_000_000n,
    program: 'spl-token',
    mintAuthority: null,
    freezeAuthority: null,
    updateAuthority: null,
  } as const;
  return {
    store,
    source: { now: () => 1_000_000_000 },
    tokens: new Map([[hot, supplied]]),
  };
}

const context = await market();
after(() => context.store.close());

const ask = (parameters: Partial<FinderParameters> = {}) =>
  handleFinder(context, { tokensMint: [wrappedSolMint], ...parameters });
const mints = async (parameters: Partial<FinderParameters>) =>
  (await ask(parameters)).tokens.map(({ mint }) => mint);
const cents = (usd: number): number => Math.round(usd * 1e6) / 1e6;

test('the finder ranks tokens by gross revenues, counting a transaction once per token', async () => {
  const { tokens } = await ask();
  assert.deepEqual(
    tokens.map(({ mint, revenues, profits, transactions, volume }) => ({
      mint,
      revenues: cents(revenues),
      profits: cents(profits),
      transactions,
      volume: cents(volume),
    })),
    [
      // 5 - 0.2 tip - 0.0005 fee
      { mint: cold, revenues: 5, profits: 4.7995, transactions: 1, volume: 100 },
      // 1 + 2; less the tip of 0.1 and two fees
      { mint: hot, revenues: 3, profits: 2.899, transactions: 2, volume: 200 },
    ],
  );
});

test('the finder counts a transaction once per AMM and pool, and returns lookup tables', async () => {
  const { tokens } = await ask();
  const amms = tokens.find(({ mint }) => mint === hot)?.AMMs;
  assert.deepEqual(
    amms?.map(({ address: amm, revenues, transactions, pools }) => ({
      amm,
      revenues: cents(revenues),
      transactions,
      pools: pools.map((each) => [
        each.address,
        cents(each.revenues),
        each.transactions,
        each.lookupTable,
      ]),
    })),
    [
      {
        amm: ammA,
        revenues: 3,
        transactions: 2,
        pools: [
          [pool('a1'), 3, 2, address('table')],
          [pool('a2'), 2, 1, address('table')],
        ],
      },
      { amm: ammB, revenues: 1, transactions: 1, pools: [[pool('b1'), 1, 1, address('table')]] },
    ],
  );
});

test('the finder computes market cap and liquidity from supply, vaults and prices', async () => {
  const { tokens } = await ask();
  const [first, second] = tokens;
  assert.equal(first?.marketCap, 0);
  assert.equal(second?.marketCap, 2_000);
  // 500 hot at 2 USD, 10 SOL at 100 USD, and 200 USDC
  assert.equal(second?.liquidity, 2_200);
});

test('the ranking window ends now and includes both bounds', async () => {
  assert.deepEqual(await mints({ tokensTimeRange: 1_999 }), [hot]);
  assert.deepEqual(await mints({ tokensTimeRange: 2_000 }), [cold, hot]);
});

test('base tokens and exclusions select the tokens', async () => {
  assert.deepEqual(await mints({ tokensMint: [usdcMint] }), []);
  assert.deepEqual(await mints({ tokensMint: [usdcMint, wrappedSolMint] }), [cold, hot]);
  assert.deepEqual(await mints({ tokensExclude: [cold] }), [hot]);
  assert.deepEqual(await mints({ tokensMax: 1 }), [cold]);
});

test('every bound on tokens filters the ranking', async () => {
  const cases: [Partial<FinderParameters>, string[]][] = [
    [{ tokensMinTransactions: 2 }, [hot]],
    [{ tokensMaxTransactions: 1 }, [cold]],
    [{ tokensMinRevenues: 4 }, [cold]],
    [{ tokensMaxRevenues: 4 }, [hot]],
    [{ tokensMinProfits: 4 }, [cold]],
    [{ tokensMaxProfits: 4 }, [hot]],
    [{ tokensMinVolume: 150 }, [hot]],
    [{ tokensMaxVolume: 150 }, [cold]],
    [{ tokensMinVolumeArbitrage: 150 }, [hot]],
    [{ tokensMaxVolumeArbitrage: 150 }, [cold]],
    [{ tokensMinVolumeTrade: 20 }, [hot]],
    [{ tokensMinVolumeTrade: 21 }, []],
    [{ tokensMaxVolumeTrade: 19 }, [cold]],
    [{ tokensMinMarketCap: 2_001 }, [cold]],
    [{ tokensMaxMarketCap: 1_999 }, [cold]],
    [{ tokensMinMarketCap: 2_000, tokensMaxMarketCap: 2_000 }, [cold, hot]],
    [{ tokensMinLiquidity: 2_200 }, [hot]],
    [{ tokensMaxLiquidity: 2_199 }, [cold]],
  ];
  for (const [parameters, expected] of cases) {
    assert.deepEqual(await mints(parameters), expected, JSON.stringify(parameters));
  }
});

test('tokens whose market cap is unknown stay in the ranking, and are counted', async () => {
  const answer = await ask({ tokensMinMarketCap: 1_000_000 });
  assert.deepEqual(
    answer.tokens.map(({ mint, marketCap }) => [mint, marketCap]),
    [[cold, 0]],
  );
  assert.equal(answer.tokensUnknownMarketCap, 1);
  const known = await ask({ tokensMinMarketCap: 1, tokensExclude: [cold] });
  assert.equal(known.tokensUnknownMarketCap, 0);
  assert.equal((await ask()).tokensUnknownMarketCap, undefined);
});

test('the published example of a request finds a token whose supply the node refuses', async () => {
  // https://docs.circular.fi/api/finder/endpoint
  const example: FinderParameters = {
    tokensMint: [wrappedSolMint, usdcMint],
    tokensExclude: ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
    tokensMax: 1,
    tokensTimeRange: 3_000,
    ...{ tokensMinMarketCap: 50_000, tokensMaxMarketCap: 1_000_000_000_000 },
    ...{ tokensMinVolume: 100_000, tokensMaxVolume: 1_000_000_000 },
    ...{ tokensMinRevenues: 500, tokensMaxRevenues: 1_000_000_000 },
    ...{ tokensMinProfits: 250, tokensMaxProfits: 1_000_000_000 },
    ...{ tokensMinLiquidity: 10_000, tokensMaxLiquidity: 10_000_000 },
    ...{ tokensMinTransactions: 5, tokensMaxTransactions: 100_000_000 },
    tokensMinPool: 2,
    tokensAMMS: [`${ammA},2`],
  };
  const store = await DuckDbStore.open(':memory:');
  try {
    const records = Array.from({ length: 5 }, (_, at) =>
      record({
        signature: signatureOf(at + 1),
        index: at,
        ...twoLegs(hot, [ammA, pool('a1')], [ammA, pool('a2')], 2_000_000_000n),
        baseInput: 1_000_000_000_000n,
      }),
    );
    const at = { pool: pool('a1'), program: ammA };
    const vaults = [
      { ...at, mint: hot, amount: 500_000_000n, vault: address('v1') },
      { ...at, mint: wrappedSolMint, amount: 300_000_000_000n, vault: address('v2') },
      ...deepVaults([solAt(100)]),
    ];
    await store.add(block({ records, observations: [solAt(100)], vaults }));
    await store.flush();
    const { tokens, tokensUnknownMarketCap } = await handleFinder(
      { ...context, store, tokens: new Map() },
      example,
    );
    assert.deepEqual(
      tokens.map(({ mint, marketCap }) => [mint, marketCap]),
      [[hot, 0]],
    );
    assert.equal(tokensUnknownMarketCap, 1);
  } finally {
    await store.close();
  }
});

test('the finder limits pools per AMM and drops AMMs with too few pools', async () => {
  const poolCounts = async (parameters: Partial<FinderParameters>) =>
    (await ask({ tokensExclude: [cold], ...parameters })).tokens.map(({ AMMs }) =>
      AMMs.map(({ address: amm, pools }) => [amm, pools.length]),
    );
  assert.deepEqual(await poolCounts({ tokensAMMS: [`${ammA},1`] }), [
    [
      [ammA, 1],
      [ammB, 1],
    ],
  ]);
  assert.deepEqual(await poolCounts({ tokensMinPool: 2 }), [[[ammA, 2]]]);
  assert.deepEqual(await poolCounts({ tokensMinPool: 3 }), []);
  // `tokensMinPool` counts pools before the limit per AMM.
  assert.deepEqual(await poolCounts({ tokensMinPool: 2, tokensAMMS: [`${ammA},1`] }), [
    [[ammA, 1]],
  ]);
});

test('wallets filter the ranking, the threshold and the percentiles', async () => {
  const answer = await ask({ wallets: [w2] });
  assert.deepEqual(
    answer.tokens.map(({ mint, transactions }) => [mint, transactions]),
    [[hot, 1]],
  );
  assert.equal(answer.threshold.transactions, 1);
  assert.equal(answer.fees.transactions, 2);
  assert.deepEqual(await mints({ wallets: [address('stranger')] }), []);
  assert.deepEqual(await mints({ wallets: [] }), [cold, hot]);
});

test('the threshold counts successes in its own window, filtered by provider and bot', async () => {
  const judged = async (parameters: Partial<FinderParameters>) => {
    const { threshold } = await ask(parameters);
    return [threshold.transactions, cents(threshold.revenues), threshold.isArbitrageRecommended];
  };
  assert.deepEqual(await judged({}), [3, 8, true]);
  assert.deepEqual(await judged({ thresholdMaxTimeRange: 10 }), [2, 3, true]);
  assert.deepEqual(await judged({ thresholdProvider: 'JITO' }), [1, 1, true]);
  assert.deepEqual(await judged({ thresholdProvider: 'RAZOR' }), [0, 0, false]);
  assert.deepEqual(await judged({ thresholdBot: 'NOTARB' }), [1, 2, true]);
  assert.deepEqual(await judged({ thresholdRevenues: 8 }), [3, 8, true]);
  assert.deepEqual(await judged({ thresholdRevenues: 8.01 }), [3, 8, false]);
  assert.deepEqual(await judged({ thresholdProfits: 1, thresholdTransactions: 4 }), [3, 8, false]);
  assert.deepEqual(await judged({ thresholdProfits: 1, thresholdTransactions: 3 }), [3, 8, true]);
});

test('fee percentiles count every attempt, tip percentiles only transactions with a tip', async () => {
  const { fees, tips } = await ask({ percentilesFees: '100', percentilesTips: 'p50' });
  assert.deepEqual(fees, {
    percentile: 'p100',
    percentileInt: 100,
    amount: 7_000n,
    transactions: 5,
    timeRange: 3_600,
  });
  assert.deepEqual(tips, {
    percentile: 'p50',
    percentileInt: 50,
    amount: 1_000_000n,
    transactions: 2,
    timeRange: 3_600,
  });
  const narrowed = await ask({
    percentilesProvider: 'FAST',
    percentilesTimeRange: 60,
    percentilesTips: 'p0',
  });
  assert.deepEqual(narrowed.tips, {
    percentile: 'p00',
    percentileInt: 0,
    amount: 0n,
    transactions: 0,
    timeRange: 60,
  });
  assert.equal((await ask({ percentilesBot: 'SMB' })).fees.transactions, 2);
});

test('the response lists the applied filters including defaults', async () => {
  const { filters } = await ask({
    percentilesFees: '9',
    tokensAMMS: [`${ammA},3`],
    tokensMinPool: 1,
  });
  assert.equal(filters.tokensMax, 50);
  assert.equal(filters.percentilesFees, 'p09');
  assert.deepEqual(filters.tokensAMMS, { [ammA]: 3 });
  assert.deepEqual(filters.wallets, []);
  assert.equal(filters.tokensMaxRevenues, undefined);
});

test('contradictory bounds are rejected, naming the parameter', async () => {
  const named = (parameter: string) => (error: unknown) =>
    MarketError.is(error, 'bad-parameter') && error.parameter === parameter;
  await assert.rejects(
    ask({ tokensMinRevenues: 2, tokensMaxRevenues: 1 }),
    named('tokensMinRevenues'),
  );
  await assert.rejects(ask({ tokensMinPool: 11 }), named('tokensMinPool'));
  await assert.rejects(ask({ tokensAMMS: [`${ammA},11`] }), named('tokensAMMS'));
  await assert.rejects(ask({ percentilesFees: 'p101' }), named('percentilesFees'));
});

test('an aborted request is cancelled', async () => {
  await assert.rejects(
    handleFinder(context, { tokensMint: [wrappedSolMint] }, { signal: AbortSignal.abort() }),
    (error) => MarketError.is(error, 'cancelled'),
  );
});

test('quotes in parameters and names are never parsed as SQL', async () => {
  const hostile = `x'); DROP TABLE transactions; --`;
  assert.deepEqual(await mints({ wallets: [hostile] }), []);
  assert.deepEqual(await mints({ tokensMint: [hostile, `"`] }), []);
});
