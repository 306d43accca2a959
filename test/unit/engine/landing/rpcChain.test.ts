import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { KeyPairSigner } from '@solana/kit';
import bs58 from 'bs58';
import type { JsonInteger } from '../../../../src/api/json.ts';
import { MarketError } from '../../../../src/api/marketError.ts';

import {
  isOutcomeUnknown,
  signatureMismatchAlarm,
} from '../../../../src/backend/landing/submissionChannel.ts';
import { bundlesUrl, RpcChain } from '../../../../src/engine/landing/rpcChain.ts';
import { readLogs, readTransactionStatus } from '../../../../src/engine/landing/rpcResponses.ts';
import { LandingError } from '../../../../src/engine/rpc/landingError.ts';
import { RpcError } from '../../../../src/engine/rpc/rpcError.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { addressLookupTableProgram, systemProgram } from '../../../../src/solana/knownPrograms.ts';
import { recentBlockhashesSysvar } from '../../../../src/solana/landing/chainAccounts.ts';
import { checkTransaction } from '../../../../src/solana/landing/checkTransaction.ts';
import { decodeTransactionBytes } from '../../../../src/solana/wireTransaction.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';

const mainnet = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const blockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';
const table = '4sKLJ1Qoudh8PJyqBeuKocYdsZvxTcRShUt9aKqwhgvC';

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

class Client {
  readonly asked: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    this.asked.push({ method, params });
    const answer = this.#answers[method];
    if (answer === undefined)
      throw new RpcError('unknown-method', 'Method not found', { code: -32601 });
    return await answer(params);
  }
}

const account = (lamports: JsonInteger, owner = systemProgram, data = new Uint8Array()) => ({
  lamports,
  owner,
  data: [Buffer.from(data).toString('base64'), 'base64'],
  executable: false,
});

