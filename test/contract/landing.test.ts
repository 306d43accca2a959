import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { MarketError } from '../../src/api/marketError.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { developmentAccount, toPrivateKey } from '../../src/engine/sandbox/developmentAccounts.ts';
import { signExampleTransaction } from '../../src/extension/landing/exampleTransaction.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { sandboxAmmPool, sandboxAmmProgram } from '../../src/solana/sandboxAmm.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { runSnippet } from '../fixtures/snippets.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess, withKey } from './serveProcess.ts';

interface RpcReply {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

describe('Transactions on a served Sandbox', suiteLimit, () => {
  let served: ServeProcess;
  let payer: KeyPairSigner;
  let other: string;
  const json = { ...withKey, 'content-type': 'application/json' };

  before(async () => {
    served = await ServeProcess.openSandbox();
    payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    other = (await wallet(2)).address;
  });
  after(async () => {
    await served.process.kill();
  });

  const post = async (path: string, body: unknown): Promise<RpcReply> => {
    const { statusCode, body: text } = await served.request(
      path,
      json,
      'POST',
      JSON.stringify(body),
    );
    assert.equal(statusCode, 200, text);
    return JSON.parse(text) as RpcReply;
  };
  const rpc = (method: string, ...params: unknown[]) =>
    post('/rpc', { jsonrpc: '2.0', id: 1, method, params });
  const land = (transaction: string, options: object = {}) =>
    post('/transactions', {
      jsonrpc: '2.0',
      id: 9,
      method: 'sendTransaction',
      params: [transaction, options],
    });
  const latest = async (): Promise<string> => {
    const { result } = await rpc('getLatestBlockhash');
    return (result as { value: { blockhash: string } }).value.blockhash;
  };
  const made = async (lamports = 5_000_000n, blockhash?: string) =>
    signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.transfer(payer.address, other, lamports)],
      blockhash: blockhash ?? (await latest()),
    });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

  /** Polls until the chain knows the signature, usually within a second. */
  const landed = async (signature: string): Promise<{ slot: number; err: unknown }> => {
    for (;;) {
      const { result } = await rpc('getSignatureStatuses', [signature]);
      const [status] = (result as { value: ({ slot: number; err: unknown } | null)[] }).value;
      if (status) return status;
    }
  };

  test('land through the client, and appear in the transaction and wallet operations', async () => {
    const client = new HttpMarketClient({
      baseUrl: served.url,
      landingUrl: served.url,
      apiKey: contractKey,
    });
    try {
      const bytes = await made();
      const { result, id } = await client.service.landTransaction({
        jsonrpc: '2.0',
        id: 77,
        method: 'sendTransaction',
        params: [base64(bytes), { frontRunningProtection: false }],
      });
      assert.equal(id, 77);
      const { slot } = await landed(result.signature);
      const detail = await client.service.transaction({ signature: result.signature });
      assert.equal(detail.block_number, slot);
      const list = await client.service.walletTransactions({ wallets: [payer.address] });
      assert.equal(list[0]?.signature, result.signature);
      await assert.rejects(
        client.service.landTransaction({
          jsonrpc: '2.0',
          id: 78,
          method: 'sendTransaction',
          params: [base64(bytes)],
        }),
        (error) => MarketError.is(error, 'bad-parameter') && /already been/.test(error.message),
      );
    } finally {
      await client.close();
    }
  });

  test('that are arbitrages on the Sandbox’s AMM appear as arbitrages of the market', async () => {
    const client = new HttpMarketClient({
      baseUrl: served.url,
      landingUrl: served.url,
      apiKey: contractKey,
    });
    try {
      const { address, secretKey } = developmentAccount(4);
      const privateKey = toPrivateKey(secretKey);
      const blockhash = await latest();
      const bytes = signExampleTransaction('arbitrage', { address, privateKey, blockhash });
      const { result } = await land(base64(bytes));
      const { signature } = result as { signature: string };
      assert.equal((await landed(signature)).err, null);
      const detail = await client.service.transaction({ signature });
      assert.equal(detail.type, 'arbitrage');
      assert.deepEqual(
        detail.route_map_details?.map(({ amm, pool }) => [amm, pool]),
        [
          [sandboxAmmProgram, sandboxAmmPool(1).address],
          [sandboxAmmProgram, sandboxAmmPool(2).address],
        ],
      );
      const list = await served.request(`/arbscope/arbitrages?wallets=${address}`, withKey);
      const { arbitrages } = JSON.parse(list.body) as { arbitrages: { signature: string }[] };
      assert.deepEqual(
        arbitrages.map((each) => each.signature),
        [signature],
      );
      // The pool and its vaults are real accounts on the chain.
      const { address: pool, vaultA } = sandboxAmmPool(1);
      const { result: info } = await rpc('getAccountInfo', pool, { encoding: 'base64' });
      assert.equal((info as { value: { owner: string } }).value.owner, sandboxAmmProgram);
      const { result: held } = await rpc('getTokenAccountBalance', vaultA);
      assert.match((held as { value: { amount: string } }).value.amount, /^[1-9]\d{10,}$/);
    } finally {
      await client.close();
    }
  });

  test('land with the snippets that the editor inserts', async () => {
    const languages = ['typescript', 'python'] as const;
    const hasPython = spawnSync('python3', ['--version']).status === 0;
    for (const language of languages.slice(0, hasPython ? 2 : 1)) {
      const answer = (await runSnippet(language, {
        transaction: base64(await made(language === 'python' ? 4_000_001n : 4_000_000n)),
        isProtected: false,
        landingUrl: served.url,
        key: contractKey,
      })) as { readonly signature: string; readonly uuid: string };
      assert.match(answer.uuid, /^[0-9a-f-]{36}$/);
      assert.equal((await landed(answer.signature)).err, null);
    }
  });

  test('land in Base58 and Base64, and invalid ones get the JSON-RPC errors of Solana nodes', async () => {
    const good = await land(encodeBase58(await made(6_000_000n)));
    assert.equal(good.id, 9);
    assert.match(String((good.result as { uuid: string }).uuid), /^[0-9a-f-]{36}$/);
    const bytes = await made(7_000_000n);
    assert.ok((await land(base64(bytes))).result);
    const codeOf = async (transaction: string) => (await land(transaction)).error?.code;
    assert.equal(await codeOf(base64(bytes)), -32_002);
    assert.equal(await codeOf(base64(await made(8_000_000n, other))), -32_002);
    assert.equal(await codeOf(base64(Uint8Array.from(bytes).fill(0, 1, 65))), -32_003);
    assert.equal(await codeOf(base64(new Uint8Array(1_400).fill(1))), -32_602);
    assert.equal(await codeOf('AA=='), -32_602);
    const failing = await land(base64(await made(10n ** 18n)));
    assert.equal(failing.error?.code, -32_002);
    assert.match(failing.error?.message ?? '', /custom program error: 0x1/);
    assert.ok(Array.isArray((failing.error?.data as { logs: unknown } | undefined)?.logs));
    const secret = await land(encodeBase58(developmentAccount(3).secretKey));
    assert.equal(secret.error?.code, -32_602);
    assert.ok(!JSON.stringify(secret).includes(encodeBase58(developmentAccount(3).secretKey)));
    const shapeless = await post('/transactions', { id: 4, method: 'sendTransaction', params: [] });
    assert.equal(shapeless.error?.code, -32_602);
    assert.equal(shapeless.id, 4);
  });

  test('never land from a web page that sends another content type', async () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: ['x'],
    });
    const headers = { ...withKey, 'content-type': 'text/plain' };
    assert.equal((await served.request('/transactions', headers, 'POST', body)).statusCode, 415);
    assert.equal((await served.request('/rpc', headers, 'POST', body)).statusCode, 415);
    const noKey = { 'content-type': 'application/json' };
    assert.equal((await served.request('/transactions', noKey, 'POST', body)).statusCode, 401);
    assert.equal((await served.request('/rpc', noKey, 'POST', body)).statusCode, 401);
  });

  test('can use the node of the Sandbox for blockhash, balance, airdrop and simulation', async () => {
    const fresh = (await wallet(55)).address;
    assert.equal(((await rpc('getBalance', fresh)).result as { value: number }).value, 0);
    const { result: airdrop } = await rpc('requestAirdrop', fresh, 3_000_000_000);
    assert.equal((await landed(String(airdrop))).err, null);
    assert.equal(
      ((await rpc('getBalance', fresh)).result as { value: number }).value,
      3_000_000_000,
    );
    const simulated = await rpc('simulateTransaction', base64(await made(10n ** 18n)), {
      encoding: 'base64',
    });
    assert.deepEqual((simulated.result as { value: { err: unknown } }).value.err, {
      InstructionError: [0, { Custom: 1 }],
    });
    assert.equal((await rpc('getStakeActivation')).error?.code, -32_601);
    assert.equal((await rpc('getBalance', 'nonsense')).error?.code, -32_602);
  });
});
