import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { KeyPairSigner } from '@solana/kit';
import { channelStatusLines } from '../../src/backend/protocol/channelProtocol.ts';
import type { LandingEntry } from '../../src/backend/protocol/landingProtocol.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { decodeTransactionBytes } from '../../src/solana/wireTransaction.ts';
import { FakeWindow } from '../fakeWindow.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { FakeLandingService, testBlockhash } from './fakeLandingServers.ts';
import { LandingWindow } from './landingWindow.ts';
import { responseSchema, sampleValue } from './schemaSamples.ts';

const secret = randomBytes(32).toString('hex');

/** Tests the real process with two windows and a faulty service. */
describe('A landing', suiteLimit, () => {
  let folder = '';
  let payer: KeyPairSigner;
  let market: BackendProcess;
  let service: FakeLandingService;
  let fresh = 0n;

  before(async () => {
    payer = await wallet(1);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-faults-'));
    await writeFile(join(folder, 'channel.secret'), secret, { mode: 0o600 });
    service = new FakeLandingService();
    await service.listen();
    await start();
  });
  afterEach(async () => {
    await market.kill();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const socket = () => join(folder, 'run', 'test.sock');
  const start = async () => {
    const secretFile = join(folder, 'channel.secret');
    market = new BackendProcess(['channel', '--socket', socket(), '--secret-file', secretFile]);
    await market.line(new RegExp(channelStatusLines.ready));
  };
  const open = async () =>
    LandingWindow.open(await FakeWindow.open(socket(), secret), service.settings);
  const made = async () => {
    fresh += 1n;
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.tip(payer.address, 2_000_000n + fresh, 'FAST')],
      blockhash: testBlockhash,
    });
    const signature = encodeBase58(decodeTransactionBytes(bytes).signatures[0] ?? new Uint8Array());
    return { bytes, signature };
  };
  /** Resolves on the next landing request to a function that sends its response. */
  const asked = () =>
    new Promise<(signature: string) => void>((resolve) => {
      service.answer = ({ id }, response) =>
        resolve((signature) => {
          const result = { signature, uuid: 'uuid-9' };
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
        });
    });
  const warnsOfRepeat = async (window: LandingWindow, bytes: Uint8Array) => {
    const [report] = (await window.prepare(bytes)).reports;
    return report?.findings.some(({ code, rank }) => code === 'sent-before' && rank === 'warn');
  };
  const isLate = (error: unknown) => {
    assert.match(String((error as Error).message), /sent before, so it was not sent again/);
    return true;
  };

  test('is shown as sending in every window while the service is slow, and is sent once', async () => {
    const [one, two] = [await open(), await open()];
    const { bytes, signature } = await made();
    const arrived = asked();
    const [first, second] = [await one.plan(bytes), await two.plan(bytes)];
    const landing = one.land(first);
    const answer = await arrived;
    const waiting = await two.once((entry) => entry.signature === signature);
    assert.equal(waiting.state, 'sending');
    await assert.rejects(two.land(second), isLate);
    answer(signature);
    assert.equal((await landing).state, 'accepted');
    await two.once(({ state }) => state === 'accepted');
    assert.equal(service.bodies.length, 1);
  });

  test('is sent once when two windows confirm it at the same moment', async () => {
    const windows = [await open(), await open()];
    const { bytes, signature } = await made();
    void asked().then((answer) => answer(signature));
    const plans = await Promise.all(windows.map((window) => window.plan(bytes)));
    const outcomes = await Promise.allSettled(
      windows.map((window, at) => window.land(plans[at] ?? '')),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal(service.bodies.length, 1);
  });

  test('has an unknown outcome when the service is gone, and is not sent again', async () => {
    const window = await open();
    const { bytes } = await made();
    const [plan, older] = [await window.plan(bytes), await window.plan(bytes)];
    await service.close();
    const entry = await window.land(plan);
    assert.equal(entry.state, 'unknown');
    assert.match(entry.message, /Not yet known whether it was accepted/);
    await assert.rejects(window.land(older), isLate);
    assert.ok(await warnsOfRepeat(window, bytes));
  });

  test('ends in the other window when the window that sent it dies', async () => {
    const [one, two] = [await open(), await open()];
    const { bytes, signature } = await made();
    const arrived = asked();
    one.land(await one.plan(bytes)).catch(() => undefined);
    const answer = await arrived;
    one.window.socket.destroy();
    await one.window.closed;
    answer(signature);
    const entry = await two.once(({ state }) => state === 'accepted');
    assert.equal(entry.signature, signature);
    assert.equal(service.bodies.length, 1);
  });

  test('is neither lost nor resent when the process is killed while sending it', async () => {
    const [one, two] = [await open(), await open()];
    const { bytes, signature } = await made();
    const arrived = asked();
    one.land(await one.plan(bytes)).catch(() => undefined);
    await arrived;
    await market.kill('SIGKILL');
    await Promise.all([one.window.closed, two.window.closed]);
    const journal = join(folder, 'landings.jsonl');
    // As if the process had been killed while writing a line.
    await writeFile(journal, `${readFileSync(journal, 'utf8')}{"id":"cut o`);

    await start();
    const later = await open();
    const [kept] = await later.entries();
    assert.equal(kept?.signature, signature);
    assert.equal(kept?.state, 'unknown');
    assert.match(kept?.message ?? '', /stopped while sending/);
    assert.ok(await warnsOfRepeat(later, bytes));

    // The service had accepted it; the next window to open the connection learns that it landed.
    service.transaction = (response: ServerResponse) =>
      response.end(JSON.stringify(landedTransaction(signature)));
    const last = await open();
    const landed = await last.once((entry: LandingEntry) => entry.isSettled);
    assert.equal(landed.state, 'landed');
    assert.equal(landed.id, kept?.id);
    assert.equal(service.bodies.length, 1);
  });
});

const landedTransaction = (signature: string) => ({
  ...(sampleValue(responseSchema('transaction')) as object),
  signature,
  isSuccess: true,
  block_number: 77,
});
