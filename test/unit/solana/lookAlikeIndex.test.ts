import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addressErrorMessage } from '../../../src/solana/addressErrorMessage.ts';
import { encodeBase58 } from '../../../src/solana/base58.ts';
import { knownAddresses } from '../../../src/solana/knownAddresses.ts';
import { LookAlikeIndex } from '../../../src/solana/lookAlikeIndex.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const known = [...knownAddresses()].map(([address, { name }]) => [address, name] as const);
const lookAlikes = new LookAlikeIndex(known);
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

describe('An address that looks like a known one', () => {
  test('is found if it begins and ends like the known one', () => {
    const poisoned = `EPjF${encodeBase58(randomBytes(32)).slice(4, 40)}Dt1v`;
    assert.deepEqual(lookAlikes.find(poisoned), {
      address: usdc,
      name: 'USDC',
      reason: 'same-ends',
    });
  });

  test('is found if any one or two characters are changed, missing or added', () => {
    const change = fc.record({
      at: fc.nat({ max: usdc.length - 1 }),
      to: fc.constantFrom(...alphabet, 'l', 'O', '0', 'I'),
      how: fc.constantFrom('change', 'insert', 'remove'),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
        let text = usdc;
        for (const { at, to, how } of changes) {
          text =
            how === 'insert'
              ? text.slice(0, at) + to + text.slice(at)
              : text.slice(0, at) + (how === 'change' ? to : '') + text.slice(at + 1);
        }
        fc.pre(text !== usdc);
        assert.equal(lookAlikes.find(text)?.address, usdc, text);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is not found for known addresses or accidental similarities', () => {
    for (const [address] of known) assert.equal(lookAlikes.find(address), null);
    for (let round = 0; round < 5_000; round++) {
      assert.equal(lookAlikes.find(encodeBase58(randomBytes(32))), null);
    }
  });
});

describe('Invalid address text', () => {
  test('is reported with its wrong character or its length', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['', /missing/],
      [usdc.replace('5', 'l'), /“l” at position 8. Base58 excludes 0, O, I and l/],
      [`${usdc.slice(0, 20)} ${usdc.slice(21)}`, /“ ” at position 21/],
      [`${usdc.slice(0, 20)}😀`, /“😀” at position 21 is not Base58/],
      [usdc.slice(0, -2), /decoded size is 31 instead of 32 bytes/],
      [`${usdc}abc`, /decoded size is 3\d instead of 32 bytes/],
      ['x'.repeat(1_000), /1,000 characters instead of 32 to 44/],
      [encodeBase58(randomBytes(64).fill(200, 0, 1)), /Signature \(64 bytes\)/],
    ];
    for (const [text, words] of cases) assert.match(addressErrorMessage(text) ?? '', words);
    for (const [address] of known) assert.equal(addressErrorMessage(address), null);
  });
});
