import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lookUpRows, signatureOf } from '../../../../src/extension/transaction/lookUpRows.ts';
import { signature, wallet } from '../addresses/marketDouble.ts';
import { lookUpState, signatureNumber, summary } from './summaries.ts';

const [first, second, third] = [1, 2, 3].map(signatureNumber) as [string, string, string];

const everything = (changed = {}) =>
  lookUpState({
    clipboard: signature,
    recent: [summary({ signature: first, route: ['SOL', 'BONK', 'SOL'] })],
    market: {
      summaries: [
        summary({ signature: second, outcome: 'loss', netGainsSol: -0.000204 }),
        summary({ signature: third, provider: 'NOZOMI', netGainsSol: 0.01045 }),
      ],
      problem: '',
    },
    wallets: {
      summaries: [summary({ signature: first, outcome: 'failed', netGainsSol: -5e-6, route: [] })],
      problem: '',
    },
    ...changed,
  });

describe('lookUpRows', () => {
  test('lists the clipboard first and sections that load later last, each with its name', () => {
    assert.deepEqual(
      lookUpRows(everything()).map(({ section = '', label, description }) =>
        [section, label, description].join('|'),
      ),
      [
        'clipboard|$(search) Look Up 4ijs…E6TZ|in Sandbox',
        'recently viewed|$(triangle-up) 2222…2223|+0.00198 SOL · SOL→BONK→SOL · 12 s ago',
        'recorded mainnet, 14 March 2024|$(star-empty) Two legs|+0.00198 SOL · SOL→USDC→SOL',
        '|$(star-empty) Split route|+0.00198 SOL · SOL→USDC→SOL',
        'market, newest|$(triangle-down) 2222…2224|−0.000204 SOL · SOL→USDC→SOL · 12 s ago',
        '|$(triangle-up) 2222…2225|+0.01045 SOL · SOL→USDC→SOL · 12 s ago',
        '|$(pulse) Show More in Live|',
        'tracked wallets|$(circle-slash) 2222…2223|−0.000005 SOL · failed · My wallet · 12 s ago',
      ],
    );
  });

  test('shows a known signature on the clipboard without a request', () => {
    const [row] = lookUpRows(everything({ clipboard: third }));
    assert.equal(row?.description, '+0.01045 SOL · SOL→USDC→SOL · 12 s ago');
    assert.deepEqual(row?.act, { kind: 'open', signature: third });
  });

  test('keeps the ids of its rows while others load', () => {
    const ids = lookUpRows(everything()).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const early = lookUpRows(lookUpState()).map(({ id }) => id);
    const inPlace = everything({ clipboard: null, recent: [] });
    assert.deepEqual(
      lookUpRows(inPlace)
        .map(({ id }) => id)
        .slice(0, early.length),
      early,
    );
  });

  test('filters by any part of a signature, symbol, provider, wallet or title', () => {
    const found = (text: string) => lookUpRows(everything({ text })).map(({ label }) => label);
    assert.deepEqual(found('bonk'), ['$(triangle-up) 2222…2223', '$(circle-slash) 2222…2223']);
    assert.deepEqual(found('nozomi'), ['$(triangle-up) 2222…2225']);
    assert.deepEqual(found('22225'), ['$(triangle-up) 2222…2225']);
    assert.equal(found('My wallet').length, 6);
    assert.deepEqual(found('split'), ['$(star-empty) Split route']);
  });

  test('looks up a typed signature, and shows its known row below', () => {
    const text = ` https://solscan.io/tx/${signature}#x `;
    const [row, ...others] = lookUpRows(everything({ text, recent: [summary()] }));
    assert.deepEqual(row?.act, { kind: 'look-up', signature });
    assert.deepEqual(
      others.map(({ section, act }) => [section, signatureOf(act)]),
      [['recently viewed', signature]],
    );
  });

  test('shows that the index does not contain a signature, and what else to try', () => {
    const rows = lookUpRows(lookUpState({ text: signature, missing: signature }));
    assert.match(rows[0]?.label ?? '', /No arbitrage with this signature in the index/);
    assert.deepEqual(
      rows.map(({ act }) => act?.kind ?? null),
      [null, 'open-explorer', 'switch-connection'],
    );
  });

  test('shows why a text is not a signature, and nothing that Enter could open', () => {
    const labels = (text: string) => lookUpRows(lookUpState({ text })).map(({ label }) => label);
    assert.deepEqual(labels('nonsense'), ['$(info) A signature has 87 or 88 characters.']);
    const [almost, ...others] = labels(`${signature.slice(1)}0`);
    assert.match(almost ?? '', /A signature cannot contain “0”/);
    assert.deepEqual(others, []);
    assert.deepEqual(
      lookUpRows(lookUpState({ text: signature.slice(2) })).map(({ act }) => act),
      [null],
    );
  });

  test('offers links for an address', () => {
    const rows = lookUpRows(lookUpState({ text: wallet }));
    assert.deepEqual(
      rows.map(({ label, description }) => `${label} ${description}`.trim()),
      ['$(arrow-right) Track Wallet AKnL…RSZ9', '$(info) This is an address, not a signature.'],
    );
  });

  test('shows why a section could not be loaded', () => {
    const problem = 'The node does not respond.';
    const rows = lookUpRows(lookUpState({ market: { summaries: [], problem } }));
    assert.equal(rows.find(({ label }) => label === problem)?.act, null);
  });

  test('renders no icon or hidden character from a symbol', () => {
    const recent = [summary({ route: ['SOL', '$(trash)\u202e\nx', 'SOL'] })];
    const [row] = lookUpRows(lookUpState({ recent }));
    assert.match(row?.description ?? '', /SOL→\$ \(trash\)…→SOL/);
  });

  test('shortens the middle of a long route', () => {
    const route = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'A'];
    const [row] = lookUpRows(lookUpState({ recent: [summary({ route })] }));
    assert.match(row?.description ?? '', / A→B→C→D→…→H→A /);
  });
});
