import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { BackendProcess } from './backendProcess.ts';

const apiKey = 'contract-key-0123456789';
const secret = 'rpc-url-secret-0123';

describe('The engine served from a node', suiteLimit, () => {
  const double = new FakeRpcNode(`/${secret}`);
  let market: BackendProcess;
  let client: HttpMarketClient;

  before(async () => {
    const rpcUrl = await double.listen();
    const blocks = await sandboxBlocks(3);
    const now = Math.floor(Date.now() / 1_000);
    blocks.forEach((block, index) => {
      double.add(100 + index, { ...block, blockTime: now - 3 + index });
    });
    market = new BackendProcess(['serve', '--source', 'rpc', '--port', '0'], {
      ARBSCOPE_API_KEY: apiKey,
      ARBSCOPE_RPC_URL: rpcUrl,
    });
    client = new HttpMarketClient({ baseUrl: await market.url(), apiKey });
  });
  after(async () => {
    await client?.close();
    await market?.kill();
    await double.close();
  });

  it('serves the newest block and later ones', async () => {
    const asked = Promise.withResolvers<void>();
    // The next `getSlot` shows that the newest block was indexed.
    double.onRequest = ({ method }) => {
      if (method === 'getSlot' && double.countOf('getBlock') > 0) asked.resolve();
    };
    await asked.promise;
    const blocks = double.requests.filter(({ method }) => method === 'getBlock');
    assert.deepEqual(
      blocks.map(({ params }) => params[0]),
      [102],
    );
    const found = await client.service.finder({ tokensMint: [wrappedSolMint] });
    assert.ok(found.fees.transactions >= 0);
  });

  it('keeps the key of the URL out of its output and its command line', async () => {
    double.isDown = true;
    await market.line(/retrying/i);
    double.isDown = false;
    await market.line(/status: following/);
    const said = [...market.output, ...market.errors].join('\n');
    assert.match(said, /serves rpc at/);
    assert.ok(!said.includes(secret), said);
    if (process.platform === 'linux') {
      assert.ok(!readFileSync(`/proc/${market.child.pid}/cmdline`, 'utf8').includes(secret));
    }
  });

  it('reports that it is starting until its node has responded', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const told = Promise.withResolvers<void>();
    double.gate = told.promise;
    const early = new BackendProcess(['serve', '--source', 'rpc', '--port', String(port)], {
      ARBSCOPE_API_KEY: apiKey,
      ARBSCOPE_RPC_URL: double.url,
    });
    try {
      const ask = () =>
        fetch(`http://127.0.0.1:${port}/tokens/infos?token=${wrappedSolMint}`, {
          headers: { 'x-api-key': apiKey },
        });
      // Connections are refused until it listens, which is before the node responds.
      let first: Response | null = null;
      while (first === null) first = await ask().catch(() => null);
      assert.equal(first.status, 503);
      assert.ok(first.headers.get('retry-after'));
      await first.text();
      told.resolve();
      await early.url();
      assert.equal((await ask()).status, 200);
    } finally {
      told.resolve();
      await early.kill();
    }
  });

  it('starts at the given slot with the given commitment', async () => {
    const before = double.requests.length;
    const options = ['--backfill-hours', '1', '--commitment', 'finalized', '--keep-hours', '2'];
    const other = new BackendProcess(['serve', '--source', 'rpc', '--port', '0', ...options], {
      ARBSCOPE_API_KEY: apiKey,
      ARBSCOPE_RPC_URL: double.url,
    });
    const asked = Promise.withResolvers<void>();
    double.onRequest = ({ method, params }) => {
      if (method === 'getBlock' && params[0] === 100) asked.resolve();
    };
    try {
      await asked.promise;
      const requests = JSON.stringify(double.requests.slice(before));
      assert.match(requests, /"getBlock","params":\[100,\{[^}]*"commitment":"finalized"/);
    } finally {
      await other.kill();
    }
  });

  it('reports options that conflict or are out of range', async () => {
    for (const [options, words] of [
      [['--source', 'sandbox', '--commitment', 'finalized'], /--commitment requires --source rpc/],
      [['--source', 'rpc', '--commitment', 'processed'], /confirmed or finalized/],
      [
        ['--source', 'recorded', '--path', '.', '--backfill-hours', '1'],
        /--backfill-hours requires --source sandbox, rpc, or geyser/,
      ],
      [['--source', 'rpc', '--backfill-hours', '25'], /--backfill-hours must be .* 0 to 24/],
      [['--source', 'recorded', '--seed', '1', '--path', '.'], /--seed requires --source sandbox/],
      [['--source', 'recorded', '--keep-hours', '1', '--path', '.'], /--keep-hours does not go/],
      [
        ['--source', 'recorded', '--keep-totals-days', '9', '--path', '.'],
        /--keep-totals-days does not go/,
      ],
      [['--keep-totals-days', '0'], /--keep-totals-days must be a whole number from 1 to 3660/],
      [['--keep-hours', '0'], /--keep-hours must be a whole number from 1 to 168/],
    ] as const) {
      const refused = new BackendProcess(['serve', '--port', '0', ...options], {
        ARBSCOPE_RPC_URL: double.url,
      });
      assert.notEqual(await refused.ended, 0);
      assert.match(refused.errors.join('\n'), words);
    }
  });

  it('reports missing or wrong options without repeating them', async () => {
    for (const environment of [{}, { ARBSCOPE_RPC_URL: `http://node.example/${secret}` }]) {
      const refused = new BackendProcess(['serve', '--source', 'rpc', '--port', '0'], environment);
      assert.notEqual(await refused.ended, 0);
      assert.match(refused.errors.join('\n'), /ARBSCOPE_RPC_URL|RPC URL must start with https/);
      assert.ok(!refused.errors.join('\n').includes(secret));
    }
  });
});
