import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type BlockingProxy, startBlockingProxy } from '../blockingProxy.ts';
import { startSocks5Server } from '../socks5Server.ts';
import { suiteLimit } from '../suiteLimit.ts';

const program = join(import.meta.dirname, '../../dist/backend.js');

describe('The built command line behind a proxy', suiteLimit, () => {
  let proxy: BlockingProxy;

  before(async () => {
    proxy = await startBlockingProxy();
  });
  after(() => proxy.close());

  async function simulate(proxyUrl: string): Promise<string> {
    const child = spawn(
      process.execPath,
      [program, 'simulate', proxy.transaction, '--rpc-url', 'https://far.invalid'],
      { env: { ...process.env, ALL_PROXY: proxyUrl }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return errors;
  }

  it('asks an http proxy', async () => {
    assert.match(await simulate(`http://${proxy.host}`), /blocks far\.invalid \(HTTP 403\)/);
  });

  it('asks a SOCKS5 proxy', async () => {
    const socks5 = await startSocks5Server({ port: 1, reply: 2 });
    try {
      const errors = await simulate(`socks5://127.0.0.1:${socks5.port}`);
      assert.match(errors, /blocks far\.invalid \(SOCKS 2\)/);
      assert.deepEqual(new Set(socks5.targets), new Set(['far.invalid:443']));
    } finally {
      socks5.close();
    }
  });
});
