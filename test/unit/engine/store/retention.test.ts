import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArbitrageRecord } from '../../../../src/engine/decode/arbitrageRecord.ts';
import { handleFinder } from '../../../../src/engine/operations/finder.ts';
import type { OperationContext } from '../../../../src/engine/operations/operationContext.ts';
import { handleFeesByComputeUnit } from '../../../../src/engine/operations/percentiles.ts';
import {
  handleWalletOverview,
  handleWalletTransactions,
} from '../../../../src/engine/operations/wallets.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { addBlock, arbitrage, serviceOf } from '../operations/arbscope/market.ts';
import { address, block, record, signatureOf, solAt, twoLegs } from '../syntheticBlocks.ts';

const wallet = address('wallet');
const start = 1_000_000;

/** Ten failures a minute with fees from 5,000 lamports, for twenty minutes. */
async function fill(
  store: DuckDbStore,
  members: (number: number) => Partial<ArbitrageRecord> = () => ({}),
): Promise<void> {
  for (let number = 0; number < 200; number++) {
    await store.add(
      block({
        slot: 1_000 + number,
        blockTimeSeconds: start + number * 6,
        observations: [solAt(100)],
        records: [
          record({
            signature: signatureOf(number),
            slot: 1_000 + number,
            type: 'failed',
            isSuccess: false,
            feeLamports: BigInt(5_000 + (number % 7)),
            computeUnits: 10_000 * (number % 3),
            baseMint: null,
            baseInput: 0n,
            ...members(number),
          }),
        ],
      }),
    );
  }
  await store.flush();
}
const contextOf = (store: DuckDbStore, now = start + 1_200): OperationContext => ({
  store,
  source: { now: () => now * 1_000 },
  tokens: new Map(),
});

test('rolled-up failures all still count in fees and overviews', async () => {
  const whole = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 1_000 });
  const rolled = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 50 });
  for (const store of [whole, rolled]) {
    await fill(store);
    await store.maintain();
  }
  assert.equal(whole.rolledUpRows, 0);
  assert.ok(rolled.rolledUpRows > 0);
  const answers = async (store: DuckDbStore) => {
    const context = contextOf(store);
    const { fees } = await handleFinder(context, { tokensMint: [wrappedSolMint] });
    const overview = await handleWalletOverview(context, { wallets: [wallet] });
    return {
      fees,
      tables: await handleFeesByComputeUnit(context, {}),
      narrow: await handleFeesByComputeUnit(context, { computeUnitMin: 10_000, wallets: [wallet] }),
      transactions: overview[wallet]?.transactions,
      lost: overview[wallet]?.gains.USD.fail.toFixed(9),
    };
  };
  assert.deepEqual(await answers(rolled), await answers(whole));
  assert.equal((await answers(whole)).fees.transactions, 200);
  await whole.close();
  await rolled.close();
});

test('rolled-up failures still count for each pool that they tried', async () => {
  const whole = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 1_000 });
  const rolled = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 50 });
  const [dog, cat] = [address('dog'), address('cat')];
  const tried = (pool: string, token: string) => ({
    pool: address(pool),
    program: address(`amm of ${pool}`),
    mints: [token, wrappedSolMint],
    group: 0,
  });
  const groups = [[tried('a', dog), tried('b', dog)], [tried('b', dog), tried('c', cat)], []];
  for (const store of [whole, rolled]) {
    await fill(store, (number) => {
      const pools = groups[number % groups.length] ?? [];
      return { attempt: { pools, unknownPools: 0, parameters: null } };
    });
    await store.maintain();
  }
  assert.ok(rolled.rolledUpRows > 0);
  const failuresOf = async (store: DuckDbStore, filter: Record<string, string[]>) => {
    // Rolled-up failures are in the minute that begins in the period.
    const window = { from: start - (start % 60), to: start + 1_200 };
    const { total } = await serviceOf(store).history({ ...filter, ...window });
    return total.failures;
  };
  const filters = [
    [{ pools: [address('a')] }, 67],
    // An attempt that tried both counts once.
    [{ pools: [address('a'), address('b')] }, 134],
    [{ pools: [address('b')], tokens: [cat] }, 67],
    [{ tokens: [dog] }, 134],
    [{ amms: [address('amm of c')] }, 67],
    [{ pools: [address('unknown')] }, 0],
    [{}, 200],
  ] as const;
  for (const [filter, failures] of filters) {
    assert.equal(await failuresOf(whole, { ...filter } as Record<string, string[]>), failures);
    assert.equal(await failuresOf(rolled, { ...filter } as Record<string, string[]>), failures);
  }
  assert.deepEqual(
    await rolled.query(
      'SELECT count(*)::DOUBLE FROM stops WHERE number NOT IN (SELECT number FROM transactions)',
    ),
    [[0]],
  );
  await whole.close();
  await rolled.close();
});

test('the records of a wallet begin where all of its failures are stored one by one', async () => {
  const store = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 50 });
  await fill(store);
  const before = await store.walletRecords({ wallet, limit: 1_000 });
  assert.equal(before.length, 200);
  await store.maintain();
  const records = await store.walletRecords({ wallet, limit: 1_000 });
  assert.ok(records.length > 0 && records.length < 60, `${records.length}`);
  assert.deepEqual(records, before.slice(0, records.length));
  const [[minute] = []] = await store.query('SELECT max(minute)::DOUBLE FROM failures');
  assert.ok(Number(records.at(-1)?.timeSeconds) >= Number(minute) + 60);
  assert.deepEqual(await store.walletRecords({ wallet: address('other'), limit: 5 }), []);
  await store.close();
});

