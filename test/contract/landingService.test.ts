import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { type LandingEntry, landingMethods } from '../../src/backend/protocol/landingProtocol.ts';
import { developmentAccount, toPrivateKey } from '../../src/engine/sandbox/developmentAccounts.ts';
import { signExampleTransaction } from '../../src/extension/landing/exampleTransaction.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { defaultGainLimits } from '../../src/solana/landing/checkGain.ts';
import { decodeTransactionBytes } from '../../src/solana/wireTransaction.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { signedArbitrage } from '../fixtures/signedArbitrage.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { simulationOf } from '../unit/engine/operations/arbscope/replayingNode.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { ChannelSession } from './channelSession.ts';
import { FakeLandingNode, FakeLandingService, testBlockhash } from './fakeLandingServers.ts';
import { LandingWindow } from './landingWindow.ts';

const blockhash = testBlockhash;

const signatureOf = (bytes: Uint8Array) =>
  encodeBase58(decodeTransactionBytes(bytes).signatures[0] ?? new Uint8Array());

describe('A landing through the backend', suiteLimit, () => {
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
    (await window.request<{ blockhash: string }>(landingMethods.latestBlockhash)).blockhash;
  const refusal = (message: RegExp) => (error: unknown) => {
    assert.match(String((error as Error).message), message);
    return true;
  };

  describe('on the Sandbox', () => {
    // Shared by all tests, as a Sandbox takes seconds to start.
    before(async () => {
      session = await ChannelSession.open();
    });
    after(() => session.end());

    test('is checked, accepted and followed until it has landed', async () => {
      const window = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const bytes = await made(await latest(window));
      const prepared = await window.prepare(bytes);
      assert.equal(prepared.network, 'Sandbox');
      assert.equal(prepared.protection, true);
      const [report] = prepared.reports;
      assert.equal(report?.simulation?.isSuccess, true);
      assert.deepEqual(
        report?.findings.map(({ rank }) => rank),
        ['inform'],
      );
      const [market] = prepared.tipMarkets;
      assert.equal(market?.provider, 'JITO');
      assert.ok((market?.transactions ?? 0) > 0);
      assert.ok((market?.p25 ?? 0n) <= (market?.p95 ?? 0n));
      const entry = await window.land(prepared.id);
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

    test('of an arbitrage shows in advance the net gain that it has on chain', async () => {
      const window = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const { address, secretKey } = developmentAccount(1);
      const blockhash = await latest(window);
      const privateKey = toPrivateKey(secretKey);
      const bytes = signExampleTransaction('arbitrage', { address, privateKey, blockhash });
      const gainLimits = { ...defaultGainLimits, maxSimulationAgeSeconds: 0 };
      const plan = await window.prepare(bytes, { gainLimits });
      const trade = plan.reports[0]?.outcome;
      assert.ok(trade?.kind === 'trade');
      assert.deepEqual(
        trade.route.map(({ inputSymbol, outputSymbol, amm }) => [inputSymbol, outputSymbol, amm]),
        [
          ['SOL', 'USDC', 'Sandbox AMM'],
          ['USDC', 'SOL', 'Sandbox AMM'],
        ],
      );
      const strict = await window.prepare(bytes, {
        gainLimits: { ...defaultGainLimits, maxTipSharePercent: 1 },
      });
      assert.ok(strict.reports[0]?.findings.some(({ code }) => code === 'tip-share-high'));
      const entry = await window.land(strict.id);
      await window.once(({ id, state }) => id === entry.id && state === 'landed');
      const landed = await window.window.connection.sendRequest<{
        result: { net_gains_sol: number; net_gains_usd: number };
      }>('call', {
        connectionId: window.connectionId,
        operation: 'transaction',
        parameters: { signature: entry.signature },
      });
      // Market prices change once a minute, perhaps between the plan and the landing.
      const again = await latest(window);
      const later = await window.prepare(
        signExampleTransaction('arbitrage', { address, privateKey, blockhash: again }),
      );
      const after = later.reports[0]?.outcome;
      assert.ok(after?.kind === 'trade');
      const nets = [trade, after].map(({ net }) => net.sol ?? 0);
      const onChain = landed.result.net_gains_sol;
      assert.ok(
        nets.some((net) => Math.abs(onChain - net) < 1e-9),
        `${onChain} is none of ${nets}`,
      );
      assert.ok((trade.net.sol ?? 0) > 0 && (trade.net.usd ?? 0) > 0);
      // Time has passed since the first plan, so its simulation is old.
      const findings = await window.request<{ code: string }[]>('checkLandingPlan', {
        planId: plan.id,
      });
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['simulation-old'],
      );
    });

    test('is sent once on a double click, because a plan is valid for one landing', async () => {
      const window = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const before = (await window.entries()).length;
      const plan = await window.plan(await made(await latest(window), 5_000_002n));
      const outcomes = await Promise.allSettled([window.land(plan), window.land(plan)]);
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      await assert.rejects(window.land(plan), refusal(/was used/));
      assert.equal((await window.entries()).length, before + 1);
    });

    test('is sent once by two windows, unless one confirms the warning that it was sent before', async () => {
      const one = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const two = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const bytes = await made(await latest(one), 5_000_004n);
      const [first, second] = [await one.plan(bytes), await two.plan(bytes)];
      const outcomes = await Promise.allSettled([one.land(first), two.land(second)]);
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      const signature = signatureOf(bytes);
      await two.once((entry) => entry.state === 'landed' && entry.signature === signature);
      const again = await two.prepare(bytes);
      const codes = again.reports[0]?.findings.map(({ code }) => code);
      assert.ok(codes?.includes('sent-before'));
      const repeated = await two.land(again.id);
      assert.equal(repeated.state, 'refused');
      assert.match(repeated.message, /already been processed/);
    });

    test('is not sent when its checks refuse it, or its plan is unknown or was replaced', async () => {
      const window = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const before = (await window.entries()).length;
      const bytes = await made(await latest(window), 5_000_003n);
      const unsigned = Uint8Array.from(bytes).fill(0, 1, 65);
      await assert.rejects(window.land(await window.plan(unsigned)), refusal(/Signature missing/));
      const expired = await window.plan(await made(blockhash));
      await assert.rejects(window.land(expired), refusal(/expired or from another chain/));
      const replaces = await window.plan(bytes);
      await window.plan(bytes, { replaces });
      for (const plan of [replaces, 'x']) {
        await assert.rejects(window.land(plan), refusal(/expired or was used.*Check .* again/));
      }
      assert.equal((await window.entries()).length, before);
    });

    test('is remembered across restarts, with its chain', async () => {
      const window = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const bytes = await made(await latest(window), 5_000_005n);
      const entry = await window.land(await window.plan(bytes));
      await window.once(({ id, state }) => id === entry.id && state === 'landed');
      await session.stop();
      await session.start();
      const later = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const [kept] = await later.entries();
      assert.equal(kept?.id, entry.id);
      assert.equal(kept?.state, 'landed');
      const again = await later.prepare(bytes);
      assert.ok(again.reports[0]?.findings.some(({ code }) => code === 'sent-before'));
      const repeated = await later.land(again.id);
      assert.equal(repeated.state, 'refused');
    });

    test('can be preceded by an airdrop; invalid addresses and transactions are refused', async () => {
      const window = await LandingWindow.open(await session.window(), { kind: 'sandbox' });
      const address = (await wallet(44)).address;
      const { lamports } = await window.request<{ lamports: bigint }>(landingMethods.airdrop, {
        address,
        lamports: 5_000_000_000n,
      });
      assert.equal(lamports, 5_000_000_000n);
      await assert.rejects(
        window.request(landingMethods.airdrop, { address: 'x', lamports: 5n }),
        refusal(/address/),
      );
      await assert.rejects(
        window.request(landingMethods.prepareLanding, {
          transactions: ['no base64!'],
          frontRunningProtection: false,
        }),
        refusal(/transaction/),
      );
    });
  });

  describe('through a service', () => {
    const service = new FakeLandingService();
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

    test('sends exactly the checked bytes with the chosen options', async () => {
      const window = await LandingWindow.open(await session.window(), service.settings);
      const bytes = await made(blockhash);
      accepting(signatureOf(bytes));
      const plan = await window.prepare(bytes, {
        frontRunningProtection: true,
        options: { cashbackAddress: other, frontRunningProtection: false, encoding: 'x' },
      });
      const codes = plan.reports[0]?.findings.map(({ code }) => code);
      assert.ok(codes?.includes('blockhash-not-checked'));
      assert.deepEqual(plan.options, [{ name: 'cashbackAddress', value: other }]);
      const entry = await window.land(plan.id);
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

    test('is sent as its plan shows, whatever is requested during confirmation', async () => {
      const window = await LandingWindow.open(await session.window(), service.settings);
      const bytes = await made(blockhash, 14n);
      accepting(signatureOf(bytes));
      const shown = await window.prepare(bytes, { frontRunningProtection: true });
      // Meanwhile another extension runs the command with its own cashback address.
      await window.prepare(bytes, { options: { cashbackAddress: other } });
      // Members other than the plan's id have no effect.
      await window.request(landingMethods.land, {
        planId: shown.id,
        frontRunningProtection: false,
        options: { cashbackAddress: other },
      });
      const transaction = Buffer.from(bytes).toString('base64');
      assert.deepEqual(
        service.bodies.map((body) => JSON.parse(body).params),
        [[transaction, { frontRunningProtection: true }]],
      );
    });

    test('shows every option that is sent as harmless text, and limits them', async () => {
      const window = await LandingWindow.open(await session.window(), service.settings);
      const bytes = await made(blockhash, 15n);
      const options = { skipPreflight: true, 'a\u202eb': { deep: '\u0000' } };
      const plan = await window.prepare(bytes, { options });
      assert.deepEqual(plan.options, [
        { name: 'skipPreflight', value: 'true' },
        { name: 'a\\u{202E}b', value: '{"deep":"\\u0000"}' },
      ]);
      const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`o${at}`, at]));
      for (const refused of [many, { long: 'x'.repeat(5_000) }]) {
        await assert.rejects(window.prepare(bytes, { options: refused }), refusal(/options/));
      }
    });

    test('of several transactions stops at the first one that is refused', async () => {
      const window = await LandingWindow.open(await session.window(), service.settings);
      const all = [await made(blockhash, 16n), await made(blockhash, 17n)];
      service.answer = ({ id }, response) =>
        response.end(JSON.stringify({ id, error: { code: -32_602, message: 'tip too low' } }));
      const { entries } = await window.landAll((await window.prepare(all)).id);
      assert.deepEqual(
        entries.map(({ state }) => state),
        ['refused'],
      );
      assert.equal(service.bodies.length, 1);
    });

    test('sends only the key that belongs to the origin of the landing URL', async () => {
      const bytes = await made(blockhash);
      accepting(signatureOf(bytes));
      const elsewhere = { ...service.settings, baseUrl: 'http://127.0.0.1:9' } as const;
      const without = await LandingWindow.open(await session.window(), elsewhere);
      const refused = await without.land(await without.plan(bytes));
      assert.match(refused.message, /not for http:\/\/127/);
      assert.deepEqual(service.bodies, []);
      const landingApiKey = 'landing-key-1';
      const withKey = await LandingWindow.open(await session.window(), {
        ...elsewhere,
        landingApiKey,
      });
      const entry = await withKey.land(await withKey.plan(bytes));
      assert.equal(entry.state, 'accepted');
      assert.deepEqual(service.keys, [landingApiKey]);
    });

    test('queries the user’s node about the chain, and sends nothing through it', async () => {
      const node = new FakeLandingNode();
      await node.listen();
      try {
        const window = await LandingWindow.open(await session.window(), service.settings);
        const bytes = await made(blockhash, 12n);
        accepting(signatureOf(bytes));
        const asked = { kind: 'node', rpcUrl: node.url } as const;
        const plan = await window.prepare(bytes, { node: asked });
        assert.equal(plan.network, 'devnet');
        assert.equal(plan.kind, 'service');
        assert.equal(plan.receiver, service.settings.landingUrl);
        assert.equal(`${plan.queriedOrigin}/`, node.url);
        const [report] = plan.reports;
        assert.equal(report?.payerLamports, 5_000_000_000n);
        assert.equal(report?.simulation?.isSuccess, true);
        const entry = await window.land(plan.id);
        const landed = await window.once(({ id, isSettled }) => id === entry.id && isSettled);
        assert.equal(landed.state, 'landed');
        assert.equal(service.bodies.length, 1);
        assert.ok(!node.methods.includes('sendTransaction'));
      } finally {
        await node.close();
      }
    });

    test('that gained in its simulation but failed on chain ends as failed, with its fee charged', async () => {
      const node = new FakeLandingNode();
      await node.listen();
      try {
        const { bytes, meta } = await signedArbitrage(await wallet(3), blockhash);
        const inContext = (value: unknown) => ({ context: { slot: 50 }, value });
        node.answers.set('simulateTransaction', () => inContext(simulationOf(meta)));
        const error = { InstructionError: [2, { Custom: 6_001 }] };
        node.answers.set('getSignatureStatuses', () =>
          inContext([{ slot: 51, err: error, confirmationStatus: 'finalized' }]),
        );
        const window = await LandingWindow.open(await session.window(), service.settings);
        accepting(signatureOf(bytes));
        const plan = await window.prepare(bytes, { node: { kind: 'node', rpcUrl: node.url } });
        const trade = plan.reports[0]?.outcome;
        assert.ok(trade?.kind === 'trade' && (trade.net.sol ?? 0) > 0);
        const asked = node.methods.filter((method) => method === 'simulateTransaction');
        assert.equal(asked.length, 1);
        const entry = await window.land(plan.id);
        const failed = await window.once(({ id, isSettled }) => id === entry.id && isSettled);
        assert.equal(failed.state, 'failed');
        assert.match(failed.message, /0x1771.*Only the fee was charged/);
      } finally {
        await node.close();
      }
    });

    test('is still followed after a change of key, and through a node that is added later', async () => {
      const node = new FakeLandingNode();
      await node.listen();
      try {
        const window = await LandingWindow.open(await session.window(), service.settings);
        const bytes = await made(blockhash, 13n);
        accepting(signatureOf(bytes));
        const plan = await window.plan(bytes);
        const renewed = { ...service.settings, apiKey: 'service-key-2' };
        const later = await LandingWindow.open(await session.window(), renewed);
        // A plan can be landed only through the connection that checked it.
        await assert.rejects(later.land(plan), refusal(/because the connection has changed/));
        assert.deepEqual(service.bodies, []);
        const entry = await window.land(await window.plan(bytes));
        await window.closeConnection();
        await session.stop();
        await session.start();
        const reader = await LandingWindow.open(await session.window(), renewed);
        const asked = { node: { kind: 'node', rpcUrl: node.url } };
        const [kept] = await reader.request<LandingEntry[]>(landingMethods.landings, asked);
        assert.equal(kept?.id, entry.id);
        const landed = await reader.once(({ id, isSettled }) => id === entry.id && isSettled);
        assert.equal(landed.state, 'landed');
        assert.ok(node.methods.every((method) => method !== 'sendTransaction'));
        assert.equal(service.bodies.length, 1);
      } finally {
        await node.close();
      }
    });

    test('raises an alarm about a different signature, and follows its own', async () => {
      const window = await LandingWindow.open(await session.window(), service.settings);
      const bytes = await made(blockhash, 7n);
      accepting('5'.repeat(87));
      const entry = await window.land(await window.plan(bytes));
      assert.match(entry.alarm ?? '', /a different signature/);
      assert.equal(entry.signature, signatureOf(bytes));
    });

    test('shows the service’s refusal verbatim, and is settled', async () => {
      const window = await LandingWindow.open(await session.window(), service.settings);
      service.answer = ({ id }, response) =>
        response.end(JSON.stringify({ id, error: { code: -32_602, message: 'tip too low' } }));
      const entry = await window.land(await window.plan(await made(blockhash, 8n)));
      assert.equal(entry.state, 'refused');
      assert.equal(entry.isSettled, true);
      assert.match(entry.message, /tip too low/);
    });

    for (const [name, answer] of [
      ['garbage', (response: ServerResponse) => response.end('<html>busy</html>')],
      ['a broken connection', (response: ServerResponse) => response.destroy()],
      ['a failure', (response: ServerResponse) => response.writeHead(500).end('oops')],
    ] as const) {
      test(`has an unknown outcome after ${name}, and is not sent again`, async () => {
        const window = await LandingWindow.open(await session.window(), service.settings);
        service.answer = (_body, response) => answer(response);
        const entry = await window.land(await window.plan(await made(blockhash, 9n)));
        assert.equal(entry.state, 'unknown');
        assert.equal(entry.isSettled, false);
        assert.equal(service.bodies.length, 1);
      });
    }

    test('is not sent when it cannot be recorded', async () => {
      const window = await LandingWindow.open(await session.window(), service.settings);
      const plan = await window.plan(await made(blockhash, 11n));
      const path = join(session.folder, 'landings.jsonl');
      (await import('node:fs')).rmSync(path, { force: true });
      mkdirSync(path);
      await assert.rejects(window.land(plan), refusal(/cannot write the journal/));
      assert.deepEqual(service.bodies, []);
    });
  });

  describe('over a node', () => {
    const node = new FakeRpcNode();
    const engine = new FakeLandingNode();
    const statuses: (object | null)[] = [];
    let rpcUrl = '';
    before(async () => {
      session = await ChannelSession.open();
      const [block] = await sandboxBlocks(1);
      assert.ok(block !== undefined);
      node.add(100, { ...block, blockTime: Math.floor(Date.now() / 1_000) });
      rpcUrl = await node.listen();
      await engine.listen();
      const inContext = (value: unknown) => ({ context: { slot: node.tip }, value });
      const account = { lamports: 5_000_000_000, owner: '1'.repeat(32), data: ['', 'base64'] };
      const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
        getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
        isBlockhashValid: () => inContext(true),
        getLatestBlockhash: () => inContext({ blockhash, lastValidBlockHeight: 200 }),
        getMultipleAccounts: ([list]) => inContext((list as string[]).map(() => account)),
        simulateTransaction: () => inContext({ err: null, logs: [], unitsConsumed: 450 }),
        getSignatureStatuses: () => inContext([statuses.shift() ?? null]),
        sendTransaction: ([text]) =>
          signatureOf(Uint8Array.from(Buffer.from(String(text), 'base64'))),
      };
      for (const [method, answer] of Object.entries(answers)) node.answers.set(method, answer);
    });
    after(async () => {
      await session.end();
      await Promise.all([node.close(), engine.close()].map((one) => one.catch(() => undefined)));
    });
    const sentByNode = () => node.requests.filter(({ method }) => method === 'sendTransaction');

    test('is sent by sendTransaction, and is followed until the node reports it finalized', async () => {
      const window = await LandingWindow.open(await session.window(), { kind: 'node', rpcUrl });
      const bytes = await made(blockhash, 21n);
      const prepared = await window.prepare(bytes);
      assert.equal(prepared.network, 'devnet');
      assert.match(String(prepared.protection), /no block engine/);
      const status = (confirmationStatus: string) => ({ slot: 101, err: null, confirmationStatus });
      statuses.push(null, status('processed'), status('confirmed'), status('finalized'));
      const entry = await window.land(await window.plan(bytes));
      assert.equal(entry.state, 'accepted');
      await window.once(({ id, isSettled }) => id === entry.id && isSettled);
      const told = window.seen.filter(({ id }) => id === entry.id).map(({ state }) => state);
      assert.deepEqual([...new Set(told)], ['sending', 'accepted', 'seen', 'landed']);
      assert.deepEqual(sentByNode()[0]?.params[0], Buffer.from(bytes).toString('base64'));
      const plan = await window.plan(await made(blockhash, 22n), { frontRunningProtection: true });
      await assert.rejects(window.land(plan), refusal(/no block engine/));
      assert.equal(sentByNode().length, 1);
      await window.closeConnection();
    });

    test('waits until the node’s former settings are released', async () => {
      const former = await LandingWindow.open(await session.window(), { kind: 'node', rpcUrl });
      await former.prepare(await made(blockhash, 25n));
      // This window opens settings with a block engine before the other one closes the former.
      const settings = { kind: 'node', rpcUrl, blockEngineUrl: engine.url } as const;
      const changed = await LandingWindow.open(await session.window(), settings);
      const preparing = changed.prepare(await made(blockhash, 26n), {
        frontRunningProtection: true,
      });
      await former.closeConnection();
      assert.equal((await preparing).protection, true);
    });

    test('is sent as a bundle to the planned block engine, and nowhere else when that is down', async () => {
      const before = sentByNode().length;
      const window = await LandingWindow.open(await session.window(), {
        kind: 'node',
        rpcUrl,
        blockEngineUrl: engine.url,
      });
      const bytes = await made(blockhash, 23n);
      const members = {
        frontRunningProtection: true,
        options: { skipPreflight: true, cashbackAddress: other },
      };
      const plan = await window.prepare(bytes, members);
      const engineOrigin = new URL(engine.url).origin;
      assert.equal(plan.receiver, engineOrigin);
      assert.equal(plan.queriedOrigin, new URL(rpcUrl).origin);
      assert.ok(
        plan.reports[0]?.findings.some(({ message }) => message === `Sent to ${engineOrigin}`),
      );
      assert.deepEqual(plan.options, [], 'a bundle takes none');
      const sent = await window.land(plan.id);
      assert.equal(sent.state, 'accepted');
      assert.equal(sent.host, engineOrigin);
      assert.equal(sent.uuid, 'bundle-7');
      assert.deepEqual(engine.sent, [[Buffer.from(bytes).toString('base64')]]);
      const next = await window.plan(await made(blockhash, 24n), members);
      await engine.close();
      const lost = await window.land(next);
      assert.equal(lost.state, 'unknown');
      assert.equal(sentByNode().length, before);
    });
  });
});
