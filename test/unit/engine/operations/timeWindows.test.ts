import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createEngineService } from '../../../../src/engine/operations/createEngineService.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, block, record, signatureOf, solAt, tip, twoLegs } from '../syntheticBlocks.ts';

const now = 1_800_000;
const token = address('token');
const route = twoLegs(token, [address('amm'), address('p')], [address('amm'), address('q')]);
const wallet = address('wallet');

const blockAt = (slot: number, timeSeconds: number) => {
  const members = { slot, blockTimeSeconds: timeSeconds, tips: [tip('JITO', 7n)] };
  const failure = { index: 1, type: 'failed', isSuccess: false, tips: [] } as const;
  return block({
    slot,
    blockTimeSeconds: timeSeconds,
    observations: [solAt(100)],
    records: [
      record({ ...route, ...members, signature: signatureOf(slot) }),
      record({ ...members, ...failure, signature: signatureOf(slot + 1_000) }),
    ],
  });
};

describe('A time window', () => {
  let store: DuckDbStore;
  before(async () => {
    store = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures: 0 });
    // One second too early, both ends, and a minute too late.
    const times = [now - 3_601, now - 3_600, now, now + 60];
    for (const [at, time] of times.entries()) await store.add(blockAt(at + 1, time));
    await store.flush();
  });
  after(() => store.close());

  const service = () =>
    createEngineService({ store, source: { now: () => now * 1_000 }, tokens: new Map() });
  const range = 3_600;
  const finder = {
    tokensMint: [wrappedSolMint],
    tokensTimeRange: range,
    thresholdMaxTimeRange: range,
    percentilesTimeRange: range,
  };

  it('of the Finder includes both bounds, for tokens, threshold, fees and tips', async () => {
    const { tokens, threshold, fees, tips } = await service().finder(finder);
    assert.equal(tokens[0]?.transactions, 2);
    assert.equal(threshold.transactions, 2);
    assert.equal(fees.transactions, 4);
    assert.equal(tips.transactions, 2);
  });

  it('of percentiles includes both bounds', async () => {
    const tips = await service().tipsByComputeUnit({ maxTimeRange: range });
    assert.equal(tips['JITO']?.[wrappedSolMint]?.number, 2);
    const byGains = await service().tipsByGains({ maxTimeRange: range });
    assert.equal(byGains['JITO']?.[wrappedSolMint]?.number, 2);
    const fees = await service().feesByComputeUnit({ maxTimeRange: range });
    assert.equal(fees['JITO']?.number, 2);
  });

  it('of a wallet ends now', async () => {
    const overview = await service().walletOverview({ wallets: [wallet] });
    assert.deepEqual(overview[wallet]?.transactions, { success: 3, fail: 3, total: 6 });
  });

  it('of traded volume ends now, for unwritten and written minutes', async () => {
    const untraded = () => service().finder({ ...finder, tokensMaxVolumeTrade: 0 });
    const later = blockAt(9, now + 60);
    const observations = [
      solAt(100),
      { ...solAt(100), outputMint: token, outputAmount: 1_000_000n, pool: address('p') },
    ];
    const decimals = new Map([...later.decimals, [token, 6]]);
    await store.add({ ...later, records: [], observations, decimals });
    assert.equal((await untraded()).tokens.length, 1);
    // A minute is written after the next one has begun.
    await store.add({ ...blockAt(10, now + 600), records: [] });
    await store.flush();
    const [rows = []] = await store.query(
      'SELECT volume_nanocents FROM trades WHERE minute = $minute',
      {
        minute: now + 60,
      },
    );
    assert.ok(rows.length > 0);
    assert.equal((await untraded()).tokens.length, 1);
  });

  it('includes rolled-up failures up to now', async () => {
    await store.maintain();
    assert.ok(store.rolledUpRows > 0);
    const overview = await service().walletOverview({ wallets: [wallet] });
    assert.equal(overview[wallet]?.transactions.fail, 3);
    const { fees } = await service().finder(finder);
    assert.equal(fees.transactions, 4);
  });
});
