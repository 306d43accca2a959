import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RpcError } from '../../../../../src/engine/rpc/rpcError.ts';
import { address } from '../../decode/rpcTransactionBuilder.ts';
import { AnsweringNode, replayingNode, simulationOf } from './replayingNode.ts';
import { arbitrage, base64Of, chainOf, firstOf, useSimulation } from './simulationSupport.ts';

describe('Simulating on a node that', () => {
  const { simulateOn, failsWith } = useSimulation();

  describe('refuses', () => {
    const refusing = (error: RpcError) =>
      new AnsweringNode({ simulateTransaction: () => Promise.reject(error) });

    for (const [name, error] of [
      ['an unknown method', new RpcError('unknown-method', 'Method not found', { code: -32_601 })],
      [
        'a method that is switched off',
        new RpcError('unknown-method', 'Method disabled', { code: -32_000 }),
      ],
      ['a method that the plan lacks', new RpcError('denied', 'simulateTransaction: HTTP 403')],
    ] as const) {
      test(`reports advice about ${name}`, async () => {
        const chain = chainOf(refusing(error));
        await failsWith(chain, 'not-offered', /Simulations need a node whose plan includes/);
      });
    }

    test('reports the node’s error about the transaction', async () => {
      const error = new RpcError('bad-request', 'invalid transaction: index', { code: -32_602 });
      await failsWith(chainOf(refusing(error)), 'bad-parameter', /invalid transaction: index/);
    });
  });

  describe('returns malformed data', () => {
    const key = address('somebody');
    const compiled = { programIdIndex: 0, accounts: [0], data: '1', stackHeight: 2 };
    const token = {
      accountIndex: 1,
      mint: key,
      owner: key,
      uiTokenAmount: { amount: '1', decimals: 6 },
    };
    const inner = (instruction: unknown) => [{ index: 1, instructions: [instruction] }];
    const wrongs: Readonly<Record<string, unknown>> = {
      'preBalances too few': { preBalances: [1] },
      'postBalances no numbers': { postBalances: ['1'] },
      'postBalances negative': { postBalances: null, preBalances: [-1] },
      'fee as text': { fee: '5000' },
      'fee negative': { fee: -1 },
      'units as text': { unitsConsumed: 'many' },
      'data size as list': { loadedAccountsDataSize: [] },
      'error as number': { err: 7 },
      'error with two members': { err: { InstructionError: [0, 'X'], Other: 1 } },
      'error without instruction': { err: { InstructionError: ['x', { Custom: 1 }] } },
      'error with a large code': { err: { InstructionError: [0, { Custom: 2 ** 40 }] } },
      'token account out of range': { preTokenBalances: [{ ...token, accountIndex: 99 }] },
      'token mint that is none': { preTokenBalances: [{ ...token, mint: 'x' }] },
      'token amount above u64': {
        postTokenBalances: [{ ...token, uiTokenAmount: { amount: '9'.repeat(20), decimals: 6 } }],
      },
      'token decimals as text': {
        postTokenBalances: [{ ...token, uiTokenAmount: { amount: '1', decimals: '6' } }],
      },
      'addresses that nobody named': { loadedAddresses: { writable: [key], readonly: [] } },
      'addresses that are none': { loadedAddresses: { writable: 'x', readonly: [] } },
      'inner instruction of no instruction': {
        innerInstructions: [{ index: 9, instructions: [compiled] }],
      },
      'inner program out of range': {
        innerInstructions: inner({ ...compiled, programIdIndex: 99 }),
      },
      'inner account out of range': { innerInstructions: inner({ ...compiled, accounts: [99] }) },
      'inner data no text': { innerInstructions: inner({ ...compiled, data: 7 }) },
      'inner depth no number': { innerInstructions: inner({ ...compiled, stackHeight: 'x' }) },
      'inner program no address': { innerInstructions: inner({ programId: 'x', parsed: {} }) },
      'inner words without end': {
        innerInstructions: inner({ programId: key, parsed: 'x'.repeat(100_000) }),
      },
      'inner instructions without end': {
        innerInstructions: inner(compiled).flatMap((one) => Array(600).fill(one)),
      },
    };

    for (const [name, members] of Object.entries(wrongs)) {
      test(`fails as unreadable: ${name}`, async () => {
        const transaction = arbitrage();
        const { meta } = transaction;
        assert.ok(meta);
        const value = { ...simulationOf(meta), ...(members as object) };
        const node = new AnsweringNode({ simulateTransaction: () => ({ context: {}, value }) });
        await failsWith(chainOf(node), 'unreadable-answer', /simulateTransaction/);
      });
    }

    for (const response of [null, 7, [], {}, { value: null }, { value: [] }]) {
      test(`fails as unreadable: ${JSON.stringify(response)}`, async () => {
        const node = new AnsweringNode({ simulateTransaction: () => response });
        await failsWith(chainOf(node), 'unreadable-answer', /simulateTransaction/);
      });
    }

    test('truncates long logs and escapes control characters', async () => {
      const transaction = arbitrage();
      assert.ok(transaction.meta);
      const logMessages = [
        '\u001b[31mred',
        ...Array.from({ length: 5_000 }, () => 'x'.repeat(20_000)),
      ];
      const node = replayingNode({ ...transaction, meta: { ...transaction.meta, logMessages } });
      const simulation = await simulateOn(chainOf(node), base64Of(transaction));
      const { logs } = firstOf(simulation.transactions);
      assert.ok(logs.join('').length <= 500_000);
      assert.equal(logs[0], '\\u{1B}[31mred');
    });

    test('truncates long error messages', async () => {
      const transaction = arbitrage();
      assert.ok(transaction.meta);
      const err = { InstructionError: [1, `Boom\u001b${'x'.repeat(10_000)}`] };
      const node = replayingNode({ ...transaction, meta: { ...transaction.meta, err } });
      const simulation = await simulateOn(chainOf(node), base64Of(transaction));
      const { error, record } = firstOf(simulation.transactions);
      for (const text of [error?.text ?? '', record?.failure ?? '']) {
        assert.ok(text.length < 400, text);
        assert.ok(!text.includes('\u001b'));
      }
    });
  });
});
