import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { KeyPairSigner } from '@solana/kit';
import { channelStatusLines } from '../../src/backend/protocol/channelProtocol.ts';
import type { ServiceSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import type { LandingEntry } from '../../src/backend/protocol/landingProtocol.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { decodeTransactionBytes } from '../../src/solana/wireTransaction.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { underFileLimit } from '../fullDisk.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { FakeLandingService, testBlockhash } from './fakeLandingServers.ts';
import { LandingWindow } from './landingWindow.ts';
import { responseSchema, sampleValue } from './schemaSamples.ts';

const secret = randomBytes(32).toString('hex');
const onlyPosix = { skip: process.platform === 'win32' };

/** Disk faults, tested with the real process on real files. */
describe('With a faulty journal', suiteLimit, () => {
  let folder = '';
  /** A state folder with every kind of journal; filled on first use. */
  let filled = '';
  let payer: KeyPairSigner;
  let backend: BackendProcess | null = null;
  let service: FakeLandingService;
  let fresh = 0n;

  before(async () => {
    payer = await wallet(1);
    filled = await mkdtemp(join(tmpdir(), 'arbscope-filled-'));
    service = new FakeLandingService();
    await service.listen();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-journals-'));
    await writeFile(join(folder, 'channel.secret'), secret, { mode: 0o600 });
    service.bodies.length = 0;
    service.answer = ({ id, params }, response) => {
      const bytes = Uint8Array.from(Buffer.from(String(params[0]), 'base64'));
      const result = { signature: signatureOf(bytes), uuid: 'uuid-1' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    };
  });
  afterEach(async () => {
    await backend?.kill();
    backend = null;
    await rm(folder, { recursive: true, force: true });
  });
  after(async () => {
    await service.close();
    await rm(filled, { recursive: true, force: true });
  });

  const path = (name: string) => join(folder, name);
  const socket = () => join(folder, 'run', 'test.sock');
  /** Starts the backend; `blocks` limits the size of each file, like a full disk. */
  const start = async (blocks?: number) => {
    backend = new BackendProcess(
      ['channel', '--socket', socket(), '--secret-file', path('channel.secret')],
      {},
      blocks === undefined ? undefined : underFileLimit(blocks),
    );
    await backend.line(new RegExp(channelStatusLines.ready));
  };
  const restart = async () => {
    await backend?.kill();
    await start();
  };
  const open = async (settings: ServiceSettings = service.settings) =>
    LandingWindow.open(await FakeWindow.open(socket(), secret), settings);
  const made = async (blockhash = testBlockhash) => {
    fresh += 1n;
    return await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.tip(payer.address, 2_000_000n + fresh, 'FAST')],
      blockhash,
    });
  };
  const signatureOf = (bytes: Uint8Array) =>
    encodeBase58(decodeTransactionBytes(bytes).signatures[0] ?? new Uint8Array());
  /** Whether a check of the transaction warns that it was sent before. */
  const isKnown = async (window: LandingWindow, bytes: Uint8Array) => {
    const { reports } = await window.prepare(bytes);
    return reports.some(({ findings }) => findings.some(({ code }) => code === 'sent-before'));
  };
  const isNotRecorded = (error: unknown) => {
    assert.match(String((error as Error).message), /cannot write the journal/);
    assert.ok(String((error as Error).message).includes(path('landings.jsonl')));
    return true;
  };

  test('a submission recorded after a torn line is known after a restart, and warned about', async () => {
    await start();
    const [first, second] = [await made(), await made()];
    const window = await open();
    await window.land(await window.plan(first));
    await backend?.kill();
    appendFileSync(path('landings.jsonl'), '{"id":"torn","signature":"5Vx');
    await start();
    const next = await open();
    await next.land(await next.plan(second));
    await restart();
    const last = await open();
    const known = (await last.entries()).map(({ signature }) => signature);
    assert.deepEqual(known, [signatureOf(second), signatureOf(first)]);
    for (const bytes of [first, second]) {
      assert.ok(await isKnown(last, bytes));
    }
    assert.equal(service.bodies.length, 2);
  });

  test('nothing is sent on a full disk, and the window sees which file', onlyPosix, async () => {
    writeFileSync(path('landings.jsonl'), `${'{"other":"line"}\n'.repeat(20)}`);
    await start(1);
    const window = await open();
    const bytes = await made();
    await assert.rejects(window.land(await window.plan(bytes)), isNotRecorded);
    assert.deepEqual(service.bodies, []);
    const problem = await window.window.journalProblem(({ reason }) => reason !== undefined);
    assert.equal(problem.path, path('landings.jsonl'));
    assert.match(problem.reason ?? '', /EFBIG|ENOSPC/);
    assert.equal(lstatSync(path('landings.jsonl')).size, 512);
    await restart();
    const next = await open();
    assert.equal((await next.land(await next.plan(bytes))).state, 'accepted');
    assert.equal(service.bodies.length, 1);
  });

  test(
    'a submission sent while the disk fills up gets its response, and stays known',
    onlyPosix,
    async () => {
      await start();
      const probe = await open();
      await probe.land(await probe.plan(await made()));
      await backend?.kill();
      const [line = ''] = readFileSync(path('landings.jsonl'), 'utf8').split(/\n+/).filter(Boolean);
      // Space for the first entry of a submission, but not for its later states.
      const room = Math.ceil((line.length * 1.2) / 512);
      rmSync(path('landings.jsonl'));
      await start(room);
      const window = await open();
      const bytes = await made();
      const entry = await window.land(await window.plan(bytes));
      assert.equal(entry.state, 'accepted');
      assert.deepEqual(
        (await window.entries()).map(({ state }) => state),
        ['accepted'],
      );
      const { reason } = await window.window.journalProblem((one) => one.reason !== undefined);
      assert.match(reason ?? '', /EFBIG|ENOSPC/);
      await restart();
      const next = await open();
      const [kept] = await next.entries();
      assert.equal(kept?.signature, signatureOf(bytes));
      assert.equal(kept?.state, 'unknown');
      assert.ok(await isKnown(next, bytes));
      assert.equal(service.bodies.length, 2);
    },
  );

  test('a submission that was queued when the process was killed is warned about', async () => {
    await start();
    const rates = { landTransaction: { requests: 1, perSeconds: 600 } };
    const window = await open({ ...service.settings, rates });
    await window.land(await window.plan(await made()));
    const waiting = await made();
    window.land(await window.plan(waiting)).catch(() => undefined);
    const isWaiting = (entry: LandingEntry) =>
      entry.signature === signatureOf(waiting) && entry.state === 'sending';
    await window.once(isWaiting);
    await restart();
    const next = await open();
    const [kept] = await next.entries();
    assert.equal(kept?.signature, signatureOf(waiting));
    assert.equal(kept?.state, 'unknown');
    assert.match(kept?.message ?? '', /stopped while sending/);
    assert.ok(await isKnown(next, waiting));
    assert.equal(service.bodies.length, 1);
  });

  test('a submission in flight is unaffected by the start of a second process', async () => {
    await start();
    const window = await open();
    const bytes = await made();
    const answer = Promise.withResolvers<() => void>();
    service.answer = ({ id }, response) => {
      const result = { signature: signatureOf(bytes), uuid: 'uuid-2' };
      answer.resolve(() => response.end(JSON.stringify({ jsonrpc: '2.0', id, result })));
    };
    const landing = window.land(await window.plan(bytes));
    const respond = await answer.promise;
    const before = readFileSync(path('landings.jsonl'), 'utf8');
    const second = new BackendProcess([
      'channel',
      '--socket',
      socket(),
      '--secret-file',
      path('channel.secret'),
    ]);
    assert.equal(await second.ended, 0);
    assert.equal(readFileSync(path('landings.jsonl'), 'utf8'), before);
    respond();
    assert.equal((await landing).state, 'accepted');
  });

  const faults: Readonly<Record<string, (name: string) => void>> = {
    'a folder': (name) => mkdirSync(join(name, 'own'), { recursive: true }),
    'a symbolic link': (name) => {
      writeFileSync(path('target.txt'), 'precious\n');
      symlinkSync(path('target.txt'), name);
    },
    'a pipe': (name) => assert.equal(spawnSync('mkfifo', [name]).status, 0),
    'a huge file': (name) => {
      writeFileSync(name, 'precious\n');
      truncateSync(name, 400_000_000);
      appendFileSync(name, '\n{"also":"precious"}\n');
    },
  };
  for (const [fault, make] of Object.entries(faults)) {
    test(`everything except landing works with ${fault} in place of each`, onlyPosix, async () => {
      const names = await fillState();
      for (const name of names) {
        rmSync(name, { force: true });
        make(name);
      }
      const looks = () => names.map((name) => [name, lstatSync(name).size, lstatSync(name).ino]);
      const before = looks();
      await start();
      const window = await open();
      // The Sandbox and the service still work.
      await window.window.call('tokenInfo', { token: wrappedSolMint });
      await askForTransaction(window.window);
      await assert.rejects(window.land(await window.plan(await made())), isNotRecorded);
      assert.equal(service.bodies.length, 0);
      const problem = await window.window.journalProblem(({ reason }) => reason !== undefined);
      assert.equal(problem.path, path('landings.jsonl'));
      const grown = (name: string) => fault === 'a huge file' && !name.includes('landings');
      assert.deepEqual(
        looks().filter(([name]) => !grown(String(name))),
        before.filter(([name]) => !grown(String(name))),
      );
      for (const [at, [name, size]] of looks().entries()) {
        assert.ok(Number(size) >= Number(before[at]?.[1]), `${name} was made small`);
      }
      if (existsSync(path('target.txt')))
        assert.equal(readFileSync(path('target.txt'), 'utf8'), 'precious\n');

      // Once the user removes the fault, landing works at once.
      rmSync(path('landings.jsonl'), { recursive: true });
      const landed = await window.land(await window.plan(await made()));
      assert.equal(landed.state, 'accepted');
      await window.window.journalProblem(({ reason }) => reason === undefined);
    });
  }

  /** Requests a transaction, whose response is cached on disk. */
  async function askForTransaction(window: FakeWindow): Promise<void> {
    const signature = signatureOf(await made());
    const sample = sampleValue(responseSchema('transaction')) as object;
    service.transaction = (response) => response.end(JSON.stringify({ ...sample, signature }));
    await window.call('transaction', { signature }, service.settings);
  }

  /**
   * Fills the folder and returns its journals; reuses a copy, as a Sandbox takes seconds to start.
   */
  async function fillState(): Promise<string[]> {
    if (readdirSync(filled).length === 0) {
      await start();
      await useEverything();
      await backend?.kill();
      service.bodies.length = 0;
      // Sockets cannot be copied.
      const filter = (source: string) => source !== dirname(socket());
      await cp(folder, filled, { recursive: true, filter });
    } else await cp(filled, folder, { recursive: true });
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .sort();
    assert.deepEqual(
      names.map((name) => name.replace(/[0-9a-f]{16}/, 'NAME')),
      ['answers/NAME.jsonl', 'budgets.jsonl', 'landings.jsonl', 'sandbox/1.jsonl'],
    );
    return names.map(path);
  }

  async function useEverything(): Promise<void> {
    const window = await open();
    await window.land(await window.plan(await made()));
    await askForTransaction(window.window);
    const sandbox = await LandingWindow.open(await FakeWindow.open(socket(), secret), {
      kind: 'sandbox',
    });
    await sandbox.request('airdrop', { address: payer.address, lamports: 5n });
  }
});
