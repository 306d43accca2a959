import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { ChannelServer } from '../../../../src/backend/channel/channelServer.ts';
import type {
  ArbscopeConnection,
  OpenConnection,
} from '../../../../src/backend/connectionBase/connection.ts';
import type { ConnectionPools } from '../../../../src/backend/connectionBase/connectionPools.ts';
import { readSecret } from '../../../../src/backend/files/privateFiles.ts';
import type { ImageResponse } from '../../../../src/backend/protocol/callProtocol.ts';
import {
  channelMethods,
  computeProof,
  unknownConnectionCode,
} from '../../../../src/backend/protocol/channelProtocol.ts';
import { becomeAnotherUser } from '../../../anotherUser.ts';
import { FakeWindow } from '../../../fakeWindow.ts';

const secret = randomBytes(32).toString('hex');
const signature =
  '4ijsPheC5WXMhXNHDg2NWGqZXSx3QVLQoPFNyUFqE5wnh1TcyEUgmVATGq3GsXgEAJLbBBwKb7rBCwTJvzbuE6TZ';
const quick = { firstWindow: 60_000, afterGoodbye: 40, afterBreak: 20 };
const figures = { newestSlot: 7, newestBlockTimeSeconds: 1, arbitrages: 3 };

interface Behaviour {
  opened: number;
  closed: PromiseWithResolvers<void>;
  opening: () => Promise<void>;
  transaction: (options: { signal: AbortSignal }) => Promise<unknown>;
}

