import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  joinClauses,
  joinLabel,
  joinList,
  joinNote,
  joinSentences,
} from '../../../src/api/join.ts';

describe('Separately translated texts', () => {
  it('are joined as labels, lists, clauses, notes and sentences', () => {
    assert.equal(joinLabel('Window', '24 h'), 'Window: 24 h');
    assert.equal(joinList(['SOL', '', 'USDC', 'JUP']), 'SOL, USDC, JUP');
    assert.equal(joinList([]), '');
    assert.equal(joinClauses(['no limit', 'asked 3 s ago']), 'no limit; asked 3 s ago');
    assert.equal(
      joinSentences(['Blockhash not found', 'Sign again.']),
      'Blockhash not found. Sign again.',
    );
    assert.equal(joinSentences(['Not found.', '', 'Sign again.']), 'Not found. Sign again.');
    assert.equal(joinNote('JITO', 'tip'), 'JITO (tip)');
  });
});
