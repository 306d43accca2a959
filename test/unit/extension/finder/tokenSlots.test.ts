import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptSlots, sortedSlots } from '../../../../src/extension/finder/tokenSlots.ts';
import { token } from './exports/finderResponses.ts';

const tokensOf = (mints: string) => [...mints].map((mint) => token(mint, {}));
/** `A` is a token, `(A)` one that has dropped out. */
const shown = (slots: ReturnType<typeof keptSlots>) =>
  slots.map(({ token: { mint }, isDropped }) => (isDropped ? `(${mint})` : mint)).join('');
const refreshed = (...responses: string[]) =>
  shown(responses.map(tokensOf).reduce(keptSlots, sortedSlots(tokensOf(responses[0] ?? ''))));

describe('The rows of the Finder over automatic refreshes', () => {
  it('stay where they are when ranks change', () => {
    assert.equal(refreshed('ABC', 'CBA'), 'ABC');
  });

  it('have the new figures', () => {
    const newer = { ...token('A', {}), revenues: 99 };
    const [slot] = keptSlots(sortedSlots(tokensOf('A')), [newer]);
    assert.equal(slot?.token.revenues, 99);
  });

  it('take new tokens at the end', () => {
    assert.equal(refreshed('ABC', 'DABCE'), 'ABCDE');
  });

  it('keep the place of a token that drops out, until a new one takes it', () => {
    assert.equal(refreshed('ABC', 'AC'), 'A(B)C');
    assert.equal(refreshed('ABC', 'ADC'), 'A(B)CD');
    assert.equal(refreshed('ABC', 'AC', 'ADC'), 'ADC');
  });

  it('take a token back to its place', () => {
    assert.equal(refreshed('ABC', 'AC', 'CAB'), 'ABC');
  });

  it('do not grow by what has dropped out at the end', () => {
    assert.equal(refreshed('ABC', 'AB'), 'AB');
    assert.equal(refreshed('ABC', 'A', 'A'), 'A');
  });
});
