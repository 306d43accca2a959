import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { MarketError } from '../../src/api/marketError.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { Engine } from '../../src/engine/engine.ts';
import { RecordedSource } from '../../src/engine/sources/recordedSource.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';

const key = 'contract-key-0123456789';
const environment = { ARBSCOPE_API_KEY: key };
const finderParameters = {
  tokensMint: [wrappedSolMint, usdcMint],
  tokensMax: 50,
  tokensTimeRange: 86_400,
  tokensAMMS: ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8,3'],
  percentilesFees: 'p90',
};

describe('The served engine', suiteLimit, () => {
  let directory = '';
  let recorded: BackendProcess;
  let reference: Engine;
  let signature = '';
  let url = '';

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-serve-'));
    const blocks = await writeRecordedBlocks(directory);
    signature = blocks.arbitrages[0] ?? '';
    const args = ['serve', '--source', 'recorded', '--path', directory, '--port', '0'];
    recorded = new BackendProcess(args, environment);
    url = await recorded.url();
    reference = await Engine.open({
      source: new RecordedSource([directory]),
      store: ':memory:',
    });
  });
  after(async () => {
    await recorded?.kill();
    await reference?.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('responds like the engine itself', async () => {
    const client = new HttpMarketClient({ baseUrl: url, apiKey: key });
    try {
      const { service } = client;
      const finder = await service.finder(finderParameters);
      assert.ok(finder.tokens.length > 0);
      assert.deepEqual(finder, await reference.service.finder(finderParameters));
      assert.deepEqual(
        await service.transaction({ signature }),
        await reference.service.transaction({ signature }),
      );
      assert.deepEqual(
        await service.tokenInfo({ token: usdcMint }),
        await reference.service.tokenInfo({ token: usdcMint }),
      );
    } finally {
      await client.close();
    }
  });

  it('reports a wrong parameter, a wrong key and an unknown item', async () => {
    const client = new HttpMarketClient({ baseUrl: url, apiKey: key });
    const stranger = new HttpMarketClient({ baseUrl: url, apiKey: 'wrong' });
    try {
      const unknown = '5'.repeat(86);
      const token = '11111111111111111111111111111112';
      await assert.rejects(stranger.service.transaction({ signature }), { kind: 'unauthorized' });
      await assert.rejects(client.service.tokenInfo({ token }), { kind: 'not-found' });
      await assert.rejects(client.service.transaction({ signature: unknown }), (error) =>
        MarketError.is(error),
      );
    } finally {
      await client.close();
      await stranger.close();
    }
  });

  it('suggests --port when the port is in use', async () => {
    const { port } = new URL(url);
    const second = new BackendProcess(['serve', '--port', port], environment);
    assert.equal(await second.ended, 1);
    assert.match(second.errors.join('\n'), new RegExp(`port ${port} is in use.*--port`));
    assert.deepEqual(second.output, []);
  });

  it('reports a path with nothing to serve', async () => {
    const path = join(directory, 'nothing');
    const second = new BackendProcess(
      ['serve', '--source', 'recorded', '--path', path, '--port', '0'],
      environment,
    );
    assert.equal(await second.ended, 1);
    assert.ok(second.errors.join('\n').includes(path));
  });

  it('never prints its key', () => {
    assert.ok(![...recorded.output, ...recorded.errors].join('\n').includes(key));
  });
});

describe('The served Sandbox', suiteLimit, () => {
  it('has a market, generates a key that it shows once, and exits on a signal', async () => {
    const sandbox = new BackendProcess(['serve', '--port', '0']);
    try {
      const keyLine = await sandbox.line(/API key of this run/);
      const apiKey = keyLine.slice(keyLine.lastIndexOf(' ') + 1);
      const baseUrl = await sandbox.url();
      const client = new HttpMarketClient({ baseUrl, landingUrl: baseUrl, apiKey });
      const finder = await client.service.finder({ tokensMint: [wrappedSolMint] });
      assert.ok(finder.tokens.length > 0);
      assert.equal(sandbox.output.filter((line) => line.includes(apiKey)).length, 1);
      const landing = client.service.landTransaction({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: ['AA=='],
      });
      await assert.rejects(landing, { kind: 'bad-parameter', message: /deserialize/ });
      await client.close();
      assert.equal(await sandbox.kill('SIGTERM'), 0);
    } finally {
      await sandbox.kill();
    }
  });

  it('starts with the requested hours of history', async () => {
    const args = ['serve', '--port', '0', '--source', 'sandbox', '--backfill-hours', '1'];
    const sandbox = new BackendProcess(args, environment);
    const client = new HttpMarketClient({ baseUrl: await sandbox.url(), apiKey: key });
    try {
      const { from, now } = await client.arbscope.status({});
      const seconds = (Date.parse(now ?? '') - Date.parse(from ?? '')) / 1_000;
      // History has whole minutes, and some time has passed since.
      assert.ok(seconds > 3_500 && seconds < 3_800, `${seconds} s`);
    } finally {
      await client.close();
      await sandbox.kill();
    }
  });
});
