import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ResponseRedactor } from '../../../../src/backend/service/responseRedactor.ts';

const key = 'Zq7-tR"Nw2/xK9pLm4Vb8cDf';
const redactor = new ResponseRedactor(key);

describe('A key that a service repeats in a response', () => {
  test('is removed, plain and encoded, without changing anything else', () => {
    const bytes = Buffer.from(`user:${key} and more`);
    for (const form of [
      key,
      encodeURIComponent(key),
      bytes.toString('base64'),
      bytes.subarray(1).toString('base64url'),
      bytes.subarray(2).toString('base64'),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
    ]) {
      const clean = redactor.redactJson(JSON.stringify({ name: `x ${form}`, amount: 1 }));
      assert.ok(clean !== null, form);
      assert.ok(!clean.text.includes(form) && clean.text.includes('<key>'), clean.text);
      assert.equal((clean.value as { amount: number }).amount, 1);
    }
    assert.equal(redactor.redactJson('{"name":"x"}'), null);
  });

  test('stays if it has only a few characters, because it could be any word', () => {
    assert.equal(new ResponseRedactor('abc').redactJson('{"name":"abc"}'), null);
  });
});
