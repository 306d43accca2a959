import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptSlots, sortedSlots } from '../../../../src/extension/finder/tokenSlots.ts';
import { token } from './exports/finderResponses.ts';

const tokensOf = (mints: string) => [...mints].map((mint) => token(mint, {}));
/** `A` is a token, `(A)` is a dropped one. */
const shown = (slots: ReturnType<typeof keptSlots>) =>
  slots.map(({ token: { mint }, isDropped }) => (isDropped ? `(${mint})` : mint)).join('');
const refreshed = (...responses: string[]) =>
  shown(responses.map(tokensOf).reduce(keptSlots, sortedSlots(tokensOf(responses[0] ?? ''))));

describe('The rows of the Finder over automatic refreshes', () => {
  it('keep their positions when ranks change', () => {
    assert.equal(refreshed('ABC', 'CBA'), 'ABC');
  });

  it('show the new figures', () => {
    const newer = { ...token('A', {}), revenues: 99 };
    const [slot] = keptSlots(sortedSlots(tokensOf('A')), [newer]);
    assert.equal(slot?.token.revenues, 99);
  });

  it('append new tokens', () => {
    assert.equal(refreshed('ABC', 'DABCE'), 'ABCDE');
  });

  it('keep the row of a dropped token until a new one takes it', () => {
    assert.equal(refreshed('ABC', 'AC'), 'A(B)C');
    assert.equal(refreshed('ABC', 'ADC'), 'A(B)CD');
    assert.equal(refreshed('ABC', 'AC', 'ADC'), 'ADC');
  });

  it('return a token to its old row', () => {
    assert.equal(refreshed('ABC', 'AC', 'CAB'), 'ABC');
  });

  it('remove dropped tokens at the end', () => {
    assert.equal(refreshed('ABC', 'AB'), 'AB');
    assert.equal(refreshed('ABC', 'A', 'A'), 'A');
  });
});
