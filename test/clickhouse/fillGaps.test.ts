import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ChdbServer } from '../../scripts/cluster/chdbServer.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../../src/engine/decode/rpcBlock.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { openConnection, skipWithoutChdb, TestServer } from './chdb.ts';

const firstSlot = 1_000;
const blockCount = 160;
const lastSlot = firstSlot + blockCount - 1;
const secondsPerBlock = 2;
const daySeconds = 86_400;

describe('Ingesters over one ClickHouse store', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  const database = new ChdbServer(openConnection());
  const nodes: FakeRpcNode[] = [];
  const running: BackendProcess[] = [];
  let port = 0;
  let blocks: readonly RpcBlock[] = [];

  before(async () => {
    port = await database.listen();
    blocks = await sandboxBlocks(blockCount);
  });
  after(async () => {
    await Promise.all(running.map((each) => each.kill()));
    await Promise.all(nodes.map((node) => node.close()));
    await database.close();
  });

  const slots = (from = firstSlot, to = lastSlot): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  /** Block times end now, or at the end of the given days. */
  const timeOf = (slot: number): number =>
    Math.floor(Date.now() / 1_000) - (lastSlot - slot) * secondsPerBlock;

  async function openNode(
    held: readonly number[],
    time: (slot: number) => number = timeOf,
  ): Promise<FakeRpcNode> {
    const node = new FakeRpcNode();
    nodes.push(node);
    for (const slot of held) addBlock(node, slot, time);
    await node.listen();
    return node;
  }

  function addBlock(node: FakeRpcNode, slot: number, time = timeOf): void {
    const block = blocks[slot - firstSlot];
    assert.ok(block);
    node.add(slot, { ...block, blockTime: time(slot) });
  }

  function ingest(server: TestServer, node: FakeRpcNode, ...args: readonly string[]) {
    const store = `clickhouse://127.0.0.1:${port}/${server.target.database}`;
    const own = args.length === 0 ? ['--backfill-hours', '1'] : args;
    const started = new BackendProcess(
      ['ingest', '--store', store, '--source', 'rpc', '--rpc-url', node.url, ...own],
      {},
    );
    running.push(started);
    return started;
  }

  /** Asserts that the store has each block, and each of its arbitrages, once. */
  async function hasAll(server: TestServer, expected: readonly number[]): Promise<void> {
    assert.deepEqual((await server.visible('blocks', 'slot')).flat(), expected);
    const signatures = expected.flatMap((slot) => {
      const block = blocks[slot - firstSlot];
      assert.ok(block);
      return decodeBlock(slot, block).records.map(({ signature }) => signature);
    });
    assert.deepEqual((await server.visible('transactions', 'signature')).flat(), signatures.sort());
  }

  it('fill the gap of a killed ingester whose node lacked blocks', async () => {
    const server = new TestServer('');
    const gap = slots(firstSlot + 30, firstSlot + 42);
    const poor = await openNode(slots().filter((slot) => !gap.includes(slot)));
    const first = ingest(server, poor);
    await first.line(/caught up/);
    await first.kill();
    const second = ingest(server, await openNode(slots()));
    await second.line(/filled gaps with 13 blocks/);
    await second.line(/caught up/);
    assert.equal(await second.kill('SIGTERM'), 0);
    await hasAll(server, slots());
  });

  it('fill a gap together exactly once, even if one is killed midway', async () => {
    const server = new TestServer('');
    const gap = slots(firstSlot + 20, firstSlot + 120);
    const poor = await openNode(slots().filter((slot) => !gap.includes(slot)));
    const before = ingest(server, poor);
    await before.line(/caught up/);
    assert.equal(await before.kill('SIGTERM'), 0);
    const killed = await openNode(slots());
    const first = ingest(server, killed);
    const asked: number[] = [];
    killed.onRequest = ({ method, params }) => {
      if (method !== 'getBlock') return;
      asked.push(Number(params[0]));
      if (asked.length === 25) first.child.kill('SIGKILL');
    };
    const second = ingest(server, await openNode(slots()));
    assert.equal(await first.ended, 'SIGKILL');
    await second.line(/filled gaps with/);
    await second.line(/caught up/);
    assert.equal(await second.kill('SIGTERM'), 0);
    assert.ok(asked.every((slot) => gap.includes(slot)));
    await hasAll(server, slots());
  });

  it('replace the abandoned fork’s block of an ingester that was killed', async () => {
    const server = new TestServer('');
    const fork = firstSlot + 40;
    const node = await openNode(slots(firstSlot, fork - 1));
    const orphan = blocks[fork - firstSlot + 1];
    assert.ok(orphan);
    node.add(fork, { ...orphan, blockhash: 'abandoned', blockTime: timeOf(fork) });
    const first = ingest(server, node);
    const hashes = async () => (await server.visible('blocks', 'blockhash')).flat();
    await first.line(/caught up/);
    while (!(await hashes()).includes('abandoned'));
    await first.kill();
    const second = ingest(server, await openNode(slots()));
    await second.line(/replaced abandoned forks in 1 slot$/);
    await second.line(/caught up/);
    assert.equal(await second.kill('SIGTERM'), 0);
    await hasAll(server, slots());
  });

  describe('started with the same past days', () => {
    const today = Math.floor(Date.now() / 1_000 / daySeconds) * daySeconds;
    const perDay = blockCount / 4;
    const timeOfDay = (slot: number): number =>
      today - 4 * daySeconds + Math.floor((slot - firstSlot) * (daySeconds / perDay));
    const dayName = (daysAgo: number): string =>
      new Date((today - daysAgo * daySeconds) * 1_000).toISOString().slice(0, 10);
    const days = ['--from', dayName(3), '--to', dayName(2)];
    const ofDays = slots(firstSlot + perDay, firstSlot + 3 * perDay - 1);

    it('write each of their blocks once and exit, even if one is killed', async () => {
      const server = new TestServer('');
      const node = await openNode(slots(), timeOfDay);
      const killed = await openNode(slots(), timeOfDay);
      const first = ingest(server, killed, ...days);
      let asked = 0;
      killed.onRequest = ({ method }) => {
        if (method === 'getBlock' && ++asked === 20) first.child.kill('SIGKILL');
      };
      const second = ingest(server, node, ...days);
      assert.equal(await first.ended, 'SIGKILL', first.errors.join('\n'));
      assert.equal(await second.ended, 0, second.errors.join('\n'));
      assert.match(
        second.output.at(-1) ?? '',
        /^\S+ to \S+: wrote \d+ blocks .* all blocks are there$/,
      );
      await hasAll(server, ofDays);
      const again = ingest(server, node, ...days);
      assert.equal(await again.ended, 0);
      assert.match(again.output.at(-1) ?? '', /: wrote 0 blocks/);
    });

    it('report days that their node lacks, and exit with 1', async () => {
      const server = new TestServer('');
      const node = await openNode(slots(), timeOfDay);
      node.firstAvailable = firstSlot + perDay + 5;
      const lost = firstSlot + 2 * perDay + 7;
      node.faultOf = ({ method, params }) =>
        method === 'getBlock' && params[0] === lost ? { kind: 'error', code: -32_015 } : undefined;
      const run = ingest(server, node, '--from', dayName(4), '--to', dayName(2));
      assert.equal(await run.ended, 1);
      const [, ...lines] = run.output;
      assert.match(lines[0] ?? '', /blocks are missing:$/);
      assert.deepEqual(
        lines
          .slice(1)
          .map((line) => line.replace(/before \S+$/, 'before T').replace(/: Node .*/, '')),
        [
          `${dayName(4)}: the node has no blocks before T`,
          `${dayName(3)}: the node has no blocks before T`,
          `${dayName(2)}: the node does not give 1 block, the first in slot ${lost}`,
        ],
      );
      await hasAll(
        server,
        ofDays.slice(5).filter((slot) => slot !== lost),
      );
    });

    it('are rejected if the store’s retention would delete them', async () => {
      const server = new TestServer('');
      const run = ingest(server, await openNode(slots()), '--from', '2020-01-01');
      assert.equal(await run.ended, 1);
      assert.match(run.errors.at(-1) ?? '', /The store keeps 30 days, and 2020-01-01 is older/);
    });
  });
});