describe('The channel', { timeout: 30_000 }, () => {
  let directory = '';
  let path = '';
  let behaviour: Behaviour;
  let servers: ChannelServer[] = [];
  let ended: Promise<void>;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-channel-'));
  });
  beforeEach(() => {
    path = join(directory, `${randomBytes(4).toString('hex')}.sock`);
    behaviour = {
      opened: 0,
      closed: Promise.withResolvers(),
      opening: async () => undefined,
      transaction: async () => ({ fees: 18_446_744_073_709_551_615n }),
    };
  });
  afterEach(async () => {
    for (const server of servers) await server.close();
    servers = [];
  });
  after(() => rm(directory, { recursive: true, force: true }));

  const openConnection: OpenConnection = async (_settings, { onStatus }) => {
    behaviour.opened += 1;
    onStatus({ state: 'starting', message: 'Half way', engine: figures });
    await behaviour.opening();
    return {
      call: async (_operation, _parameters, options) => ({
        result: await behaviour.transaction(options),
      }),
      arbscope: {} as ArbscopeConnection,
      pools: {} as ConnectionPools,
      close: async () => {
        behaviour.closed.resolve();
      },
    };
  };

  async function serve(
    gracePeriods = quick,
    idleMilliseconds = 20,
    landingsPath?: string,
  ): Promise<ChannelServer> {
    const end = Promise.withResolvers<void>();
    ended = end.promise;
    const server = new ChannelServer({
      secret,
      version: '9.9.9',
      openConnection,
      checkConnection: () => Promise.reject(new Error('not asked for')),
      gracePeriods,
      idleMilliseconds,
      ...(landingsPath === undefined ? {} : { landingsPath }),
      onEnd: end.resolve,
    });
    servers.push(server);
    assert.equal(await server.listen(path), 'listening');
    return server;
  }

  describe('disconnects a client', () => {
    it('that calls before authenticating', async () => {
      await serve();
      const stranger = await FakeWindow.connect(path);
      await assert.rejects(stranger.call('transaction', { signature }));
      await stranger.closed;
      assert.equal(behaviour.opened, 0);
    });

    it('that authenticates before hello', async () => {
      await serve();
      const stranger = await FakeWindow.connect(path);
      await assert.rejects(stranger.authenticate('00'));
      await stranger.closed;
    });

    it('with a wrong secret', async () => {
      await serve();
      const stranger = await FakeWindow.connect(path);
      const { answer, clientNonce } = await stranger.hello();
      const nonces = { clientNonce, serverNonce: answer.serverNonce };
      await assert.rejects(stranger.authenticate(computeProof('wrong', 'client', nonces)));
      await stranger.closed;
    });

    it('that returns the server’s own proof', async () => {
      await serve();
      const stranger = await FakeWindow.connect(path);
      const { answer } = await stranger.hello();
      await assert.rejects(stranger.authenticate(answer.proof));
      await stranger.closed;
    });

    it('with an invalid nonce', async () => {
      await serve();
      const stranger = await FakeWindow.connect(path);
      await assert.rejects(stranger.hello('a:b'));
      await stranger.closed;
    });

    it('that sends no message, or too much', async () => {
      await serve();
      const silent = await FakeWindow.connect(path);
      const loud = await FakeWindow.connect(path);
      loud.socket.write(`Content-Length: 99999999\r\n\r\n${'x'.repeat(20_000)}`);
      await loud.closed;
      assert.equal(silent.socket.destroyed, false);
      await silent.closed;
      const window = await FakeWindow.open(path, secret);
      assert.match(window.log[0]?.message ?? '', /it sent too much/);
      assert.match(window.log[1]?.message ?? '', /it did not say who it is/);
      window.socket.destroy();
    });

    it('that does not speak JSON-RPC', async () => {
      await serve();
      const stranger = await FakeWindow.connect(path);
      stranger.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await stranger.closed;
    });
  });

  it('opens one engine for all windows, at the first call', async () => {
    await serve();
    const [first, second] = await Promise.all([
      FakeWindow.open(path, secret),
      FakeWindow.open(path, secret),
    ]);
    await Promise.all([
      first.call('transaction', { signature }),
      second.call('transaction', { signature }),
    ]);
    assert.equal(behaviour.opened, 1);
  });

  it('queues calls until the engine is ready and reports its start to every window', async () => {
    await serve();
    const opened = Promise.withResolvers<void>();
    behaviour.opening = () => opened.promise;
    const window = await FakeWindow.open(path, secret);
    const other = await FakeWindow.open(path, secret);
    await other.open();
    const starting = new Promise<void>((resolve) => {
      other.connection.onNotification(channelMethods.status, () => resolve());
    });
    const answer = window.call('transaction', { signature });
    await starting;
    const late = await FakeWindow.open(path, secret);
    await late.open();
    opened.resolve();
    await answer;
    // A response arrives after the statuses sent before it.
    await late.call('transaction', { signature });
    assert.deepEqual(
      window.statuses.map(({ state }) => state),
      ['idle', 'starting', 'ready'],
    );
    assert.deepEqual(window.statuses.at(-1), {
      connectionId: await window.open(),
      kind: 'sandbox',
      origin: 'sandbox',
      state: 'ready',
      message: '',
      error: null,
      latencyMilliseconds: null,
      engine: figures,
      budgets: [],
    });
    assert.deepEqual(
      late.statuses.map(({ state }) => state),
      ['starting', 'ready'],
    );
  });

  it('reports why an engine failed, and retries when it is due or the user asks', async () => {
    await serve();
    const finder = {
      operation: 'finder',
      parameters: { tokensMint: ['So11111111111111111111111111111111111111112'] },
    };
    behaviour.opening = () => Promise.reject(new MarketError('service-failing', 'Disk is full'));
    const window = await FakeWindow.open(path, secret);
    await assert.rejects(window.call('transaction', { signature }), {
      message: 'Disk is full',
      data: { kind: 'service-failing', message: 'Disk is full', retryAfterSeconds: 5 },
    });
    behaviour.opening = async () => undefined;
    const connectionId = await window.open();
    await assert.rejects(window.connection.sendRequest('call', { ...finder, connectionId }), {
      message: 'Disk is full',
    });
    await window.call('transaction', { signature });
    assert.deepEqual(
      window.statuses.map(({ state }) => state),
      ['idle', 'starting', 'failed', 'ready'],
    );
    assert.ok(window.log.some(({ message }) => message.includes('Disk is full')));
  });

  it('cancels the work of a window that disconnects', async () => {
    await serve();
    const began = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    behaviour.transaction = ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve());
      began.resolve();
      return new Promise(() => undefined);
    };
    const window = await FakeWindow.open(path, secret);
    window.call('transaction', { signature }).catch(() => undefined);
    await began.promise;
    window.socket.destroy();
    await aborted.promise;
  });

  it('shares one connection between windows with the same settings, and its id reveals nothing', async () => {
    await serve();
    const [first, second] = await Promise.all([
      FakeWindow.open(path, secret),
      FakeWindow.open(path, secret),
    ]);
    const service = {
      kind: 'service',
      baseUrl: 'https://arb.example',
      apiKey: 'canary-key',
      rates: { finder: { requests: 3, perSeconds: 60 } },
    } as const;
    const reordered = {
      apiKey: service.apiKey,
      kind: service.kind,
      rates: { finder: { perSeconds: 60, requests: 3 } },
      baseUrl: service.baseUrl,
    } as const;
    const id = await first.open(service);
    assert.equal(await second.open(reordered), id);
    assert.notEqual(await first.open({ ...service, apiKey: 'another' }), id);
    assert.match(id, /^[0-9a-f]{64}$/);
    assert.equal(first.statuses[0]?.origin, 'https://arb.example');
    assert.ok(!JSON.stringify([first.statuses, second.statuses]).includes('canary-key'));
  });

  it('opens any number of connections, one after the other', async () => {
    await serve(quick, 600_000);
    const window = await FakeWindow.open(path, secret);
    for (let seed = 0; seed < 40; seed += 1) {
      const connectionId = await window.open({ kind: 'sandbox', seed });
      await window.connection.sendRequest(channelMethods.close, { connectionId });
    }
    const open = Array.from({ length: 17 }, (_, seed) => window.open({ kind: 'sandbox', seed }));
    await assert.rejects(Promise.all(open), /connections are open/);
  });

  it('rejects calls on a connection that the window has not opened', async () => {
    await serve();
    const first = await FakeWindow.open(path, secret);
    const second = await FakeWindow.open(path, secret);
    const connectionId = await first.open();
    const request = { connectionId, operation: 'transaction', parameters: { signature } } as const;
    await first.sendCall(request);
    await assert.rejects(second.sendCall(request), { code: unknownConnectionCode });
    assert.deepEqual(second.statuses, []);
  });

  it('closes a connection some time after the last window released it, not earlier', async () => {
    await serve();
    const first = await FakeWindow.open(path, secret);
    const second = await FakeWindow.open(path, secret);
    await first.call('transaction', { signature });
    const connectionId = await second.open();
    await first.connection.sendRequest(channelMethods.close, { connectionId });
    await second.call('transaction', { signature });
    assert.equal(behaviour.opened, 1);
    await second.connection.sendRequest(channelMethods.close, { connectionId });
    await behaviour.closed.promise;
    await first.call('transaction', { signature });
    assert.equal(behaviour.opened, 2);
  });

  for (const [what, settings] of [
    ['no settings', null],
    ['an unknown kind', { kind: 'other', apiKey: 'canary-key' }],
    ['a key that is no text', { kind: 'service', baseUrl: 'https://a.example', apiKey: 7 }],
    [
      'a URL that is far too long',
      { kind: 'node', rpcUrl: `https://a/${'canary-key'.repeat(500)}` },
    ],
    [
      'a rate for what is no operation',
      { kind: 'service', baseUrl: 'https://a.example', apiKey: 'canary-key', rates: { x: {} } },
    ],
    ['an encoding that is none', { kind: 'service', baseUrl: '', apiKey: '', encoding: 'x' }],
  ] as const) {
    it(`rejects a connection with ${what}, without repeating it`, async () => {
      await serve();
      const window = await FakeWindow.open(path, secret);
      await assert.rejects(
        window.connection.sendRequest(channelMethods.open, { settings }),
        (error) => {
          assert.ok(error instanceof Error && 'data' in error);
          assert.equal(Reflect.get(Object(error.data), 'kind'), 'bad-parameter');
          assert.ok(!error.message.includes('canary-key'));
          return true;
        },
      );
    });
  }

  it('names the invalid parameter', async () => {
    await serve();
    const window = await FakeWindow.open(path, secret);
    await assert.rejects(window.call('finder', { tokensMint: [], tokensMax: 51 }), (error) => {
      assert.ok(error instanceof Error && 'data' in error);
      assert.equal(Reflect.get(Object(error.data), 'kind'), 'bad-parameter');
      return true;
    });
    assert.equal(behaviour.opened, 0);
  });

  it('cannot land through an ordinary call, or call a prototype member', async () => {
    await serve();
    const window = await FakeWindow.open(path, secret);
    const call = (name: string) => window.call(name as 'finder', { transaction: 'AA==' });
    await assert.rejects(call('landTransaction'), /Check the transaction before landing it/);
    for (const name of ['constructor', 'toString', '__proto__'])
      await assert.rejects(call(name), /cannot read the operation/);
    assert.equal(behaviour.opened, 0);
  });

  it('fetches pictures for windows only from public https addresses', async () => {
    await serve();
    const window = await FakeWindow.open(path, secret);
    for (const url of ['http://a.example/x.png', 'https://127.0.0.1/x.png', 'file:///etc/passwd']) {
      const { answer } = window.request<ImageResponse>(channelMethods.fetchImage, { url });
      const { dataUri, reason } = await answer;
      assert.equal(dataUri, null);
      assert.match(reason ?? '', /public https/);
    }
    const { answer } = window.request(channelMethods.fetchImage, { url: 7 });
    await assert.rejects(answer, /cannot read url/);
  });

  it('hides the details of an unexpected failure and points to the log', async () => {
    await serve();
    behaviour.transaction = () => Promise.reject(new TypeError('inner words'));
    const window = await FakeWindow.open(path, secret);
    await assert.rejects(
      window.call('transaction', { signature }),
      (error) => error instanceof Error && !error.message.includes('inner words'),
    );
    assert.ok(window.log.some(({ message }) => message.includes('inner words')));
  });

  it('closes after the last window says goodbye, not earlier', async () => {
    await serve();
    const first = await FakeWindow.open(path, secret);
    const second = await FakeWindow.open(path, secret);
    let over = false;
    void ended.then(() => {
      over = true;
    });
    await first.goodbye();
    await second.call('transaction', { signature });
    assert.equal(over, false);
    await second.goodbye();
    await ended;
  });

  it('closes after the last window disconnects', async () => {
    await serve();
    const window = await FakeWindow.open(path, secret);
    window.socket.destroy();
    await ended;
  });

  it('closes when no window ever connects, even with unauthenticated clients', async () => {
    await serve({ ...quick, firstWindow: 30 });
    await FakeWindow.connect(path);
    await ended;
  });

  it('is served by one process only', async () => {
    await serve();
    const second = new ChannelServer({
      secret,
      version: '9.9.9',
      openConnection,
      checkConnection: () => Promise.reject(new Error('not asked for')),
      gracePeriods: quick,
      onEnd: () => undefined,
    });
    servers.push(second);
    assert.equal(await second.listen(path), 'already-served');
    (await FakeWindow.open(path, secret)).socket.destroy();
  });

  it('is a socket that only the user can open', {
    skip: process.platform === 'win32',
  }, async () => {
    const before = process.umask(0o077);
    await serve();
    process.umask(before);
    assert.equal((await stat(path)).mode & 0o077, 0);
  });

  it('rejects a directory that others can write to', async () => {
    const open = await mkdtemp(join(tmpdir(), 'arbscope-open-'));
    await chmod(open, 0o777);
    path = join(open, 'a.sock');
    await assert.rejects(serve(), /open to other users/);
    await symlink(directory, join(open, 'link'));
    path = join(open, 'link', 'a.sock');
    await assert.rejects(serve(), /is not a directory/);
    await rm(open, { recursive: true });
  });

  it('rejects a directory of another user', {
    skip: process.getuid === undefined,
  }, async (context) => {
    becomeAnotherUser(context);
    await assert.rejects(serve(), /belongs to another user/);
  });

  it('accepts up to 64 clients at once, including windows', async () => {
    await serve(quick);
    const window = await FakeWindow.open(path, secret);
    const held = await Promise.all(Array.from({ length: 63 }, () => FakeWindow.open(path, secret)));
    const beyond = connect(path).on('error', () => undefined);
    await once(beyond, 'close');
    await window.open();
    // A client that was accepted and stayed silent would be logged.
    assert.deepEqual(window.log, []);
    assert.equal(window.socket.destroyed, false);
    for (const each of [window, ...held]) each.socket.destroy();
  });

  it('does not touch the submissions of another process that already serves the socket', async () => {
    const landingsPath = join(directory, 'landings.jsonl');
    await serve(quick, 20, landingsPath);
    const entry = { id: 'a', signature, state: 'sending', submittedAtMilliseconds: 1 };
    await writeFile(landingsPath, `${JSON.stringify(entry)}\n`);
    await assert.rejects(serve(quick, 20, landingsPath));
    assert.equal(await readFile(landingsPath, 'utf8'), `${JSON.stringify(entry)}\n`);
    for (const server of servers.splice(0)) await server.close();
    await serve(quick, 20, landingsPath);
    const lines = (await readFile(landingsPath, 'utf8')).trim().split(/\n+/);
    assert.equal(JSON.parse(lines.at(-1) ?? '').state, 'unknown');
  });

  it('leaves a regular file at its path alone', async () => {
    await writeFile(path, 'mine');
    await assert.rejects(serve(), /is not a socket/);
  });

  it('reports a path that is too long', async () => {
    path = join(directory, 'x'.repeat(120));
    await assert.rejects(serve(), /too long/);
  });
});

