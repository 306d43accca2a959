import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RpcBlockTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { SandboxLedger } from '../../../../src/engine/sandbox/sandboxLedger.ts';

const one = { version: 0 } as unknown as RpcBlockTransaction;
const two = { version: 1 } as unknown as RpcBlockTransaction;
const landed = (
  signature: string,
  second: number,
  transaction: RpcBlockTransaction,
  error: string | null = null,
) => ({ signature, second, error, accounts: [], transaction });
const slotOf = (second: number): number => second * 2;

describe('A transaction in the Sandbox’s ledger', () => {
  test('is known while it is queued and has a status once it is in a block', () => {
    const book = new SandboxLedger();
    assert.equal(book.has('a'), false);
    book.addQueued('a');
    assert.equal(book.has('a'), true);
    assert.equal(book.status('a', 100, slotOf), null);
    book.addLanded(landed('a', 100, one));
    const confirmations = [100, 101, 132].map(
      (newest) => book.status('a', newest, slotOf)?.confirmation,
    );
    assert.deepEqual(confirmations, ['processed', 'finalized', 'finalized']);
    book.addLanded(landed('b', 100, two, 'AccountNotFound'));
    assert.equal(book.status('b', 100, slotOf)?.slot, 200);
    assert.match(book.status('b', 100, slotOf)?.error ?? '', /account/i);
    book.addQueued('c');
    book.remove('c');
    assert.equal(book.has('c'), false);
  });

  test('is found by block, even if blocks were added out of order', () => {
    const book = new SandboxLedger();
    book.addLanded(landed('late', 120, two));
    book.addLanded(landed('early', 110, one));
    assert.equal(book.nextSecond(0), 110);
    assert.equal(book.nextSecond(111), 120);
    assert.equal(book.nextSecond(121), null);
    assert.deepEqual(
      book.landedBetween(0, 200).map(({ transaction }) => transaction),
      [one, two],
    );
    assert.deepEqual(book.landedBetween(111, 119), []);
  });

  test('is deleted by age, except while it is queued', () => {
    const book = new SandboxLedger();
    book.addLanded(landed('old', 10, one));
    book.addLanded(landed('new', 20, two));
    book.addQueued('waiting');
    book.deleteBefore(20);
    assert.deepEqual(
      ['old', 'new', 'waiting'].map((signature) => book.has(signature)),
      [false, true, true],
    );
    assert.deepEqual(
      book.landedBetween(0, 100).map(({ transaction }) => transaction),
      [two],
    );
  });
});
