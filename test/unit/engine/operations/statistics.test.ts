import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { handleFinder } from '../../../../src/engine/operations/finder.ts';
import {
  handleFeesByComputeUnit,
  handleTipsByComputeUnit,
  handleTipsByGains,
} from '../../../../src/engine/operations/percentiles.ts';
import { handleTransaction } from '../../../../src/engine/operations/transaction.ts';
import {
  handleWalletOverview,
  handleWalletTransactions,
} from '../../../../src/engine/operations/wallets.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, block, record, signatureOf, solAt, tip, twoLegs } from '../syntheticBlocks.ts';

/**
 * SOL costs 100 USD; the newest block is at 1,000,000 s.
 * 1  w1 JITO 100 lamports, 50,000 units, input 1 SOL, gain 0.01 SOL, fee 5,000
 * 2  w1 JITO 300 lamports and 7 USDC, 80,000 units, fee 6,000, an hour earlier
 * 3  w2 FAST 900 lamports, 80,000 units, input 4 SOL
 * 4  w1 failed, fee 9,000, 20,000 units
 */
const w1 = address('w1');
const w2 = address('w2');
const route = twoLegs(
  address('t'),
  [address('a'), address('p')],
  [address('a'), address('q')],
  10_000_000n,
);

async function statistics() {
  const store = await DuckDbStore.open(':memory:');
  const earlier = record({
    ...route,
    signature: signatureOf(2),
    slot: 90,
    wallet: w1,
    computeUnits: 80_000,
    feeLamports: 6_000n,
    tips: [tip('JITO', 100n), tip('JITO', 200n), { ...tip('JITO', 7n), mint: usdcMint }],
  });
  await store.add(
    block({ slot: 90, blockTimeSeconds: 996_400, records: [earlier], observations: [solAt(100)] }),
  );
  await store.add(
    block({
      observations: [solAt(100)],
      records: [
        record({ ...route, wallet: w1, computeUnits: 50_000, tips: [tip('JITO', 100n)] }),
        record({
          ...route,
          signature: signatureOf(3),
          index: 1,
          wallet: w2,
          computeUnits: 80_000,
          baseInput: 4_000_000_000n,
          tips: [tip('FAST', 900n)],
        }),
        record({
          signature: signatureOf(4),
          index: 2,
          wallet: w1,
          type: 'failed',
          isSuccess: false,
          feeLamports: 9_000n,
          computeUnits: 20_000,
          baseMint: null,
          baseInput: 0n,
        }),
      ],
    }),
  );
  await store.flush();
  return { store, source: { now: () => 1_000_000_000 }, tokens: new Map() };
}

const context = await statistics();
after(() => context.store.close());

const all = ['p00', 'p10', 'p20', 'p30', 'p40', 'p50', 'p60', 'p70', 'p80', 'p90', 'p95', 'p99'];
/** The first `low` percentiles have the value `first`, the rest `other`. */
const table = (number: number, low: number, first: number, other = first) => ({
  number,
  percentiles: Object.fromEntries(all.map((key, at) => [key, at < low ? first : other])),
});

/** Like `table`, without durable nonces. */
const fees = (...of: Parameters<typeof table>) => ({
  ...table(...of),
  durableNonces: 0,
  unknownNonces: 0,
});

test('tips are grouped by provider and mint; several tips of a transaction are summed', async () => {
  assert.deepEqual(await handleTipsByComputeUnit(context, {}), {
    JITO: { [wrappedSolMint]: table(2, 6, 100, 300), [usdcMint]: table(1, 12, 7) },
    FAST: { [wrappedSolMint]: table(1, 12, 900) },
  });
});

test('compute units, wallets, providers and time filter the tips', async () => {
  const ask = (parameters: Parameters<typeof handleTipsByComputeUnit>[1]) =>
    handleTipsByComputeUnit(context, parameters);
  assert.deepEqual(await ask({ computeUnitMax: 50_000 }), {
    JITO: { [wrappedSolMint]: table(1, 12, 100) },
  });
  assert.deepEqual(await ask({ computeUnitMin: 50_000.5, wallets: [w2] }), {
    FAST: { [wrappedSolMint]: table(1, 12, 900) },
  });
  assert.deepEqual(await ask({ maxTimeRange: 3_599, providers: ['JITO', 'BLOX'] }), {
    JITO: { [wrappedSolMint]: table(1, 12, 100) },
  });
  await assert.rejects(
    ask({ computeUnitMin: 2, computeUnitMax: 1 }),
    (error) => MarketError.is(error, 'bad-parameter') && error.parameter === 'computeUnitMin',
  );
});

