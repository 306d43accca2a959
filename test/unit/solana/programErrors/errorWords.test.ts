import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  describeTransactionError,
  formatTransactionError,
} from '../../../../src/solana/programErrors/errorWords.ts';

describe('The error of a transaction in words', () => {
  const cases: readonly (readonly [error: unknown, node: string, record: string])[] = [
    ['BlockhashNotFound', 'Blockhash not found', 'blockhash not found'],
    [
      { InstructionError: [2, { Custom: 6022 }] },
      'Error processing Instruction 2: custom program error: 0x1786',
      'instruction 2: custom error 6022',
    ],
    [
      { InstructionError: [0, 'ComputationalBudgetExceeded'] },
      'Error processing Instruction 0: computational budget exceeded',
      'instruction 0: computational budget exceeded',
    ],
    [
      { InsufficientFundsForRent: { account_index: 3 } },
      'Transaction results in an account (3) with insufficient funds for rent',
      'insufficient funds for rent: {"account_index":3}',
    ],
    [
      { NewError: 2n ** 64n - 1n },
      'NewError 18446744073709551615',
      'new error: 18446744073709551615',
    ],
    ['constructor', 'constructor', 'constructor'],
  ];
  for (const [error, node, record] of cases) {
    test(`is "${node}" for clients of the node, and "${record}" in records`, () => {
      assert.equal(formatTransactionError(error), node);
      assert.equal(describeTransactionError(error), record);
    });
  }
});
