import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { transactionNames } from '../../../../src/extension/transaction/transactionNames.ts';

describe('The error of a transaction by an IDL', () => {
  const shown = (name: string, message: string) =>
    transactionNames({ calls: [], events: [], error: { program: '', name, message } }).errorName;

  it('has its message, if the IDL has one, and no invisible characters', () => {
    assert.equal(shown('TooLate', 'The sale is over'), 'TooLate: The sale is over');
    assert.equal(shown('TooLate', ''), 'TooLate');
    assert.equal(shown('Too\u202ELate', ''), 'Too\\u{202E}Late');
  });
});
