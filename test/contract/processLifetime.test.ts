import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import type { CallRequest, WaitingProgress } from '../../src/backend/protocol/callProtocol.ts';
import {
  type ChannelProgress,
  channelMethods,
  channelStatusLines,
} from '../../src/backend/protocol/channelProtocol.ts';
import type { ConnectionStatus } from '../../src/backend/protocol/connectionProtocol.ts';
import { channelPaths } from '../../src/extension/backend/channelPaths.ts';
import { openChannel } from '../../src/extension/backend/openChannel.ts';
import type { Log } from '../../src/extension/base/log.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { HostileServer, httpResponse } from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { BackendProcess } from './backendProcess.ts';
import { percentileTable } from './hostileSession.ts';

const secret = randomBytes(32).toString('hex');
const canaryKey = 'canary-key-5f0c2e8a71';
const canaryPath = 'canary-rpc-path-77d1b3';
const ready = new RegExp(channelStatusLines.ready);

describe('The shared backend', suiteLimit, () => {
  let folder = '';
  let secretFile = '';
  let socket = '';
  const processes: BackendProcess[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-life-'));
    secretFile = join(folder, 'channel.secret');
    await writeFile(secretFile, secret, { mode: 0o600 });
  });
  afterEach(async () => {
    for (const started of processes.splice(0)) await started.kill();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function start(
    environment: Readonly<Record<string, string>> = {},
  ): Promise<BackendProcess> {
    socket = join(folder, 'run', `${randomBytes(4).toString('hex')}.sock`);
    const args = ['channel', '--socket', socket, '--secret-file', secretFile];
    const started = new BackendProcess(args, environment);
    processes.push(started);
    await started.line(ready);
    return started;
  }

  const window = () => FakeWindow.open(socket, secret);

  it('exits even if a request of the dead editor hangs', async () => {
    const server = await HostileServer.open(() => undefined);
    try {
      const market = await start();
      const one = await window();
      const settings = {
        kind: 'service',
        baseUrl: server.url,
        apiKey: canaryKey,
        trustedLoopbackOrigins: [server.url],
      } as const;
      const connectionId = await one.open(settings);
      one
        .sendCall({ connectionId, operation: 'tokenInfo', parameters: { token: wrappedSolMint } })
        .catch(() => undefined);
      one.socket.destroy();
      assert.equal(await market.ended, 0);
    } finally {
      await server.close();
    }
  });

  it('keeps to the limits of a service after a kill and restart', async () => {
    const fees = `{"JITO":{"number":3,"percentiles":${percentileTable}}}`;
    const server = await HostileServer.open((stranger) =>
      stranger.write(httpResponse('200 OK', fees)),
    );
    try {
      const rates = { feesByComputeUnit: { requests: 2, perSeconds: 60 } };
      const settings = {
        kind: 'service',
        baseUrl: server.url,
        apiKey: canaryKey,
        rates,
        trustedLoopbackOrigins: [server.url],
      } as const;
      const feesFrom = async (one: FakeWindow, computeUnitMin: number): Promise<CallRequest> => ({
        connectionId: await one.open(settings),
        operation: 'feesByComputeUnit',
        parameters: { computeUnitMin },
      });
      const killed = await start();
      const one = await window();
      await one.sendCall(await feesFrom(one, 1));
      // The process is killed before the second response.
      const arrived = Promise.withResolvers<void>();
      server.behaviour = () => arrived.resolve();
      one.sendCall(await feesFrom(one, 2)).catch(() => undefined);
      await arrived.promise;
      await killed.kill('SIGKILL');

      await start();
      const next = await window();
      const waited = Promise.withResolvers<ChannelProgress>();
      const asking = next.sendCallWithProgress(await feesFrom(next, 3), waited.resolve);
      const progress = await Promise.race([waited.promise, asking.answer]);
      assert.equal((progress as WaitingProgress).kind, 'waiting');
      asking.cancel();
      await asking.answer.catch(() => undefined);
      assert.equal(server.requests.length, 2);
      const path = join(folder, 'budgets.jsonl');
      assert.ok(!(await readFile(path, 'utf8')).includes(canaryKey));
      if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
    } finally {
      await server.close();
    }
  });

  it('is replaced without an error when it exits while a window connects', async () => {
    const options = {
      storageFolder: await mkdtemp(join(folder, 'storage-')),
      version: manifest.version,
      environment: { XDG_RUNTIME_DIR: await mkdtemp(join(folder, 'meet-')) },
    };
    const { socketPath } = channelPaths(options);
    await mkdir(dirname(socketPath), { mode: 0o700 });
    // Like a process that exits without windows: it stops listening and drops new connections.
    const ending = createServer((window) => {
      ending.close();
      window.destroy();
    });
    ending.listen(socketPath);
    await once(ending, 'listening');
    const log: Log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
    const backendFile = join(import.meta.dirname, '../../dist/backend.js');
    const statuses: ConnectionStatus[] = [];
    const channel = await openChannel({ ...options, backendFile, log })({
      onStatus: (status) => statuses.push(status),
      onLog: () => undefined,
      onLanding: () => undefined,
      onJournalProblem: () => undefined,
      onProgress: () => undefined,
      onDisconnect: () => undefined,
    });
    await channel.sendRequest('open', { settings: { kind: 'sandbox' } });
    assert.equal(statuses[0]?.state, 'idle');
    channel.end();
  });

  it('exits when its starter is killed before any window has connected', async () => {
    socket = join(folder, 'run', 'starter.sock');
    // Like a window, this starter keeps the process's stdin open.
    const program = join(import.meta.dirname, '../../dist/backend.js');
    const args = ['channel', '--socket', socket, '--secret-file', secretFile, '--watch-parent'];
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([program, ...args])}, {
        detached: true, stdio: ['pipe', 'ignore', 'pipe'],
      });
      child.stderr.once('data', () => console.log(child.pid));`;
    const starter = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [text] = (await once(starter.stdout, 'data')) as [Buffer];
    const pid = Number(String(text));
    const socketGone = (async () => {
      const stranger = await FakeWindow.connect(socket);
      // Connections without the secret do not keep the process alive; it closes them on exit.
      await stranger.closed;
    })();
    const killedAt = performance.now();
    starter.kill('SIGKILL');
    await socketGone;
    while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
    // With a live starter, it would wait ten seconds for the first window.
    assert.ok(performance.now() - killedAt < 8_000);
  });

  it('refuses a second process on the store of a node, whose files are private', async () => {
    const before = process.umask(0);
    const double = new FakeRpcNode(`/${canaryPath}`);
    const rpcUrl = await double.listen();
    try {
      const blocks = await sandboxBlocks(2);
      const now = Math.floor(Date.now() / 1_000);
      blocks.forEach((block, index) => {
        double.add(100 + index, { ...block, blockTime: now + index });
      });
      const settings = { kind: 'node', rpcUrl } as const;
      const request = { operation: 'feesByComputeUnit', parameters: {} } as const;
      await start();
      const first = await window();
      await first.sendCall({ connectionId: await first.open(settings), ...request });
      const ofNode = await first.status(({ state }) => state === 'ready');
      assert.equal(ofNode.origin, new URL(rpcUrl).origin);
      assert.equal(ofNode.engine?.source, new URL(rpcUrl).origin);
      if (process.platform !== 'win32') {
        const made = await readdir(folder, { recursive: true });
        assert.ok(
          made.some((name) => name.endsWith('index.duckdb.wal')),
          made.join(),
        );
        for (const name of made) {
          assert.equal((await stat(join(folder, name))).mode & 0o077, 0, name);
        }
      }
      await start();
      const other = await window();
      const connectionId = await other.open(settings);
      await assert.rejects(
        other.sendCall({ connectionId, ...request }),
        /another version of Arbscope is using/i,
      );
      const failed = await other.status(({ state }) => state === 'failed');
      assert.equal(failed.error?.kind, 'service-failing');
      first.socket.destroy();
      other.socket.destroy();
    } finally {
      process.umask(before);
      for (const started of processes.splice(0)) await started.kill();
      await double.close();
    }
  });

  it('writes no key and no RPC URL anywhere', async () => {
    const reports = await mkdtemp(join(tmpdir(), 'arbscope-reports-'));
    // Both servers repeat the request in their errors.
    const server = await HostileServer.open((connection, request) => {
      const body = JSON.stringify({ message: request });
      connection.write(
        `HTTP/1.1 400 ${canaryKey}\r\nx-echo: ${canaryKey}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
    const node = await HostileServer.open((connection, request) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message: request } });
      connection.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    try {
      const market = await start({
        NODE_OPTIONS: `--report-on-signal --report-directory=${reports}`,
      });
      const one = await window();
      const heard: string[] = [];
      const hear = (what: unknown): void => {
        heard.push(
          what instanceof Error ? `${what.stack}${JSON.stringify(what)}` : JSON.stringify(what),
        );
      };
      const service = {
        kind: 'service',
        baseUrl: server.url,
        apiKey: canaryKey,
        trustedLoopbackOrigins: [server.url],
      } as const;
      const rpc = { kind: 'node', rpcUrl: `${node.url}/${canaryPath}` } as const;
      for (const settings of [service, rpc]) {
        const connectionId = await one.open(settings);
        hear(connectionId);
        const call = {
          connectionId,
          operation: 'tokenInfo',
          parameters: { token: wrappedSolMint },
        };
        await one.connection.sendRequest(channelMethods.call, call).then(hear, hear);
        await one.connection
          .sendRequest(channelMethods.loadPools, { connectionId })
          .then(hear, hear);
        await one.connection
          .sendRequest(channelMethods.checkConnection, { settings })
          .then(hear, hear);
      }
      // Invalid settings must not be repeated either.
      for (const settings of [
        { ...service, baseUrl: `http://arb.example/${canaryKey}` },
        { ...rpc, rpcUrl: `ftp://x/${canaryPath}` },
      ]) {
        const connectionId = await one.open(settings);
        const call = {
          connectionId,
          operation: 'tokenInfo',
          parameters: { token: wrappedSolMint },
        };
        await one.connection.sendRequest(channelMethods.call, call).then(hear, hear);
      }
      const listed = spawn('ps', ['-o', 'args=', '-p', String(market.child.pid)]);
      let args = '';
      for await (const piece of listed.stdout) args += piece;
      let environment = '';
      if (process.platform === 'linux') {
        environment = await readFile(`/proc/${market.child.pid}/environ`, 'latin1');
      }
      market.child.kill('SIGUSR2');
      await market.line(/report completed/);
      await one.goodbye();
      assert.equal(await market.ended, 0);

      assert.match(server.requests.join(), new RegExp(canaryKey), 'the key was sent at all');
      assert.match(node.requests.join(), new RegExp(canaryPath), 'the URL was asked at all');
      const places: [string, string][] = [
        ['process list', args],
        ['environment', environment],
        ['output', [...market.output, ...market.errors].join('\n')],
        ['statuses', JSON.stringify(one.statuses)],
        ['log', JSON.stringify(one.log)],
        ['answers', heard.join('\n')],
      ];
      for (const root of [folder, reports]) {
        for (const file of await readdir(root, { recursive: true, withFileTypes: true })) {
          if (!file.isFile()) continue;
          const path = join(file.parentPath, file.name);
          places.push([path, await readFile(path, 'latin1')]);
        }
      }
      assert.ok(places.length > 7);
      for (const [place, text] of places) {
        assert.ok(!text.includes(canaryKey), `the key is in ${place}`);
        assert.ok(!text.includes(canaryPath), `the RPC URL is in ${place}`);
      }
    } finally {
      await server.close();
      await node.close();
      await rm(reports, { recursive: true, force: true });
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
