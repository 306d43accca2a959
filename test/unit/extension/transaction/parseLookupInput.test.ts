import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseLookupInput } from '../../../../src/extension/transaction/parseLookupInput.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { signature, wallet } from '../addresses/marketDouble.ts';

describe('parseLookupInput', () => {
  test('finds a signature, alone or in an explorer link', () => {
    for (const text of [
      signature,
      `\n ${signature} `,
      `https://solscan.io/tx/${signature}`,
      `https://explorer.solana.com/tx/${signature}?cluster=devnet`,
      `https://solana.fm/tx/${signature}?cluster=mainnet-alpha`,
      `https://orbmarkets.io/tx/${signature}`,
      `tx: "${signature}",`,
    ])
      assert.deepEqual(parseLookupInput(text), { kind: 'signature', signature }, text);
  });

  test('finds an address, alone or in an explorer link', () => {
    for (const text of [wallet, `https://solscan.io/account/${wallet}#transfers`])
      assert.deepEqual(parseLookupInput(text), { kind: 'address', address: wallet }, text);
  });

  test('reports only a secret key if the text contains one', () => {
    const key = randomSecretKey();
    const bytes = randomSecretKey('bytes').written;
    for (const text of [key.base58, bytes, `key ${key.base58}`, `${signature} ${key.base58}`])
      assert.deepEqual(parseLookupInput(text), { kind: 'secret-key' });
  });

  test('finds nothing in a text with several signatures, with none, or of excessive length', () => {
    const kinds = [`${signature} ${signature}`, 'SOL', `${signature} ${'x '.repeat(2_000)}`];
    for (const text of kinds) assert.equal(parseLookupInput(text).kind, 'other', text.slice(0, 50));
    assert.equal(parseLookupInput(' ').kind, 'empty');
  });
});
