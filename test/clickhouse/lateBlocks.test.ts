import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChainCheck } from '../../src/engine/filling/chainCheck.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { blockOf } from '../unit/engine/filling/fakeStore.ts';
import {
  address,
  block,
  deepVaults,
  record,
  signatureOf,
  solAt,
  twoLegs,
} from '../unit/engine/syntheticBlocks.ts';
import { skipWithoutChdb, TestServer } from './chdb.ts';

const daySeconds = 86_400;
const start = 1_000_000;
const route = twoLegs(
  address('token'),
  [address('amm'), address('p1')],
  [address('amm'), address('p2')],
);

/** An arbitrage of 1 SOL; `solUsd` adds a swap of SOL for USDC. */
const arbitrageAt = (slot: number, blockTimeSeconds: number, solUsd?: number) =>
  block({
    ...{ slot, blockhash: `hash${slot}`, blockTimeSeconds },
    records: [record({ ...route, slot, blockTimeSeconds, index: 0, signature: signatureOf(slot) })],
    observations: solUsd === undefined ? [] : [solAt(solUsd)],
  });

describe('Late blocks in a ClickHouse store', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  const volumes = (server: TestServer) =>
    server.visible('transactions', 'slot, round(volume_nanocents / 1e11)');

  it('are valued at the prices of their time, not the newest', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    await writer.add(arbitrageAt(100, start, 100));
    await writer.add(arbitrageAt(900_000, start + 4 * daySeconds, 200));
    await writer.flush();
    // At the time of stored blocks; at a time with its own swaps; at a time without any data.
    await writer.add(arbitrageAt(101, start + 60));
    await writer.add(arbitrageAt(400_000, start + 2 * daySeconds, 150));
    await writer.add(arbitrageAt(400_001, start + 2 * daySeconds + 1));
    await writer.add(arbitrageAt(200_000, start + daySeconds));
    await writer.add(arbitrageAt(899_000, start + 4 * daySeconds - 7_200));
    await writer.close();
    assert.deepEqual(await volumes(server), [
      [100, 100],
      [101, 100],
      [200_000, 0],
      [400_000, 150],
      [400_001, 150],
      [899_000, 200],
      [900_000, 200],
    ]);
  });

  it('count once for prices, even if two callers add a block at the same time', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    await writer.add(arbitrageAt(900_000, start + 60));
    const late = arbitrageAt(100, start, 150);
    await Promise.all([writer.add(late), writer.add(late)]);
    assert.equal(writer.prices.swaps().get(wrappedSolMint)?.length, 1);
    await writer.close();
  });

  it('get prices although an earlier version stored one from the future', async () => {
    const server = new TestServer();
    const source = { kind: 'rpc', chain: 'genesis' } as const;
    const now = () => (start + 60) * 1_000;
    const former = await server.openWriter({ now }, source);
    await former.add(arbitrageAt(100, start + daySeconds, 500));
    await former.close();
    const writer = await server.openWriter({ now }, source);
    assert.equal(writer.prices.priceOf(wrappedSolMint), null);
    await writer.add(arbitrageAt(101, start, 100));
    await writer.close();
    const again = await server.openWriter({ now }, source);
    assert.deepEqual(again.prices.priceOf(wrappedSolMint), { priceUsd: 100, timeSeconds: start });
    await again.close();
  });

  it('do not change the newest prices, but add those of mints without a price', async () => {
    const server = new TestServer();
    const writer = await server.openWriter();
    await writer.add(arbitrageAt(900, start + daySeconds, 200));
    const swap = {
      ...{ inputMint: address('old'), inputAmount: 1_000_000n },
      ...{ outputMint: usdcMint, outputAmount: 3_000_000n },
      ...{ program: address('amm'), pool: address('p3') },
    };
    const late = arbitrageAt(100, start, 100);
    await writer.add({
      ...late,
      observations: [...late.observations, swap],
      vaults: [...late.vaults, ...deepVaults([swap])],
      decimals: new Map([[address('old'), 6]]),
    });
    assert.equal(writer.prices.priceOf(wrappedSolMint)?.priceUsd, 200);
    assert.deepEqual(writer.prices.priceOf(address('old')), { priceUsd: 3, timeSeconds: start });
    await writer.add(arbitrageAt(901, start + daySeconds + 1));
    await writer.close();
    assert.deepEqual((await volumes(server)).at(-1), [901, 200]);
  });

  it('no longer count as missing once every block around them is stored', async () => {
    const server = new TestServer();
    const [first, second] = [await server.openWriter(), await server.openWriter()];
    const minute = start - (start % 60) + 60;
    for (const [slot, time] of [
      [100, minute - 30],
      [101, minute + 10],
      [103, minute + 150],
    ] as const) {
      await first.add(arbitrageAt(slot, time));
    }
    first.addOmittedBlocks([{ minute, omitted: 2 }]);
    second.addOmittedBlocks([{ minute: minute + 60, omitted: 1 }]);
    await first.close();
    await second.flush();
    await second.shared.takeBackLeftOut(100, 103, [102]);
    assert.equal((await coverageOf(server))?.omitted, 3);
    await second.add(arbitrageAt(102, minute + 20));
    await second.flush();
    await second.shared.takeBackLeftOut(100, 103, []);
    await second.close();
    assert.equal(await coverageOf(server), null);
  });

  async function coverageOf(server: TestServer): Promise<{ readonly omitted: number } | null> {
    const writer = await server.openWriter();
    const minutes = writer.coverage();
    await writer.close();
    if (minutes.length === 0) return null;
    return { omitted: minutes.reduce((sum, { omitted }) => sum + omitted, 0) };
  }

  it('of an hour that is being filled are summed up in the end, not with every block', async () => {
    const server = new TestServer();
    let now = Date.UTC(2026, 0, 2);
    const writer = await server.openWriter({ now: () => now });
    const runs = () =>
      server.query((to) => `SELECT hour, blocks FROM ${to.table('rollup_runs')} ORDER BY run`);
    await writer.add(arbitrageAt(900, 10 * daySeconds));
    for (const slot of [100, 101, 102]) {
      await writer.add(arbitrageAt(slot, 3_600 + slot));
      await writer.flush();
      await writer.maintain();
      now += 1_000;
    }
    assert.deepEqual(await runs(), [[3_600, 1]]);
    await writer.finish();
    assert.deepEqual(await runs(), [
      [3_600, 1],
      [3_600, 3],
    ]);
    await writer.close();
  });
});

