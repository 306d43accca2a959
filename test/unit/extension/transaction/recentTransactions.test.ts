import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  maxRecentTransactions,
  RecentTransactions,
} from '../../../../src/extension/transaction/recentTransactions.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { signatureNumber, summary } from './summaries.ts';

const numbered = (number: number) => summary({ signature: signatureNumber(number) });

describe('Recently viewed transactions', () => {
  test('are restored in the next session, newest first, without duplicates, per connection', async () => {
    const storage = new MementoDouble();
    const recent = new RecentTransactions(storage);
    for (const number of [1, 2, 1]) await recent.add('Sandbox', numbered(number));
    await recent.add('My node', numbered(3));
    const next = new RecentTransactions(storage);
    const signatures = (connection: string) => next.of(connection).map((each) => each.signature);
    assert.deepEqual(signatures('Sandbox'), [1, 2].map(signatureNumber));
    assert.deepEqual(signatures('My node'), [signatureNumber(3)]);
    assert.deepEqual(next.of('Sandbox')[0]?.route, ['SOL', 'USDC', 'SOL']);
  });

  test('are limited in number and in size', async () => {
    const storage = new MementoDouble();
    const recent = new RecentTransactions(storage);
    for (let at = 0; at < maxRecentTransactions + 5; at++) {
      const signature = `${'2'.repeat(86)}${'3456789ABC'[Math.floor(at / 10)]}${'3456789ABC'[at % 10]}`;
      await recent.add('Sandbox', summary({ signature, route: Array(1_000).fill('SOL') }));
    }
    assert.equal(recent.of('Sandbox').length, maxRecentTransactions);
    assert.ok(Math.max(...recent.of('Sandbox').map(({ route }) => route.length)) <= 50);
  });

  test('contain no secret keys, and nothing else but signatures', async () => {
    const storage = new MementoDouble();
    const recent = new RecentTransactions(storage);
    const { base58 } = randomSecretKey();
    await recent.add('Sandbox', summary({ signature: base58 }));
    assert.deepEqual(recent.of('Sandbox'), []);
    assert.ok(![...storage.values.values()].join().includes(base58));
  });

  test('are empty if the storage contains anything else', () => {
    for (const stored of [null, 'text', [1, {}, { signature: signatureNumber(1) }]]) {
      const storage = new MementoDouble({ 'arbscope.recentTransactions': stored });
      assert.deepEqual(new RecentTransactions(storage).of('Sandbox'), []);
    }
  });
});
