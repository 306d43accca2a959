import assert from 'node:assert/strict';
import crypto, { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { ChannelServer } from '../../../../src/backend/channel/channelServer.ts';
import type { ArbscopeConnection } from '../../../../src/backend/connectionBase/connection.ts';
import type { ConnectionPools } from '../../../../src/backend/connectionBase/connectionPools.ts';
import type { CallResponse } from '../../../../src/backend/protocol/callProtocol.ts';
import {
  type ChannelProgress,
  channelMethods,
  maxSocketPathBytes,
} from '../../../../src/backend/protocol/channelProtocol.ts';
import type { ConnectionStatus } from '../../../../src/backend/protocol/connectionProtocol.ts';
import type { ConnectionCallOptions } from '../../../../src/backend/queue/connectionCallOptions.ts';
import {
  BackendClient,
  type Channel,
  type ChannelListeners,
  type RequestOptions,
} from '../../../../src/extension/backend/backendClient.ts';
import { UnknownConnectionError } from '../../../../src/extension/backend/channelMessages.ts';
import {
  type ChannelPathsOptions,
  channelPaths,
  checkSocketFolder,
  ensureChannelSecret,
} from '../../../../src/extension/backend/channelPaths.ts';
import {
  connectChannel,
  isNotListening,
} from '../../../../src/extension/backend/connectChannel.ts';
import { openChannel } from '../../../../src/extension/backend/openChannel.ts';
import { becomeAnotherUser } from '../../../anotherUser.ts';

const isWindows = process.platform === 'win32';
const secret = randomBytes(32).toString('hex');
const signature =
  '4ijsPheC5WXMhXNHDg2NWGqZXSx3QVLQoPFNyUFqE5wnh1TcyEUgmVATGq3GsXgEAJLbBBwKb7rBCwTJvzbuE6TZ';
const version = '1.2.3';
const ignore = () => undefined;
const silentLog = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
const request = { operation: 'transaction', parameters: { signature } };

type Answer = (options: ConnectionCallOptions) => Promise<unknown>;

describe('A window', { timeout: 30_000 }, () => {
  let folder = '';
  let socketPath = '';
  let statuses: ConnectionStatus[] = [];
  let broken = Promise.withResolvers<void>();
  let answer: Answer = async () => ({});
  const cleanUps: (() => unknown)[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-window-'));
  });
  beforeEach(() => {
    socketPath = join(folder, `${randomBytes(4).toString('hex')}.sock`);
    statuses = [];
    broken = Promise.withResolvers();
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Starts a real channel server with an engine whose responses the test sets. */
  async function serve({
    knows = secret,
    is = version,
    landingsPath = '',
  } = {}): Promise<ChannelServer> {
    const server = new ChannelServer({
      secret: knows,
      version: is,
      checkConnection: () => Promise.reject(new Error('not asked for')),
      openConnection: async () => ({
        call: async (_operation, _parameters, options) => ({ result: await answer(options) }),
        arbscope: {} as ArbscopeConnection,
        pools: {} as ConnectionPools,
        close: async () => undefined,
      }),
      gracePeriods: { firstWindow: 60_000, afterGoodbye: 60_000, afterBreak: 60_000 },
      ...(landingsPath === '' ? {} : { landingsPath }),
      onEnd: () => undefined,
    });
    await server.listen(socketPath);
    cleanUps.push(() => server.close());
    return server;
  }

  async function impersonate(behave: (socket: Socket) => void): Promise<void> {
    const server: Server = createServer(behave);
    server.listen(socketPath);
    await once(server, 'listening');
    cleanUps.push(() => server.close());
  }

  const silent = () => undefined;

  const connect = (): Promise<Channel> =>
    connectChannel({
      ...{ socketPath, secret, version },
      ...{ onStatus: silent, onLog: silent, onLanding: silent, onJournalProblem: silent },
      ...{ onProgress: silent, onDisconnect: silent },
    });

  /** Connects a window's client; it neither starts a process nor retries. */
  async function open(): Promise<BackendClient> {
    const client = new BackendClient({
      open: (listeners) => connectChannel({ ...{ socketPath, secret, version }, ...listeners }),
      log: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
      restartDelaysMilliseconds: [],
    });
    cleanUps.push(() => client.close());
    client.onStatus((status) => statuses.push(status));
    client.onState(({ kind }) => {
      if (kind === 'failed') broken.resolve();
    });
    await client.connect();
    return client;
  }

  async function call(client: BackendClient, options: RequestOptions = {}): Promise<unknown> {
    const opened = await client.request('open', { settings: { kind: 'sandbox' } });
    const { connectionId } = opened as { connectionId: string };
    const answered = await client.request('call', { ...request, connectionId }, options);
    return (answered as CallResponse).result;
  }

  it('learns why landing is impossible, even if it connects later', async () => {
    await serve({ landingsPath: folder });
    const client = await open();
    await client.request('landings', {});
    assert.equal(client.journalProblem?.path, folder);
    assert.match(client.journalProblem?.reason ?? '', /it is a folder/);
  });

  it('gets a response with exact raw amounts, and the engine’s status', async () => {
    answer = async () => ({ fees: 18_446_744_073_709_551_615n });
    await serve();
    const client = await open();
    assert.deepEqual(await call(client), { fees: 18_446_744_073_709_551_615n });
    assert.deepEqual(
      statuses.map(({ state }) => state),
      ['idle', 'starting', 'ready'],
    );
  });

  it('refuses an impostor that does not know the secret, and sends it nothing', async () => {
    const server = await serve({ knows: randomBytes(32).toString('hex') });
    await assert.rejects(open(), /Cannot authenticate the backend, so nothing was sent/);
    await server.close();
  });

  it('refuses an impostor that replies without a valid proof', async () => {
    await impersonate((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 0, result: { serverNonce: 'x' } });
        socket.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
      });
    });
    await assert.rejects(open(), /Cannot authenticate the backend/);
  });

  it('refuses a process that hangs up or does not speak JSON-RPC', async () => {
    await impersonate((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await assert.rejects(open(), /refused this window/);
  });

  it('hangs up on an impostor that floods it before authentication', async () => {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    const message = JSON.stringify({ jsonrpc: '2.0', method: 'log', params: 'x'.repeat(1_000) });
    const piece = Buffer.from(`Content-Length: ${message.length}\r\n\r\n${message}`.repeat(60));
    await impersonate((socket) => {
      const flood = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('error', () => undefined);
      socket.on('drain', flood);
      socket.on('close', () => {
        sent = socket.bytesWritten;
        closed.resolve();
      });
      flood();
    });
    await assert.rejects(connect());
    await closed.promise;
    // No more than the system's socket buffers.
    assert.ok(sent < 2_000_000, `${sent} bytes`);
  });

  it('compares the proof in constant time', async (context) => {
    await serve({ knows: randomBytes(32).toString('hex') });
    const compare = context.mock.method(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    try {
      await assert.rejects(open());
    } finally {
      compare.mock.restore();
      syncBuiltinESMExports();
    }
    assert.equal(compare.mock.callCount(), 1);
  });

  it('refuses a process of another version, and names the version', async () => {
    await serve({ is: '9.9.9' });
    await assert.rejects(open(), /Arbscope 9\.9\.9 is running.*has 1\.2\.3/);
  });

  it('shows no text of an unauthenticated process that is not a version', async () => {
    await serve({ is: '9 \u001b[2J](command:evil)' });
    await assert.rejects(open(), /Arbscope unknown is running/);
  });

  it('ignores messages of a process before it proves that it knows the secret', async () => {
    const status = {
      ...{ connectionId: 'x', kind: 'service', origin: 'https://evil.example', state: 'ready' },
      ...{ message: 'evil', engine: null, budgets: [], latencyMilliseconds: null, error: null },
    };
    const told = { jsonrpc: '2.0', method: channelMethods.status, params: status };
    const body = JSON.stringify(told);
    await impersonate((socket) => {
      socket.on('error', () => undefined);
      socket.end(`Content-Length: ${body.length}\r\n\r\n${body}`);
    });
    const heard: unknown[] = [];
    const hear = (message: unknown) => heard.push(message);
    await assert.rejects(
      connectChannel({
        ...{ socketPath, secret, version, onStatus: hear, onLog: hear, onLanding: hear },
        ...{ onProgress: hear, onDisconnect: silent, onJournalProblem: hear },
      }),
    );
    assert.deepEqual(heard, []);
  });

  it('reports that no process is listening', async () => {
    await assert.rejects(connect(), isNotListening);
  });

  it('gets a failure with its kind and details', async () => {
    answer = async () => {
      throw new MarketError('rate-limited', 'Too many', { retryAfterSeconds: 14, statusCode: 429 });
    };
    await serve();
    const client = await open();
    await assert.rejects(call(client), (error) => {
      assert.ok(MarketError.is(error, 'rate-limited'));
      assert.equal(error.message, 'Too many');
      assert.equal(error.retryAfterSeconds, 14);
      assert.equal(error.statusCode, 429);
      return true;
    });
  });

  it('is notified while a call waits for rate limits', async () => {
    const progress: ChannelProgress = {
      kind: 'waiting',
      operation: 'transaction',
      nextCallAtMilliseconds: 14_000,
      nextCallInSeconds: 14,
      isRefused: false,
    };
    answer = async ({ onProgress }) => onProgress(progress);
    await serve();
    const heard: ChannelProgress[] = [];
    await call(await open(), { onProgress: (each) => heard.push(each) });
    assert.deepEqual(heard, [progress]);
  });

  it('recognizes that the process does not know its connection', async () => {
    await serve();
    const client = await open();
    await assert.rejects(
      client.request('call', { ...request, connectionId: 'of another process' }),
      UnknownConnectionError,
    );
  });

  it('gets a rejection at once when it cancels, and the backend stops the work', async () => {
    const began = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    answer = ({ signal }) => {
      signal.addEventListener('abort', () => stopped.resolve());
      began.resolve();
      return new Promise(() => undefined);
    };
    await serve();
    const client = await open();
    const abort = new AbortController();
    const called = call(client, { signal: abort.signal });
    await began.promise;
    abort.abort();
    await assert.rejects(called, (error) => MarketError.is(error, 'cancelled'));
    await stopped.promise;
    await assert.rejects(call(client, { signal: abort.signal }), (error) =>
      MarketError.is(error, 'cancelled'),
    );
  });

  it('is notified when the process dies, and pending calls are rejected', async () => {
    const began = Promise.withResolvers<void>();
    answer = () => {
      began.resolve();
      return new Promise(() => undefined);
    };
    const server = await serve();
    const client = await open();
    const called = call(client);
    await began.promise;
    const rejected = assert.rejects(called, (error) => MarketError.is(error, 'unreachable'));
    await server.close();
    await broken.promise;
    await rejected;
  });

  it('that says goodbye does not report a failure', async () => {
    await serve();
    const client = await open();
    let isBroken = false;
    client.onState(() => {
      isBroken = true;
    });
    await client.close();
    await assert.rejects(call(client), (error) => MarketError.is(error, 'cancelled'));
    assert.equal(isBroken, false);
  });
});

describe('The channel’s socket and secret', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-place-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('have one socket path per storage and version, short enough for the system’s limit', {
    skip: isWindows,
  }, () => {
    const place = (storageFolder: string, version: string) =>
      channelPaths({ storageFolder, version, environment: { XDG_RUNTIME_DIR: folder } }).socketPath;
    const long = `/home/${'x'.repeat(300)}`;
    assert.equal(dirname(place(long, '1')), join(folder, 'arbscope'));
    assert.match(basename(place(long, '1')), /^[0-9a-f]{16}\.sock$/);
    assert.equal(place(long, '1'), place(long, '1'));
    assert.notEqual(place(long, '1'), place(long, '2'));
    assert.notEqual(place(long, '1'), place('/home/y', '1'));
  });

  it('use a named pipe on Windows', () => {
    const { socketPath } = channelPaths({
      storageFolder: 'C:\\x',
      version: '1',
      platform: 'win32',
    });
    assert.match(socketPath, /^\\\\\.\\pipe\\arbscope-[0-9a-f]{16}$/);
  });

  it('have one private secret, even for windows that open at the same time', async () => {
    const storage = join(folder, 'new');
    const file = join(storage, 'channel.secret');
    const secrets = await Promise.all(
      Array.from({ length: 8 }, () => ensureChannelSecret(file, storage)),
    );
    assert.equal(new Set(secrets).size, 1);
    assert.equal((await readFile(file, 'utf8')).trim(), secrets[0]);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('are in the storage folder if others own or can write to all other folders', {
    skip: isWindows,
  }, async () => {
    const storageFolder = join(folder, 'storage');
    const start = (paths: Partial<ChannelPathsOptions>) => {
      const open = openChannel({
        ...{ storageFolder, version, backendFile: '/nowhere.js', log: silentLog },
        ...{ environment: {}, temporaryFolders: [], ...paths },
      });
      return open({} as ChannelListeners);
    };
    const folderOf = (paths: Partial<ChannelPathsOptions>) =>
      dirname(
        channelPaths({ storageFolder, version, environment: {}, temporaryFolders: [], ...paths })
          .socketPath,
      );
    const own = await mkdtemp(join(folder, 'own-'));
    const privateFolder = join(own, `arbscope-${userInfo().uid}`);
    const open = await mkdtemp(join(folder, 'open-'));
    for (const mode of [0o777, 0o750]) {
      await mkdir(join(open, 'arbscope'), { recursive: true });
      await chmod(join(open, 'arbscope'), mode);
      const environment = { XDG_RUNTIME_DIR: open };
      assert.equal(folderOf({ environment, temporaryFolders: [own] }), privateFolder);
      assert.equal(folderOf({ environment }), join(storageFolder, 'run'));
    }
    // Another user has taken the name; only they can remove the folder from a sticky one.
    await symlink(own, join(open, `arbscope-${userInfo().uid}`));
    assert.equal(folderOf({ temporaryFolders: [open] }), join(storageFolder, 'run'));
    const long = join(folder, 'x'.repeat(maxSocketPathBytes));
    await mkdir(long);
    assert.equal(folderOf({ temporaryFolders: [long, own] }), privateFolder);
    assert.equal(folderOf({ temporaryFolders: ['/nowhere', own] }), privateFolder);
    const environment = { XDG_RUNTIME_DIR: 'relative' };
    assert.equal(folderOf({ environment, temporaryFolders: [own] }), privateFolder);

    await assert.rejects(start({}), /backend stopped during startup/);
    await mkdir(join(storageFolder, 'run'));
    await chmod(join(storageFolder, 'run'), 0o777);
    await assert.rejects(start({}), /run is not private to you, so nothing in it was used/);
    await assert.rejects(
      start({ storageFolder: long }),
      /is too long for a socket\. Set XDG_RUNTIME_DIR/,
    );
  });

  it('are not used in the folder of another user', { skip: isWindows }, async (context) => {
    const runtime = await mkdtemp(join(folder, 'runtime-'));
    await mkdir(join(runtime, 'arbscope'), { mode: 0o700 });
    const storageFolder = join(folder, 'mine');
    const paths = () =>
      channelPaths({
        ...{ storageFolder, version, temporaryFolders: [] },
        environment: { XDG_RUNTIME_DIR: runtime },
      });
    const { socketPath, secretFile } = paths();
    assert.equal(dirname(socketPath), join(runtime, 'arbscope'));
    await ensureChannelSecret(secretFile, storageFolder);
    becomeAnotherUser(context);
    assert.equal(dirname(paths().socketPath), join(storageFolder, 'run'));
    await assert.rejects(checkSocketFolder({ socketPath, secretFile }), /is not private to you/);
    await assert.rejects(
      ensureChannelSecret(secretFile, storageFolder),
      /secret file .* is not private to you/,
    );
  });

  it('make the storage folder private, also one that others could read', {
    skip: isWindows,
  }, async () => {
    const storageFolder = join(folder, 'readable', 'storage');
    for (const mode of [0o700, 0o755]) {
      await mkdir(storageFolder, { recursive: true });
      await chmod(storageFolder, mode);
      await ensureChannelSecret(join(storageFolder, 'channel.secret'), storageFolder);
      assert.equal((await stat(storageFolder)).mode & 0o777, 0o700);
    }
    const created = join(folder, 'created');
    await ensureChannelSecret(join(created, 'channel.secret'), created);
    assert.equal((await stat(created)).mode & 0o777, 0o700);
  });

  it('are refused if others can read the secret', { skip: isWindows }, async () => {
    const file = join(folder, 'open.secret');
    await writeFile(file, secret);
    // Set the mode regardless of the umask.
    await chmod(file, 0o644);
    await assert.rejects(ensureChannelSecret(file, folder), /open\.secret is not private to you/);
    const link = join(folder, 'link.secret');
    await writeFile(`${link}.target`, secret, { mode: 0o600 });
    await symlink(`${link}.target`, link);
    await assert.rejects(ensureChannelSecret(link, folder), /is not private to you/);
  });

  it('are refused with the name of a damaged file, but not its content', async () => {
    const file = join(folder, 'broken.secret');
    await writeFile(file, 'hunter2', { mode: 0o600 });
    await assert.rejects(ensureChannelSecret(file, folder), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /broken\.secret is damaged/);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    });
  });
});
