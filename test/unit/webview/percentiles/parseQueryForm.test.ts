import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type FormValues,
  parseQueryForm,
} from '../../../../src/webview/percentiles/parseQueryForm.ts';
import { otherMint, solMint } from './samples.ts';

const texts: FormValues = {
  statistic: 'tipsByComputeUnit',
  minimum: '',
  maximum: '',
  providers: [],
  wallets: '',
  windowSeconds: '3600',
  secondWindowSeconds: '',
};

test('an untouched form requests the whole market without bounds', () => {
  assert.deepEqual(parseQueryForm(texts).query, {
    statistic: 'tipsByComputeUnit',
    minimum: null,
    maximum: null,
    providers: [],
    wallets: [],
    windowsSeconds: [3_600],
  });
});

test('a completed form is parsed with grouped digits and both windows', () => {
  const { query } = parseQueryForm({
    ...texts,
    minimum: '100,000',
    maximum: ' 1_400_000 ',
    providers: ['JITO', 'NO_PROVIDER'],
    wallets: `${solMint}, ${otherMint}\n${solMint}`,
    secondWindowSeconds: '86400',
  });
  assert.deepEqual(query, {
    statistic: 'tipsByComputeUnit',
    minimum: '100000',
    maximum: '1400000',
    providers: ['JITO', 'NO_PROVIDER'],
    wallets: [solMint, otherMint],
    windowsSeconds: [3_600, 86_400],
  });
});

test('every limit is reported beside its field', () => {
  const faults = (changes: Partial<FormValues>) => parseQueryForm({ ...texts, ...changes }).faults;
  assert.deepEqual(faults({ windowSeconds: '86401' }), {
    windowSeconds: 'Enter 0 to 86,400 seconds',
  });
  assert.deepEqual(faults({ windowSeconds: '' }), { windowSeconds: 'Enter 0 to 86,400 seconds' });
  assert.deepEqual(faults({ windowSeconds: '1.5' }), {
    windowSeconds: 'Enter 0 to 86,400 seconds',
  });
  assert.deepEqual(faults({ secondWindowSeconds: '-1' }), {
    secondWindowSeconds: 'Enter 0 to 86,400 seconds',
  });
  assert.deepEqual(faults({ maximum: '1400001' }), { maximum: 'At most 1,400,000' });
  assert.deepEqual(faults({ minimum: '2', maximum: '1' }), { maximum: 'Must be at least 2' });
  assert.deepEqual(faults({ providers: ['ALL'] }), { providers: 'Unknown provider' });
  assert.match(faults({ wallets: 'abc' })?.wallets ?? '', /^Not an address: abc$/);
  assert.match(faults({ wallets: solMint.slice(1) })?.wallets ?? '', /^Not an address/);
  assert.deepEqual(faults({ minimum: 'x', windowSeconds: 'y' }), {
    minimum: 'Enter a whole number',
    windowSeconds: 'Enter 0 to 86,400 seconds',
  });
});

test('input amounts are exact up to the largest u64', () => {
  const gains: FormValues = { ...texts, statistic: 'tipsByGains' };
  assert.equal(
    parseQueryForm({ ...gains, maximum: '18446744073709551615' }).query?.maximum,
    String(2n ** 64n - 1n),
  );
  assert.ok(parseQueryForm({ ...gains, maximum: '18446744073709551616' }).faults?.maximum);
});

test('more than a thousand wallets are rejected', () => {
  const wallets = Array.from({ length: 1_001 }, (_, at) => `${solMint}${at}`).join(' ');
  assert.equal(parseQueryForm({ ...texts, wallets }).faults?.wallets, 'At most 1,000 wallets');
});
