import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { channelStatusLines } from '../../../../src/backend/protocol/channelProtocol.ts';
import {
  backendFlags,
  startBackendProcess,
} from '../../../../src/extension/backend/backendProcess.ts';
import type { Log } from '../../../../src/extension/base/log.ts';

describe('Starting the backend', { timeout: 20_000 }, () => {
  let folder = '';
  const words: string[] = [];
  const write = (message: string) => {
    words.push(message);
  };
  const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-start-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function start(script: string, translationsFile?: string): Promise<void> {
    const file = join(folder, 'market.mjs');
    await writeFile(file, script);
    const paths = { socketPath: join(folder, 'x.sock'), secretFile: join(folder, 'secret') };
    await startBackendProcess({ backendFile: file, translationsFile, paths, log });
  }

  it('completes when it or another process serves the socket', async () => {
    await start(`console.error(${JSON.stringify(channelStatusLines.ready)})`);
    await start(`console.error(${JSON.stringify(channelStatusLines.alreadyServed)})`);
  });

  it('passes the socket, and runs plain Node without the window’s debugger', async () => {
    process.env['NODE_OPTIONS'] = '--no-warnings';
    try {
      await start(`
        import assert from 'node:assert/strict';
        const { ELECTRON_RUN_AS_NODE, NODE_OPTIONS } = process.env;
        assert.deepEqual([ELECTRON_RUN_AS_NODE, NODE_OPTIONS], ['1', undefined]);
        assert.deepEqual(process.argv.slice(2).map((one) => one.split('/').at(-1)),
          ['channel', '--socket', 'x.sock', '--secret-file', 'secret', '--watch-parent']);
        console.error(${JSON.stringify(channelStatusLines.ready)});
      `);
    } finally {
      delete process.env['NODE_OPTIONS'];
    }
  });

  it('limits the memory of the process', async () => {
    await start(`
      import assert from 'node:assert/strict';
      assert.deepEqual(process.execArgv, ${JSON.stringify(backendFlags)});
      assert.equal(process.env.MALLOC_ARENA_MAX, '2');
      console.error(${JSON.stringify(channelStatusLines.ready)});
    `);
  });

  it('passes the translations if the display language is not English', async () => {
    const expecting = (file: string | null) => `
      import assert from 'node:assert/strict';
      assert.equal(process.env.ARBSCOPE_TRANSLATIONS ?? null, ${JSON.stringify(file)});
      console.error(${JSON.stringify(channelStatusLines.ready)});
    `;
    await start(expecting('/words.json'), '/words.json');
    // It does not inherit the window's own variable either.
    process.env['ARBSCOPE_TRANSLATIONS'] = '/other.json';
    try {
      await start(expecting(null));
    } finally {
      delete process.env['ARBSCOPE_TRANSLATIONS'];
    }
  });

  it('reports why it failed, and logs it', async () => {
    await assert.rejects(
      start(`console.error('error: The secret file holds no secret'); process.exitCode = 1;`),
      /stopped during startup: error: The secret file holds no secret$/,
    );
    assert.ok(words.some((line) => line.includes('holds no secret')));
  });

  it('reports a missing file', async () => {
    const paths = { socketPath: 'x', secretFile: join(folder, 'secret') };
    await assert.rejects(
      startBackendProcess({ backendFile: join(folder, 'missing.js'), paths, log }),
      /Cannot find module/,
    );
  });
});
