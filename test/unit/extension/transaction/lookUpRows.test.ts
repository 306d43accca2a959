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

describe('The list of transactions', () => {
  test('lists the clipboard’s first and sections that load later last, each by its name', () => {
    assert.deepEqual(
      lookUpRows(everything()).map(({ section = '', label, description }) =>
        [section, label, description].join('|'),
      ),
      [
        'clipboard|$(search) Look Up 4ijs…E6TZ|in Sandbox',
        'recently viewed|$(triangle-up) 2222…2223|+0.001980 SOL · SOL→BONK→SOL · 12 s ago',
        'recorded mainnet, 14 March 2024|$(star-empty) Two legs|+0.001980 SOL · SOL→USDC→SOL',
        '|$(star-empty) Split route|+0.001980 SOL · SOL→USDC→SOL',
        'market, newest|$(triangle-down) 2222…2224|−0.000204 SOL · SOL→USDC→SOL · 12 s ago',
        '|$(triangle-up) 2222…2225|+0.010450 SOL · SOL→USDC→SOL · 12 s ago',
        '|$(pulse) Show More in Live|',
        'tracked wallets|$(circle-slash) 2222…2223|−0.000005 SOL · failed · My wallet · 12 s ago',
      ],
    );
  });

  test('shows what is known about the clipboard’s signature, which then needs no request', () => {
    const [row] = lookUpRows(everything({ clipboard: third }));
    assert.equal(row?.description, '+0.010450 SOL · SOL→USDC→SOL · 12 s ago');
    assert.deepEqual(row?.act, { kind: 'open', signature: third });
  });

  test('has rows that stay the same rows while others come', () => {
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

  test('is filtered by any part of a signature, symbol, provider, wallet or title', () => {
    const found = (text: string) => lookUpRows(everything({ text })).map(({ label }) => label);
    assert.deepEqual(found('bonk'), ['$(triangle-up) 2222…2223', '$(circle-slash) 2222…2223']);
    assert.deepEqual(found('nozomi'), ['$(triangle-up) 2222…2225']);
    assert.deepEqual(found('22225'), ['$(triangle-up) 2222…2225']);
    assert.equal(found('My wallet').length, 6);
    assert.deepEqual(found('split'), ['$(star-empty) Split route']);
  });

  test('looks up a typed signature, with the row that it has already below', () => {
    const text = ` https://solscan.io/tx/${signature}#x `;
    const [row, ...others] = lookUpRows(everything({ text, recent: [summary()] }));
    assert.deepEqual(row?.act, { kind: 'look-up', signature });
    assert.deepEqual(
      others.map(({ section, act }) => [section, signatureOf(act)]),
      [['recently viewed', signature]],
    );
  });

  test('says that the index does not know a signature, and what else would', () => {
    const rows = lookUpRows(lookUpState({ text: signature, missing: signature }));
    assert.match(rows[0]?.label ?? '', /No arbitrage with this signature in the index/);
    assert.deepEqual(
      rows.map(({ act }) => act?.kind ?? null),
      [null, 'open-explorer', 'switch-connection'],
    );
  });

  test('says why a text is no signature, and still offers the recorded ones', () => {
    const rows = lookUpRows(lookUpState({ text: 'nonsense' }));
    assert.match(rows.at(-1)?.label ?? '', /A signature has 87 or 88 characters/);
    assert.match(rows[0]?.label ?? '', /Two legs/);
    const almost = lookUpRows(lookUpState({ text: `${signature.slice(1)}0` }));
    assert.match(almost.at(-1)?.label ?? '', /A signature cannot contain “0”/);
  });

  test('leads from an address to what there is of it', () => {
    const rows = lookUpRows(lookUpState({ text: wallet }));
    assert.deepEqual(
      rows.map(({ label, description }) => `${label} ${description}`.trim()),
      ['$(arrow-right) Track Wallet AKnL…RSZ9', '$(info) This is an address, not a signature.'],
    );
  });

  test('says why a section could not be loaded', () => {
    const problem = 'The node does not respond.';
    const rows = lookUpRows(lookUpState({ market: { summaries: [], problem } }));
    assert.equal(rows.find(({ label }) => label === problem)?.act, null);
  });

  test('draws no icon and hides nothing that a symbol of the chain asks for', () => {
    const recent = [summary({ route: ['SOL', '$(trash)\u202e\nx', 'SOL'] })];
    const [row] = lookUpRows(lookUpState({ recent }));
    assert.match(row?.description ?? '', /SOL→\$ \(trash\)…→SOL/);
  });

  test('leaves out the middle of a long route', () => {
    const route = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'A'];
    const [row] = lookUpRows(lookUpState({ recent: [summary({ route })] }));
    assert.match(row?.description ?? '', / A→B→C→D→…→H→A /);
  });
});
