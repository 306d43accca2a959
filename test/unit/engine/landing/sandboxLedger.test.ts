import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RpcBlockTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { SandboxLedger } from '../../../../src/engine/landing/sandboxLedger.ts';

const one = { version: 0 } as unknown as RpcBlockTransaction;
const two = { version: 1 } as unknown as RpcBlockTransaction;
const slotOf = (second: number): number => second * 2;

describe('A transaction in the Sandbox’s ledger', () => {
  test('is known while it waits, and has a status once it is in a block', () => {
    const book = new SandboxLedger();
    assert.equal(book.has('a'), false);
    book.addQueued('a');
    assert.equal(book.has('a'), true);
    assert.equal(book.status('a', 100, slotOf), null);
    book.addLanded('a', { second: 100, error: null }, one);
    const confirmations = [100, 101, 131, 132].map(
      (newest) => book.status('a', newest, slotOf)?.confirmation,
    );
    assert.deepEqual(confirmations, ['processed', 'confirmed', 'confirmed', 'finalized']);
    book.addLanded('b', { second: 100, error: 'AccountNotFound' }, two);
    assert.equal(book.status('b', 100, slotOf)?.slot, 200);
    assert.match(book.status('b', 100, slotOf)?.error ?? '', /account/i);
    book.addQueued('c');
    book.remove('c');
    assert.equal(book.has('c'), false);
  });

  test('is found by block, whatever order they came in', () => {
    const book = new SandboxLedger();
    book.addLanded('late', { second: 120, error: null }, two);
    book.addLanded('early', { second: 110, error: null }, one);
    assert.equal(book.nextSecond(0), 110);
    assert.equal(book.nextSecond(111), 120);
    assert.equal(book.nextSecond(121), null);
    assert.deepEqual(book.transactionsBetween(0, 200), [one, two]);
    assert.deepEqual(book.transactionsBetween(111, 119), []);
  });

  test('is forgotten by age, except while it waits', () => {
    const book = new SandboxLedger();
    book.addLanded('old', { second: 10, error: null }, one);
    book.addLanded('new', { second: 20, error: null }, two);
    book.addQueued('waiting');
    book.deleteBefore(20);
    assert.deepEqual(
      ['old', 'new', 'waiting'].map((signature) => book.has(signature)),
      [false, true, true],
    );
    assert.deepEqual(book.transactionsBetween(0, 100), [two]);
  });
});
