import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountAsNumber,
  exactAmount,
  shortAmount,
  signed,
  significant,
} from '../../../src/interface/tokenAmounts.ts';

test('an exact amount keeps every digit, whatever its size', () => {
  assert.equal(exactAmount(23_010_126n, 9), '0.023010126');
  assert.equal(exactAmount(1_234_000_001n, 6), '1,234.000001');
  assert.equal(exactAmount(-5n, 0), '−5');
  assert.equal(exactAmount(2n ** 64n - 1n, 0), '18,446,744,073,709,551,615');
  assert.equal(exactAmount(2n ** 64n - 1n, 9), '18,446,744,073.709551615');
  assert.equal(exactAmount(0n, 9), '0');
});

test('a short amount has about five digits, and never reads as another', () => {
  const cases: readonly (readonly [bigint, number, string])[] = [
    [16_411_092n, 9, '0.016411'],
    [1_234_500_000n, 6, '1,234.5'],
    [4_122_000n, 6, '4.122'],
    [12_345_678n, 0, '12.345M'],
    [18_446_744_073_709_551_615n, 0, '1.844e19'],
    [18_446_744_073_709_551_615n, 9, '18.446B'],
    [1n, 9, '0.000000001'],
    [1n, 18, '1e-18'],
    [-500n, 9, '−0.0000005'],
    [0n, 6, '0'],
    [100n, 2, '1'],
  ];
  for (const [raw, decimals, words] of cases) assert.equal(shortAmount(raw, decimals), words);
});

test('rates read without exponents as long as people read them', () => {
  assert.equal(significant(206.093533), '206.094');
  assert.equal(significant(0.00302209), '0.00302209');
  assert.equal(significant(55_915.4), '55,915.4');
  assert.equal(significant(-1.5), '−1.5');
  assert.equal(significant(0), '0');
  assert.equal(significant(Number.NaN), 'unknown');
  assert.equal(significant(1.8e30), '1.800e+30');
});

test('an amount as a number is near what it is, and a sign is said above nothing', () => {
  assert.equal(amountAsNumber(-1_500_000_000n, 9), -1.5);
  assert.equal(amountAsNumber(1n, 255), 1e-255);
  assert.equal(signed('0.5'), '+0.5');
  assert.equal(signed('0'), '0');
  assert.equal(signed('$0.00'), '$0.00');
  assert.equal(signed('−1'), '−1');
});
