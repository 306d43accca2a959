import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RpcTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { decodeTransactionBytes } from '../../../../../src/solana/wireTransaction.ts';
import { accountKeysOf } from '../../decode/encodings.ts';
import { address, RpcTransactionBuilder } from '../../decode/rpcTransactionBuilder.ts';
import { trader } from '../../decode/swapFixtures.ts';
import { wireBytes } from '../../decode/wireBytes.ts';
import { AnsweringNode, type Answers, simulationOf } from './replayingNode.ts';
import {
  arbitrage,
  base64Of,
  chainOf,
  useSimulation,
  withSolDecimals,
} from './simulationSupport.ts';

describe('Several simulated transactions', () => {
  const { simulateOn } = useSimulation();

  const second = (): RpcTransaction => {
    const builder = new RpcTransactionBuilder(trader);
    return withSolDecimals(
      builder.sendLamports(trader, address('friend'), 7n).build('another transaction'),
    );
  };
  const both = () => [arbitrage(), second()] as const;
  const context = { slot: 77, apiVersion: '4.0.1' };
  /** `transactionResults` have no inner instructions. */
  const resultOf = ({ meta }: RpcTransaction) => {
    assert.ok(meta);
    const { innerInstructions: _inner, accounts: _accounts, ...rest } = simulationOf(meta);
    return { ...rest, preExecutionAccounts: [], postExecutionAccounts: [] };
  };
  const bundle = (transactionResults: unknown, summary: unknown = 'succeeded'): Answers => ({
    simulateBundle: () => ({ context, value: { summary, transactionResults } }),
  });
  const answering = ([one, two] = both()): Answers => ({
    simulateTransaction: ([text]) => {
      const { messageBytes } = decodeTransactionBytes(wireBytes(one));
      const sent = Uint8Array.from(Buffer.from(String(text), 'base64'));
      const isOne = Buffer.compare(decodeTransactionBytes(sent).messageBytes, messageBytes) === 0;
      const { meta } = isOne ? one : two;
      return { context: { slot: isOne ? 70 : 71 }, value: meta && simulationOf(meta) };
    },
  });
  const texts = () => both().map(base64Of);

  test('run separately if the node cannot run bundles, and probe that once', async () => {
    const node = new AnsweringNode(answering());
    const chain = chainOf(node);
    for (const bundleRequests of [1, 1]) {
      const simulation = await simulateOn(chain, ...texts());
      assert.equal(simulation.is_bundle, false);
      assert.equal(simulation.slot, 71);
      assert.deepEqual(
        simulation.transactions.map(({ record }) => record?.type),
        ['arbitrage', 'other'],
      );
      const asked = node.methods.filter((method) => method === 'simulateBundle');
      assert.equal(asked.length, bundleRequests);
    }
  });

  test('run in order as a bundle of the block engine, without signatures', async () => {
    const node = new AnsweringNode(answering());
    const engine = new AnsweringNode(bundle(both().map(resultOf)));
    const simulation = await simulateOn(chainOf(node, engine), ...texts());
    assert.equal(simulation.is_bundle, true);
    assert.equal(simulation.slot, 77);
    const [request, options] = engine.asked[0]?.params ?? [];
    const { encodedTransactions } = request as { encodedTransactions: string[] };
    assert.deepEqual(options, {
      transactionEncoding: 'base64',
      simulationBank: { commitment: { commitment: 'processed' } },
      skipSigVerify: true,
      replaceRecentBlockhash: true,
      preExecutionAccountsConfigs: [null, null],
      postExecutionAccountsConfigs: [null, null],
    });
    for (const text of encodedTransactions) {
      const { signatures } = decodeTransactionBytes(Uint8Array.from(Buffer.from(text, 'base64')));
      assert.ok(signatures[0]?.every((byte) => byte === 0));
    }
    // The first one alone starts from the same state, and that run returns its route.
    const [one, two] = simulation.transactions;
    assert.equal(one?.record?.type, 'arbitrage');
    assert.equal(one.is_complete, true);
    assert.equal(two?.record?.type, 'other');
    assert.deepEqual(two.missing, ['innerInstructions']);
  });

  test('have no record if the bundle lacks inner instructions', async () => {
    const [one, two] = both();
    const node = new AnsweringNode({
      ...answering(),
      ...bundle([resultOf(two), resultOf(one)]),
    });
    const simulation = await simulateOn(chainOf(node), base64Of(two), base64Of(one));
    const hidden = simulation.transactions[1];
    assert.equal(hidden?.record, null);
    assert.equal(hidden.reason, 'no inner instructions were returned');
    assert.equal(hidden.is_complete, false);
    assert.ok(hidden.balance_changes.length > 0);
  });

  test('end at the first failure', async () => {
    const [one] = both();
    const failed = { ...resultOf(one), err: { InstructionError: [1, { Custom: 1 }] } };
    const node = new AnsweringNode(bundle([failed], { failed: { error: 'x', tx_signature: '' } }));
    const simulation = await simulateOn(chainOf(node), ...texts());
    assert.deepEqual(
      simulation.transactions.map(({ error }) => error?.text),
      [
        'Error processing Instruction 1: custom program error: 0x1',
        'Not run: a transaction before it in the bundle failed',
      ],
    );
    assert.equal(simulation.transactions[1]?.record?.fees, 0n);
  });

  test('get their balances from accounts on older Jito nodes', async () => {
    const transactions = both();
    const bare = transactions.map(({ meta }) => ({
      ...{ err: meta?.err, logs: [], unitsConsumed: 1, returnData: null },
      ...{ preExecutionAccounts: [], postExecutionAccounts: [] },
    }));
    const accountsOf = (at: number, addresses: readonly string[], when: 'pre' | 'post') => {
      const one = transactions[at];
      assert.ok(one?.meta);
      const keys = accountKeysOf(one);
      return addresses.map((key) => ({
        owner: '11111111111111111111111111111111',
        lamports: one.meta?.[`${when}Balances`][keys.indexOf(key)],
        data: ['', 'base64'],
      }));
    };
    const node = new AnsweringNode({
      getMultipleAccounts: ([list]) => ({ context, value: (list as []).map(() => null) }),
      simulateBundle: ([, options]) => {
        const { preExecutionAccountsConfigs: configs } = options as {
          preExecutionAccountsConfigs: ({ addresses: string[] } | null)[];
        };
        const transactionResults = bare.map((one, at) => ({
          ...one,
          preExecutionAccounts: accountsOf(at, configs[at]?.addresses ?? [], 'pre'),
          postExecutionAccounts: accountsOf(at, configs[at]?.addresses ?? [], 'post'),
        }));
        return { context, value: { summary: 'succeeded', transactionResults } };
      },
    });
    const simulation = await simulateOn(chainOf(node), ...texts());
    assert.equal(simulation.is_bundle, true);
    const [change] = simulation.transactions[1]?.balance_changes ?? [];
    assert.equal((change?.before ?? 0n) - (change?.after ?? 0n), 5_007n);
    assert.ok(simulation.transactions[1]?.missing.includes('preBalances'));
  });

  test('run separately if an older Jito node returns only an error message', async () => {
    const node = new AnsweringNode({ ...answering(), ...bundle([], { failed: {} }) });
    const simulation = await simulateOn(chainOf(node), ...texts());
    assert.equal(simulation.is_bundle, false);
    assert.equal(simulation.transactions[0]?.record?.type, 'arbitrage');
  });

  test('are rejected if two are the same', async () => {
    const node = new AnsweringNode(answering());
    const [text = ''] = texts();
    await assert.rejects(simulateOn(chainOf(node), text, text), /1 and 2 are the same/);
    assert.deepEqual(node.asked, []);
  });
});
