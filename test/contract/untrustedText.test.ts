import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { developmentAccount } from '../../src/engine/sandbox/developmentAccounts.ts';
import { FakeRpcNode, type Fault } from '../fakeRpcNode.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { HostileServer, respondWith } from '../hostileServer.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { BackendProcess } from './backendProcess.ts';
import { testBlockhash } from './fakeLandingServers.ts';
import { contractKey } from './serveProcess.ts';

/**
 * Colours, a window title, forged lines, line separators, bidirectional override, C1, NUL, zero
 * width.
 */
const evil =
  'busy\u001b[31m\u001b]0;owned\u0007\nerror: forged\r\n{"sent":"forged"}\u2028\u202eexe.\u009b2J\0\u200bend';
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u;
const isForged = (line: string): boolean =>
  line.startsWith('error: forged') || line.startsWith('{"sent":"forged"');

/** Asserts that no line contains control or format characters, and that none is forged. */
function assertHarmless({ output, errors }: BackendProcess): void {
  for (const line of [...output, ...errors]) {
    assert.ok(!unsafe.test(line), JSON.stringify(line));
    assert.ok(!isForged(line), line);
  }
}

describe('Untrusted text in a terminal', suiteLimit, () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-text-'));
  const node = new FakeRpcNode();
  let transaction: string;

  before(async () => {
    await node.listen();
    const payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.transfer(payer.address, (await wallet(2)).address, 1_000n)],
      blockhash: testBlockhash,
    });
    transaction = join(folder, 'transaction.txt');
    writeFileSync(transaction, Buffer.from(bytes).toString('base64'));
  });
  after(async () => {
    await node.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const inContext = (value: unknown) => ({ context: { slot: 50 }, value });
  const account = { lamports: 5_000_000_000, owner: '1'.repeat(32), data: ['', 'base64'] };
  const answerAsNode = (answers: Readonly<Record<string, unknown>>) => {
    node.answers.clear();
    const all: Readonly<Record<string, unknown>> = {
      getGenesisHash: evil,
      isBlockhashValid: inContext(true),
      simulateTransaction: inContext({ err: null, logs: [evil], unitsConsumed: 450 }),
      getSignatureStatuses: inContext([{ slot: 51, err: { [evil]: evil } }]),
      ...answers,
    };
    for (const [method, answer] of Object.entries(all)) node.answers.set(method, () => answer);
    node.answers.set('getMultipleAccounts', ([addresses]) =>
      inContext((addresses as unknown[]).map(() => account)),
    );
  };
  const land = async (...args: string[]) => {
    const environment = { ARBSCOPE_API_KEY: contractKey };
    const run = new BackendProcess(['land', transaction, '--no-journal', ...args], environment);
    await run.ended;
    assertHarmless(run);
    assert.equal(run.output.length + run.errors.length, 1, run.output.join('\n'));
    return run;
  };

  test('from a node stays within land’s one line of JSON', async () => {
    answerAsNode({ sendTransaction: evil });
    const { output } = await land('--rpc-url', node.url);
    const { network, reports, sent, statuses } = JSON.parse(output[0] ?? '');
    assert.match(network, /busy/);
    assert.match(reports[0].simulation.logs[0], /busy.*forged/);
    assert.match(sent[0].alarm, /busy/);
    assert.match(statuses[0].error, /busy/);
  });

  test('in a node’s error is printed by land on one line without control characters', async () => {
    const fault: Fault = { kind: 'error', code: -32_002, message: evil };
    answerAsNode({});
    node.fail('sendTransaction', fault);
    const refused = await land('--rpc-url', node.url);
    const { sent } = JSON.parse(refused.output[0] ?? '');
    assert.match(sent[0].error.message, /busy\\u\{1B\}\[31m.* error: forged /);
    node.fail('getGenesisHash', fault);
    const failed = await land('--rpc-url', node.url);
    assert.match(failed.errors[0] ?? '', /^error: .*busy\\u\{1B\}/);
  });

  test('in a landing service’s error is printed by land in the same way', async () => {
    const service = await HostileServer.open();
    try {
      for (const [status, error] of [
        ['200 OK', { jsonrpc: '2.0', id: 1, error: { code: -32_002, message: evil } }],
        ['400 Bad Request', { statusCode: 400, message: evil }],
      ] as const) {
        service.behaviour = respondWith(status, JSON.stringify(error));
        const { output } = await land('--landing-url', service.url, '--trust-loopback');
        assert.match(JSON.parse(output[0] ?? '').sent[0].error.message, /busy\\u\{1B\}.* forged/);
      }
    } finally {
      await service.close();
    }
  });

  test('from a node is logged by serve on one line', async () => {
    node.answers.clear();
    const blocks = await sandboxBlocks(2);
    const now = Math.floor(Date.now() / 1_000);
    blocks.forEach((block, index) => {
      node.add(100 + index, { ...block, blockTime: now - 2 + index });
    });
    const served = new BackendProcess(['serve', '--source', 'rpc', '--port', '0'], {
      ARBSCOPE_API_KEY: contractKey,
      ARBSCOPE_RPC_URL: node.url,
    });
    try {
      await served.url();
      node.fail('getSlot', { kind: 'error', code: -32_603, message: evil }, { times: 4 });
      assert.match(await served.line(/busy/), /^status: .*\\u\{1B\}/);
      assertHarmless(served);
    } finally {
      await served.kill();
    }
  });

  test('in files and their names is printed by decode without control characters', async () => {
    const path = join(folder, 'evil.json');
    writeFileSync(path, `{"slot":${evil}`);
    const failed = new BackendProcess([
      'decode',
      path,
      join(folder, `gone\u001b[31m\nerror: forged`),
    ]);
    assert.equal(await failed.ended, 1);
    assert.ok(failed.errors.length >= 2);
    assertHarmless(failed);
  });

  test('in an unknown command is not repeated', async () => {
    const failed = new BackendProcess([evil.replaceAll('\0', '')]);
    assert.equal(await failed.ended, 2);
    assert.equal(failed.errors[0], 'error: Unknown command');
    assertHarmless(failed);
  });
});
