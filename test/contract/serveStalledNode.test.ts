// Only in test:all: it waits for a chain to count as stalled.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { emptyBlock } from '../unit/engine/sources/rpcSupport.ts';
import { ServeProcess } from './serveProcess.ts';

const key = 'abcd-secret-key-0123';

const currentBlock = (slot: number) => ({
  ...emptyBlock(slot),
  blockTime: Math.floor(Date.now() / 1_000),
});

describe('With a node whose chain has stalled, serve', { timeout: 120_000 }, () => {
  let node: FakeRpcNode;
  let served: ServeProcess;

  beforeEach(async () => {
    node = new FakeRpcNode(`/v2/${key}`);
    node.hasWebSocket = true;
    for (let slot = 1; slot <= 3; slot++) node.add(slot, currentBlock(slot));
    // It reports a slot without a block, as nodes do before the block is confirmed.
    node.answers.set('getSlot', () => node.tip + 1);
    const url = await node.listen();
    served = await ServeProcess.open(['--source', 'rpc', '--rpc-url', url]);
  });
  afterEach(async () => {
    await served.process.kill();
    await node.close();
  });

  it('reports it once on stderr, sends few requests, and reports when blocks arrive again', async () => {
    const { process } = served;
    await process.line(/^status: No new blocks for more than 10 s\.$/);
    // About 14 polls of two requests each; a busy loop would send thousands a second.
    assert.ok(node.requests.length < 60, String(node.requests.length));
    node.add(5, currentBlock(5));
    await process.line(/^status: following$/);
    const said = process.errors.filter((line) => line.startsWith('status:'));
    assert.deepEqual(said, ['status: No new blocks for more than 10 s.', 'status: following']);
    assert.ok(!process.errors.join().includes(key));
    // A silent subscription is renewed after a pause, so wait if there is none right now.
    if (node.subscribers.size === 0) {
      await new Promise<void>((resolve) => {
        node.onSubscription = () => resolve();
      });
    }
    assert.ok(node.webSocketUrls.length < 5, String(node.webSocketUrls.length));
  });
});
