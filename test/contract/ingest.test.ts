// Only in test:all: it kills ingesters.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { arbitrageSignatures } from './arbitrageSignatures.ts';
import { BackendProcess } from './backendProcess.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const blockCount = 40;
const firstSlot = 100;
const lastSlot = firstSlot + blockCount - 1;
const secret = 'rpc-url-secret-0123';

describe('The ingest command', suiteLimit, () => {
  const node = new FakeRpcNode(`/${secret}`);
  let folder = '';
  let url = '';
  const arbitrages: string[] = [];

  before(async () => {
    // A store's folder must not be writable by other users.
    folder = await mkdtemp(join(tmpdir(), 'arbscope-ingest-'));
    url = await node.listen();
    const now = Math.floor(Date.now() / 1_000);
    for (const [index, block] of (await sandboxBlocks(blockCount)).entries()) {
      const slot = firstSlot + index;
      node.add(slot, { ...block, blockTime: now - blockCount + index });
      const records = decodeBlock(slot, block).records.filter(({ type }) => type === 'arbitrage');
      arbitrages.push(...records.map(({ signature }) => signature));
    }
    arbitrages.sort();
    assert.ok(arbitrages.length > blockCount);
  });
  after(async () => {
    await node.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ingest = (store: string, ...args: string[]): BackendProcess =>
    new BackendProcess(['ingest', '--store', store, ...args], { ARBSCOPE_RPC_URL: url });
  const following = ['--source', 'rpc', '--backfill-hours', '1'];

  async function readStore(store: string) {
    node.isDown = true;
    const served = await ServeProcess.open(['--store', store], { ARBSCOPE_RPC_URL: url });
    const client = new HttpMarketClient({ baseUrl: served.url, apiKey: contractKey });
    try {
      const { newest_slot } = await client.arbscope.status({});
      return { newestSlot: newest_slot, signatures: await arbitrageSignatures(client) };
    } finally {
      await client.close();
      await served.stop();
      node.isDown = false;
    }
  }

  it('resumes after a kill without missing, duplicate or refetched blocks', async () => {
    const store = join(folder, 'killed.db');
    for (const slot of [firstSlot + 1, firstSlot + 12, firstSlot + 25]) {
      const started = ingest(store, ...following);
      node.onRequest = ({ method, params }) => {
        if (method === 'getBlock' && params[0] === slot) started.child.kill('SIGKILL');
      };
      assert.equal(await started.ended, 'SIGKILL', started.errors.join('\n'));
    }
    node.onRequest = () => undefined;
    const before = node.requests.length;
    const last = ingest(store, ...following);
    await last.line(/caught up/);
    assert.equal(await last.kill('SIGTERM'), 0);
    assert.match(last.output.at(-1) ?? '', new RegExp(`contains \\d+ arb.* slot ${lastSlot}$`));
    const asked = node.requests
      .slice(before)
      .flatMap(({ method, params }) => (method === 'getBlock' ? Number(params[0]) : []));
    // Only blocks that were in flight at the kill are fetched again.
    assert.ok(Math.min(...asked) > firstSlot + 12, String(asked));
    assert.deepEqual(await readStore(store), { newestSlot: lastSlot, signatures: arbitrages });
  });

  it('writes and reports every fetched block when SIGTERM stops it during its start', async () => {
    const store = join(folder, 'stopped.db');
    // Keeps the start from finishing before the signal.
    node.fail('getBlock', { kind: 'silence' }, { slot: firstSlot + 25 });
    const started = ingest(store, ...following);
    node.onRequest = ({ method, params }) => {
      if (method === 'getBlock' && params[0] === firstSlot + 20) started.child.kill('SIGTERM');
    };
    assert.equal(await started.ended, 0, started.errors.join('\n'));
    node.onRequest = () => undefined;
    node.endFaults();
    const last = started.output.at(-1) ?? '';
    const [, count, slot] = /contains (\d+) arb.* up to slot (\d+)$/.exec(last) ?? [];
    assert.ok(slot !== undefined, last);
    const { newestSlot, signatures } = await readStore(store);
    assert.equal(newestSlot, Number(slot));
    assert.equal(signatures.length, Number(count));
    assert.ok(signatures.every((signature) => arbitrages.includes(signature)));
  });

  it('follows another `serve` as its node, and never prints its key', async () => {
    const sandbox = await ServeProcess.openSandbox();
    const store = join(folder, 'sandbox-node.db');
    try {
      const started = new BackendProcess(['ingest', '--store', store, '--source', 'rpc'], {
        ARBSCOPE_RPC_URL: `${sandbox.url}/rpc?api-key=${contractKey}`,
      });
      await started.line(/caught up/);
      assert.equal(await started.kill('SIGTERM'), 0);
      assert.match(started.output.at(-1) ?? '', / up to slot \d+$/);
      const said = [...started.output, ...started.errors].join('\n');
      assert.ok(!said.includes(contractKey), said);
    } finally {
      await sandbox.stop();
    }
  });

  it('exits at the end of a recording, and a second run adds no duplicates', async () => {
    const blocks = join(folder, 'blocks');
    await mkdir(blocks);
    const recorded = await writeRecordedBlocks(blocks);
    const store = join(folder, 'recorded.db');
    for (const args of [['--source', 'recorded', '--path', blocks], [blocks]]) {
      const run = ingest(store, ...args);
      assert.equal(await run.ended, 0, run.errors.join('\n'));
      assert.match(
        run.output.at(-1) ?? '',
        new RegExp(`contains ${recorded.arbitrages.length} arb`),
      );
    }
  });

  it('reports missing or wrong options, and creates no file', async () => {
    const store = join(folder, 'none.db');
    const shared = ['--store', 'clickhouse://127.0.0.1:1/market'];
    for (const [args, words] of [
      [['--source', 'rpc'], /ingest needs --store FILE/],
      [['--source', 'rpc', '--store', ':memory:'], /ingest needs --store FILE/],
      [['--store', store], /ingest needs --source/],
      [['--store', 'other://host/db', '--source', 'rpc'], /--store must be a FILE/],
      [['--store', store, '--source', 'recorded', '--keep-hours', '1', '.'], /--keep-hours does/],
      [['--store', store, '--source', 'sandbox', '--port', '1'], /--port/],
      [['--store', store, '--source', 'rpc', '--from', '2026-01-01'], /--from goes with a click/],
      [
        [...shared, '--source', 'rpc', '--from', '2026-01-01', '--backfill-hours', '1'],
        /--backfill-/,
      ],
      [[...shared, '--source', 'sandbox', '--from', '2026-01-01'], /--from requires --source rpc/],
      [
        ['--store', store, '--source', 'rpc', '--fill-hours', '1'],
        /--fill-hours goes with a click/,
      ],
    ] as const) {
      const refused = new BackendProcess(['ingest', ...args], { ARBSCOPE_RPC_URL: url });
      assert.equal(await refused.ended, 2);
      assert.match(refused.errors[0] ?? '', words);
    }
    const unread = ingest(store);
    assert.equal(await unread.ended, 2);
  });
});
