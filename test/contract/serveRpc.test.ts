import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { wrappedSolMint } from '../../src/solana/knownMints.ts';
import { RpcDouble } from '../rpcDouble.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { MarketProcess } from './marketProcess.ts';

const apiKey = 'contract-key-0123456789';
const secret = 'rpc-url-secret-0123';

describe('The engine served from a node', { timeout: 60_000 }, () => {
  const double = new RpcDouble(`/${secret}`);
  let market: MarketProcess;
  let client: HttpMarketClient;

  before(async () => {
    const rpcUrl = await double.listen();
    const blocks = await sandboxBlocks(3);
    const now = Math.floor(Date.now() / 1_000);
    blocks.forEach((block, index) => {
      double.add(100 + index, { ...block, blockTime: now - 3 + index });
    });
    market = new MarketProcess(['serve', '--source', 'rpc', '--port', '0'], {
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

  it('answers from the newest block on', async () => {
    const asked = Promise.withResolvers<void>();
    // The node is asked for its newest slot again when the newest block is taken in.
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
    await market.line(/Trying again/);
    double.isDown = false;
    await market.line(/status: following/);
    const said = [...market.output, ...market.errors].join('\n');
    assert.match(said, /serves rpc at/);
    assert.ok(!said.includes(secret), said);
    if (process.platform === 'linux') {
      assert.ok(!readFileSync(`/proc/${market.child.pid}/cmdline`, 'utf8').includes(secret));
    }
  });

  it('says what is missing or wrong, without repeating it', async () => {
    for (const environment of [{}, { ARBSCOPE_RPC_URL: `http://node.example/${secret}` }]) {
      const refused = new MarketProcess(['serve', '--source', 'rpc', '--port', '0'], environment);
      assert.notEqual(await refused.ended, 0);
      assert.match(refused.errors.join('\n'), /ARBSCOPE_RPC_URL|RPC URL must begin with https/);
      assert.ok(!refused.errors.join('\n').includes(secret));
    }
  });
});
