import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toIdlNames } from '../../../../src/extension/shared/idlNames.ts';

const names = {
  source: 'idl\u202E.json',
  state: 'short' as const,
  name: 'pay',
  also: ['payOld (chain)'],
  values: [
    { name: 'to\u200B', value: `a\n${'x'.repeat(2_000)}` },
    { name: 'amount', value: null },
  ],
  fault: 'needs 8 bytes, has 2',
  rest: '0102',
  accounts: [
    { name: 'owner', address: 'A', is_writable: true, is_signer: true },
    { name: null, address: null, is_writable: false, is_signer: false },
  ],
  notes: ['Account mint is missing'],
};

describe('what a panel shows of a call with an IDL', () => {
  it('has values, accounts with their marks, and what is missing or differs', () => {
    const { event, values, accounts, notes } = toIdlNames(names, false);
    assert.equal(event, '');
    assert.deepEqual(values[1], { name: 'amount', value: null });
    assert.deepEqual(accounts, [
      { name: 'owner', address: 'A', marks: 'writable, signer' },
      { name: '', address: 'not resolved', marks: '' },
    ]);
    assert.deepEqual(notes, [
      'Also fits: payOld (chain)',
      'The data ends too early: needs 8 bytes, has 2',
      'Not read: 0x0102',
      'Account mint is missing',
    ]);
  });

  it('is sanitized and limited, because a service may send any text', () => {
    const { source, values } = toIdlNames(names, false);
    assert.equal(source, 'idl\\u{202E}.json');
    assert.equal(values[0]?.name, 'to\\u{200B}');
    assert.ok((values[0]?.value?.length ?? 0) <= 1_001);
    const many = Array.from({ length: 1_000 }, () => ({ name: 'n', value: '1' }));
    assert.equal(toIdlNames({ ...names, values: many }, false).values.length, 256);
  });

  it('is the fields of an event without accounts, also of one that no IDL has', () => {
    assert.deepEqual(toIdlNames(names, true).accounts, []);
    assert.equal(toIdlNames({ ...names, name: null }, true).event, 'unknown event');
  });
});
