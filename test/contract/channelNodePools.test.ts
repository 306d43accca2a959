import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { channelMethods } from '../../src/backend/protocol/channelProtocol.ts';
import type { NodeSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import type {
  PoolDetail,
  PoolPage,
  PoolRow,
  PoolStats,
} from '../../src/backend/protocol/poolProtocol.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import type { FakeWindow } from '../fakeWindow.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { ChannelSession } from './channelSession.ts';

const canaryPath = '/canary-node-path-5c1d';

describe('The pools of a node', suiteLimit, () => {
  let double: FakeRpcNode;
  let session: ChannelSession;
  let window: FakeWindow;
  let settings: NodeSettings;
  let connectionId = '';
  let rows: readonly PoolRow[] = [];

  before(async () => {
    double = new FakeRpcNode(canaryPath);
    settings = { kind: 'node', rpcUrl: await double.listen() };
    const nowSeconds = Math.floor(Date.now() / 1_000);
    for (const [index, block] of (await sandboxBlocks(4)).entries()) {
      double.add(100 + index, { ...block, blockTime: nowSeconds + index });
    }
    session = await ChannelSession.open();
    await opened();
  });
  after(async () => {
    await session.end();
    await double.close();
  });

  async function opened(): Promise<void> {
    window = await session.window();
    connectionId = await window.open(settings);
  }
  const ask = <Answer>(method: string, request: object = {}): Promise<Answer> =>
    window.request<Answer>(method, { connectionId, ...request }).answer;
  const page = (request: object = {}) =>
    ask<PoolPage>(channelMethods.poolPage, { offset: 0, limit: 5_000, ...request });

  it('are the pools of its blocks, counted by program and paged in a stable order', async () => {
    const stats = await ask<PoolStats>(channelMethods.loadPools);
    assert.ok(stats.pools > 10 && stats.faults === 0);
    assert.ok((stats.loadedAtMilliseconds ?? 0) > 0);
    const counted = stats.programs.reduce((sum, { pools }) => sum + pools, 0);
    assert.equal(counted, stats.pools);
    const whole = await page();
    rows = whole.rows;
    assert.equal(whole.total, stats.pools);
    assert.equal(new Set(rows.map(({ pool }) => pool)).size, stats.pools);
    const parts = [await page({ limit: 7 }), await page({ offset: 7 })];
    assert.deepEqual(
      parts.flatMap((part) => part.rows),
      rows,
    );
  });

  it('have the accounts of a swap, which are requested only on demand', async () => {
    const pool = rows.find(isPair)?.pool ?? '';
    const asked = double.countOf('getMultipleAccounts');
    const without = { pool, withAccounts: false };
    assert.equal((await ask<PoolDetail>(channelMethods.poolDetail, without)).accounts, null);
    assert.equal(double.countOf('getMultipleAccounts'), asked);
    // The newest blocks contain random pools, and the accounts of some AMMs are unknown.
    const details = await Promise.all(
      rows.map((row) => ask<PoolDetail>(channelMethods.poolDetail, { pool: row.pool })),
    );
    const { row, accounts } = details.find((detail) => detail.accounts !== null) ?? {};
    assert.ok(rows.some((each) => each.pool === row?.pool));
    assert.ok(accounts?.some(({ address }) => address === row?.pool));
    assert.ok(accounts?.some(({ isCaller }) => isCaller === true));
    const unknown = encodeBase58(new Uint8Array(32).fill(9));
    await assert.rejects(ask(channelMethods.poolDetail, { pool: unknown }), (error) => {
      assert.equal(Reflect.get(Object(error), 'data').kind, 'not-found');
      return true;
    });
  });

  it('are shared with another window without a request to the node', async () => {
    const other = await session.window();
    assert.equal(await other.open(settings), connectionId);
    const blocks = double.countOf('getBlock');
    const request = { connectionId, offset: 0, limit: 5_000 };
    const { answer } = other.request<PoolPage>(channelMethods.poolPage, request);
    assert.deepEqual((await answer).rows, rows);
    assert.equal(double.countOf('getBlock'), blocks);
  });

  it('are available in the next session while the node is down, from files without its URL', async () => {
    double.isDown = true;
    await session.stop();
    const files = await readdir(session.folder, { recursive: true, withFileTypes: true });
    const stored = files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name));
    assert.ok(stored.some((file) => file.endsWith('pools.duckdb')));
    for (const file of stored) {
      assert.ok(!(await readFile(file, 'latin1')).includes(canaryPath), file);
      if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0, file);
    }
    await session.start();
    await opened();
    const before = await ask<PoolStats>(channelMethods.poolStats);
    assert.equal(before.pools, rows.length);
    assert.deepEqual((await page()).rows, rows);
  });
});

const isPair = ({ mintA, mintB }: PoolRow): boolean =>
  [mintA, mintB].includes(wrappedSolMint) && [mintA, mintB].includes(usdcMint);