test('the newest failures stay individual records', async () => {
  const store = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 60 });
  await fill(store);
  await store.maintain();
  const list = await handleWalletTransactions(contextOf(store), { wallets: [wallet] });
  assert.deepEqual(
    list.map(({ signature }) => signature),
    Array.from({ length: 50 }, (_, back) => signatureOf(199 - back)),
  );
  await store.close();
});

test('hours older than the retention lose their records, but not their sums', async () => {
  const store = await DuckDbStore.open(':memory:', { keepSeconds: 3_600, rawFailures: 1_000 });
  const at = (slot: number, secondsLater: number) =>
    block({
      slot,
      blockTimeSeconds: start + secondsLater,
      observations: [solAt(100)],
      records: [
        record({
          ...twoLegs(address('t'), [address('a'), address('p')], [address('a'), address('q')]),
          signature: signatureOf(slot),
          slot,
        }),
      ],
    });
  await store.add(at(1, 0));
  await store.add(at(2, 1_000));
  await store.add(at(3, 5_000));
  await store.flush();
  await store.maintain();
  assert.equal(store.arbitrages, 2);
  assert.equal(store.rowsFromSeconds, 1_000_800);
  assert.ok(!store.hasBlock(1, 'hash1'));
  assert.ok(store.hasBlock(2, 'hash2'));
  const transactions = async () => {
    const { total } = await serviceOf(store).history({
      tokens: [address('t')],
      from: start - (start % 3_600),
      to: start + 5_000,
      interval: 3_600,
    });
    return total.transactions;
  };
  assert.equal(await transactions(), 3);
  // The block may be one that the sums include.
  await store.add(at(1, 100));
  await store.flush();
  assert.equal(await transactions(), 3);
  await store.close();
});

test('a sum of an hour that 64 bits do not hold is exact', async () => {
  const store = await DuckDbStore.open(':memory:', { keepSeconds: 3_600, rawFailures: 50 });
  const at = (slot: number, blockTimeSeconds: number, records: ArbitrageRecord[]) =>
    addBlock(store, slot, records, { blockTimeSeconds });
  const huge = { baseInput: 600_000n * 10n ** 9n };
  await at(1, start, [arbitrage(1, huge), arbitrage(2, huge), arbitrage(3, huge)]);
  await at(2, start + 3 * 3_600, []);
  await store.flush();
  const from = start - (start % 3_600);
  const totalOf = async () =>
    (await serviceOf(store).history({ from, to: start + 3 * 3_600, interval: 3_600 })).total;
  const { volume_usd: volume, transactions } = await totalOf();
  assert.deepEqual([volume, transactions], [180_000_000, 3]);
  await store.maintain();
  assert.ok((store.rowsFromSeconds ?? 0) > start);
  const summed = await totalOf();
  assert.deepEqual([summed.volume_usd, summed.transactions], [volume, transactions]);
  await store.close();
});

test('sums are deleted after their own time', async () => {
  const kept = { keepSeconds: 3_600, keepTotalsSeconds: 4 * 3_600, rawFailures: 50 };
  const store = await DuckDbStore.open(':memory:', kept);
  for (let hour = 0; hour < 9; hour++) {
    const blockTimeSeconds = start + hour * 3_600;
    await store.add(block({ slot: hour, blockTimeSeconds, observations: [], records: [] }));
    await store.flush();
    await store.maintain();
  }
  const oldest = await store.inSnapshot((snapshot) => snapshot.oldestBlockSeconds());
  assert.equal(oldest, start + 4 * 3_600);
  await store.close();
});

test('sums that leave as early as the rows leave the time since which there are rows', async () => {
  const kept = { keepSeconds: 2 * 3_600, keepTotalsSeconds: 3_600, rawFailures: 50 };
  const store = await DuckDbStore.open(':memory:', kept);
  for (let hour = 0; hour < 6; hour++) {
    const blockTimeSeconds = start + hour * 3_600;
    await store.add(block({ slot: hour, blockTimeSeconds, observations: [], records: [] }));
    await store.flush();
    await store.maintain();
  }
  const { rowsFromSeconds } = store;
  assert.ok(rowsFromSeconds !== null && rowsFromSeconds > start);
  const read = await store.inSnapshot((snapshot) => Promise.resolve(snapshot.rowsFromSeconds));
  assert.equal(read, rowsFromSeconds);
  await store.close();
});

test('blocks are kept by their time, whether there are five a second or two', async () => {
  for (const blocksPerSecond of [2, 5]) {
    const store = await DuckDbStore.open(':memory:', { keepSeconds: 3_600, rawFailures: 50 });
    // Three hours of a chain with 432,000 or 172,800 slots a day.
    for (let slot = 0; slot < 3 * 3_600 * blocksPerSecond; slot++) {
      const blockTimeSeconds = start + Math.floor(slot / blocksPerSecond);
      await store.add(block({ slot, blockTimeSeconds, observations: [], records: [] }));
      if (slot % 500 !== 0) continue;
      await store.flush();
      await store.maintain();
    }
    const keptSeconds = store.blockCount / blocksPerSecond;
    // Old blocks are deleted by the hour.
    assert.ok(keptSeconds >= 3_600 && keptSeconds <= 7_200 + 250, `${keptSeconds}`);
    await store.close();
  }
});
