import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { FakeGeyserServer } from '../fakeGeyserServer.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { simulatedBlocks } from '../unit/engine/sources/geyser/geyserSupport.ts';
import { BackendProcess } from './backendProcess.ts';

const apiKey = 'contract-key-0123456789';
const token = 'geyser-token-0123456789abcdef';

describe('The engine served from a Geyser server', suiteLimit, () => {
  const node = new FakeRpcNode();
  const server = new FakeGeyserServer();

  before(async () => {
    await node.listen();
    await server.listen();
    server.token = token;
    const now = Math.floor(Date.now() / 1_000);
    for (const [index, block] of (await simulatedBlocks(4)).entries()) {
      node.add(100 + index, { ...block, blockTime: now - 4 + index });
    }
    // The node is behind the Geyser server.
    node.answers.set('getSlot', () => 100);
    server.onSubscribe = (subscription) => {
      for (const slot of [101, 102, 103]) {
        const block = node.chain.get(slot);
        if (block !== undefined) subscription.sendBlock(slot, block);
      }
    };
  });
  after(async () => {
    await node.close();
    server.stop();
  });

  const options = ['serve', '--source', 'geyser', '--port', '0'];
  const environment = () => ({
    ARBSCOPE_API_KEY: apiKey,
    ARBSCOPE_RPC_URL: node.url,
    ARBSCOPE_GEYSER_URL: server.url,
  });

  it('serves the blocks that the Geyser server sends', async () => {
    const market = new BackendProcess(options, {
      ...environment(),
      ARBSCOPE_GEYSER_TOKEN: token,
    });
    const client = new HttpMarketClient({ baseUrl: await market.url(), apiKey });
    try {
      assert.match(market.output.join('\n'), /serves geyser at/);
      const signal = new AbortController().signal;
      let newest: number | null = null;
      while (newest !== 103) newest = (await client.arbscope.status({}, { signal })).newest_slot;
      const asked = node.requests.filter(({ method }) => method === 'getBlock');
      assert.deepEqual(
        asked.map(({ params }) => params[0]),
        [100],
      );
      const said = [...market.output, ...market.errors].join('\n');
      assert.ok(!said.includes(token), said);
      if (process.platform === 'linux') {
        assert.ok(!readFileSync(`/proc/${market.child.pid}/cmdline`, 'utf8').includes(token));
      }
      const isWindows = process.platform === 'win32';
      assert.equal(await market.kill('SIGTERM'), isWindows ? 'SIGTERM' : 0);
    } finally {
      await client.close();
      await market.kill();
    }
  });

  it('reports a refused token, and takes blocks from the node meanwhile', async () => {
    const market = new BackendProcess(options, {
      ...environment(),
      ARBSCOPE_GEYSER_TOKEN: 'another-token-0123456789',
    });
    const client = new HttpMarketClient({ baseUrl: await market.url(), apiKey });
    try {
      const signal = new AbortController().signal;
      let message = '';
      while (!message.includes('token refused')) {
        message = (await client.arbscope.status({}, { signal })).message ?? '';
      }
      assert.match(message, /Blocks come from the RPC URL; Geyser is tried again later/);
      assert.ok(![message, ...market.output, ...market.errors].join().includes('another-token'));
    } finally {
      await client.close();
      await market.kill();
    }
  });

  it('reports options that are missing, wrong or for another source', async () => {
    for (const [more, words] of [
      [{ ARBSCOPE_GEYSER_URL: '' }, /requires --geyser-url URL, or the URL in ARBSCOPE_GEYSER_URL/],
      [{ ARBSCOPE_RPC_URL: '' }, /--source geyser requires --rpc-url URL/],
      [{ ARBSCOPE_GEYSER_URL: `https://node.example/${token}` }, /must have no path/],
      [{ ARBSCOPE_GEYSER_URL: 'http://node.example' }, /Geyser URL must start with https/],
      [{ ARBSCOPE_GEYSER_TOKEN: 'a token' }, /token must be printable ASCII/],
    ] as const) {
      const refused = new BackendProcess(options, { ...environment(), ...more });
      assert.notEqual(await refused.ended, 0);
      assert.match(refused.errors.join('\n'), words);
      assert.ok(!refused.errors.join('\n').includes(token));
    }
    const mixed = new BackendProcess(
      ['serve', '--source', 'rpc', '--port', '0', '--geyser-url', server.url],
      environment(),
    );
    assert.notEqual(await mixed.ended, 0);
    assert.match(mixed.errors.join('\n'), /--geyser-url requires --source geyser/);
  });
});
