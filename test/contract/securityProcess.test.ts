import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { channelStatusLines } from '../../src/backend/protocol/channelProtocol.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { HostileServer, httpResponse } from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { percentileTable } from './hostileSession.ts';
import { type RecordedBlocks, writeRecordedBlocks } from './recordedBlocks.ts';
import { contractKey, ServeProcess, withKey } from './serveProcess.ts';

const finderPath = `/finder?tokensMint=${wrappedSolMint},${usdcMint}&tokensTimeRange=86400`;

describe('An attacker of the backend and its files', suiteLimit, () => {
  let directory = '';
  let blockFolder = '';
  let blocks: RecordedBlocks;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-process-'));
    blockFolder = join(directory, 'blocks');
    await mkdir(blockFolder);
    blocks = await writeRecordedBlocks(blockFolder);
  });
  after(() => rm(directory, { recursive: true, force: true }));

  const recorded = (...more: string[]) => ['--source', 'recorded', '--path', blockFolder, ...more];

  it('finds no key in logs, errors, the process list or a crash report', async () => {
    const reports = join(directory, 'reports');
    await mkdir(reports);
    const served = await ServeProcess.open(recorded(), {
      NODE_OPTIONS: `--report-on-signal --report-directory=${reports}`,
    });
    try {
      const answers = [
        await served.request('/%zz'),
        await served.request('/nothing', withKey, 'POST'),
        await served.request(`/finder?${contractKey.replaceAll('-', '')}=1`),
        await served.request(`/finder?tokensMint=${contractKey}`, {}),
      ];
      const listed = spawn('ps', ['-o', 'args=', '-p', String(served.process.child.pid)]);
      let args = '';
      for await (const chunk of listed.stdout) args += chunk;
      assert.match(args, /backend\.js serve/);
      served.process.child.kill('SIGUSR2');
      await served.process.line(/report completed/);
      const [report = ''] = await readdir(reports);
      const places = {
        answers: JSON.stringify(answers),
        'process list': args,
        'crash report': await readFile(join(reports, report), 'utf8'),
        output: [...served.process.output, ...served.process.errors].join('\n'),
      };
      assert.match(places['crash report'], /environmentVariables/);
      for (const [place, text] of Object.entries(places)) {
        assert.ok(!text.includes(contractKey), place);
      }
    } finally {
      await served.stop();
    }
  });

  it('finds no option that takes a key on the command line', async () => {
    for (const option of ['--key', '--api-key']) {
      const run = new BackendProcess(['serve', option, contractKey]);
      assert.equal(await run.ended, 2);
      assert.ok(!run.errors.join('\n').includes(contractKey));
    }
  });

  it('affects only their own accounts and mints by naming them in SQL', async () => {
    const hostile = join(directory, 'hostile');
    await mkdir(hostile);
    const [plain = '', packed = ''] = blocks.files;
    const text = gunzipSync(await readFile(packed)).toString('utf8');
    const [wallet = ''] = /(?<="accountKeys":\[")\w{32,44}/.exec(text) ?? [];
    assert.ok(wallet !== '');
    const name = "x'); DROP TABLE transactions; --";
    await writeFile(join(hostile, '1.json'), text.replaceAll(wallet, name));
    await writeFile(
      join(hostile, '2.json'),
      text.replaceAll(usdcMint, name).replaceAll(/"owner":"\w+"/g, `"owner":"${name}"`),
    );
    await writeFile(join(hostile, '3.json'), await readFile(plain));
    const served = await ServeProcess.open(['--source', 'recorded', '--path', hostile]);
    try {
      const { statusCode, body } = await served.request(finderPath);
      assert.equal(statusCode, 200);
      assert.ok(JSON.parse(body).tokens.length > 0);
      const overview = await served.request(
        `/wallets/overview?wallets=${encodeURIComponent(name)}`,
      );
      assert.equal(overview.statusCode, 400);
    } finally {
      await served.stop();
    }
  });

  it('causes a clear error after taking the port or the store, which stay untouched', async () => {
    const squatter = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const late = new BackendProcess(['serve', '--port', String(port)]);
    assert.equal(await late.ended, 1);
    assert.match(late.errors.join('\n'), new RegExp(`port ${port} is in use.*--port`));
    squatter.close();

    const store = join(directory, 'shared.db');
    const first = await ServeProcess.open(recorded('--store', store));
    try {
      const second = new BackendProcess(['serve', '--port', '0', ...recorded('--store', store)]);
      assert.equal(await second.ended, 1);
      assert.ok(second.errors.join('\n').includes(`Another process uses the store ${store}`));
      assert.equal((await first.request(finderPath)).statusCode, 200);
    } finally {
      await first.stop();
    }
    // The lock is released with the first process.
    await (await ServeProcess.open(recorded('--store', store))).stop();
  });

  describe('through the channel', () => {
    const secret = randomBytes(32).toString('hex');
    let secretFile = '';

    before(async () => {
      secretFile = join(directory, 'channel.secret');
      await writeFile(secretFile, secret, { mode: 0o600 });
    });

    const channel = (socket: string, file = secretFile) =>
      new BackendProcess(['channel', '--socket', socket, '--secret-file', file]);

    it('learns nothing as an impostor at the socket', async () => {
      const run = join(directory, 'run-impostor');
      await mkdir(run, { mode: 0o700 });
      const socket = join(run, 'test.sock');
      let heard = '';
      const listener = createServer((stranger) => {
        stranger.on('data', (chunk) => {
          heard += chunk;
          const answer = JSON.stringify({
            jsonrpc: '2.0',
            id: 0,
            result: { protocolVersion: 1, version: '0', serverNonce: '0', proof: '0'.repeat(64) },
          });
          stranger.write(`Content-Length: ${answer.length}\r\n\r\n${answer}`);
        });
        stranger.on('error', () => undefined);
      }).listen(socket);
      await once(listener, 'listening');
      await assert.rejects(FakeWindow.open(socket, secret), /does not know the secret/);
      assert.match(heard, /clientNonce/);
      assert.ok(!heard.includes(secret));
      listener.close();
    });

    it('cannot block the socket with a dead one, or replace it by a link', async () => {
      const run = join(directory, 'run-stale');
      const socket = join(run, 'test.sock');
      const killed = channel(socket);
      await killed.line(new RegExp(channelStatusLines.ready));
      await killed.kill('SIGKILL');
      assert.ok((await lstat(socket)).isSocket());
      const again = channel(socket);
      await again.line(new RegExp(channelStatusLines.ready));
      await again.kill('SIGTERM');

      const target = join(directory, 'precious.txt');
      await writeFile(target, 'precious');
      await rm(socket, { force: true });
      await symlink(target, socket);
      const linked = channel(socket);
      assert.equal(await linked.ended, 1);
      assert.match(linked.errors.join('\n'), /is not a socket/);
      assert.equal(await readFile(target, 'utf8'), 'precious');
    });

    it('cannot use a socket folder that others can write to', async () => {
      const run = join(directory, 'run-open');
      await mkdir(run);
      await chmod(run, 0o777);
      const refused = channel(join(run, 'test.sock'));
      assert.equal(await refused.ended, 1);
      assert.match(refused.errors.join('\n'), /is open to other users/);
    });

    it('receives nothing through proxy variables of the process', async () => {
      const heard: string[] = [];
      const spy = createServer((socket) => {
        heard.push('a connection');
        socket.on('error', () => undefined).destroy();
      }).listen(0, '127.0.0.1');
      await once(spy, 'listening');
      const { port } = spy.address() as AddressInfo;
      const fees = `{"JITO":{"number":3,"percentiles":${percentileTable}}}`;
      const service = await HostileServer.open((asker) =>
        asker.write(httpResponse('200 OK', fees)),
      );
      const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'npm_config_https_proxy'];
      const socket = join(directory, 'run-proxy', 'test.sock');
      const market = new BackendProcess(
        ['channel', '--socket', socket, '--secret-file', secretFile],
        Object.fromEntries([
          ...names.flatMap((name) =>
            [name, name.toLowerCase()].map((each) => [each, `http://127.0.0.1:${port}`]),
          ),
          ['NO_PROXY', ''],
          ['no_proxy', ''],
          ['NODE_USE_ENV_PROXY', '1'],
        ]),
      );
      try {
        await market.line(new RegExp(channelStatusLines.ready));
        const window = await FakeWindow.open(socket, secret);
        const trustedLoopbackOrigins = [service.url];
        const own = {
          ...({ kind: 'service', baseUrl: service.url, apiKey: contractKey } as const),
          trustedLoopbackOrigins,
        };
        await window.call('feesByComputeUnit', {}, own);
        assert.match(service.requests.join(), new RegExp(contractKey));
        // Requests to other machines do not use the proxy either.
        const far = { ...own, baseUrl: 'https://service.invalid' } as const;
        await assert.rejects(window.call('feesByComputeUnit', {}, far), (error) => {
          assert.equal(Reflect.get(Object(error), 'data').kind, 'unreachable');
          return true;
        });
        const node = { kind: 'node', rpcUrl: 'https://node.invalid/key' } as const;
        await assert.rejects(window.call('feesByComputeUnit', {}, node));
        assert.deepEqual(heard, []);
      } finally {
        await market.kill();
        await service.close();
        spy.close();
      }
    });

    for (const [how, signal] of [
      ['the editor is killed', 'SIGKILL'],
      ['the editor crashes', 'SIGABRT'],
      ['the editor closes its window', 'SIGTERM'],
    ] as const) {
      it(`leaves no process behind when ${how} (14)`, async () => {
        const socket = join(directory, `run-${signal}`, 'test.sock');
        const market = channel(socket);
        await market.line(new RegExp(channelStatusLines.ready));
        const script = join(import.meta.dirname, 'fakeEditor.ts');
        const editor = spawn(process.execPath, [script, socket, secret], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(editor.stdout, 'data');
        editor.kill(signal);
        assert.equal(await market.ended, 0);
      });
    }
  });

  it('cannot read the store or its folder as another user', async () => {
    const folder = join(directory, 'stores');
    const store = join(folder, 'own.db');
    const served = await ServeProcess.open(recorded('--store', store));
    try {
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      for (const name of await readdir(folder)) {
        assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name);
      }
    } finally {
      await served.stop();
    }
  });

  it('cannot make a store write into a link, a folder or a device', async () => {
    const target = join(directory, 'victim.txt');
    await writeFile(target, 'precious');
    const link = join(directory, 'link.db');
    await symlink(target, link);
    const dangling = join(directory, 'dangling.db');
    await symlink(join(directory, 'made-by-the-attack'), dangling);
    for (const [store, words] of [
      [link, /symbolic link/],
      [dangling, /symbolic link/],
      [blockFolder, /is not a file/],
      ['/dev/null', /is not a file/],
    ] as const) {
      const run = new BackendProcess(['serve', '--port', '0', ...recorded('--store', store)]);
      assert.equal(await run.ended, 1, store);
      assert.match(run.errors.join('\n'), words);
      assert.ok(run.errors.join('\n').includes(store));
    }
    assert.equal(await readFile(target, 'utf8'), 'precious');
    assert.ok(!(await readdir(directory)).includes('made-by-the-attack'));
  });
});
