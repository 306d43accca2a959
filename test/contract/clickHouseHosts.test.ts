import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, it } from 'node:test';
import { MarketError } from '../../src/api/marketError.ts';
import { ClickHouseDatabase } from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import { parseClickHouseUrl } from '../../src/engine/store/clickhouse/database/clickHouseUrl.ts';
import { suiteLimit } from '../suiteLimit.ts';

/** The HTTP interface of one server of a cluster. */
class Replica {
  readonly statements: string[] = [];
  /** The exception that every response reports; null to succeed. */
  failure: { readonly code: number; readonly text: string } | null = null;
  readonly #server: Server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const body = await text(request);
    this.statements.push(`${searchParams.get('query') ?? ''}${body}`);
    if (this.failure === null) {
      response.end(/SELECT/.test(body) ? '["1"]\n' : '');
      return;
    }
    const { code, text: words } = this.failure;
    response.writeHead(500, { 'x-clickhouse-exception-code': `${code}` });
    response.end(`Code: ${code}. DB::Exception: ${words}. (NAME) (version 25.8.1.1)`);
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

describe('A ClickHouse store of several servers', suiteLimit, () => {
  const opened: { replicas: Replica[]; database: ClickHouseDatabase }[] = [];

  async function open(): Promise<{ replicas: Replica[]; database: ClickHouseDatabase }> {
    const replicas = [new Replica(), new Replica()];
    const hosts = await Promise.all(replicas.map((replica) => replica.listen()));
    const target = parseClickHouseUrl(`clickhouse://${hosts.join(',')}/team?cluster=main`);
    const store = { replicas, database: await ClickHouseDatabase.open(target) };
    opened.push(store);
    return store;
  }
  afterEach(async () => {
    for (const { replicas, database } of opened.splice(0)) {
      await database.close();
      await Promise.all(replicas.map((replica) => replica.close()));
    }
  });

  it('queries only its first server while that responds', async () => {
    const { replicas, database } = await open();
    for (let time = 0; time < 3; time += 1) {
      assert.deepEqual(await database.query('SELECT 1'), [['1']]);
    }
    assert.deepEqual(
      replicas.map(({ statements }) => statements.length),
      [3, 0],
    );
  });

  it('fails over to the next server when the first one is down', async () => {
    const { replicas, database } = await open();
    await database.query('SELECT 1');
    await replicas[0]?.close();
    assert.deepEqual(await database.query('SELECT 1'), [['1']]);
    assert.deepEqual(await database.query('SELECT 1'), [['1']]);
    assert.equal(replicas[1]?.statements.length, 2);
  });

  it('restarts a write at the next server after losing one, without duplicate rows', async () => {
    const { replicas, database } = await open();
    await replicas[0]?.close();
    let attempts = 0;
    const write = () => {
      attempts += 1;
      return database.insert('names', ['id'], [[`${attempts}`]]);
    };
    await assert.rejects(write(), (error) => MarketError.is(error, 'unreachable'));
    await database.writeAnew(write);
    assert.equal(replicas[1]?.statements.length, 1);
    assert.match(replicas[1]?.statements[0] ?? '', /\["2"\]/);
  });

  it('writes without a quorum when too few replicas are alive', async () => {
    const { replicas, database } = await open();
    const [replica] = replicas;
    assert.ok(replica !== undefined);
    replica.failure = { code: 285, text: 'Number of alive replicas (1) is less than quorum (2)' };
    let attempts = 0;
    await database.writeAnew(() => {
      attempts += 1;
      if (attempts === 2) replica.failure = null;
      return database.insert('names', ['id'], [['1']]);
    });
    assert.equal(attempts, 2);
  });

  it('reports a shard without a replica, even while other servers cannot be reached', async () => {
    const { replicas, database } = await open();
    const [first, second] = replicas;
    assert.ok(first !== undefined && second !== undefined);
    first.failure = { code: 279, text: 'All connection tries failed' };
    await second.close();
    await assert.rejects(
      database.query('SELECT 1'),
      (error) =>
        MarketError.is(error, 'service-failing') &&
        /has a shard without a replica\. Start one of its servers/.test(error.message),
    );
  });

  it('reports a lost Keeper, and a server that does not respond when tables are created', async () => {
    for (const [code, words] of [
      [242, /cannot write without its Keeper\. Check ClickHouse Keeper/],
      [159, /A server of the cluster .* does not respond\. Start it/],
    ] as const) {
      const { replicas, database } = await open();
      for (const replica of replicas) replica.failure = { code, text: 'what it says itself' };
      await assert.rejects(
        database.define('CREATE TABLE IF NOT EXISTS one'),
        (error) => MarketError.is(error, 'service-failing') && words.test(error.message),
      );
    }
  });
});
