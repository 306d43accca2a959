import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { arbscopeOperations } from '../../src/api/arbscope/arbscopeOperations.ts';
import type { SimulatedTransaction, Simulation } from '../../src/api/arbscope/simulate.ts';
import { developmentAccount } from '../../src/engine/sandbox/developmentAccounts.ts';
import { systemProgram } from '../../src/solana/knownPrograms.ts';
import { FakeService } from '../fakeService.ts';
import { randomSecretKey } from '../fixtures/scan/secretKeys.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const program = join(import.meta.dirname, '../../dist/backend.js');
const { path } = arbscopeOperations.simulate;

describe('A simulation', suiteLimit, () => {
  let served: ServeProcess;
  let service: FakeService;
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-simulate-'));
  before(async () => {
    served = await ServeProcess.openSandbox();
    service = new FakeService(contractKey);
    await service.listen();
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await served.stop();
    await service.close();
  });

  async function unsigned({ lamports = 5_000_000n, tip = 1_500_000n } = {}): Promise<Uint8Array> {
    const payer = await createKeyPairSignerFromBytes(developmentAccount(3).secretKey);
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.transfer(payer.address, (await wallet(2)).address, lamports),
        instructions.tip(payer.address, tip),
      ],
      blockhash: systemProgram,
    });
    return bytes.fill(0, 1, 65);
  }
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const run = async (args: readonly string[], environment = {}, input = '') => {
    const { ARBSCOPE_API_KEY: _, ...inherited } = process.env;
    const env = { ...inherited, ...environment };
    const child = spawn(process.execPath, [program, 'simulate', ...args], { env });
    // A command that refused its arguments does not read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, output, errors };
  };
  const post = (body: unknown) => served.requestWithBody(path, JSON.stringify(body), 'POST');

  /** A simulation without slot and prices, which differ between moments and processes. */
  function comparable({ transactions, network, is_bundle: isBundle }: Simulation): unknown {
    const plain = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (name, member) =>
        /^(price|price_timestamp|block_number|timestamp|\w+_usd)$/.test(name) ? null : member,
      );
    return { network, isBundle, transactions: plain(transactions) };
  }

  it('of an unsigned transfer with a tip is the same over HTTP, the command line and MCP', async () => {
    const bytes = await unsigned();
    const { statusCode, body } = await post({ transactions: [base64(bytes)] });
    assert.equal(statusCode, 200, body);
    const overHttp: Simulation = JSON.parse(body);
    const [simulated] = overHttp.transactions as [SimulatedTransaction];
    assert.equal(overHttp.network, 'Sandbox');
    assert.equal(simulated.is_success, true);
    assert.equal(simulated.signing, 'unsigned');
    assert.equal(Number(simulated.record?.tips_details[0]?.amount), 1_500_000);
    assert.equal(simulated.record?.tips_details[0]?.type, 'JITO');
    assert.equal(Number(simulated.record?.fees), 5_000);
    assert.ok(simulated.calls.length === 2 && simulated.logs.length >= 4, body);
    const [change] = simulated.balance_changes;
    assert.equal(Number(change?.before) - Number(change?.after), 6_505_000);

    const json = await run([file('unsigned.bin', bytes), '--json']);
    assert.equal(json.code, 0, json.errors);
    assert.deepEqual(comparable(JSON.parse(json.output)), comparable(overHttp));

    const ofService = await run(['-', '--json', '--service-url', served.url], key, base64(bytes));
    assert.equal(ofService.code, 0, ofService.errors);
    assert.deepEqual(comparable(JSON.parse(ofService.output)), comparable(overHttp));

    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = {
      command: process.execPath,
      args: [program, 'mcp', '--backfill-hours', '4'],
    };
    await client.connect(new StdioClientTransport(transport));
    // Once it has listed the tools, the library validates the result's schema.
    await client.listTools();
    const { structuredContent } = await client.callTool({
      name: 'arbscope_simulate',
      arguments: { transactions: [base64(bytes)] },
    });
    await client.close();
    const { result } = structuredContent as { result: Simulation };
    assert.deepEqual(comparable(result), comparable(overHttp));
  });

  it('of several transactions prints text, and exits with the code of the worst', async () => {
    const good = base64(await unsigned());
    const poor = base64(await unsigned({ lamports: 9_000_000_000_000n }));
    const { code, output, errors } = await run([file('two.txt', `${good}\n${poor}\n`)]);
    assert.equal(code, 1, errors);
    assert.match(output, /^Simulated on Sandbox at slot \d+\. Nothing was sent\.$/m);
    assert.match(output, /^Transaction 1: would succeed$/m);
    assert.match(output, /^ {2}Net gain: −0\.001505 SOL/m);
    assert.match(output, /^ {2}Tips: 0\.0015 SOL \(JITO\)$/m);
    assert.match(output, /^ {2}Fee: 5,000 lamports \(base 5,000, priority 0/m);
    assert.match(output, /^ {2}Signatures: unsigned; not checked$/m);
    assert.match(output, /^Transaction 2: would fail\n {2}Error: \S.*instruction 1/m);
  });

  it('over a node uses its chain, unless an option selects the Sandbox', async () => {
    const bytes = await unsigned();
    const url = `${served.url}/rpc?api-key=${contractKey}`;
    const node = { ARBSCOPE_RPC_URL: url };
    const { code, output, errors } = await run([file('node.bin', bytes), '--json'], node);
    assert.equal(code, 0, errors);
    assert.ok(!`${output}${errors}`.includes(contractKey));
    const simulation: Simulation = JSON.parse(output);
    assert.equal(simulation.transactions[0]?.is_success, true);
    // A seed selects the Sandbox and overrides the variable.
    const sandbox = await run([file('node.bin', bytes), '--json', '--seed', '1'], node);
    assert.equal(JSON.parse(sandbox.output).network, 'Sandbox');
  });

  it('is not offered by a service other than Arbscope', async () => {
    const at = ['--service-url', service.url];
    const { code, errors } = await run([file('good.bin', await unsigned()), ...at], key);
    assert.equal(code, 1);
    assert.match(errors, /^error: This service is not an Arbscope server/);
    assert.deepEqual(
      service.requests.splice(0).map(({ url }) => url),
      [arbscopeOperations.status.path],
    );
  });

  it('refuses a secret key before any request, and repeats no part of it', async () => {
    const { base58, written } = randomSecretKey('bytes');
    const bytes = Buffer.from(JSON.parse(written));
    for (const content of [base58, written, bytes, bytes.toString('base64')]) {
      const at = ['--service-url', service.url];
      const { code, output, errors } = await run([file('key', content), ...at], key);
      assert.equal(code, 1);
      assert.equal(output, '');
      assert.match(
        errors,
        /^error: The input contains a secret key or a seed phrase\. It was not sent/,
      );
      assert.ok(!errors.includes(base58.slice(0, 12)));
    }
    for (const argument of [base58, bytes.toString('hex'), base58.slice(0, 44)]) {
      const { code, output, errors } = await run([argument, '--service-url', service.url], key);
      assert.equal(code, 1);
      assert.equal(output, '');
      assert.ok(!errors.includes(argument.slice(0, 12)), errors);
    }
    assert.deepEqual(service.requests, []);
  });

  it('takes the transaction as its argument', async () => {
    const { output, errors } = await run([base64(await unsigned()), '--json']);
    assert.equal(errors, '');
    assert.equal(JSON.parse(output).transactions.length, 1);
  });

  it('refuses invalid transactions, and options that contradict each other', async () => {
    const good = file('good.txt', base64(await unsigned()));
    const six = file(
      'six.txt',
      Array.from({ length: 6 }, () => base64(new Uint8Array(80))).join('\n'),
    );
    for (const [args, expected, words] of [
      [[file('empty', '')], 1, /The input is empty/],
      [[file('words', 'hello')], 1, /Not a Base58, Base64 or hexadecimal transaction/],
      [
        [join(folder, 'missing')],
        1,
        /There is no such file, and the argument is not a transaction/,
      ],
      [[six], 1, /6 transactions; the limit is 5/],
      [[], 2, /simulate needs one FILE or TRANSACTION, or -/],
      [[good, good], 2, /simulate needs one FILE or TRANSACTION, or -/],
      [[good, '--service-url', served.url], 2, /requires the API key in ARBSCOPE_API_KEY/],
      [
        [good, '--seed', '2', '--rpc-url', 'http://127.0.0.1:1'],
        2,
        /--rpc-url does not go with --seed/,
      ],
      [[good, '--seed', 'x'], 2, /--seed must be a whole number/],
    ] as const) {
      const { code, output, errors } = await run(args);
      assert.equal(code, expected, errors);
      assert.match(errors, words);
      assert.equal(output, '');
    }
  });

  it('does not appear in the server’s log, successful or not', async () => {
    const good = base64(await unsigned());
    const truncated = good.slice(0, -40);
    for (const transactions of [[good], [truncated], [good, good], [randomSecretKey().base58]]) {
      const { statusCode, body } = await post({ transactions });
      assert.equal(statusCode, transactions[0] === good && transactions.length === 1 ? 200 : 400);
      if (statusCode === 400) assert.equal(JSON.parse(body).error, 'Bad Request');
      const log = [...served.process.output, ...served.process.errors].join('\n');
      for (const given of transactions) {
        assert.ok(!log.includes(given.slice(0, 40)), log);
        if (statusCode === 400) assert.ok(!body.includes(given.slice(0, 40)), body);
      }
    }
  });
});

const key = { ARBSCOPE_API_KEY: contractKey };
