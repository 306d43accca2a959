import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { describe, test } from 'node:test';
import { MarketError } from '../../../src/api/marketError.ts';
import { SecretRedactor } from '../../../src/http/secretRedactor.ts';

const key = 'Zq7-tR+Nw2/xK9pLm4Vb8cDf';
const redactor = new SecretRedactor([key]);

/** The longest run of the key's characters that remains in a text. */
function longestLeft(text: string, form: string): number {
  for (let length = form.length; length > 0; length -= 1) {
    for (let at = 0; at + length <= form.length; at += 1) {
      if (text.toLowerCase().includes(form.slice(at, at + length).toLowerCase())) return length;
    }
  }
  return 0;
}

describe('A key that a service echoes', () => {
  test('is hidden whole, in any case, and in every part of eight or more characters', () => {
    assert.equal(redactor.redactText(`no ${key}, no ${key.toUpperCase()}!`), 'no <key>, no <key>!');
    for (let from = 0; from < key.length; from += 1) {
      for (let to = from + 8; to <= key.length; to += 1) {
        const part = key.slice(from, to);
        assert.equal(redactor.redactText(`key begins "${part}".`), 'key begins "<key>".', part);
      }
    }
    assert.equal(redactor.redactText(`…${key.slice(-4)}`), `…${key.slice(-4)}`);
  });

  test('is hidden in Base64, Base64url, hexadecimal and percent encoding, at any position', () => {
    for (const before of ['', 'u', 'us', 'user:']) {
      const bytes = Buffer.from(`${before}${key} after`);
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        const text = bytes.toString(encoding);
        for (const shown of [text, text.toUpperCase()]) {
          const left = redactor.redactText(`header ${shown} refused`);
          assert.match(left, /^header .*<key>.* refused$/);
          // The rest at an edge encodes less than a character.
          assert.ok(longestLeft(left, Buffer.from(key).toString('hex')) < 4, left);
          assert.ok(left.length < 'header <key> refused'.length + 2 * before.length + 20, left);
        }
      }
    }
    for (let from = 0; from + 8 <= key.length; from += 1) {
      for (const before of ['', 'a', 'ab']) {
        const part = Buffer.from(before + key.slice(from, from + 8));
        for (const encoding of ['base64', 'base64url', 'hex'] as const) {
          assert.match(redactor.redactText(part.toString(encoding)), /<key>/);
        }
      }
    }
    const encoded = encodeURIComponent(key);
    assert.equal(redactor.redactText(`GET /?key=${encoded}&x=1`), 'GET /?key=<key>&x=1');
    assert.equal(redactor.redactText(encoded.slice(0, 16)).includes('<key>'), true);
    assert.equal(redactor.redactText(encoded.toLowerCase()), '<key>');
  });

  test('does not hide ordinary words that the key contains', () => {
    const words = new SecretRedactor(['production-Accounts-x91']);
    const text = 'The production accounts of PRODUCTION were refused';
    assert.equal(words.redactText(text), text);
    assert.equal(words.redactText('n-accounts-x91'), '<key>');
    assert.equal(words.redactText('production-Accou'), '<key>');
  });

  test('is hidden whole if it is short; without a key, nothing is hidden', () => {
    assert.equal(new SecretRedactor(['k3y']).redactText('the k3y'), 'the <key>');
    assert.equal(new SecretRedactor(['']).redactText('the k3y'), 'the k3y');
    assert.equal(new SecretRedactor(['12345678\u{1f511}']).redactText('a 12345678'), 'a <key>');
  });

  test('is hidden in an error, whose other members stay unchanged', () => {
    const error = redactor.redact(
      new MarketError('rate-limited', `wait, ${key.slice(3, 14)}`, { retryAfterSeconds: 7 }),
    );
    assert.equal(error.message, 'wait, <key>');
    assert.equal(error.retryAfterSeconds, 7);
    assert.ok(!String(error.stack).includes(key.slice(3, 14)));
  });

  test('is found in bounded time, however long the text is', () => {
    const long = new SecretRedactor(['k9'.repeat(500)]);
    const started = performance.now();
    const text = long.redactText('x9'.repeat(10_000_000));
    assert.ok(text.length < 100_000);
    assert.ok(performance.now() - started < 2_000);
  });
});
