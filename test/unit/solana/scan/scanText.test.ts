import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { keySize } from '../../../../src/api/base58.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { matchWholeText, scanInSteps, scanText } from '../../../../src/solana/scan/scanText.ts';
import { anyText } from '../../../fixtures/anyText.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('The length of a key', () => {
  test('is known without decoding, with leading zeros', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 70 }),
        fc.integer({ min: 0, max: 6 }),
        (size, zeros) => {
          const value = randomBytes(size).fill(0, 0, Math.min(zeros, size));
          const expected = size === 32 || size === 64 ? size : null;
          assert.equal(keySize(encodeBase58(value)), expected);
        },
      ),
    );
  });
});

describe('The scanner', () => {
  test('finds every key between any two characters that are not part of a word', () => {
    const edge = fc.constantFrom(' ', '"', "'", '`', '(', ')', ',', ';', '\n', '<', '>', '|', '→');
    fc.assert(
      fc.property(bytes(32), bytes(64), edge, edge, (account, signature, before, after) => {
        const [first, second] = [encodeBase58(account), encodeBase58(signature)];
        // Repetitive bytes, which fast-check often generates, give text that no key has.
        fc.pre(new Set([...first]).size > 12 && new Set([...second]).size > 12);
        const found = scanText(`${before}${first}${after}${second}${before}`);
        assert.deepEqual(
          found.map((one) => ('text' in one ? [one.kind, one.text] : one.kind)),
          [
            ['address', first],
            ['signature', second],
          ],
        );
      }),
    );
  });

  test('finds the same in slices as at once, wherever a slice ends', () => {
    // Fixed input: one in ten million random addresses is classified as words.
    const words = Array.from({ length: 9_000 }, (_, index) => {
      const hash = createHash(index % 50 === 0 ? 'sha512' : 'sha256');
      return encodeBase58(hash.update(String(index)).digest());
    });
    const text = words.join(',');
    const found = [...scanInSteps(text)].flat();
    assert.deepEqual(
      found.map(({ start, end }) => text.slice(start, end)),
      words,
    );
  });

  test('finds an address of letters only, unless it reads like a name', () => {
    // 77 % of its letters are lower-case; names have more.
    const address = 'DfkaXmbqeTczpwRnaoZkvhgtHmdrKubsQyefcnPwagGh';
    assert.deepEqual(
      scanText(address).map(({ kind }) => kind),
      ['address'],
    );
    for (const name of [
      'DesktopPWAsLinkCapturingWithScopeExtensions',
      'getDuckDBTimeStringFromPositiveMicroseconds',
    ]) {
      assert.deepEqual(scanText(`const ${name} = 1;`), []);
    }
  });

  test('reports position and owner of a secret key, but not the key', () => {
    for (const form of ['base58', 'bytes', 'lines', 'rust']) {
      const { written, base58, publicKey } = randomSecretKey(form);
      const [found, ...more] = scanText(`key = ${written};`);
      assert.equal(more.length, 0);
      assert.ok(found?.kind === 'secret-key');
      assert.deepEqual([found.start, found.end], [6, 6 + written.length]);
      assert.equal(found.publicKey, publicKey);
      const told = JSON.stringify(found);
      assert.ok(!told.includes(written) && !told.includes(base58.slice(0, 20)));
    }
  });

  test('accepts a text as a whole, or not at all', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    assert.equal(matchWholeText(` ${mint}\n`)?.kind, 'address');
    for (const text of ['', 'x', `${mint} x`, `x ${mint}`, `${mint}.`, mint.slice(3), `${mint}a`]) {
      assert.equal(matchWholeText(text), null, text);
    }
  });

  test('survives any text', () => {
    fc.assert(
      fc.property(anyText(400), (text) => {
        for (const { start, end } of scanText(text)) assert.ok(start < end && end <= text.length);
      }),
    );
  });
});