describe('Two forks of a slot, written at the same time', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  /** Writes both forks and closes the other ingester; the node has `nodeHash`. */
  async function writeBoth(server: TestServer, otherHash: string, nodeHash: string) {
    const other = await server.openWriter({ now: () => 1_000 });
    const writer = await server.openWriter({ now: () => 2_000 });
    await other.add({ ...arbitrageAt(100, start), blockhash: otherHash });
    await writer.add({ ...arbitrageAt(100, start + 1), blockhash: nodeHash });
    await Promise.all([other.flush(), writer.flush()]);
    await other.close();
    return writer;
  }

  it('end as the finalized one, even if the other was written first', async () => {
    const server = new TestServer();
    const writer = await writeBoth(server, 'abandoned', 'hash100');
    const check = new ChainCheck({
      reader: { block: async (slot) => ({ kind: 'block', block: blockOf(slot) }) },
      store: writer,
      index: async ({ slot, block: { blockhash } }) => {
        await writer.add({ ...arbitrageAt(slot, start + 1), blockhash });
        return null;
      },
    });
    for (let slot = 100; slot < 200; slot++) check.add(slot, blockOf(slot));
    await writer.flush();
    await check.mend(new AbortController().signal);
    await writer.close();
    assert.deepEqual(await server.visible('blocks', 'slot, blockhash'), [[100, 'hash100']]);
    assert.deepEqual(await server.visible('transactions', 'slot, time'), [[100, start + 1]]);
  });

  it('end as no block if the chain has none in the slot', async () => {
    const server = new TestServer();
    const writer = await writeBoth(server, 'abandoned', 'abandoned too');
    await writer.remove(100);
    await writer.flush();
    assert.equal(writer.arbitrages, 0);
    await writer.remove(100);
    await writer.remove(101);
    await writer.close();
    assert.deepEqual(await server.visible('transactions', 'slot'), []);
    assert.deepEqual(await server.visible('blocks', 'slot, blockhash'), [[100, 'none']]);
  });
});