test('a window of the past ends at its time, and needs stored transactions', async () => {
  const to = 1_000_000 - 86_400 * 2;
  const now = await handleFeesByComputeUnit(context, { to: 1_000_000 });
  assert.deepEqual(now, await handleFeesByComputeUnit(context, {}));
  const isRefused = (parameter: string) => (error: unknown) =>
    MarketError.is(error, 'bad-parameter') && error.parameter === parameter;
  await assert.rejects(handleTipsByComputeUnit(context, { to }), isRefused('to'));
  const later = { to: 1_000_061, maxTimeRange: 60 };
  await assert.rejects(handleTipsByComputeUnit(context, later), isRefused('to'));
  const inSnapshot = context.store.inSnapshot.bind(context.store);
  const store = { ...context.store, inSnapshot, rowsFromSeconds: to - 3_599 } as never;
  const deleted = { ...context, store };
  await assert.rejects(handleTipsByGains(deleted, { to, maxTimeRange: 3_600 }), isRefused('to'));
  await assert.rejects(
    handleFeesByComputeUnit(deleted, { maxTimeRange: 86_400 * 4 }),
    isRefused('maxTimeRange'),
  );
});

test('transactions whose compute units are unknown are in no band of compute units', async () => {
  const store = await DuckDbStore.open(':memory:');
  const one = (number: number, computeUnits: number | null) =>
    record({
      ...route,
      ...{ signature: signatureOf(number), index: number, computeUnits },
      ...{ feeLamports: 5_000n, tips: [tip('JITO', 100n)] },
    });
  await store.add(block({ records: [one(1, null), one(2, 900)] }));
  await store.flush();
  const only = { ...context, store };
  const tips = await handleTipsByComputeUnit(only, {});
  assert.deepEqual(tips, { JITO: { [wrappedSolMint]: table(2, 12, 100) } });
  for (const band of [{ computeUnitMin: 0 }, { computeUnitMax: 1_000 }]) {
    const known = await handleTipsByComputeUnit(only, band);
    assert.deepEqual(known, { JITO: { [wrappedSolMint]: table(1, 12, 100) } });
    const [fees] = Object.values(await handleFeesByComputeUnit(only, band));
    assert.equal(fees?.number, 1);
  }
  const detail = await handleTransaction(only, { signature: signatureOf(1) });
  assert.equal(detail.compute_unit, null);
  await store.close();
});

test('tips by gains use the input amount in the base mint', async () => {
  assert.deepEqual(await handleTipsByGains(context, { inputAmountMin: 2_000_000_000n }), {
    FAST: { [wrappedSolMint]: table(1, 12, 900) },
  });
  assert.deepEqual(
    await handleTipsByGains(context, { inputAmountMax: 1_000_000_000n, maxTimeRange: 10 }),
    { JITO: { [wrappedSolMint]: table(1, 12, 100) } },
  );
});

test('fees include failures, which have no provider', async () => {
  assert.deepEqual(await handleFeesByComputeUnit(context, {}), {
    JITO: fees(2, 6, 5_000, 6_000),
    FAST: fees(1, 12, 5_000),
    NO_PROVIDER: fees(1, 12, 9_000),
  });
  assert.deepEqual(
    await handleFeesByComputeUnit(context, { computeUnitMax: 30_000, providers: ['JITO'] }),
    {},
  );
});

test('fee percentiles exclude failed transactions without a fee (SIMD-0290)', async () => {
  const store = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 2 });
  try {
    const failed = (number: number, feeLamports: bigint) =>
      record({
        signature: signatureOf(number),
        index: number,
        type: 'failed',
        isSuccess: false,
        feeLamports,
        baseMint: null,
        baseInput: 0n,
      });
    const records = [failed(1, 0n), failed(2, 6_000n), failed(3, 0n), failed(4, 0n)];
    await store.add(block({ records, observations: [solAt(100)] }));
    await store.flush();
    const free = { ...context, store };
    const paid = { NO_PROVIDER: fees(1, 12, 6_000) };
    assert.deepEqual(await handleFeesByComputeUnit(free, {}), paid);
    const { fees: median } = await handleFinder(free, { tokensMint: [wrappedSolMint] });
    assert.deepEqual([median.amount, median.transactions], [6_000n, 1]);
    // Also after the oldest failures are rolled up per minute.
    await store.maintain();
    assert.ok(store.rolledUpRows > 0);
    assert.deepEqual(await handleFeesByComputeUnit(free, {}), paid);
  } finally {
    await store.close();
  }
});

