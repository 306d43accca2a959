import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { type RecordedBlocks, writeRecordedBlocks } from './recordedBlocks.ts';

const key = 'store-key-0123456789';
const environment = { ARBSCOPE_API_KEY: key };

describe('A store file', suiteLimit, () => {
  let directory = '';
  let blocks: RecordedBlocks;
  let store = '';

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-store-'));
    blocks = await writeRecordedBlocks(directory);
    store = join(directory, 'arbscope.db');
  });
  after(() => rm(directory, { recursive: true, force: true }));

  const importing = (file = store) =>
    new BackendProcess(['import', ...blocks.files, '--store', file]);
  const serving = (file = store) =>
    new BackendProcess(
      ['serve', '--source', 'recorded', '--path', ...blocks.files, '--store', file, '--port', '0'],
      environment,
    );

  it('indexes a repeated block once, and is unreadable for other users', async () => {
    for (let time = 0; time < 2; time += 1) {
      const run = importing();
      assert.equal(await run.ended, 0, run.errors.join('\n'));
      assert.ok(run.output.join('\n').includes(`contains ${blocks.arbitrages.length} arbitrage`));
    }
    assert.equal((await stat(store)).mode & 0o077, 0);
  });

  it('is locked to others while it is served', async () => {
    const server = serving();
    try {
      const client = new HttpMarketClient({ baseUrl: await server.url(), apiKey: key });
      const finder = await client.service.finder({ tokensMint: [wrappedSolMint, usdcMint] });
      await client.close();
      assert.ok(Array.isArray(finder.tokens));
      const second = importing();
      assert.equal(await second.ended, 1);
      assert.ok(second.errors.join('\n').includes(store));
      assert.match(second.errors.join('\n'), /Another process/);
    } finally {
      await server.kill();
    }
  });

  it('is reported and left unchanged when it is damaged', async () => {
    const damaged = join(directory, 'damaged.db');
    await writeFile(damaged, 'this is no database');
    for (const run of [importing(damaged), serving(damaged)]) {
      assert.equal(await run.ended, 1);
      assert.ok(run.errors.join('\n').includes(damaged));
      assert.doesNotMatch(run.errors.join('\n'), /^\s+at /m);
    }
    assert.equal((await stat(damaged)).size, 19);
  });
});
