import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { arbitrageStream } from '../../src/api/arbscope/arbitrages.ts';
import { arbscopeMethods } from '../../src/backend/protocol/arbscopeProtocol.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { type KeyOfFile, writeKeyFile } from '../keyFiles.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { ChannelSession } from './channelSession.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';
import { ServeProcess } from './serveProcess.ts';

const tokenPath = `/tokens/infos?token=${usdcMint}`;
const overviewPath = `/wallets/overview?wallets=${wrappedSolMint}`;

describe('A server with a file of keys', suiteLimit, () => {
  let folder = '';
  let blocks = '';
  let file = '';
  let served: ServeProcess | null = null;

  before(async () => {
    blocks = await mkdtemp(join(tmpdir(), 'arbscope-keys-blocks-'));
    await writeRecordedBlocks(blocks);
  });
  after(() => rm(blocks, { recursive: true, force: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-keys-'));
    file = join(folder, 'keys.json');
  });
  afterEach(async () => {
    await served?.stop();
    served = null;
    await rm(folder, { recursive: true, force: true });
  });

  async function serve(...args: readonly string[]): Promise<ServeProcess> {
    served = await ServeProcess.open([
      ...['--source', 'recorded', '--path', blocks],
      ...['--keys', file, '--log', 'text', ...args],
    ]);
    return served;
  }
  const withKey = (key: string) => ({ 'x-api-key': key });
  const statusOf = async (server: ServeProcess, path: string, key: string) =>
    (await server.request(path, withKey(key))).statusCode;

  it('accepts each of its keys and no other, not even that of the environment', async () => {
    const [alice = '', bob = ''] = await writeKeyFile(file, [{ name: 'alice' }, { name: 'bob' }]);
    const server = await serve();
    assert.deepEqual(
      await Promise.all(
        [alice, bob, `${alice}x`, '', 'contract-key-0123456789'].map((key) =>
          statusOf(server, tokenPath, key),
        ),
      ),
      [200, 200, 401, 401, 401],
    );
  });

  it('limits each key separately to the rates of its tier', async () => {
    const [low = '', other = '', high = '', free = ''] = await writeKeyFile(file, [
      { name: 'low', tier: 'low' },
      { name: 'other', tier: 'low' },
      { name: 'high', tier: 'high' },
      { name: 'free' },
    ]);
    const server = await serve();
    const statuses = async (key: string): Promise<number[]> => {
      const found: number[] = [];
      for (let time = 0; time < 4; time += 1) found.push(await statusOf(server, overviewPath, key));
      return found;
    };
    assert.deepEqual(await statuses(low), [200, 429, 429, 429]);
    assert.deepEqual(await statuses(other), [200, 429, 429, 429]);
    assert.deepEqual(await statuses(high), [200, 200, 200, 429]);
    assert.deepEqual(await statuses(free), [200, 200, 200, 200]);
  });

  it('applies new and revoked keys without a restart, and ends streams of revoked ones', async () => {
    const entries: KeyOfFile[] = [{ name: 'stays' }, { name: 'goes' }];
    const [stays = '', goes = ''] = await writeKeyFile(file, entries);
    const server = await serve();
    const streams = await Promise.all(
      [stays, goes].map(async (key) => {
        const response = await fetch(server.url + arbitrageStream.path, { headers: withKey(key) });
        assert.equal(response.status, 200);
        const reader = response.body?.getReader();
        assert.ok(reader !== undefined);
        await reader.read();
        return reader;
      }),
    );
    const added = 'a-key-of-somebody-new-0123456789';
    await writeKeyFile(file, [
      { name: 'stays', key: stays },
      { name: 'goes', key: goes, revoked: true },
      { name: 'new', key: added },
    ]);
    await server.process.line(/key-revoked key=goes/);
    assert.deepEqual(
      await Promise.all([stays, goes, added].map((key) => statusOf(server, tokenPath, key))),
      [200, 401, 200],
    );
    const [ofStays, ofGoes] = streams;
    assert.equal((await ofGoes?.read())?.done, true);
    const still = await Promise.race([ofStays?.read(), statusOf(server, tokenPath, stays)]);
    assert.equal(still, 200);
    await ofStays?.cancel();
  });

  it('keeps its keys while the file is invalid or readable by others, and reports it once', async () => {
    const [key = ''] = await writeKeyFile(file, [{ name: 'alice' }]);
    const good = await readFile(file, 'utf8');
    const server = await serve();
    await writeFile(file, '{"keys": [');
    await server.process.line(/error keys .*not valid JSON.*stay as they were/);
    assert.equal(await statusOf(server, tokenPath, key), 200);
    await writeFile(file, '{"keys": [{"name": "alice", "sha256": "short"}]}');
    await server.process.line(/keys\[0\]\.sha256 must be 64/);
    assert.equal(await statusOf(server, tokenPath, key), 200);
    if (process.platform !== 'win32') {
      await writeFile(file, good);
      await chmod(file, 0o644);
      await server.process.line(/can be read by other users/);
      assert.equal(await statusOf(server, tokenPath, key), 200);
      await chmod(file, 0o600);
    }
    await rm(file);
    await server.process.line(/ENOENT/);
    assert.equal(await statusOf(server, tokenPath, key), 200);
    await writeKeyFile(file, []);
    await server.process.line(/key-revoked key=alice/);
    assert.equal(await statusOf(server, tokenPath, key), 401);
    assert.equal(server.process.errors.filter((line) => /not valid JSON/.test(line)).length, 1);
  });

  it('does not start with a missing, readable or invalid file, and reports why', async () => {
    const start = async (): Promise<string> => {
      const run = new BackendProcess(['serve', '--port', '0', '--keys', file]);
      assert.equal(await run.ended, 1);
      return run.errors.join('\n');
    };
    assert.match(await start(), /ENOENT/);
    for (const [text, reason] of [
      ['[]', /it must be \{"keys": \[\.\.\.\]\}/],
      ['{"keys":[{"name":"a b","sha256":""}]}', /keys\[0\]\.name must be/],
      [`{"keys":[{"name":"a","sha256":"${'0'.repeat(64)}","tier":"gold"}]}`, /keys\[0\]\.tier/],
      [`{"keys":[{"name":"a","sha256":"${'0'.repeat(64)}","scopes":[]}]}`, /keys\[0\]\.scopes/],
      [`{"keys":[{"name":"a","sha256":"${'0'.repeat(64)}","revoke":true}]}`, /may only have/],
    ] as const) {
      await writeFile(file, text, { mode: 0o600 });
      assert.match(await start(), reason);
    }
    if (process.platform === 'win32') return;
    await chmod(file, 0o640);
    assert.match(await start(), /can be read by other users/);
  });

  it('counts requests by the name of their key, and never shows a key', async () => {
    const [key = ''] = await writeKeyFile(file, [
      { name: 'alice', tier: 'low', scopes: ['read', 'metrics'] },
    ]);
    const server = await serve();
    assert.equal(await statusOf(server, overviewPath, key), 200);
    assert.equal(await statusOf(server, overviewPath, key), 429);
    const { body } = await server.request('/metrics', withKey(key));
    const total = 'arbscope_requests_total{operation="walletOverview"';
    assert.ok(body.includes(`${total},status="200",key="alice"} 1\n`), body);
    assert.ok(body.includes(`${total},status="429",key="alice"} 1\n`), body);
    const { output, errors } = server.process;
    assert.ok(![body, ...output, ...errors].join('\n').includes(key));
  });

  it('follows arbscope keys, which adds, revokes and lists keys and prints each once', async () => {
    const keys = async (...args: readonly string[]) => {
      const run = new BackendProcess(['keys', ...args, '--keys', file]);
      return { code: await run.ended, output: run.output, errors: run.errors.join('\n') };
    };
    const added = await keys('add', 'alice', '--tier', 'middle');
    const [alice = ''] = added.output;
    assert.deepEqual([added.code, added.output.length], [0, 1]);
    const [bob = ''] = (await keys('add', 'bob')).output;
    assert.match((await keys('add', 'bob')).errors, /has a key bob already/);
    const text = await readFile(file, 'utf8');
    assert.ok(!text.includes(alice) && !text.includes(bob));
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
    const server = await serve();
    assert.equal(await statusOf(server, tokenPath, alice), 200);
    assert.equal((await keys('revoke', 'alice')).code, 0);
    await server.process.line(/key-revoked key=alice/);
    assert.deepEqual(
      [await statusOf(server, tokenPath, alice), await statusOf(server, tokenPath, bob)],
      [401, 200],
    );
    assert.deepEqual((await keys('list')).output, [
      'alice middle read,land revoked',
      'bob - read,land valid',
    ]);
    assert.match((await keys('revoke', 'nobody')).errors, /no valid key nobody/);
    assert.equal((await keys('burn', 'bob')).code, 2);
  });

  it('loses no change when two programs run arbscope keys at once', async () => {
    const keys = (...args: readonly string[]) =>
      new BackendProcess(['keys', ...args, '--keys', file]);
    await keys('add', 'old').ended;
    const names = ['one', 'two', 'three', 'four', 'five'];
    const runs = [keys('revoke', 'old'), ...names.map((name) => keys('add', name))];
    assert.deepEqual(await Promise.all(runs.map(({ ended }) => ended)), [0, 0, 0, 0, 0, 0]);
    const list = keys('list');
    await list.ended;
    assert.deepEqual(
      list.output.toSorted(),
      ['old - read,land revoked', ...names.map((name) => `${name} - read,land valid`)].toSorted(),
    );
    const server = await serve();
    for (const { output } of runs.slice(1)) {
      assert.equal(await statusOf(server, tokenPath, output[0] ?? ''), 200);
    }
  });

  it('makes keys for metrics alone', async () => {
    const run = async (...args: readonly string[]) => {
      const started = new BackendProcess(['keys', ...args, '--keys', file]);
      return { code: await started.ended, output: started.output };
    };
    const { output } = await run('add', 'prometheus', '--scope', 'metrics');
    const [key = ''] = output;
    assert.equal((await run('add', 'x', '--scope', 'all')).code, 2);
    const server = await serve();
    assert.equal(await statusOf(server, '/metrics', key), 200);
    assert.equal(await statusOf(server, tokenPath, key), 403);
  });

  it('proves to local clients that it knows their key, before they send it', async () => {
    const [, second = ''] = await writeKeyFile(file, [{ name: 'first' }, { name: 'second' }]);
    const { url } = await serve();
    const client = new HttpMarketClient({ baseUrl: url, apiKey: second });
    const stranger = new HttpMarketClient({ baseUrl: url, apiKey: 'a-key-of-another-server' });
    try {
      assert.ok(await client.service.tokenInfo({ token: usdcMint }));
      await assert.rejects(stranger.service.tokenInfo({ token: usdcMint }), {
        kind: 'unauthorized',
        message: /another API key/,
      });
    } finally {
      await client.close();
      await stranger.close();
    }
  });

  it('offers Arbscope’s operations to an editor’s Service connection with a key', async () => {
    const [, key = ''] = await writeKeyFile(file, [{ name: 'bot' }, { name: 'editor' }]);
    const { url } = await serve();
    const session = await ChannelSession.open({ isTrustedLoopback: () => false });
    try {
      const window = await session.window();
      const connectionId = await window.open({ kind: 'service', baseUrl: url, apiKey: key });
      const parameters = { token: usdcMint };
      assert.ok(
        (await window.sendCall({ connectionId, operation: 'tokenInfo', parameters })).result,
      );
      const page = await window.connection.sendRequest<{ result: { arbitrages: unknown[] } }>(
        arbscopeMethods.arbscopeCall,
        { connectionId, operation: 'arbitrages', parameters: {} },
      );
      assert.ok(page.result.arbitrages.length > 0);
    } finally {
      await session.end();
    }
  });
});