describe('A node as RPC for landing', () => {
  let payer: KeyPairSigner;
  let bytes: Uint8Array;
  let signature: string;

  before(async () => {
    payer = await wallet(1);
    bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.transfer(payer.address, (await wallet(2)).address, 5n)],
      blockhash,
    });
    signature = encodeBase58(decodeTransactionBytes(bytes).signatures[0] ?? new Uint8Array());
  });

  const common: Answers = {
    getGenesisHash: () => mainnet,
    isBlockhashValid: () => ({ context: { slot: 9 }, value: true }),
    getLatestBlockhash: () => ({
      context: { slot: 9 },
      value: { blockhash, lastValidBlockHeight: 1_000 },
    }),
    getMultipleAccounts: ([list]) => ({
      context: { slot: 9 },
      value: (list as string[]).map((one) =>
        one === recentBlockhashesSysvar ? account(1, 'Sysvar', recentBlockhashes(2)) : account(77),
      ),
    }),
  };
  /** The sysvar, with the transaction's blockhash after `newer` others. */
  const recentBlockhashes = (newer: number) => {
    const data = Buffer.alloc(8 + 40 * 150, 7);
    data.writeBigUInt64LE(150n);
    data.set(bs58.decode(blockhash), 8 + 40 * newer);
    return data;
  };
  const engineOrigin = 'https://engine.example';
  const chainOf = (answers: Answers, blockEngine?: Client) => {
    const client = new Client({ ...common, ...answers });
    const chain = new RpcChain({
      client,
      origin: 'https://node.example',
      ...(blockEngine && { blockEngine: Object.assign(blockEngine, { origin: engineOrigin }) }),
    });
    return { chain, client };
  };

  test('receives the exact bytes in Base64 with the extra options, but none of Arbscope’s', async () => {
    const { chain, client } = chainOf({ sendTransaction: () => signature });
    const options = { frontRunningProtection: false, skipPreflight: true, maxRetries: 0 };
    assert.deepEqual(await chain.send(bytes, options), { signature, uuid: '' });
    assert.deepEqual(client.asked, [
      {
        method: 'sendTransaction',
        params: [
          Buffer.from(bytes).toString('base64'),
          { skipPreflight: true, maxRetries: 0, encoding: 'base64' },
        ],
      },
    ]);
  });

  test('receives nothing if protection is on: the bundle goes to the block engine', async () => {
    const engine = new Client({ sendBundle: () => 'bundle-7' });
    const { chain, client } = chainOf({ sendTransaction: () => signature }, engine);
    const sent = await chain.send(bytes, { frontRunningProtection: true });
    assert.deepEqual(sent, { signature, uuid: 'bundle-7' });
    assert.deepEqual(client.asked, []);
    assert.deepEqual(engine.asked[0]?.params, [
      [Buffer.from(bytes).toString('base64')],
      { encoding: 'base64' },
    ]);
    assert.equal(chain.submissionEndpoint.receiver(true), engineOrigin);
    assert.equal(chain.submissionEndpoint.receiver(false), 'https://node.example');
    assert.equal(chain.submissionEndpoint.provider(true), 'JITO');
    assert.equal(chain.submissionEndpoint.minimumTipLamports(true), 10_000n);
  });

  test('is never a fallback when the block engine is down or missing', async () => {
    const down = new Client({
      sendBundle: () => Promise.reject(new RpcError('unreachable', 'no answer')),
    });
    const first = chainOf({ sendTransaction: () => signature }, down);
    await assert.rejects(first.chain.send(bytes, { frontRunningProtection: true }), (error) =>
      MarketError.is(error, 'unreachable'),
    );
    const second = chainOf({ sendTransaction: () => signature });
    await assert.rejects(
      second.chain.send(bytes, { frontRunningProtection: true }),
      /no block engine/,
    );
    assert.deepEqual([...first.client.asked, ...second.client.asked], []);
    assert.equal(down.asked.length, 1);
  });

  test('reports a rejection with its code and without a retry', async () => {
    const { chain, client } = chainOf({
      sendTransaction: () =>
        Promise.reject(
          new RpcError('simulation-failed', 'Transaction simulation failed: Blockhash not found', {
            code: -32_002,
          }),
        ),
    });
    await assert.rejects(chain.send(bytes, {}), (error) => {
      assert.ok(LandingError.isLandingError(error));
      assert.equal(error.code, -32_002);
      return true;
    });
    const failing = chainOf({
      sendTransaction: () => Promise.reject(new RpcError('unreachable', 'cut off')),
    });
    await assert.rejects(failing.chain.send(bytes, {}), MarketError);
    assert.equal(client.asked.length, 1);
    assert.equal(failing.client.asked.length, 1);
  });

  for (const [kind, expected, outcome] of [
    ['rate-limited', 'rate-limited', 'refused'],
    ['plan-lacks-method', 'plan-lacks-operation', 'refused'],
    ['unknown', 'service-failing', 'unknown'],
    ['failing', 'service-failing', 'unknown'],
  ] as const) {
    test(`reports a ${kind} error with the node’s words and its outcome as ${outcome}`, async () => {
      const said = 'Network congested. Endpoint is globally rate limited.';
      const error = new RpcError(kind, said, { code: -32_097 });
      const { chain } = chainOf({ sendTransaction: () => Promise.reject(error) });
      await assert.rejects(chain.send(bytes, {}), (thrown) => {
        assert.ok(MarketError.is(thrown, expected), String(thrown));
        assert.equal(thrown.message, said);
        assert.equal(isOutcomeUnknown(thrown), outcome === 'unknown');
        return true;
      });
    });
  }

  test('provides the facts for the checks in one batch, and its cluster', async () => {
    const { chain, client } = chainOf({});
    const facts = await chain.facts(decodeTransactionBytes(bytes));
    assert.equal(facts.payerLamports, 77n);
    assert.deepEqual(facts.lifetime, { kind: 'blockhash', isValid: true, blocksLeft: 148 });
    assert.deepEqual(facts.cluster, { genesisHash: mainnet, name: 'mainnet-beta' });
    assert.equal(client.asked.filter(({ method }) => method === 'getMultipleAccounts').length, 1);
    assert.equal(await chain.network(), 'mainnet-beta');
  });

  test('is queried for the rent once an hour', async () => {
    const { chain, client } = chainOf({ getMinimumBalanceForRentExemption: () => 650_240 });
    for (let time = 0; time < 2; time++) {
      const facts = await chain.facts(decodeTransactionBytes(bytes));
      assert.equal(facts.walletRentExemptLamports, 650_240n);
    }
    const asked = client.asked.filter(({ method }) => method.includes('Rent'));
    assert.deepEqual(asked, [{ method: 'getMinimumBalanceForRentExemption', params: [0] }]);
  });

  test('provides the other facts if it refuses some', async () => {
    const byPlan = () => Promise.reject(new RpcError('refused', 'not in your plan (HTTP 403)'));
    const refused = async (answers: Answers) =>
      Object.keys(await chainOf(answers).chain.facts(decodeTransactionBytes(bytes))).sort();
    const all = ['cluster', 'lifetime', 'payerLamports', 'slot', 'tables'];
    assert.deepEqual(await refused({}), all);
    assert.deepEqual(await refused({ getGenesisHash: byPlan }), all.slice(1));
    const unknownMethod = () =>
      Promise.reject(new RpcError('unknown-method', 'Method not found', { code: -32_601 }));
    assert.deepEqual(await refused({ getGenesisHash: unknownMethod }), all.slice(1));
    assert.deepEqual(await refused({ isBlockhashValid: byPlan }), ['cluster', ...all.slice(2)]);
    assert.deepEqual(await refused({ getMultipleAccounts: byPlan }), ['cluster', 'lifetime']);
    await assert.rejects(
      refused({ getGenesisHash: () => Promise.reject(new RpcError('unreachable', 'cut off')) }),
    );
  });

  test('provides recent blockhashes, so that checks warn before one expires', async () => {
    const at = async (sysvar: object) => {
      const { chain } = chainOf({
        getMultipleAccounts: ([list]) => ({
          context: { slot: 9 },
          value: (list as string[]).map((one) =>
            one === recentBlockhashesSysvar ? sysvar : account(10 ** 9),
          ),
        }),
      });
      const report = checkTransaction(bytes, await chain.facts(decodeTransactionBytes(bytes)));
      return report.findings.map(({ code }) => code);
    };
    assert.ok(
      (await at(account(1, 'S', recentBlockhashes(121)))).includes('blockhash-expires-soon'),
    );
    assert.ok(
      !(await at(account(1, 'S', recentBlockhashes(120)))).includes('blockhash-expires-soon'),
    );
    // No warning without the sysvar's data.
    assert.ok(!(await at(account(1))).includes('blockhash-expires-soon'));
  });

  test('provides lookup tables and durable nonces', async () => {
    const nonceAccount = (await wallet(9)).address;
    const target = (await wallet(2)).address;
    const withBoth = await signedWithKit({
      version: 0,
      payer,
      blockhash,
      instructions: [
        instructions.advanceNonce(nonceAccount, payer.address),
        {
          ...instructions.transfer(payer.address, target, 5n),
          accounts: [
            { address: payer.address, role: 3 },
            { address: target, role: 1, lookupTableAddress: table, addressIndex: 0 },
          ],
        },
      ],
    });
    const header = Buffer.alloc(56);
    header.writeUInt32LE(1);
    header.writeBigUInt64LE(2n ** 64n - 1n, 4);
    const tableData = Buffer.concat([header, bs58.decode(target)]);
    const nonceData = Buffer.alloc(80);
    nonceData.writeUInt32LE(1, 4);
    nonceData.set(bs58.decode(payer.address), 8);
    nonceData.set(bs58.decode(blockhash), 40);
    const { chain } = chainOf({
      getMultipleAccounts: ([list]) => ({
        context: { slot: 900 },
        value: (list as string[]).map((one) => {
          if (one === table) return account(1, addressLookupTableProgram, tableData);
          return one === nonceAccount ? account(1, systemProgram, nonceData) : account(10 ** 9);
        }),
      }),
    });
    const facts = await chain.facts(decodeTransactionBytes(withBoth));
    const report = checkTransaction(withBoth, facts);
    assert.deepEqual(
      report.findings.filter(({ rank }) => rank === 'refuse'),
      [],
    );
    assert.equal(report.lookups[0]?.state, 'usable');
    assert.equal(report.accounts.at(-1)?.address, target);
    assert.equal(report.lifetime?.isValid, true);
    for (const [held, code] of [
      [account(1, systemProgram, tableData), 'not-a-table'],
      [null, 'table-missing'],
    ] as const) {
      const other = chainOf({
        getMultipleAccounts: ([list]) => ({
          context: { slot: 900 },
          value: (list as string[]).map((one) => (one === table ? held : account(10 ** 9))),
        }),
      });
      const { findings } = checkTransaction(
        withBoth,
        await other.chain.facts(decodeTransactionBytes(withBoth)),
      );
      assert.ok(
        findings.some((finding) => finding.rank === 'refuse' && finding.code === code),
        code,
      );
    }
  });

  test('simulates without signatures, which the node could land, and with the original blockhash', async () => {
    const { chain, client } = chainOf({
      simulateTransaction: ([, options]) => ({
        context: { slot: 12 },
        value: {
          err: null,
          logs: ['Program log: x'],
          unitsConsumed: 150,
          accounts: (options as { accounts: { addresses: string[] } }).accounts.addresses.map(
            (_, at) => account(at === 0 ? 72 : 82),
          ),
        },
      }),
    });
    const transaction = decodeTransactionBytes(bytes);
    const { report } = await chain.simulate(bytes, transaction, {});
    assert.equal(report.isSuccess, true);
    assert.equal(report.slot, 12);
    const asked = client.asked.find(({ method }) => method === 'simulateTransaction');
    const sent = Uint8Array.from(Buffer.from(String(asked?.params[0]), 'base64'));
    const { signatures, messageBytes } = decodeTransactionBytes(sent);
    assert.ok(signatures.every((signature) => signature.every((byte) => byte === 0)));
    assert.deepEqual(messageBytes, transaction.messageBytes);
    const options = asked?.params[1] as Record<string, unknown>;
    assert.equal(options['sigVerify'], false);
    assert.equal(options['replaceRecentBlockhash'], false);
    assert.equal(report.changes[0]?.account, payer.address);
    const failing = chainOf({
      simulateTransaction: () => ({
        context: { slot: 12 },
        value: { err: { InstructionError: [0, { Custom: 1 }] }, logs: [], unitsConsumed: 3 },
      }),
    });
    const { report: failed } = await failing.chain.simulate(bytes, transaction, {});
    assert.equal(failed.error, 'Error processing Instruction 0: custom program error: 0x1');
    assert.equal(failed.advice, 'Fund the account that pays, or lower the amount.');
    assert.deepEqual(failed.changes, []);
  });

  test('fails to simulate if the state of an account is unreadable', async () => {
    const transaction = decodeTransactionBytes(bytes);
    for (const lamports of [-1, 0.5, 2n ** 64n, null, '5']) {
      const { chain } = chainOf({
        simulateTransaction: () => ({
          context: { slot: 12 },
          value: {
            ...{ err: null, logs: [], unitsConsumed: 150 },
            accounts: [account(77), { ...account(5), lamports }],
          },
        }),
      });
      await assert.rejects(chain.simulate(bytes, transaction, {}), (error) =>
        MarketError.is(error, 'unreadable-answer'),
      );
    }
  });

  test('provides statuses of successes and failures', async () => {
    const { chain } = chainOf({
      getSignatureStatuses: () => ({
        context: { slot: 1 },
        value: [
          null,
          { slot: 5, confirmations: 1, err: null, confirmationStatus: 'confirmed' },
          { slot: 6, err: { InstructionError: [1, 'InvalidArgument'] }, confirmationStatus: 'x' },
        ],
      }),
    });
    assert.deepEqual(await chain.statuses(['a', 'b', 'c']), [
      null,
      { slot: 5, confirmation: 'confirmed', error: null },
      {
        slot: 6,
        confirmation: 'processed',
        error: 'Error processing Instruction 1: invalid argument',
      },
    ]);
  });

  test('is paired with a block engine whose URL has any path', () => {
    const whole = 'https://ny.block-engine.example/api/v1/bundles';
    for (const given of [
      'https://ny.block-engine.example',
      'https://ny.block-engine.example/',
      'https://ny.block-engine.example/api/v1',
      whole,
    ]) {
      assert.equal(bundlesUrl(given), whole);
    }
    assert.equal(
      bundlesUrl('https://x.example/api/v1/bundles?uuid=k'),
      'https://x.example/api/v1/bundles?uuid=k',
    );
  });
});

