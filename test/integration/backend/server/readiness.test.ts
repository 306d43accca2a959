// Alone in its process: it changes the monotonic clock.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { before, describe, it, type TestContext } from 'node:test';
import { serveCommand } from '../../../../src/backend/commands/serve.ts';
import type { RpcBlock } from '../../../../src/engine/decode/rpcBlock.ts';
import { FakeRpcNode } from '../../../fakeRpcNode.ts';
import { suiteLimit } from '../../../suiteLimit.ts';
import { emptyBlock, sandboxBlocks } from '../../../unit/engine/sources/rpcSupport.ts';

const apiKey = 'readiness-0123456789';
const nodeKey = 'abcd-secret-key-0123';

interface Readiness {
  readonly status: number;
  readonly text: string;
  readonly message?: string;
  readonly left_out_last_hour?: { readonly blocks: number; readonly newest_reason: string | null };
}

describe('Over a node, /readyz of serve', suiteLimit, () => {
  let unreadable: RpcBlock;
  before(async () => {
    const [block] = await sandboxBlocks(1);
    assert.ok(block !== undefined);
    const transactions = block.transactions.map((entry) => ({
      ...entry,
      meta: entry.meta && { ...entry.meta, innerInstructions: null, logMessages: null },
    }));
    unreadable = { ...block, transactions };
  });

  async function serveNode(context: TestContext) {
    const node = new FakeRpcNode(`/v2/${nodeKey}`);
    const url = await node.listen();
    context.after(() => node.close());
    const add = (slot: number, block: RpcBlock = emptyBlock(slot)) =>
      node.add(slot, { ...block, blockTime: Math.floor(Date.now() / 1_000) });
    add(1);
    const stop = new AbortController();
    const stdout = new PassThrough();
    const ended = serveCommand('1').run(['--port', '0', '--source', 'rpc'], {
      stdout,
      stderr: new PassThrough().resume(),
      environment: { ARBSCOPE_API_KEY: apiKey, ARBSCOPE_RPC_URL: url },
      signal: stop.signal,
    });
    context.after(async () => {
      stop.abort();
      await ended;
    });
    const [line] = (await once(stdout, 'data')) as [Buffer];
    const served = `${line}`.trim().replace(/.* at /, '');
    const get = async (path: string) =>
      await (await fetch(`${served}${path}`, { headers: { 'x-api-key': apiKey } })).text();
    const readiness = async (): Promise<Readiness> => {
      const response = await fetch(`${served}/readyz`);
      const text = await response.text();
      return { ...JSON.parse(text), status: response.status, text };
    };
    const until = async (isWanted: (answer: Readiness) => boolean): Promise<Readiness> => {
      for (;;) {
        const answer = await readiness();
        if (isWanted(answer)) return answer;
      }
    };
    const indexed = async (slot: number) => {
      while (JSON.parse(await get('/arbscope/status')).newest_slot !== slot);
    };
    return { node, add, get, indexed, readiness, until };
  }

  it('counts the blocks left out, without the node’s origin and key', async (context) => {
    const { node, add, indexed, readiness, until } = await serveNode(context);
    await indexed(1);
    const { left_out_last_hour: none } = await readiness();
    assert.deepEqual(none, { blocks: 0, newest_reason: null });
    add(2, unreadable);
    const { status, text, left_out_last_hour } = await until(
      (answer) => answer.left_out_last_hour?.blocks !== 0,
    );
    assert.equal(status, 200);
    assert.deepEqual(left_out_last_hour, {
      blocks: 1,
      newest_reason: 'most transactions of the block are unreadable',
    });
    assert.ok(!text.includes(nodeKey) && !text.includes(new URL(node.url).host), text);
  });

  it('returns 503 after two minutes without a new block, until one arrives', async (context) => {
    const { add, get, indexed, readiness, until } = await serveNode(context);
    await indexed(1);
    // It does not count as new; once it is left out, the block before it has been counted.
    add(2, unreadable);
    const leftOut = await until((answer) => answer.left_out_last_hour?.blocks !== 0);
    assert.equal(leftOut.status, 200);
    const now = performance.now.bind(performance);
    const clock = context.mock.method(performance, 'now', () => now() + 121_000);
    const { status, message } = await readiness();
    assert.match(message ?? '', /^No new block for \d{3} s$/);
    assert.equal(status, 503);
    const shown = JSON.parse(await get('/arbscope/status'));
    assert.ok(shown.seconds_since_block >= 121, `${shown.seconds_since_block}`);
    const metrics = await get('/metrics');
    assert.match(metrics, /^arbscope_ready 0$/m);
    assert.ok(Number(/^arbscope_seconds_since_block (\d+)$/m.exec(metrics)?.[1]) >= 121, metrics);
    add(3);
    await until((answer) => answer.status === 200);
    assert.match(await get('/metrics'), /^arbscope_ready 1$/m);
    clock.mock.restore();
  });
});
