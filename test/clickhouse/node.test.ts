import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ChdbServer } from '../../scripts/cluster/chdbServer.ts';
import { MarketError } from '../../src/api/marketError.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { tokenProgram } from '../../src/solana/knownPrograms.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import { FakeLandingNode, testBlockhash } from '../contract/fakeLandingServers.ts';
import { contractKey, ServeProcess } from '../contract/serveProcess.ts';
import { signedArbitrage } from '../fixtures/signedArbitrage.ts';
import { wallet } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { simulationOf } from '../unit/engine/operations/arbscope/replayingNode.ts';
import { block } from '../unit/engine/syntheticBlocks.ts';
import { openConnection, skipWithoutChdb, TestServer } from './chdb.ts';

const chain = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

/** A mint without authorities: supply 5,000,000 in the smallest unit, six decimals. */
function mintAccount(): { owner: string; lamports: number; data: [string, 'base64'] } {
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(5_000_000n, 36);
  data.set([6, 1], 44);
  return { owner: tokenProgram, lamports: 1, data: [data.toString('base64'), 'base64'] };
}

describe('A server over a ClickHouse store', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  const node = new FakeLandingNode();
  const database = new ChdbServer(openConnection());
  const stored = new TestServer();
  let store = '';
  let transaction = '';
  const started: ServeProcess[] = [];
  const clients: HttpMarketClient[] = [];

  async function serve(args: readonly string[], environment = {}): Promise<HttpMarketClient> {
    const server = await ServeProcess.open(['--store', store, ...args], environment);
    started.push(server);
    const client = new HttpMarketClient({
      baseUrl: server.url,
      landingUrl: server.url,
      apiKey: contractKey,
    });
    clients.push(client);
    return client;
  }
  const land = (client: HttpMarketClient) =>
    client.service.landTransaction({
      ...{ jsonrpc: '2.0', id: 7, method: 'sendTransaction' },
      params: [transaction, { frontRunningProtection: false }],
    });

  before(async () => {
    await node.listen();
    node.answers.set('getMultipleAccounts', ([addresses]) => ({
      context: { slot: 50 },
      value: (addresses as string[]).map((_, at) => (at === 0 ? mintAccount() : null)),
    }));
    store = `clickhouse://127.0.0.1:${await database.listen()}/${stored.target.database}`;
    const writer = await stored.openWriter({}, { kind: 'rpc', chain: '' });
    await writer.confirmChain(chain);
    await writer.add(block({ slot: 100, blockTimeSeconds: Math.floor(Date.now() / 1_000) }));
    await writer.close();
    const payer = await wallet(1);
    const { bytes, meta } = await signedArbitrage(payer, testBlockhash);
    node.answers.set('simulateTransaction', () => ({
      context: { slot: 50 },
      value: simulationOf(meta),
    }));
    transaction = Buffer.from(bytes).toString('base64');
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(started.map((server) => server.stop()));
    await node.close();
    await database.close();
  });

  it('with a node lands, simulates and reads tokens, without reading its blocks', async () => {
    const client = await serve(['--source', 'rpc'], { ARBSCOPE_RPC_URL: node.url });
    assert.ok((await client.arbscope.status({})).offers.includes('simulate'));
    const { result } = await land(client);
    assert.ok(result.signature.length > 80);
    assert.deepEqual(node.sent, [transaction]);
    const simulation = await client.arbscope.simulate({ transactions: [transaction] });
    assert.deepEqual([simulation.network, simulation.transactions.length], ['devnet', 1]);
    const mint = (await wallet(2)).address;
    const token = await client.service.tokenInfo({ token: mint });
    assert.deepEqual([token.decimals, token.authorities.mint], [6, null]);
    const indexing = node.methods.filter((method) => /^get(Slot|Block|Blocks)$/.test(method));
    assert.deepEqual(indexing, []);
  });

  it('without a node explains how to start with one', async () => {
    const client = await serve([]);
    assert.ok(!(await client.arbscope.status({})).offers.includes('simulate'));
    const isAdvised = (error: unknown) =>
      MarketError.is(error) && /--source rpc/.test(error.message);
    await assert.rejects(land(client), isAdvised);
    const body = JSON.stringify({ transactions: [transaction] });
    const simulated = await started.at(-1)?.requestWithBody('/arbscope/simulate', body, 'POST');
    assert.match(simulated?.body ?? '', /This server has no node. Start it with --source rpc/);
  });

  it('does not start with a node of another chain', async () => {
    const other = new FakeLandingNode();
    await other.listen();
    other.answers.set('getGenesisHash', () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
    const process = new BackendProcess(
      ['serve', '--port', '0', '--store', store, '--source', 'rpc'],
      { ARBSCOPE_API_KEY: contractKey, ARBSCOPE_RPC_URL: other.url },
    );
    try {
      await process.line(/contains blocks of/);
    } finally {
      await process.kill();
      await other.close();
    }
  });

  it('responds from its store while its node is down', async () => {
    const down = new FakeLandingNode();
    await down.listen();
    const { url } = down;
    await down.close();
    const client = await serve(['--source', 'rpc'], { ARBSCOPE_RPC_URL: url });
    assert.equal((await client.arbscope.status({})).newest_slot, 100);
    await started.at(-1)?.process.line(/The node cannot be used/);
  });
});
