import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ChdbServer } from '../../scripts/cluster/chdbServer.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { arbitrageSignatures } from '../contract/arbitrageSignatures.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import { contractKey, ServeProcess } from '../contract/serveProcess.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { openConnection, skipWithoutChdb } from './chdb.ts';

import { rounded } from './rounded.ts';

const historyBlocks = 40;
const allBlocks = 80;
const firstSlot = 100;
const secret = 'rpc-url-secret-0123';

describe('Two ingesters and two servers over one ClickHouse store', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  const node = new FakeRpcNode(`/${secret}`);
  const blocks: {
    readonly slot: number;
    readonly add: () => void;
    readonly arbitrages: string[];
  }[] = [];
  let database: ChdbServer;
  let store = '';
  let url = '';
  let ingesters: BackendProcess[] = [];
  let servers: ServeProcess[] = [];
  let clients: HttpMarketClient[] = [];

  const ingest = (): BackendProcess =>
    new BackendProcess(['ingest', '--store', store, '--source', 'rpc', '--backfill-hours', '1'], {
      ARBSCOPE_RPC_URL: url,
    });

  before(async () => {
    database = new ChdbServer(openConnection());
    store = `clickhouse://127.0.0.1:${await database.listen()}/market`;
    url = await node.listen();
    const now = Math.floor(Date.now() / 1_000);
    for (const [index, block] of (await sandboxBlocks(allBlocks)).entries()) {
      const slot = firstSlot + index;
      const timed = { ...block, blockTime: now - allBlocks + index };
      const { records } = decodeBlock(slot, timed);
      const found = records.filter(({ type }) => type === 'arbitrage');
      blocks.push({
        slot,
        add: () => node.add(slot, timed),
        arbitrages: found.map(({ signature }) => signature),
      });
    }
    for (const { add } of blocks.slice(0, historyBlocks)) add();
    ingesters = [ingest(), ingest()];
    await Promise.all(ingesters.map((each) => each.line(/caught up/)));
    servers = [
      await ServeProcess.open(['--store', store]),
      await ServeProcess.open(['--store', store]),
    ];
    clients = servers.map(
      ({ url: baseUrl }) => new HttpMarketClient({ baseUrl, apiKey: contractKey }),
    );
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(ingesters.map((each) => each.kill()));
    await node.close();
    await database.close();
  });

  async function haveAll(count: number): Promise<void> {
    const expected = blocks.slice(0, count).flatMap(({ arbitrages }) => arbitrages);
    assert.ok(expected.length > count);
    const newest = firstSlot + count - 1;
    for (const client of clients) {
      let { newest_slot: slot } = await client.arbscope.status({});
      while (slot !== newest) ({ newest_slot: slot } = await client.arbscope.status({}));
      assert.deepEqual(await arbitrageSignatures(client), expected.toSorted());
    }
    const finders = await Promise.all(
      clients.map((client) => client.service.finder({ tokensMint: [wrappedSolMint] })),
    );
    assert.deepEqual(rounded(finders[0]?.tokens), rounded(finders[1]?.tokens));
    assert.ok((finders[0]?.tokens.length ?? 0) > 0);
  }

  it('have each block once, and respond alike', async () => {
    await haveAll(historyBlocks);
  });

  it('lose and double no block when an ingester is killed while blocks arrive', async () => {
    const [first] = ingesters;
    let next = historyBlocks;
    const killAt = historyBlocks + 15;
    const { promise: isKilled, resolve: tell } = Promise.withResolvers<void>();
    node.onRequest = ({ method }) => {
      // Adds blocks while the chain is read.
      if (method === 'getSlot' && next < historyBlocks + 30) blocks[next++]?.add();
      if (next === killAt && first?.child.kill('SIGKILL') === true) tell();
    };
    await isKilled;
    await haveAll(historyBlocks + 30);
    node.onRequest = () => undefined;
  });

  it('get the remaining blocks from a restarted ingester after the other one stops', async () => {
    const [, second] = ingesters;
    assert.equal(await second?.kill('SIGTERM'), 0);
    for (const { add } of blocks.slice(historyBlocks + 30)) add();
    ingesters = [ingest()];
    await haveAll(allBlocks);
  });
});
