import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  formatExactAmount,
  formatShortAmount,
  formatSignificant,
  withPlusSign,
} from '../../../src/api/format.ts';
import { amountToNumber, lamportsToSol, solToLamports } from '../../../src/api/tokenAmounts.ts';

test('an exact amount shows every digit, whatever its size', () => {
  assert.equal(formatExactAmount(23_010_126n, 9), '0.023010126');
  assert.equal(formatExactAmount(1_234_000_001n, 6), '1,234.000001');
  assert.equal(formatExactAmount(-5n, 0), '−5');
  assert.equal(formatExactAmount(2n ** 64n - 1n, 0), '18,446,744,073,709,551,615');
  assert.equal(formatExactAmount(2n ** 64n - 1n, 9), '18,446,744,073.709551615');
  assert.equal(formatExactAmount(0n, 9), '0');
});

test('a short amount has about five digits, and never reads as another amount', () => {
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
  for (const [raw, decimals, words] of cases) assert.equal(formatShortAmount(raw, decimals), words);
});

test('rates have no exponent as long as they stay readable', () => {
  assert.equal(formatSignificant(206.093533), '206.094');
  assert.equal(formatSignificant(0.00302209), '0.00302209');
  assert.equal(formatSignificant(55_915.4), '55,915.4');
  assert.equal(formatSignificant(-1.5), '−1.5');
  assert.equal(formatSignificant(0), '0');
  assert.equal(formatSignificant(Number.NaN), 'unknown');
  assert.equal(formatSignificant(1.8e30), '1.800e+30');
});

test('an amount as a number prints the digits of the amount', () => {
  assert.equal(amountToNumber(-1_500_000_000n, 9), -1.5);
  assert.equal(amountToNumber(1n, 255), 1e-255);
  assert.equal(lamportsToSol(128_618n), 0.000128618);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.nat({ max: 30 }), (raw, decimals) => {
      const digits = String(raw).padStart(decimals + 1, '0');
      const split = digits.length - decimals;
      const exact = Number(`${digits.slice(0, split)}.${digits.slice(split)}`);
      assert.equal(amountToNumber(raw, decimals), exact);
      assert.equal(amountToNumber(-raw, decimals), raw === 0n ? 0 : -exact);
    }),
  );
});

test('a number of SOL is read as the nearest lamport', () => {
  for (const lamports of [0n, 1n, 128_617n, -64_949_000n, 9_007_199_254_740_991n]) {
    assert.equal(solToLamports(lamportsToSol(lamports)), lamports);
  }
});

test('a text has a plus sign only above zero', () => {
  assert.equal(withPlusSign('0.5'), '+0.5');
  assert.equal(withPlusSign('0'), '0');
  assert.equal(withPlusSign('$0.00'), '$0.00');
  assert.equal(withPlusSign('−1'), '−1');
});
