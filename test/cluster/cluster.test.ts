import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { findClickHouse } from '../../scripts/test/findClickHouse.ts';
import { MarketError } from '../../src/api/marketError.ts';
import type { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { ClickHouseReader } from '../../src/engine/store/clickhouse/clickHouseReader.ts';
import { ClickHouseWriter } from '../../src/engine/store/clickhouse/clickHouseWriter.ts';
import { parseClickHouseUrl } from '../../src/engine/store/clickhouse/database/clickHouseUrl.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { rounded } from '../clickhouse/rounded.ts';
import { arbitrageSignatures } from '../contract/arbitrageSignatures.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { ClickHouseCluster, type ClusterServer } from './clickHouseCluster.ts';
import { type ChainBlock, knowsSlot, listsAll, makeChain, TeamOnCluster } from './teamOnCluster.ts';

const programs = await findClickHouse();
const skip = typeof programs === 'string' ? programs : false;
/** Debian's server of 2018 lacks this. */
const skipOnDebian =
  typeof programs !== 'string' && programs.kind === 'debian'
    ? `window functions need a current ClickHouse, not ${programs.version}`
    : false;

const kept = '&days=forever&rollup_days=forever';
const everything = { fromSeconds: 0, toSeconds: 4_000_000_000 };

describe('A ClickHouse cluster of two shards with two replicas each', {
  ...suiteLimit,
  skip,
}, () => {
  let cluster: ClickHouseCluster;
  let chain: ChainBlock[];
  let teams: TeamOnCluster[] = [];

  before(async () => {
    if (typeof programs === 'string') return;
    cluster = await ClickHouseCluster.start(programs);
    chain = await makeChain(80);
  });
  afterEach(async () => {
    await Promise.all(teams.map((team) => team.close()));
    teams = [];
  });
  after(() => cluster?.stop());

  async function openTeam(database: string): Promise<TeamOnCluster> {
    const team = new TeamOnCluster(cluster, database);
    teams.push(team);
    await team.listen();
    return team;
  }

  function rowsOnEach({ database }: TeamOnCluster, table: string): Promise<number[]> {
    return Promise.all(
      cluster.servers.map((server) => countOn(server, `${database}.${table}_local`)),
    );
  }

  async function bothReplicasHaveTheSame(team: TeamOnCluster): Promise<void> {
    for (const table of ['blocks', 'transactions', 'credits', 'stops', 'tips', 'trades']) {
      let [first, second, third, fourth] = await rowsOnEach(team, table);
      while (first !== second || third !== fourth) {
        [first, second, third, fourth] = await rowsOnEach(team, table);
      }
      assert.ok((first ?? 0) > 0 && (third ?? 0) > 0, `${table} is on both shards`);
    }
  }

  /** Repeats requests until the work is done; each must succeed, and at least one must run. */
  async function answersWhile(client: HttpMarketClient, work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    let answers = 0;
    while (!isOver) {
      const { tokens } = await client.service.finder({ tokensMint: [wrappedSolMint] });
      assert.ok(tokens.length > 0);
      answers += 1;
    }
    await over;
    assert.ok(answers > 0);
  }

  it('has each block of two ingesters once, over both shards, and all servers respond alike', async () => {
    const team = await openTeam('two_ingesters');
    team.addBlocks(chain.slice(0, 40));
    const ingesters = [team.ingest(cluster.server(1, 1)), team.ingest(cluster.server(2, 2))];
    await Promise.all(ingesters.map((each) => each.line(/caught up/)));
    const clients = [
      await team.serve(cluster.server(1, 2)),
      await team.serve(cluster.server(2, 1)),
    ];
    for (const client of clients) await listsAll(client, chain.slice(0, 40));
    team.addBlocks(chain.slice(40, 60));
    for (const client of clients) await listsAll(client, chain.slice(0, 60));
    const finders = await Promise.all(
      clients.map((client) => client.service.finder({ tokensMint: [wrappedSolMint] })),
    );
    assert.deepEqual(rounded(finders[0]?.tokens), rounded(finders[1]?.tokens));
    await bothReplicasHaveTheSame(team);
  });

  it('loses and doubles no block if the server that an ingester writes to is killed', async () => {
    const team = await openTeam('killed_in_ingest');
    const killed = cluster.server(1, 1);
    team.addBlocks(chain.slice(0, 20));
    const ingester = team.ingest(killed);
    await ingester.line(/caught up/);
    const client = await team.serve(killed);
    await listsAll(client, chain.slice(0, 20));
    let next = 20;
    const { promise: isKilled, resolve: tell, reject } = Promise.withResolvers<void>();
    team.node.onRequest = ({ method }) => {
      if (method !== 'getSlot' || next === 60) return;
      // Adds blocks while the chain is read.
      team.addBlocks(chain.slice(next, next + 5));
      next += 5;
      if (next === 30) killed.kill().then(tell, reject);
    };
    await isKilled;
    await answersWhile(client, knowsSlot(client, chain[59]?.slot ?? 0));
    await listsAll(client, chain.slice(0, 60));
    team.node.onRequest = () => undefined;
    await killed.start();
    team.addBlocks(chain.slice(60));
    await listsAll(client, chain);
    await listsAll(await team.serve(killed), chain);
    await bothReplicasHaveTheSame(team);
  });

  it('accepts a new ingester and a new server while a server is down', async () => {
    const team = await openTeam('started_without');
    team.addBlocks(chain.slice(0, 10));
    const first = team.ingest(cluster.server(1, 1));
    await first.line(/caught up/);
    assert.equal(await first.kill('SIGTERM'), 0);
    const down = cluster.server(2, 1);
    await down.kill();
    team.addBlocks(chain.slice(10, 20));
    // The address lists the killed server first.
    await team.ingest(down).line(/caught up/);
    await listsAll(await team.serve(down), chain.slice(0, 20));
    await down.start();
    await bothReplicasHaveTheSame(team);
  });

  it('responds to every request while a server is killed and restarted', async () => {
    const team = await openTeam('killed_in_reads');
    team.addBlocks(chain);
    await team.ingest(cluster.server(1, 1)).line(/caught up/);
    const killed = cluster.server(2, 2);
    const client = await team.serve(killed);
    await listsAll(client, chain);
    const before = await client.service.finder({ tokensMint: [wrappedSolMint] });
    await answersWhile(
      client,
      (async () => {
        await killed.kill();
        await listsAll(client, chain);
        await killed.start();
        await listsAll(client, chain);
      })(),
    );
    const afterwards = await client.service.finder({ tokensMint: [wrappedSolMint] });
    assert.deepEqual(rounded(afterwards.tokens), rounded(before.tokens));
  });

  it('has a block once, however often it is written', async () => {
    const team = await openTeam('written_again');
    const target = parseClickHouseUrl(team.storeAt(cluster.server(1, 1)) + kept);
    const other = parseClickHouseUrl(team.storeAt(cluster.server(2, 1)) + kept);
    const source = { kind: 'rpc', chain: '' } as const;
    const options = { writeIntervalMilliseconds: 0 };
    // Neither knows the queue of the other.
    const writers = [
      await ClickHouseWriter.open(target, source, options),
      await ClickHouseWriter.open(other, source, options),
    ];
    for (const writer of writers) {
      for (const { slot, block } of chain.slice(0, 10)) await writer.add(decodeBlock(slot, block));
    }
    await Promise.all(writers.map((writer) => writer.flush()));
    for (const writer of writers) await writer.close();
    const again = await ClickHouseWriter.open(target, source, options);
    for (const { slot, block } of chain.slice(0, 10)) await again.add(decodeBlock(slot, block));
    await again.close();
    const reader = await ClickHouseReader.open(other);
    const { transactions } = await reader.thresholdTotals({ window: everything });
    assert.equal(transactions, chain.slice(0, 10).flatMap(({ arbitrages }) => arbitrages).length);
    assert.equal(reader.blockCount, 10);
    await reader.close();
  });

  it('shows either a fork or its replacement, never both or neither', async () => {
    const team = await openTeam('forks');
    team.addBlocks(chain.slice(0, 10));
    const ingester = team.ingest(cluster.server(1, 1));
    await ingester.line(/caught up/);
    const client = await team.serve(cluster.server(2, 1));
    await listsAll(client, chain.slice(0, 10));
    await ingester.kill();
    const target = parseClickHouseUrl(team.storeAt(cluster.server(1, 2)));
    const writer = await ClickHouseWriter.open(target, { kind: 'rpc', chain: '' });
    const [replaced, by] = [chain[4], chain[30]];
    assert.ok(replaced !== undefined && by !== undefined);
    await writer.add(
      decodeBlock(replaced.slot, { ...by.block, blockTime: replaced.block.blockTime ?? null }),
    );
    await writer.close();
    const sorted = (blocks: readonly ChainBlock[]): string =>
      JSON.stringify(blocks.flatMap(({ arbitrages }) => arbitrages).toSorted());
    const former = chain.slice(0, 10);
    const expected = sorted(former.map((block) => (block === replaced ? by : block)));
    let listed = sorted(former);
    // Servers refresh every second.
    while (listed !== expected) {
      assert.equal(listed, sorted(former));
      listed = JSON.stringify(await arbitrageSignatures(client));
    }
  });

  it('continues while the server that an ingester writes to hangs, and syncs it afterwards', async () => {
    const team = await openTeam('slow');
    const slow = cluster.server(1, 2);
    team.addBlocks(chain.slice(0, 20));
    await team.ingest(slow).line(/caught up/);
    const client = await team.serve(slow);
    await listsAll(client, chain.slice(0, 20));
    slow.pause();
    try {
      team.addBlocks(chain.slice(20, 40));
      await listsAll(client, chain.slice(0, 40));
    } finally {
      slow.resume();
    }
    team.addBlocks(chain.slice(40));
    await listsAll(client, chain);
    await bothReplicasHaveTheSame(team);
  });

  it('reports a shard without replicas, and continues when one is back', async () => {
    const team = await openTeam('no_replica');
    team.addBlocks(chain.slice(0, 20));
    await team.ingest(cluster.server(1, 1)).line(/caught up/);
    const client = await team.serve(cluster.server(1, 2));
    await listsAll(client, chain.slice(0, 20));
    const target = parseClickHouseUrl(team.storeAt(cluster.server(1, 1)));
    const reader = await ClickHouseReader.open(target);
    const lost = [cluster.server(2, 1), cluster.server(2, 2)];
    await Promise.all(lost.map((server) => server.kill()));
    await assert.rejects(
      reader.thresholdTotals({ window: everything }),
      (error) => MarketError.is(error, 'service-failing') && /shard/.test(error.message),
    );
    team.addBlocks(chain.slice(20, 30));
    await Promise.all(lost.map((server) => server.start()));
    await listsAll(client, chain.slice(0, 30));
    await reader.close();
  });

  it('ranks wallets over all shards', { skip: skipOnDebian }, async () => {
    const team = await openTeam('ranked');
    team.addBlocks(chain);
    await team.ingest(cluster.server(1, 1)).line(/caught up/);
    const client = await team.serve(cluster.server(2, 1));
    await listsAll(client, chain);
    const { wallets } = await client.arbscope.walletRanking({ limit: 5 });
    assert.ok(wallets.length > 0);
  });
});

async function countOn(server: ClusterServer, table: string): Promise<number> {
  const response = await fetch(`http://${server.host}/`, {
    method: 'POST',
    body: `SELECT count() FROM ${table}`,
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return Number(text);
}
