import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { developmentAccount } from '../../src/engine/landing/developmentAccounts.ts';
import type { ConnectionSettings, ServiceSettings } from '../../src/market/connectionProtocol.ts';
import {
  type LandingEntry,
  type LandRequest,
  landingMethods,
  type PrepareLandingAnswer,
} from '../../src/market/landingProtocol.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { decodeTransactionBytes } from '../../src/solana/wireTransaction.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import type { WindowDouble } from '../unit/market/windowDouble.ts';
import { ChannelSession } from './channelSession.ts';

const blockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';

/** A window that lands. */
class LandingWindow {
  readonly window: WindowDouble;
  readonly connectionId: string;
  readonly seen: LandingEntry[] = [];
  readonly #wakes: (() => void)[] = [];

  private constructor(window: WindowDouble, connectionId: string) {
    this.window = window;
    this.connectionId = connectionId;
    window.connection.onNotification(landingMethods.landing, (entry: LandingEntry) => {
      this.seen.push(entry);
      for (const wake of this.#wakes.splice(0)) wake();
    });
  }

  static async open(session: ChannelSession, settings: ConnectionSettings) {
    const window = await session.window();
    return new LandingWindow(window, await window.open(settings));
  }

  ask<Answer>(method: string, members: object = {}): Promise<Answer> {
    const { connectionId } = this;
    return this.window.connection.sendRequest(method, { connectionId, ...members });
  }

  prepare(bytes: Uint8Array, frontRunningProtection = false): Promise<PrepareLandingAnswer> {
    const transactions = [Buffer.from(bytes).toString('base64')];
    return this.ask(landingMethods.prepareLanding, { transactions, frontRunningProtection });
  }

  async check(bytes: Uint8Array): Promise<Pick<LandRequest, 'checkId' | 'sha256'>> {
    const [prepared] = (await this.prepare(bytes)).transactions;
    return { checkId: prepared?.checkId ?? '', sha256: prepared?.report.sha256 ?? '' };
  }

  land(members: Partial<LandRequest>): Promise<LandingEntry> {
    return this.ask(landingMethods.land, { frontRunningProtection: false, ...members });
  }

  entries(): Promise<LandingEntry[]> {
    return this.ask(landingMethods.landings);
  }

  /** The first notification that is as asked for. */
  async once(isWanted: (entry: LandingEntry) => boolean): Promise<LandingEntry> {
    for (;;) {
      const found = this.seen.find(isWanted);
      if (found !== undefined) return found;
      await new Promise<void>((wake) => this.#wakes.push(wake));
    }
  }
}

/** A landing service whose answers are given by the test. */
class ServiceDouble {
  readonly bodies: string[] = [];
  /** With which each of them came. */
  readonly keys: unknown[] = [];
  answer: (body: { id: number; params: unknown[] }, response: ServerResponse) => void = () =>
    undefined;
  transaction: (response: ServerResponse) => void = (response) =>
    response.writeHead(404).end('{"statusCode":404,"error":"Not Found","message":"unknown"}');
  readonly #server: Server = createServer(
    (request, response) => void this.#serve(request, response),
  );

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get settings(): ServiceSettings {
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { kind: 'service', baseUrl: url, landingUrl: url, apiKey: 'service-key-1' };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') {
      const text = Buffer.concat(pieces).toString();
      this.bodies.push(text);
      this.keys.push(request.headers['x-api-key']);
      this.answer(JSON.parse(text), response);
    } else if (request.url?.startsWith('/transaction?') === true) this.transaction(response);
    else response.writeHead(500).end('{}');
  }
}

/** A node that knows one payer and has seen everything. */
class NodeDouble {
  readonly methods: string[] = [];
  readonly #server: Server = createServer(
    (request, response) => void this.#serve(request, response),
  );

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString());
    this.methods.push(method);
    const account = { lamports: 5_000_000_000, owner: '1'.repeat(32), data: ['', 'base64'] };
    const inContext = (value: unknown) => ({ context: { slot: 50 }, value });
    const answers: Readonly<Record<string, () => unknown>> = {
      getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
      isBlockhashValid: () => inContext(true),
      getLatestBlockhash: () => inContext({ blockhash, lastValidBlockHeight: 200 }),
      getMultipleAccounts: () => inContext(params[0].map(() => account)),
      simulateTransaction: () => inContext({ err: null, logs: [], unitsConsumed: 450 }),
      getSignatureStatuses: () =>
        inContext([{ slot: 51, err: null, confirmationStatus: 'finalized' }]),
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.() ?? null }));
  }
}

