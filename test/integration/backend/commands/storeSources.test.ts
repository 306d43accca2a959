import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import type { Command } from '../../../../src/backend/commands/commandLine.ts';
import { importCommand } from '../../../../src/backend/commands/import.ts';
import { mcpCommand } from '../../../../src/backend/commands/mcp.ts';
import { serveCommand } from '../../../../src/backend/commands/serve.ts';
import type { BlockSource } from '../../../../src/engine/chain/blockSource.ts';
import { Engine } from '../../../../src/engine/engine.ts';
import type { EngineStatus } from '../../../../src/engine/indexing/engineStatus.ts';
import { PoolIndex } from '../../../../src/engine/marketCache/poolIndex.ts';
import { SimulatedSource } from '../../../../src/engine/sandbox/simulatedSource.ts';
import { RpcSource } from '../../../../src/engine/sources/rpc/rpcSource.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { type RecordedBlocks, writeRecordedBlocks } from '../../../contract/recordedBlocks.ts';
import { FakeRpcNode } from '../../../fakeRpcNode.ts';
import { suiteLimit } from '../../../suiteLimit.ts';
import { makeFormerStore } from '../../../unit/engine/store/formerStore.ts';

const key = 'store-sources-0123456789';
const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const oldest = { keepSeconds: 60, rawFailures: 0 };

