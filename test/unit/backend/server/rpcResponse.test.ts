import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handleRpcBody, maxRpcBatchBytes } from '../../../../src/backend/server/rpcResponse.ts';

test('A JSON-RPC batch has a bounded response, and lets other requests run meanwhile', async () => {
  let calls = 0;
  let others = 0;
  const rpc = async () => {
    calls += 1;
    setImmediate(() => {
      others += 1;
    });
    return 'x'.repeat(1024 * 1024);
  };
  const batch = Array.from({ length: 100 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'getBlocks',
  }));
  const text = (await handleRpcBody(rpc, batch, () => undefined)) ?? '';
  assert.ok(text.length < maxRpcBatchBytes + 64 * 1024, `${text.length} bytes`);
  assert.ok(calls < 12, `${calls} requests ran`);
  assert.ok(others > 5, `${others} others ran`);
  const responses = JSON.parse(text) as { id: number; error?: { message: string } }[];
  assert.deepEqual(
    responses.map(({ id }) => id),
    batch.map(({ id }) => id),
  );
  assert.match(responses.at(-1)?.error?.message ?? '', /exceed 8 MiB; send fewer requests/);
});
