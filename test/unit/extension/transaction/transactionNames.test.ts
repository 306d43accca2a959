import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { transactionNames } from '../../../../src/extension/transaction/transactionNames.ts';

const program = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const names = {
  source: 'idl.json',
  state: 'complete' as const,
  name: 'pay\u202e',
  also: [],
  values: [],
  fault: null,
  rest: '',
};
const call = { is_event: false, accounts: [], are_accounts_doubtful: false, notes: [] };

describe('the names of a transaction', () => {
  it('are one line for each call and event, sanitized', () => {
    const { calls, errorName } = transactionNames({
      calls: [
        { ...names, ...call, instruction: 1, depth: 1, program },
        {
          ...names,
          ...call,
          name: null,
          state: 'unknown',
          rest: '07',
          instruction: 2,
          depth: 2,
          program,
        },
      ],
      events: [{ ...names, name: 'Paid', program }],
      error: { program, name: 'TooLate', message: 'The sale\nis over' },
    });
    assert.deepEqual(
      calls.map(({ title }) => title),
      ['2. pay\\u{202E}', '3. CAMM…rWqK', 'CAMM…rWqK'],
    );
    assert.deepEqual(calls[1]?.names.notes, [
      'The IDL has no such instruction or event.',
      'Not read: 0x07',
    ]);
    assert.equal(calls[2]?.names.event, 'Paid');
    assert.equal(errorName, 'TooLate: The sale\\u{A}is over');
  });
});
