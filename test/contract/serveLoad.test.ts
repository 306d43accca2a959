// Only in test:all: it loads a server with many bots.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadPaths, runLoad } from '../bench/loadRun.ts';
import { writeKeyFile } from '../keyFiles.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';
import { ServeProcess } from './serveProcess.ts';

const bots = 30;

describe('Many bots of a team on one server', suiteLimit, () => {
  let folder = '';
  let keys: readonly string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-team-'));
    const scopes = ['read', 'metrics'];
    const entries = Array.from({ length: bots }, (_, at) => ({
      ...{ name: `bot-${at}`, tier: 'low', scopes },
    }));
    keys = await writeKeyFile(join(folder, 'keys.json'), entries);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Number of an operation's requests that shared the computation of another. */
  async function sharedOf(server: ServeProcess, operation: string): Promise<number> {
    const { body } = await server.request('/metrics', { 'x-api-key': keys[0] ?? '' });
    const [, count = '0'] =
      new RegExp(
        `^arbscope_shared_responses_total\\{operation="${operation}"\\} (\\d+)$`,
        'm',
      ).exec(body) ?? [];
    return Number(count);
  }

  it('share one computation for simultaneous identical requests', async () => {
    const blocks = join(folder, 'blocks');
    await mkdir(blocks);
    await writeRecordedBlocks(blocks);
    const server = await ServeProcess.open([
      ...['--source', 'recorded', '--path', blocks, '--keys', join(folder, 'keys.json')],
    ]);
    try {
      for (const [operation, paths] of Object.entries(loadPaths())) {
        const [path = ''] = paths;
        const responses = await Promise.all(
          keys.map((key) => server.request(path, { 'x-api-key': key })),
        );
        assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]));
        assert.equal(new Set(responses.map(({ body }) => body)).size, 1);
        assert.equal(await sharedOf(server, operation), bots - 1, operation);
      }
    } finally {
      await server.stop();
    }
  });

  it('all get responses while blocks arrive, each with Live open', async () => {
    const server = await ServeProcess.open(['--keys', join(folder, 'keys.json')]);
    try {
      const report = await runLoad({ url: server.url, keys, seconds: 10 });
      assert.deepEqual(report.failures, []);
      assert.equal(report.rateLimited, 0);
      assert.ok(report.milliseconds.length >= bots * 4, `${report.milliseconds.length} answered`);
      assert.ok(report.streamEvents >= bots, `${report.streamEvents} events of Live`);
      assert.ok((await sharedOf(server, 'feesByComputeUnit')) > 0);
    } finally {
      await server.stop();
    }
  });
});