describe('A store', suiteLimit, () => {
  let folder = '';
  let blocks: RecordedBlocks;
  let importedOnce = '';
  let files = 0;
  /** Commands that should have been rejected; stopped after the test. */
  const running: AbortController[] = [];
  const newFile = () => path.join(folder, `${files++}.duckdb`);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'arbscope-sources-'));
    blocks = await writeRecordedBlocks(folder, 4);
    importedOnce = newFile();
    await (await start(importCommand, [...blocks.files, '--store', importedOnce])).stop();
  });
  after(async () => {
    for (const stop of running) stop.abort();
    await rm(folder, { recursive: true, force: true });
  });

  /** `null` if the command exits before. */
  async function start(command: Command, args: string[], environment: Record<string, string> = {}) {
    const stop = new AbortController();
    running.push(stop);
    const stdout = new PassThrough();
    let log = '';
    const stderr = new PassThrough().on('data', (text) => {
      log += text;
    });
    const ended = command.run(args, {
      stdout,
      stderr,
      environment: { ARBSCOPE_API_KEY: key, ...environment },
      signal: stop.signal,
    });
    const line = new Promise<string>((resolve) => stdout.on('data', (text) => resolve(`${text}`)));
    const first = await Promise.race([line, ended.then(() => line)]);
    return {
      line: first.trim(),
      log: () => log,
      get: async (operation: string) =>
        await fetch(`${first.trim().replace(/.* at /, '')}${operation}`, {
          headers: { 'x-api-key': key },
        }),
      stop: async () => {
        stop.abort();
        await ended;
      },
    };
  }
  const serve = (store: string, ...more: string[]) =>
    start(serveCommand('1'), ['--port', '0', '--store', store, ...more]);
  const imported = async (): Promise<string> => {
    const store = newFile();
    await copyFile(importedOnce, store);
    return store;
  };
  async function contents(file: string): Promise<unknown> {
    const store = await DuckDbStore.open(file);
    try {
      return await store.query('SELECT signature, slot FROM transactions ORDER BY ALL');
    } finally {
      await store.close();
    }
  }
  async function fill(source: BlockSource): Promise<string> {
    const storePath = newFile();
    await (await Engine.open({ source, store: storePath })).close();
    return storePath;
  }

  it('is a file or a ClickHouse address: no other URL makes folders with its parts', async () => {
    const url = 'http://me:hidden-word@127.0.0.1:8123/db';
    for (const [command, args] of [
      [serveCommand('0.0.0'), ['--port', '0', '--store', url]],
      [serveCommand('0.0.0'), ['--port', '0', '--store', 'ClickHouse://127.0.0.1/db']],
      [importCommand, [...blocks.files, '--store', url]],
      [mcpCommand('0.0.0'), ['--store', 'clickhouse://me:hidden-word@127.0.0.1/db']],
    ] as const) {
      await assert.rejects(start(command, [...args]), (error: Error) => {
        assert.match(error.message, /^--store must be a FILE/);
        return true;
      });
    }
  });

  it('served beyond this machine warns that keys are sent in clear', async () => {
    for (const [address, warns] of [
      ['0.0.0.0', true],
      ['127.0.0.1', false],
    ] as const) {
      const served = await serve(await imported(), '--address', address);
      await served.stop();
      assert.equal(/^http: keys and data are sent in clear/m.test(served.log()), warns, address);
    }
  });

  it('of imported blocks is served without options as recorded, at its own time, unchanged', async () => {
    const store = await imported();
    const before_ = await contents(store);
    const served = await serve(store);
    try {
      assert.match(served.line, /serves recorded at/);
      for (const signature of blocks.arbitrages) {
        assert.equal((await served.get(`/transaction?signature=${signature}`)).status, 200);
      }
      const finder = await served.get(
        '/finder?tokensMint=So11111111111111111111111111111111111111112&tokensTimeRange=86400',
      );
      assert.ok(((await finder.json()) as { tokens: unknown[] }).tokens.length > 0);
    } finally {
      await served.stop();
    }
    assert.deepEqual(await contents(store), before_);
  });

  it('of imported blocks keeps everything, whatever retention is set', async () => {
    const store = await imported();
    const before_ = await contents(store);
    for (const source of [null, { kind: 'recorded', chain: '' } as const]) {
      const opened = await DuckDbStore.open(store, oldest, source);
      await opened.maintain();
      await opened.close();
    }
    assert.deepEqual(await contents(store), before_);
  });

  it('of imported blocks rejects the Sandbox and a node by name, and stays unchanged', async () => {
    const store = await imported();
    const before_ = await readFile(store);
    const other = (name: RegExp) => (error: Error) => {
      assert.match(error.message, name);
      assert.ok(error.message.includes(store));
      assert.match(error.message, /contains recorded blocks/);
      assert.match(error.message, /Use another path/);
      return true;
    };
    await assert.rejects(serve(store, '--source', 'sandbox'), other(/not the Sandbox/));
    const node = ['--source', 'rpc', '--rpc-url', 'http://127.0.0.1:1'];
    await assert.rejects(serve(store, ...node), other(/blocks of a node/));
    await assert.rejects(PoolIndex.open(store), other(/the pools of a connection/));
    assert.deepEqual(await readFile(store), before_);
  });

  it('of the Sandbox is served without options with its own seed, and rejects others and imports', async () => {
    const store = await fill(new SimulatedSource({ seed: 7, historySeconds: 60 }));
    const before_ = await contents(store);
    await assert.rejects(
      serve(store, '--seed', '8'),
      /contains the Sandbox with seed 7, not .* seed 8/,
    );
    const pools = path.join(folder, 'pools.json.txt');
    await writeFile(pools, '[]');
    for (const file of [blocks.files[0] ?? '', pools]) {
      await assert.rejects(
        start(importCommand, [file, '--store', store]),
        /contains the Sandbox with seed 7, not recorded blocks/,
      );
    }
    assert.deepEqual(await contents(store), before_);
    const served = await serve(store);
    await served.stop();
    assert.match(served.line, /serves sandbox at/);
  });

  it('of a node requires its URL, and rejects a node of another chain by both names', async () => {
    const node = new FakeRpcNode();
    const chain = { hash: devnet };
    node.answers.set('getGenesisHash', () => chain.hash);
    node.add(100, { blockhash: 'hash100', blockTime: 1_700_000_000, transactions: [] });
    const url = await node.listen();
    try {
      const store = await fill(new RpcSource({ url }));
      await assert.rejects(serve(store), /contains blocks of devnet, which requires --rpc-url URL/);
      const served = await start(serveCommand('1'), ['--port', '0', '--store', store], {
        ARBSCOPE_RPC_URL: url,
      });
      await served.stop();
      assert.match(served.line, /serves rpc at/);
      chain.hash = 'other';
      await assert.rejects(
        serve(store, '--rpc-url', url),
        /contains blocks of devnet, not blocks of chain with genesis other/,
      );
    } finally {
      await node.close();
    }
  });

  it('of a node is filled even if the plan does not allow querying its chain', async () => {
    const node = new FakeRpcNode();
    node.add(100, { blockhash: 'hash100', blockTime: 1_700_000_000, transactions: [] });
    const url = await node.listen();
    try {
      for (const fault of [
        { kind: 'status', status: 403, body: 'Your plan does not include this method' },
        { kind: 'error', code: -32_601, message: 'Method not found' },
      ] as const) {
        node.fail('getGenesisHash', fault, { times: 2 });
        const store = await fill(new RpcSource({ url }));
        await assert.rejects(serve(store), /contains blocks of a node, which requires/);
      }
    } finally {
      await node.close();
    }
  });

  it('of a node accepts no block after downtime before its chain is confirmed', async () => {
    const node = new FakeRpcNode();
    node.answers.set('getGenesisHash', () => devnet);
    const now = Math.floor(Date.now() / 1_000);
    const add = (slot: number) =>
      node.add(slot, { blockhash: `hash${slot}`, blockTime: now, transactions: [] });
    add(100);
    const url = await node.listen();
    try {
      const storePath = newFile();
      const indexed = Promise.withResolvers<void>();
      const first = await Engine.open({
        source: new RpcSource({ url }),
        store: storePath,
        onStatus: ({ newestSlot }) => newestSlot === 100 && indexed.resolve(),
      });
      await indexed.promise;
      await first.close();

      node.isDown = true;
      node.answers.set('getGenesisHash', () => 'other');
      const refused = Promise.withResolvers<EngineStatus>();
      const engine = await Engine.open({
        source: new RpcSource({
          url,
          retryPolicy: {
            initialDelayMilliseconds: 1,
            maximumDelayMilliseconds: 1,
            unclearAttempts: 1,
          },
        }),
        store: storePath,
        onStatus: (status) => {
          if (status.state === 'ready') node.isDown = false;
          const isRefused = /contains blocks of devnet/.test(status.message);
          if (isRefused || (status.newestSlot ?? 0) > 100) refused.resolve(status);
        },
      });
      add(101);
      assert.equal((await refused.promise).newestSlot, 100);
      await engine.close();
    } finally {
      await node.close();
    }
  });

  it('of an earlier version counts as recorded, and rejects all other sources unchanged', async () => {
    const store = await imported();
    const before_ = await contents(store);
    await makeFormerStore(store, 3);
    await assert.rejects(serve(store, '--source', 'sandbox'), /contains recorded blocks/);
    const served = await serve(store);
    await served.stop();
    assert.match(served.line, /serves recorded at/);
    assert.deepEqual(await contents(store), before_);
    await assert.rejects(serve(store, '--source', 'sandbox'), /contains recorded blocks/);
  });
});
