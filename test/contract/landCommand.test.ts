import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import type { ProviderTipPercentiles } from '../../src/backend/protocol/landingProtocol.ts';
import { developmentAccount } from '../../src/engine/sandbox/developmentAccounts.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import type { TransactionReport } from '../../src/solana/landing/transactionReport.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { FakeLandingNode, FakeLandingService, testBlockhash } from './fakeLandingServers.ts';
import { contractKey, ServeProcess, withKey } from './serveProcess.ts';

interface Printed {
  readonly network: string;
  readonly host: string;
  readonly maySend: boolean;
  readonly reports: readonly TransactionReport[];
  readonly tipMarkets: {
    readonly source: string | null;
    readonly markets: readonly ProviderTipPercentiles[];
    readonly unknown: readonly { readonly provider: string; readonly reason: string }[];
  };
  readonly journal: string | null;
  readonly sent:
    | readonly {
        readonly state: string;
        readonly signature: string;
        readonly alarm?: string;
        readonly error?: { readonly message: string };
      }[]
    | null;
  readonly statuses?: readonly ({ readonly error: string | null } | null)[];
}

describe('arbscope land', suiteLimit, () => {
  let served: ServeProcess;
  let payer: KeyPairSigner;
  let other: string;
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-land-'));
  const state = join(folder, 'state');
  // Keeps the user's own files untouched.
  const places = { XDG_STATE_HOME: state, LOCALAPPDATA: state, HOME: state };
  const key = { ARBSCOPE_API_KEY: contractKey };

  before(async () => {
    served = await ServeProcess.openSandbox();
    payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    other = (await wallet(2)).address;
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await served.process.kill();
  });

  const latest = async (): Promise<string> => {
    const headers = { ...withKey, 'content-type': 'application/json' };
    const question = { jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] };
    const { body } = await served.request('/rpc', headers, 'POST', JSON.stringify(question));
    return (JSON.parse(body) as { result: { value: { blockhash: string } } }).result.value
      .blockhash;
  };
  const made = async (lamports: bigint, { tip = 0n, blockhash = '' } = {}) =>
    signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.transfer(payer.address, other, lamports),
        ...(tip === 0n ? [] : [instructions.tip(payer.address, tip)]),
      ],
      blockhash: blockhash === '' ? await latest() : blockhash,
    });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const run = async (args: readonly string[], environment = {}) => {
    const process = new BackendProcess(['land', ...args], { ...places, ...environment });
    const code = await process.ended;
    const output = [...process.output, ...process.errors].join('\n');
    return { code, output, printed: () => JSON.parse(process.output[0] ?? '') as Printed };
  };

  test('refuses a bundle of several transactions, and an unsigned transaction with the missing signature', async () => {
    const texts = [base64(await made(1n)), base64(await made(2n))];
    const bundle = JSON.stringify({ method: 'sendBundle', params: [texts] });
    const refused = new BackendProcess(['land', file('bundle.json', bundle)], places);
    assert.equal(await refused.ended, 1);
    assert.match(refused.errors.join('\n'), /bundle of 2 transactions.* one transaction at a time/);
    const unsigned = Uint8Array.from(await made(3n)).fill(0, 1, 65);
    const swap = JSON.stringify({ swapTransaction: base64(unsigned), lastValidBlockHeight: 1 });
    const checked = new BackendProcess(['land', file('swap.json', swap)], places);
    assert.equal(await checked.ended, 1);
    const { sent, reports } = JSON.parse(checked.output[0] ?? '') as Printed;
    assert.equal(sent, null);
    assert.ok(reports[0]?.findings.some(({ message }) => message.startsWith('Signature missing')));
  });

  test('lands a transaction after the same checks as a window, and reports the outcome', async () => {
    const { code, output, printed } = await run([
      file('good.bin', await made(9_000_000n, { tip: 1_500_000n })),
    ]);
    assert.equal(code, 0, output);
    const { network, maySend, reports, sent, statuses, tipMarkets, journal } = printed();
    assert.equal(network, 'Sandbox');
    assert.equal(maySend, true);
    assert.equal(reports[0]?.simulation?.isSuccess, true);
    assert.equal(sent?.[0]?.state, 'accepted');
    assert.equal(sent?.[0]?.signature, reports[0]?.signature);
    assert.equal(statuses?.[0]?.error, null);
    assert.equal(tipMarkets.source, 'Sandbox');
    const [market] = tipMarkets.markets;
    assert.equal(market?.provider, 'JITO');
    assert.ok(Number(market?.p25) <= Number(market?.p95), output);
    // No journal: each run has a new Sandbox.
    assert.equal(journal, null);
  });

  test('lands through a service, and shows the tips of others', async () => {
    const path = file('service.txt', base64(await made(9_500_000n, { tip: 1_500_000n })));
    const at = ['--landing-url', `${served.url}/transactions`, '--service-url', served.url];
    const { code, output, printed } = await run([path, ...at], key);
    assert.equal(code, 0, output);
    const { sent, tipMarkets, host, reports } = printed();
    assert.equal(sent?.[0]?.state, 'accepted');
    assert.equal(host, new URL(served.url).origin);
    assert.ok(reports[0]?.findings.some(({ message }) => message === `Sent to ${host}`));
    assert.equal(tipMarkets.source, new URL(served.url).host);
    assert.ok(Number(tipMarkets.markets[0]?.transactions) > 0, output);
  });

  test('resends a transaction only with an explicit option', async () => {
    const bytes = await made(9_600_000n);
    const to = [file('again.txt', base64(bytes)), '--landing-url', served.url];
    const first = await run(to, key);
    assert.equal(first.code, 0, first.output);
    const { journal } = first.printed();
    assert.ok(journal?.startsWith(state), String(journal));
    const [name = ''] = readdirSync(journal ?? '');
    const written = join(journal ?? '', name);
    if (process.platform !== 'win32') assert.equal(statSync(written).mode & 0o077, 0);
    const text = readFileSync(written, 'utf8');
    assert.ok(text.includes(first.printed().sent?.[0]?.signature ?? '-'));
    assert.ok(!text.includes(base64(bytes)) && !text.includes(contractKey));

    const second = await run(to, key);
    assert.equal(second.code, 1, second.output);
    assert.match(second.output, /"code":"sent-before"/);
    assert.equal(second.printed().sent?.[0]?.state, 'refused');
    assert.match(second.printed().sent?.[0]?.error?.message ?? '', /--repeat/);
    const repeated = await run([...to, '--repeat'], key);
    // The error comes from the chain, so it was sent again.
    assert.match(repeated.printed().sent?.[0]?.error?.message ?? '', /already been processed/);
    const without = await run([...to, '--no-journal', '--check'], key);
    assert.doesNotMatch(without.output, /"code":"sent-before"/);
  });

  test('warns about the same message within ten seconds, even if a window landed it', async () => {
    const bytes = await made(9_700_000n);
    const check = [file('message.txt', base64(bytes)), '--check'];
    const [report] = (await run(check)).printed().reports;
    const landing = {
      id: 'of-a-window',
      signature: encodeBase58(new Uint8Array(64).fill(7)),
      messageSha256: report?.messageSha256,
      submittedAtMilliseconds: Date.now(),
      state: 'accepted',
    };
    const landings = (state: string) =>
      file(`${state}.jsonl`, `${JSON.stringify({ ...landing, state })}\n`);
    const warned = await run([...check, '--landings', landings('accepted')]);
    assert.match(warned.output, /"code":"same-message"/);
    const quiet = await run([...check, '--landings', landings('refused')]);
    assert.doesNotMatch(quiet.output, /"code":"same-message"/);
    const missing = await run([...check, '--landings', join(folder, 'nowhere.jsonl')]);
    assert.equal(missing.code, 1);
  });

  test('sends a transaction once when two shells land it at the same time', async () => {
    const service = new FakeLandingService();
    await service.listen();
    try {
      const bytes = await made(9_800_000n);
      const signature = encodeBase58(bytes.slice(1, 65));
      service.answer = ({ id }, response) =>
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { signature, uuid: 'u' } }));
      const { landingUrl = '', apiKey } = service.settings;
      const to = [file('twice.txt', base64(bytes)), '--landing-url', landingUrl];
      const both = await Promise.all([1, 2].map(() => run(to, { ARBSCOPE_API_KEY: apiKey })));
      assert.equal(service.bodies.length, 1, both.map(({ output }) => output).join('\n'));
      assert.deepEqual(both.map(({ code }) => code).sort(), [0, 1]);
    } finally {
      await service.close();
    }
  });

  test('sends no key to an unproven local service without --trust-loopback', async () => {
    const service = new FakeLandingService();
    await service.listen();
    try {
      service.isUnproven = true;
      const bytes = await made(9_850_000n);
      const signature = encodeBase58(bytes.slice(1, 65));
      service.answer = ({ id }, response) =>
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { signature, uuid: 'u' } }));
      const { landingUrl = '', apiKey } = service.settings;
      const to = [file('unproven.txt', base64(bytes)), '--landing-url', landingUrl];
      const refused = await run(to, { ARBSCOPE_API_KEY: apiKey });
      assert.equal(refused.code, 1, refused.output);
      assert.match(refused.printed().sent?.[0]?.error?.message ?? '', /use --trust-loopback/);
      assert.equal(refused.printed().sent?.[0]?.state, 'refused');
      assert.deepEqual(service.bodies, []);
      const sent = await run([...to, '--trust-loopback'], { ARBSCOPE_API_KEY: apiKey });
      assert.equal(sent.code, 0, sent.output);
      assert.deepEqual(service.keys, [apiKey]);
    } finally {
      await service.close();
    }
  });

  test('lands through a service and queries a node about the chain', async () => {
    const [service, node] = [new FakeLandingService(), new FakeLandingNode()];
    await Promise.all([service.listen(), node.listen()]);
    try {
      const bytes = await made(9_900_000n, { tip: 1_500_000n, blockhash: testBlockhash });
      const strange = encodeBase58(new Uint8Array(64).fill(9));
      service.answer = ({ id }, response) =>
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: strange }));
      const { landingUrl = '', apiKey } = service.settings;
      const path = file('helped.txt', base64(bytes));
      const { code, output, printed } = await run(
        [path, '--landing-url', landingUrl, '--rpc-url', node.url],
        { ARBSCOPE_API_KEY: apiKey },
      );
      // A response with a different signature is not a success.
      assert.equal(code, 1, output);
      const { network, reports, sent, statuses, tipMarkets } = printed();
      assert.equal(network, 'devnet');
      assert.equal(reports[0]?.simulation?.isSuccess, true);
      assert.match(sent?.[0]?.alarm ?? '', new RegExp(strange));
      assert.equal(statuses?.[0]?.error, null);
      assert.ok(!node.methods.includes('sendTransaction'));
      // A landing host has no Finder, so it gets no Finder request.
      assert.deepEqual(tipMarkets.unknown, [{ provider: 'JITO', reason: 'no-service' }]);
      assert.deepEqual(service.requests, ['POST /transactions']);
    } finally {
      await Promise.all([service.close(), node.close()]);
    }
  });

  test('rejects a landing URL as --service-url, and requests no market data from it', async () => {
    const service = new FakeLandingService();
    await service.listen();
    try {
      const landingUrl = `${new URL(service.settings.landingUrl ?? '').origin}/transactions`;
      const path = file('data.txt', base64(await made(9_905_000n, { tip: 1_500_000n })));
      const at = ['--landing-url', landingUrl, '--service-url', landingUrl];
      const { code, output } = await run([path, ...at], key);
      assert.notEqual(code, 0);
      assert.match(output, /--service-url is a landing URL; give it as --landing-url/);
      assert.deepEqual(service.requests, []);
    } finally {
      await service.close();
    }
  });

  test('reports that a node alone has no tip data, and sends nothing unprotected', async () => {
    const node = new FakeLandingNode();
    await node.listen();
    try {
      const bytes = await made(9_910_000n, { tip: 1_500_000n, blockhash: testBlockhash });
      const over = [file('node.txt', base64(bytes)), '--rpc-url', node.url];
      const checked = await run([...over, '--check']);
      assert.deepEqual(checked.printed().tipMarkets, {
        source: null,
        markets: [],
        unknown: [{ provider: 'JITO', reason: 'no-service' }],
      });
      const told = await run([...over, '--check', '--service-url', served.url], key);
      assert.equal(told.printed().tipMarkets.markets[0]?.provider, 'JITO');
      const isProtected = await run([...over, '--protect']);
      assert.equal(isProtected.code, 1);
      assert.match(isProtected.output, /no block engine/);
      assert.ok(!node.methods.includes('sendTransaction'));
    } finally {
      await node.close();
    }
  });

  test('lands over a node by sendTransaction, or only as a bundle with protection', async () => {
    const [node, engine] = [new FakeLandingNode(), new FakeLandingNode()];
    await Promise.all([node.listen(), engine.listen()]);
    try {
      const over = async (lamports: bigint) => {
        const bytes = await made(lamports, { tip: 1_500_000n, blockhash: testBlockhash });
        const path = file(`over-${lamports}.txt`, base64(bytes));
        return { text: base64(bytes), args: [path, '--rpc-url', node.url] };
      };
      const open = await over(9_920_000n);
      const first = await run(open.args);
      assert.equal(first.code, 0, first.output);
      assert.equal(first.printed().statuses?.[0]?.error, null);
      assert.deepEqual(node.sent, [open.text]);
      assert.equal(first.printed().host, new URL(node.url).origin);
      const closed = await over(9_930_000n);
      const way = ['--protect', '--block-engine-url', engine.url];
      const second = await run([...closed.args, ...way]);
      assert.equal(second.code, 0, second.output);
      assert.deepEqual(engine.sent, [[closed.text]]);
      assert.equal(second.printed().host, new URL(engine.url).origin);
      assert.equal(node.sent.length, 1);
      await engine.close();
      const failing = await over(9_940_000n);
      const third = await run([...failing.args, ...way]);
      assert.equal(third.code, 1, third.output);
      assert.equal(third.printed().sent?.[0]?.state, 'unknown');
      assert.equal(node.sent.length, 1);
    } finally {
      await Promise.all([node.close(), engine.close()].map((closing) => closing.catch(() => null)));
    }
  });

  test('sends nothing with --check, nothing that its checks refuse, and no secret key', async () => {
    const bytes = await made(9_000_001n);
    const checked = await run([file('check.txt', base64(bytes)), '--check']);
    assert.equal(checked.code, 0, checked.output);
    assert.match(checked.output, /"sent":null/);
    const elsewhere = [file('check.txt', base64(bytes)), '--wallet', other];
    const meant = await run([...elsewhere, '--cluster', 'mainnet-beta']);
    assert.equal(meant.code, 1, meant.output);
    assert.match(meant.output, /"code":"other-cluster"/);
    assert.match(meant.output, /"code":"other-wallet"/);
    const unsigned = Uint8Array.from(bytes).fill(0, 1, 65);
    const refused = await run([file('refused.json', JSON.stringify([...unsigned]))]);
    assert.equal(refused.code, 1);
    assert.match(refused.output, /"code":"unsigned"/);
    assert.match(refused.output, /"sent":null/);
    const secretKey = encodeBase58(developmentAccount(1).secretKey);
    const secret = await run([file('key.txt', secretKey)]);
    assert.equal(secret.code, 1);
    assert.match(secret.output, /secret key/);
    assert.ok(!secret.output.includes(secretKey));
  });
});
