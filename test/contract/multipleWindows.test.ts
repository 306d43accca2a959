import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { FinderResult } from '../../src/api/finder.ts';
import { channelStatusLines } from '../../src/backend/protocol/channelProtocol.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';

const secret = randomBytes(32).toString('hex');
const finderParameters = { tokensMint: [wrappedSolMint], tokensMax: 5 };

describe('Windows on one backend', suiteLimit, () => {
  let directory = '';
  let socket = '';
  let secretFile = '';
  const processes: BackendProcess[] = [];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-windows-'));
    socket = join(directory, 'run', 'test.sock');
    secretFile = join(directory, 'channel.secret');
    await writeFile(secretFile, secret, { mode: 0o600 });
  });
  afterEach(async () => {
    for (const started of processes.splice(0)) await started.kill();
  });
  after(() => rm(directory, { recursive: true, force: true }));

  function start(): BackendProcess {
    const started = new BackendProcess([
      'channel',
      '--socket',
      socket,
      '--secret-file',
      secretFile,
    ]);
    processes.push(started);
    return started;
  }

  const ready = new RegExp(channelStatusLines.ready);
  const finder = async (window: FakeWindow) =>
    (await window.call('finder', finderParameters)) as FinderResult;

  it('share one engine, which runs until the last has closed', async () => {
    const served = start();
    await served.line(ready);
    assert.equal((await stat(socket)).mode & 0o077, 0);
    const second = start();
    assert.equal(await second.ended, 0);
    assert.ok(second.errors.includes(channelStatusLines.alreadyServed));

    const [one, two] = await Promise.all([
      FakeWindow.open(socket, secret),
      FakeWindow.open(socket, secret),
    ]);
    // A block between the two requests may change the ranking, so compare until a pair agrees.
    const mintsOf = async (window: FakeWindow) =>
      (await finder(window)).tokens.map(({ mint }) => mint).join();
    let pair = ['', ' '];
    while (pair[0] !== pair[1]) pair = await Promise.all([mintsOf(one), mintsOf(two)]);
    assert.notEqual(pair[0], '');
    const status = await two.status(({ state }) => state === 'ready');
    assert.ok((status.engine?.arbitrages ?? 0) > 1_000);
    one.socket.destroy();
    assert.ok((await finder(two)).tokens.length > 0);
    two.socket.destroy();
    assert.equal(await served.ended, 0);
  });

  it('get one process when they start at the same moment', async () => {
    const started = [start(), start(), start()];
    const outcomes = await Promise.all(started.map((each) => each.line(/^arbscope-channel/)));
    assert.equal(outcomes.filter((line) => line === channelStatusLines.ready).length, 1);
  });

  it('get no process when others can read the secret', async () => {
    const open = join(directory, 'open.secret');
    await writeFile(open, secret, { mode: 0o644 });
    const refused = new BackendProcess(['channel', '--socket', socket, '--secret-file', open]);
    assert.equal(await refused.ended, 1);
    assert.match(refused.errors.join('\n'), /can be read by other users/);
    assert.ok(!refused.errors.join('\n').includes(secret));
  });
});