const signatureOf = (bytes: Uint8Array) =>
  encodeBase58(decodeTransactionBytes(bytes).signatures[0] ?? new Uint8Array());

describe('landing through the market process', { timeout: 120_000 }, () => {
  let payer: KeyPairSigner;
  let other: string;
  let session: ChannelSession;

  before(async () => {
    payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    other = (await wallet(2)).address;
  });
  const made = (hash: string, lamports = 5_000_000n) =>
    signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(60_000),
        instructions.computeUnitPrice(5_000n),
        instructions.transfer(payer.address, other, lamports),
        instructions.tip(payer.address, 2_000_000n),
      ],
      blockhash: hash,
    });
  const latest = async (window: LandingWindow) =>
    (await window.ask<{ blockhash: string }>(landingMethods.latestBlockhash)).blockhash;
  const refusal = (message: RegExp) => (error: unknown) => {
    assert.match(String((error as Error).message), message);
    return true;
  };

  describe('on the Sandbox', () => {
    // One for all: each start of a Sandbox takes seconds.
    before(async () => {
      session = await ChannelSession.open();
    });
    after(() => session.end());

    test('is checked with everything, accepted, and followed until it has landed', async () => {
      const window = await LandingWindow.open(session, { kind: 'sandbox' });
      const bytes = await made(await latest(window));
      const prepared = await window.prepare(bytes);
      assert.equal(prepared.network, 'Sandbox');
      assert.equal(prepared.protection, true);
      const [one] = prepared.transactions;
      assert.equal(one?.report.simulation?.isSuccess, true);
      assert.deepEqual(
        one?.report.findings.map(({ rank }) => rank),
        ['inform'],
      );
      const [market] = prepared.tipMarkets;
      assert.equal(market?.provider, 'JITO');
      assert.ok((market?.transactions ?? 0) > 0);
      assert.ok((market?.p25 ?? 0n) <= (market?.p95 ?? 0n));
      const entry = await window.land({
        checkId: one?.checkId ?? '',
        sha256: one?.report.sha256 ?? '',
      });
      assert.equal(entry.state, 'accepted');
      assert.equal(entry.isSettled, false);
      assert.equal(entry.signature, signatureOf(bytes));
      assert.deepEqual(entry.tips, [{ provider: 'JITO', lamports: 2_000_000n }]);
      const landed = await window.once(({ id, state }) => id === entry.id && state === 'landed');
      assert.ok((landed.landedSlot ?? 0) > (landed.submittedSlot ?? 0));
      const path = join(session.folder, 'landings.jsonl');
      assert.equal(statSync(path).mode & 0o077, 0);
      assert.ok(!readFileSync(path, 'utf8').includes(Buffer.from(bytes).toString('base64')));
    });

    test('a check is good for one landing: a double click sends once', async () => {
      const window = await LandingWindow.open(session, { kind: 'sandbox' });
      const before = (await window.entries()).length;
      const check = await window.check(await made(await latest(window), 5_000_002n));
      const outcomes = await Promise.allSettled([window.land(check), window.land(check)]);
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      assert.equal((await window.entries()).length, before + 1);
    });

    test('two windows do not send the same twice unless they say so', async () => {
      const one = await LandingWindow.open(session, { kind: 'sandbox' });
      const two = await LandingWindow.open(session, { kind: 'sandbox' });
      const bytes = await made(await latest(one), 5_000_004n);
      const [first, second] = [await one.check(bytes), await two.check(bytes)];
      const outcomes = await Promise.allSettled([one.land(first), two.land(second)]);
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      const signature = signatureOf(bytes);
      await two.once((entry) => entry.state === 'landed' && entry.signature === signature);
      const again = await two.prepare(bytes);
      const codes = again.transactions[0]?.report.findings.map(({ code }) => code);
      assert.ok(codes?.includes('sent-before'));
      await assert.rejects(two.land(await two.check(bytes)), refusal(/sent before/));
      const repeated = await two.land({ ...(await two.check(bytes)), isRepeat: true });
      assert.equal(repeated.state, 'refused');
      assert.match(repeated.message, /already been processed/);
    });

    test('sends nothing that is refused, unknown, or other bytes than were seen', async () => {
      const window = await LandingWindow.open(session, { kind: 'sandbox' });
      const before = (await window.entries()).length;
      const bytes = await made(await latest(window), 5_000_003n);
      const unsigned = Uint8Array.from(bytes).fill(0, 1, 65);
      await assert.rejects(window.land(await window.check(unsigned)), refusal(/has not signed/));
      const expired = await window.check(await made(blockhash));
      await assert.rejects(window.land(expired), refusal(/expired or not of this chain/));
      const check = await window.check(bytes);
      const others = await window.check(await made(await latest(window), 6_000_000n));
      await assert.rejects(
        window.land({ ...check, sha256: others.sha256 }),
        refusal(/not what was checked/),
      );
      await assert.rejects(window.land({ ...check, checkId: 'x' }), refusal(/Check .* again/));
      assert.equal((await window.entries()).length, before);
    });

    test('is remembered over restarts, chain and all, and goes on being followed', async () => {
      const window = await LandingWindow.open(session, { kind: 'sandbox' });
      const bytes = await made(await latest(window), 5_000_005n);
      const entry = await window.land(await window.check(bytes));
      await window.once(({ id, state }) => id === entry.id && state === 'landed');
      await session.stop();
      await session.start();
      const later = await LandingWindow.open(session, { kind: 'sandbox' });
      const [kept] = await later.entries();
      assert.equal(kept?.id, entry.id);
      assert.equal(kept?.state, 'landed');
      const check = await later.check(bytes);
      await assert.rejects(later.land(check), refusal(/sent before/));
      const repeated = await later.land({ ...(await later.check(bytes)), isRepeat: true });
      assert.equal(repeated.state, 'refused');
    });

    test('funds a new wallet, and forgets what is settled', async () => {
      const window = await LandingWindow.open(session, { kind: 'sandbox' });
      const address = (await wallet(44)).address;
      const { lamports } = await window.ask<{ lamports: bigint }>(landingMethods.airdrop, {
        address,
        lamports: 5_000_000_000n,
      });
      assert.equal(lamports, 5_000_000_000n);
      await assert.rejects(
        window.ask(landingMethods.airdrop, { address: 'x', lamports: 5n }),
        refusal(/address/),
      );
      await assert.rejects(
        window.ask(landingMethods.prepareLanding, {
          transactions: ['no base64!'],
          frontRunningProtection: false,
        }),
        refusal(/transaction/),
      );
    });
  });

  describe('through a service', () => {
    const service = new ServiceDouble();
    before(() => service.listen());
    after(() => service.close());
    beforeEach(async () => {
      service.bodies.length = 0;
      service.keys.length = 0;
      session = await ChannelSession.open();
    });
    afterEach(() => session.end());

    const accepting = (signature: string) => {
      service.answer = ({ id }, response) => {
        const result = { signature, uuid: 'uuid-7' };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      };
    };

    test('sends exactly the bytes that were checked, with the choice and the options', async () => {
      const window = await LandingWindow.open(session, service.settings);
      const bytes = await made(blockhash);
      accepting(signatureOf(bytes));
      const prepared = await window.prepare(bytes, true);
      const codes = prepared.transactions[0]?.report.findings.map(({ code }) => code);
      assert.ok(codes?.includes('blockhash-not-checked'));
      const { checkId = '', report } = prepared.transactions[0] ?? {};
      const entry = await window.land({
        checkId,
        sha256: report?.sha256 ?? '',
        frontRunningProtection: true,
        options: { cashbackAddress: other, frontRunningProtection: false, encoding: 'x' },
      });
      assert.equal(entry.state, 'accepted');
      assert.equal(entry.uuid, 'uuid-7');
      assert.equal(entry.alarm, null);
      assert.equal(service.bodies.length, 1);
      assert.deepEqual(JSON.parse(service.bodies[0] ?? ''), {
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [
          Buffer.from(bytes).toString('base64'),
          { cashbackAddress: other, frontRunningProtection: true },
        ],
      });
    });

    test('the key of the landing URL’s own origin goes there, or nothing does', async () => {
      const bytes = await made(blockhash);
      accepting(signatureOf(bytes));
      const elsewhere = { ...service.settings, baseUrl: 'http://127.0.0.1:9' } as const;
      const without = await LandingWindow.open(session, elsewhere);
      const refused = await without.land(await without.check(bytes));
      assert.match(refused.message, /is not sent to http:\/\/127/);
      assert.deepEqual(service.bodies, []);
      const landingApiKey = 'landing-key-1';
      const withKey = await LandingWindow.open(session, { ...elsewhere, landingApiKey });
      const entry = await withKey.land({ ...(await withKey.check(bytes)), isRepeat: true });
      assert.equal(entry.state, 'accepted');
      assert.deepEqual(service.keys, [landingApiKey]);
    });

    test('a node of the user’s is asked about the chain, and nothing is sent through it', async () => {
      const node = new NodeDouble();
      await node.listen();
      try {
        const window = await LandingWindow.open(session, service.settings);
        const bytes = await made(blockhash, 12n);
        accepting(signatureOf(bytes));
        const asked = { kind: 'node', rpcUrl: node.url };
        const prepared = await window.ask<PrepareLandingAnswer>(landingMethods.prepareLanding, {
          transactions: [Buffer.from(bytes).toString('base64')],
          frontRunningProtection: false,
          node: asked,
        });
        assert.equal(prepared.network, 'devnet');
        assert.equal(prepared.kind, 'service');
        const [one] = prepared.transactions;
        assert.equal(one?.report.payerLamports, 5_000_000_000n);
        assert.equal(one?.report.simulation?.isSuccess, true);
        const entry = await window.ask<LandingEntry>(landingMethods.land, {
          checkId: one?.checkId,
          sha256: one?.report.sha256,
          frontRunningProtection: false,
          node: asked,
        });
        const landed = await window.once(({ id, isSettled }) => id === entry.id && isSettled);
        assert.equal(landed.state, 'landed');
        assert.equal(service.bodies.length, 1);
        assert.ok(!node.methods.includes('sendTransaction'));
      } finally {
        await node.close();
      }
    });

    test('an answer with another signature is an alarm, and ours is followed', async () => {
      const window = await LandingWindow.open(session, service.settings);
      const bytes = await made(blockhash, 7n);
      accepting('5'.repeat(87));
      const entry = await window.land(await window.check(bytes));
      assert.match(entry.alarm ?? '', /another signature/);
      assert.equal(entry.signature, signatureOf(bytes));
    });

    test('its refusal is shown in its own words, and is no doubt', async () => {
      const window = await LandingWindow.open(session, service.settings);
      service.answer = ({ id }, response) =>
        response.end(JSON.stringify({ id, error: { code: -32_602, message: 'tip too low' } }));
      const entry = await window.land(await window.check(await made(blockhash, 8n)));
      assert.equal(entry.state, 'refused');
      assert.equal(entry.isSettled, true);
      assert.match(entry.message, /tip too low/);
    });

    for (const [name, answer] of [
      ['garbage', (response: ServerResponse) => response.end('<html>busy</html>')],
      ['a broken connection', (response: ServerResponse) => response.destroy()],
      ['a failure', (response: ServerResponse) => response.writeHead(500).end('oops')],
    ] as const) {
      test(`after ${name} nobody claims to know, and it is not sent again`, async () => {
        const window = await LandingWindow.open(session, service.settings);
        service.answer = (_body, response) => answer(response);
        const entry = await window.land(await window.check(await made(blockhash, 9n)));
        assert.equal(entry.state, 'unknown');
        assert.equal(entry.isSettled, false);
        assert.equal(service.bodies.length, 1);
      });
    }

    test('a window that goes, or a process that dies, while it is sent loses nothing', async () => {
      const window = await LandingWindow.open(session, service.settings);
      const bytes = await made(blockhash, 10n);
      const arrived = new Promise<void>((resolve) => {
        service.answer = () => resolve();
      });
      const landing = window.land(await window.check(bytes));
      landing.catch(() => undefined);
      await arrived;
      const journal = readFileSync(join(session.folder, 'landings.jsonl'), 'utf8');
      window.window.socket.destroy();
      await session.stop();
      // As a death leaves it: written down before it was sent, and nothing after.
      writeFileSync(join(session.folder, 'landings.jsonl'), `${journal}{"id":"cut o`);
      await session.start();
      service.transaction = (response) => response.writeHead(404).end('{"message":"unknown"}');
      const later = await LandingWindow.open(session, service.settings);
      const [entry] = await later.entries();
      assert.equal(entry?.signature, signatureOf(bytes));
      assert.equal(entry?.state, 'unknown');
      assert.match(entry?.message ?? '', /ended while this was being sent/);
      await assert.rejects(later.land(await later.check(bytes)), refusal(/sent before/));
      assert.equal(service.bodies.length, 1);
    });

    test('nothing is sent that could not be written down', async () => {
      const window = await LandingWindow.open(session, service.settings);
      const check = await window.check(await made(blockhash, 11n));
      const path = join(session.folder, 'landings.jsonl');
      (await import('node:fs')).rmSync(path, { force: true });
      mkdirSync(path);
      await assert.rejects(window.land(check), refusal(/could not be written down/));
      assert.deepEqual(service.bodies, []);
    });
  });
});