test('fee percentiles say how many attempts used a durable nonce, also after a roll-up', async () => {
  const store = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 0 });
  try {
    const nonces = [true, true, false, null, true];
    const records = nonces.map((usesDurableNonce, index) =>
      record({
        ...{ signature: signatureOf(index + 1), index, usesDurableNonce },
        ...{ type: 'failed', isSuccess: false, baseMint: null, baseInput: 0n },
        // The last one paid no fee, so it is in no sample.
        feeLamports: index === 4 ? 0n : 6_000n,
      }),
    );
    await store.add(block({ records, observations: [solAt(100)] }));
    await store.flush();
    const used = { ...context, store };
    const expected = {
      NO_PROVIDER: { ...table(4, 12, 6_000), durableNonces: 2, unknownNonces: 1 },
    };
    assert.deepEqual(await handleFeesByComputeUnit(used, {}), expected);
    await store.maintain();
    assert.ok(store.rolledUpRows > 0);
    assert.deepEqual(await handleFeesByComputeUnit(used, {}), expected);
  } finally {
    await store.close();
  }
});

test('blocks without a time are not dated 1970', async () => {
  const store = await DuckDbStore.open(':memory:');
  try {
    const unknown = { ...route, wallet: w1, blockTimeSeconds: null };
    const first = record({ ...unknown, signature: signatureOf(1) });
    await store.add(
      block({ blockTimeSeconds: null, records: [first], observations: [solAt(100)] }),
    );
    assert.equal(store.newestTimeSeconds, null);
    await store.add(block({ slot: 101, observations: [solAt(100)] }));
    const second = record({ ...unknown, slot: 102, signature: signatureOf(2) });
    await store.add(block({ slot: 102, blockTimeSeconds: null, records: [second] }));
    await store.flush();
    assert.equal(store.newestTimeSeconds, 1_000_000);
    const untimed = { ...context, store };
    const listed = await handleWalletTransactions(untimed, { wallets: [w1] });
    assert.deepEqual(
      listed.map(({ timestamp }) => timestamp),
      [null, null],
    );
    const detail = await handleTransaction(untimed, { signature: signatureOf(1) });
    assert.equal(detail.timestamp, null);
    assert.deepEqual(
      detail.gains_details.map(({ price, price_timestamp }) => [price, price_timestamp]),
      [[100, null]],
    );
    // For windows, it has the time of the previous block.
    const { transactions } = await handleWalletOverview(untimed, { wallets: [w1] }).then(
      (overview) => overview[w1] ?? assert.fail(),
    );
    assert.equal(transactions.total, 1);
  } finally {
    await store.close();
  }
});

test('a wallet overview separates successes from failures, in SOL and USD', async () => {
  const round = (value: number): number => Math.round(value * 1e9) / 1e9;
  const answer = await handleWalletOverview(context, { wallets: [w1, address('stranger')] });
  const mine = answer[w1];
  assert.deepEqual(mine?.transactions, { success: 2, fail: 1, total: 3 });
  // Twice 0.01 SOL, less fees of 11,000 and tips of 400 lamports and 7 units of USDC.
  assert.deepEqual(mine?.gains.SOL, { success: 0.01998853, fail: -0.000009, total: 0.01997953 });
  assert.equal(round(mine?.gains.USD.fail ?? 0), -0.0009);
  assert.deepEqual(mine?.volume.SOL, { success: 2, fail: 0, total: 2 });
  assert.deepEqual(mine?.volume.USD, { success: 200, fail: 0, total: 200 });
  assert.deepEqual(answer[address('stranger')]?.transactions, { success: 0, fail: 0, total: 0 });
  const jito = await handleWalletOverview(context, { wallets: [w1], provider: 'JITO' });
  assert.deepEqual(jito[w1]?.transactions, { success: 2, fail: 0, total: 2 });
});

test('a wallet’s transactions are listed newest first', async () => {
  const list = await handleWalletTransactions(context, { wallets: [w1] });
  assert.deepEqual(
    list.map(({ signature }) => signature),
    [4, 1, 2].map(signatureOf),
  );
  assert.deepEqual(
    { ...list[0], net_gains_usd: list[0]?.net_gains_usd.toFixed(6) },
    {
      isSuccess: false,
      wallet: w1,
      signature: signatureOf(4),
      block_number: 100,
      timestamp: '1970-01-12T13:46:40.000Z',
      mint: '',
      fees: 9_000n,
      net_gains_usd: '-0.000900',
      net_gains_sol: -0.000009,
    },
  );
  const both = await handleWalletTransactions(context, { wallets: [w1, w2], isSuccess: true });
  assert.deepEqual(
    both.map(({ signature }) => signature),
    [3, 1, 2].map(signatureOf),
  );
  assert.deepEqual(await handleWalletTransactions(context, { wallets: [] }), []);
});