describe('Text from a node about a landing', () => {
  const evil = 'x\u001b[2J\n\u202e\u0000y';
  const clean = 'x\\u{1B}[2J\\u{A}\\u{202E}\\u{0}y';

  test('is displayed as one line of limited length', async () => {
    const chain = new RpcChain({
      client: new Client({ getGenesisHash: () => evil + 'z'.repeat(1_000_000) }),
      origin: 'https://node.example',
    });
    const network = await chain.network();
    assert.ok(network.includes(clean) && network.length < 80, network);
    assert.deepEqual(readLogs([evil, 7, null]), [clean, '7', 'null']);
    assert.equal(readLogs(new Array(1_000_000).fill('x')).length, 1_000);
    assert.equal(readLogs(['x'.repeat(1_000_000)])[0]?.length, 10_001);
    assert.deepEqual(readLogs('none'), []);
    const status = readTransactionStatus({ slot: 1, err: { [evil]: evil.repeat(1_000) } });
    assert.doesNotMatch(status?.error ?? '\n', /[\p{Cc}\u202e]/u);
    assert.ok((status?.error?.length ?? 0) <= 301);
    const alarm = signatureMismatchAlarm(evil.repeat(1_000), 'own') ?? '';
    assert.ok(alarm.includes(clean) && alarm.length < 300, alarm);
  });
});
