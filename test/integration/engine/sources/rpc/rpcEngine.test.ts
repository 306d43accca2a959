import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { BlockSource } from '../../../../../src/engine/chain/blockSource.ts';
import { decodeBlock } from '../../../../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../../../../../src/engine/decode/rpcBlock.ts';
import { Engine } from '../../../../../src/engine/engine.ts';
import type { EngineStatus } from '../../../../../src/engine/indexing/engineStatus.ts';
import { wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { addressLookupTableProgram } from '../../../../../src/solana/knownPrograms.ts';
import type { Fault } from '../../../../fakeRpcNode.ts';
import { sandboxBlocks, withNode } from '../../../../unit/engine/sources/rpcSupport.ts';

const firstSlot = 1_000;
const slotOf = (index: number) => firstSlot + index * 3;
const arbitragesOf = (blocks: readonly RpcBlock[]): number =>
  blocks
    .flatMap((block, index) => decodeBlock(slotOf(index), block).records)
    .filter(({ type }) => type === 'arbitrage').length;

interface Indexed {
  readonly engine: Engine;
  readonly status: EngineStatus;
  readonly until: (slot: number) => Promise<EngineStatus>;
}

async function indexTo(
  source: BlockSource,
  slot: number,
  storePath = ':memory:',
): Promise<Indexed> {
  const waiting = new Map<number, (status: EngineStatus) => void>();
  const until = (awaited: number) =>
    new Promise<EngineStatus>((resolve) => waiting.set(awaited, resolve));
  const reached = until(slot);
  const engine = await Engine.open({
    source,
    store: storePath,
    onStatus: (status) => {
      if (status.state === 'ready') waiting.get(status.newestSlot ?? 0)?.(status);
    },
  });
  return { engine, status: await reached, until };
}

suite('An engine on a node', () => {
  test('reports the size of a lookup table from the node, and of no other account', () =>
    withNode({ from: firstSlot }, async ({ double, source }) => {
      const [block] = await sandboxBlocks(1);
      if (block !== undefined) double.add(firstSlot, block);
      const table = 'BrLQsaC2XAHY2a2YQvm8UWuN6zU6Ukp1oPxw2UJPT2qg';
      const data = Buffer.alloc(56 + 3 * 32);
      data.writeUInt32LE(1, 0);
      double.accounts.set(table, { owner: addressLookupTableProgram, data });
      const { engine } = await indexTo(source, firstSlot);
      const signal = AbortSignal.timeout(10_000);
      assert.equal(await engine.lookupTableSize(table, signal), 3);
      assert.equal(await engine.lookupTableSize(wrappedSolMint, signal), null);
      await engine.close();
    }));

  test('delays requests for pools until its first block', () =>
    withNode({ from: firstSlot }, async ({ double, source }) => {
      const [block] = await sandboxBlocks(1);
      if (block !== undefined) double.add(firstSlot, block);
      const { promise: held, resolve: send } = Promise.withResolvers<void>();
      double.fail('getBlock', { kind: 'delay', until: () => held });
      const engine = await Engine.open({ source, store: ':memory:' });
      const poolsOf = async (pages: AsyncIterable<readonly unknown[]>) => {
        const pools: unknown[] = [];
        for await (const page of pages) pools.push(...page);
        return pools;
      };
      const waiting = poolsOf(engine.pools());
      const givingUp = new AbortController();
      const givenUp = poolsOf(engine.pools({ signal: givingUp.signal }));
      givingUp.abort();
      await assert.rejects(givenUp, { name: 'MarketError', kind: 'cancelled' });
      send();
      assert.ok((await waiting).length > 10);
      await engine.close();
    }));

  test('indexes every arbitrage once despite faults of the node, and reports its status', () =>
    withNode({ from: firstSlot, requestTimeoutMilliseconds: 300 }, async ({ double, source }) => {
      const blocks = await sandboxBlocks(12);
      blocks.forEach((block, index) => {
        double.add(slotOf(index), block);
      });
      const faults: Fault[] = [
        { kind: 'rate-limit', retryAfter: '2' },
        { kind: 'rate-limit' },
        { kind: 'status', status: 500 },
        { kind: 'reset' },
        { kind: 'silence' },
        { kind: 'garbage', body: 'oops' },
        { kind: 'cut-gzip' },
        { kind: 'error', code: -32_004 },
        { kind: 'null' },
      ];
      faults.forEach((fault, index) => {
        double.fail('getBlock', fault, { slot: slotOf(index) });
        double.fail('getBlock', fault, { slot: slotOf(index + 3) });
      });
      double.unlisted.add(slotOf(5));
      const { engine, status } = await indexTo(source, slotOf(11));
      try {
        assert.equal(double.faultsLeft, 0);
        assert.ok(arbitragesOf(blocks) > 20);
        assert.equal(status.arbitrages, arbitragesOf(blocks));
        assert.equal(status.indexedFraction, 1);
        assert.equal(status.source, new URL(double.url).origin);
        assert.equal(status.lagSlots, 0);
        assert.ok(status.transactionsPerSecond > 0);
        assert.ok((status.rows ?? -1) >= 0 && (status.storeBytes ?? -1) >= 0);
      } finally {
        await engine.close();
      }
    }));

  test('does not count a replaced block twice', () =>
    withNode({ from: firstSlot, concurrency: 1 }, async ({ double, source }) => {
      const blocks = await sandboxBlocks(5);
      const [first, second, third, fourth, other] = blocks;
      assert.ok(first && second && third && fourth && other);
      [first, second, third].forEach((block, index) => {
        double.add(slotOf(index), block);
      });
      const { engine, until } = await indexTo(source, slotOf(2));
      try {
        const reached = until(slotOf(3));
        double.add(slotOf(2), other);
        double.add(slotOf(3), fourth);
        await reached;
        assert.equal(engine.status().arbitrages, arbitragesOf([first, second, other, fourth]));
      } finally {
        await engine.close();
      }
    }));

  test('continues after its newest block when reopened', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-rpc-'));
    const storePath = join(folder, 'store.db');
    const blocks = await sandboxBlocks(8);
    try {
      await withNode({ from: firstSlot }, async ({ double, source }) => {
        blocks.slice(0, 3).forEach((block, index) => {
          double.add(slotOf(index), block);
        });
        const { engine } = await indexTo(source, slotOf(2), storePath);
        await engine.close();
      });
      await withNode({ from: null }, async ({ double, source }) => {
        blocks.forEach((block, index) => {
          double.add(slotOf(index), block);
        });
        const { engine, status } = await indexTo(source, slotOf(7), storePath);
        await engine.close();
        assert.equal(status.arbitrages, arbitragesOf(blocks));
        assert.equal(double.countOf('getBlock'), 5);
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('still reports missing earlier blocks after reopening', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-rpc-'));
    const storePath = join(folder, 'store.db');
    const blocks = await sandboxBlocks(8);
    const fractionAfter = (opened: number, count: number) =>
      withNode({ from: opened === 0 ? firstSlot : null }, async ({ double, source }) => {
        blocks.slice(0, opened + count).forEach((block, index) => {
          double.add(slotOf(index), block);
        });
        if (opened === 0) {
          double.fail('getBlock', { kind: 'garbage', body: '' }, { slot: slotOf(1), times: 99 });
        }
        const { engine, status } = await indexTo(source, slotOf(opened + count - 1), storePath);
        await engine.close();
        assert.equal(status.indexedFraction, (opened + count - 1) / (opened + count));
      });
    try {
      await fractionAfter(0, 4);
      await fractionAfter(4, 4);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
