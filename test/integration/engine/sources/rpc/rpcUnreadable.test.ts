import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { RpcBlock, RpcBlockTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { Engine } from '../../../../../src/engine/engine.ts';
import type { EngineStatus } from '../../../../../src/engine/indexing/engineStatus.ts';
import { DecodeThreads } from '../../../../../src/engine/rpc/decodeThreads.ts';
import { probeNode } from '../../../../../src/engine/sources/rpc/probeNode.ts';
import type { RpcSource } from '../../../../../src/engine/sources/rpc/rpcSource.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { keepAll } from '../../../../../src/engine/store/duckdb/retention.ts';
import { farBlocks, followFarSlots } from '../../../../farSlots.ts';
import {
  emptyBlock,
  sandboxBlocks,
  slotsOf,
  take,
  withNode,
} from '../../../../unit/engine/sources/rpcSupport.ts';

const firstSlot = 1_000;
const option = /--enable-extended-tx-metadata-storage/;
const never = new AbortController().signal;

/** As from a node without extended metadata, for the first `count` transactions. */
function withoutExtended(block: RpcBlock, count = Number.POSITIVE_INFINITY): RpcBlock {
  const strip = (entry: RpcBlockTransaction): RpcBlockTransaction => ({
    ...entry,
    meta: entry.meta && { ...entry.meta, innerInstructions: null, logMessages: null },
  });
  const { transactions } = block;
  return {
    ...block,
    transactions: transactions.map((entry, at) => (at < count ? strip(entry) : entry)),
  };
}

/** Follows the node; `until` resolves with the first status that is as wanted. */
async function follow(source: RpcSource) {
  let onStatus: (status: EngineStatus) => void = () => undefined;
  const engine = await Engine.open({
    source,
    store: ':memory:',
    onStatus: (status) => onStatus(status),
  });
  const until = (isWanted: (status: EngineStatus) => boolean): Promise<EngineStatus> =>
    new Promise((resolve) => {
      onStatus = (status) => {
        if (isWanted(status)) resolve(status);
      };
      onStatus(engine.status());
    });
  return { engine, until };
}

suite('Blocks that a node stores without extended metadata', () => {
  for (const isThreaded of [false, true]) {
    test(`count as missing, and the status names the option (threads: ${isThreaded})`, () =>
      withNode(
        { from: firstSlot, ...(isThreaded && { decodeThreads: new DecodeThreads({ count: 1 }) }) },
        async ({ double, source }) => {
          const [first, second, third, fourth] = await sandboxBlocks(4);
          assert.ok(first && second && third && fourth);
          double.add(firstSlot, withoutExtended(first));
          double.add(firstSlot + 1, withoutExtended(second));
          const { engine, until } = await follow(source);
          try {
            const status = await until(
              ({ unreadableTransactions }) => unreadableTransactions > first.transactions.length,
            );
            assert.match(status.message, option);
            assert.equal(status.indexedFraction, 0);
            assert.equal(status.arbitrages, 0);
            assert.equal(engine.blocks, 0);
            const shown = await engine.arbscope.status({});
            assert.match(shown.message ?? '', option);
            assert.equal(shown.coverage, 0);
            assert.equal(double.countOf('getBlock'), 2);

            // The node has the option now.
            double.add(firstSlot + 2, third);
            double.add(firstSlot + 3, fourth);
            const later = await until(({ newestSlot }) => newestSlot === firstSlot + 3);
            assert.equal(later.indexedFraction, 0.5);
            assert.ok(later.arbitrages > 0);
          } finally {
            await engine.close();
          }
        },
      ));
  }

  test('are indexed if it is less than half of one, and the status says so', () =>
    withNode({ from: firstSlot }, async ({ double, source }) => {
      const [block] = await sandboxBlocks(1);
      assert.ok(block !== undefined);
      double.add(firstSlot, withoutExtended(block, Math.floor(block.transactions.length / 3)));
      const { engine, until } = await follow(source);
      try {
        const status = await until(({ newestSlot }) => newestSlot !== null);
        assert.match(status.message, /^Some transactions are unreadable/);
        assert.match(status.message, option);
        assert.ok(status.unreadableTransactions > 0);
        assert.equal(status.indexedFraction, 1);
      } finally {
        await engine.close();
      }
    }));

  test('fail the connection test with the name of the option', () =>
    withNode({}, async ({ double, clock }) => {
      const [block] = await sandboxBlocks(1);
      assert.ok(block !== undefined);
      double.add(firstSlot, withoutExtended(block));
      const [slot, probe] = await probeNode({ url: double.url, clock }, 'confirmed', never);
      assert.equal(slot?.error, null);
      assert.equal(probe?.error?.kind, 'unreadable-answer');
      assert.match(probe.message, option);
    }));
});

suite('A response that is not a full block', () => {
  const whole = { blockhash: 'hash', previousBlockhash: 'before', parentSlot: 999, blockTime: 1 };
  for (const [block, reason] of [
    [{ ...whole, signatures: [] }, /it has signatures only/],
    [whole, /transactions is missing/],
    [{ ...whole, transactions: [], blockhash: undefined }, /blockhash is missing/],
    [{ ...whole, transactions: [], previousBlockhash: 7 }, /previousBlockhash is invalid/],
    [{ ...whole, transactions: [], parentSlot: 'x' }, /parentSlot is invalid/],
    [{ ...whole, transactions: [], parentSlot: 1_000 }, /parentSlot 1000 is not before it/],
    [{ ...whole, transactions: [], blockTime: '1' }, /blockTime is invalid/],
    [[], /it is not an object/],
  ] as const) {
    test(`is refused with the reason: ${reason.source}`, () =>
      withNode({}, async ({ double, source }) => {
        double.answers.set('getBlock', () => block);
        const read = await source.blockReader.block(firstSlot, never);
        assert.equal(read.kind, 'missing');
        assert.match(read.reason, /slot 1000 is not a full block: /);
        assert.match(read.reason, reason);
      }));
  }
});

suite('A malformed block', () => {
  test('does not hold up newer ones while it is requested again', () =>
    withNode({ from: 1 }, async ({ double, source }) => {
      for (let slot = 1; slot <= 6; slot++) double.add(slot, emptyBlock(slot));
      const change = (block: unknown) => ({ ...(block as RpcBlock), blockhash: null });
      double.fail('getBlock', { kind: 'changed', change }, { slot: 2, times: 3 });
      assert.deepEqual(slotsOf(await take(source, 6)), [1, 3, 4, 5, 6, 2]);
    }));
});

suite('Slots that no store can hold', () => {
  test('are named and counted, and reported once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'far-slots-'));
    const open = () =>
      DuckDbStore.open(join(folder, 'store'), keepAll, { kind: 'rpc', chain: 'genesis' });
    const store = await open();
    await followFarSlots(store);
    await store.close();
    const again = await open();
    const [counts = []] = await again.query('SELECT blocks FROM left_out');
    assert.equal(
      counts.reduce<number>((sum, count) => sum + Number(count), 0),
      farBlocks,
    );
    await again.close();
    await rm(folder, { recursive: true });
  });
});