describe('The secret', () => {
  it('is only read from a file that no other user can read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'arbscope-secret-'));
    const file = join(directory, 'channel.secret');
    await writeFile(file, `${secret}\n`, { mode: 0o600 });
    assert.equal(await readSecret(file), secret);
    await chmod(file, 0o644);
    await assert.rejects(readSecret(file), /can be read by other users/);
    await symlink(file, join(directory, 'link'));
    await assert.rejects(readSecret(join(directory, 'link')), /not a regular file/);
    await writeFile(join(directory, 'short'), 'abc', { mode: 0o600 });
    await assert.rejects(readSecret(join(directory, 'short')), (error) => {
      assert.ok(error instanceof Error && !error.message.includes('abc'));
      return true;
    });
    await rm(directory, { recursive: true });
  });
});

describe('The secret of another user', { skip: process.getuid === undefined }, () => {
  it('is not read', async (context) => {
    const directory = await mkdtemp(join(tmpdir(), 'arbscope-other-'));
    context.after(() => rm(directory, { recursive: true }));
    const file = join(directory, 'channel.secret');
    await writeFile(file, secret, { mode: 0o600 });
    becomeAnotherUser(context);
    await assert.rejects(readSecret(file), /belongs to another user/);
  });
});

describe('The socket of a process that died', () => {
  it('is replaced', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'arbscope-dead-'));
    const path = join(directory, 'dead.sock');
    await leaveDeadSocket(path);
    const server = new ChannelServer({
      secret,
      version: '9.9.9',
      openConnection: () => Promise.reject(new Error('not asked for')),
      checkConnection: () => Promise.reject(new Error('not asked for')),
      gracePeriods: quick,
      onEnd: () => undefined,
    });
    assert.equal(await server.listen(path), 'listening');
    (await FakeWindow.open(path, secret)).socket.destroy();
    await server.close();
    await rm(directory, { recursive: true });
  });
});

/** A socket file without a listener; a hard link keeps it when the socket is closed. */
async function leaveDeadSocket(path: string): Promise<void> {
  const { link } = await import('node:fs/promises');
  const server = createServer();
  server.listen(`${path}.first`);
  await once(server, 'listening');
  await link(`${path}.first`, path);
  server.close();
  await once(server, 'close');
}
