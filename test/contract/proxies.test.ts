import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { startSocks5Server } from '../socks5Server.ts';
import { suiteLimit } from '../suiteLimit.ts';

const program = join(import.meta.dirname, '../../dist/backend.js');

describe('The built command line behind a proxy', suiteLimit, () => {
  let folder: string;
  let transaction: string;
  let proxy: Server;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-built-proxy-'));
    transaction = join(folder, 'transaction.b64');
    const blockhash = '11111111111111111111111111111111';
    const payer = await wallet(1);
    const bytes = await signedWithKit({ version: 0, payer, instructions: [], blockhash });
    await writeFile(transaction, Buffer.from(bytes).toString('base64'));
    proxy = createServer().on('connect', (_request, socket) => {
      socket.on('error', () => undefined).end('HTTP/1.1 403 No\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  after(async () => {
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function simulate(proxyUrl: string): Promise<string> {
    const child = spawn(
      process.execPath,
      [program, 'simulate', transaction, '--rpc-url', 'https://far.invalid'],
      { env: { ...process.env, ALL_PROXY: proxyUrl }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return errors;
  }

  it('asks an http proxy', async () => {
    const { port } = proxy.address() as AddressInfo;
    assert.match(await simulate(`http://127.0.0.1:${port}`), /blocks far\.invalid \(HTTP 403\)/);
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
