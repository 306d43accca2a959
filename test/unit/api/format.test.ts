import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  formatChange,
  formatCount,
  formatDuration,
  formatLamports,
  formatLamportsAsSol,
  formatPercent,
  formatShortDuration,
  formatTimeAgo,
  formatTransactionCount,
  formatUsd,
  formatUsdShort,
  formatUtcDateTime,
} from '../../../src/api/format.ts';

describe('A formatted figure', () => {
  it('shows dollars and cents, with digits grouped in threes', () => {
    assert.equal(formatUsd(123.454), '$123.45');
    assert.equal(formatUsd(123_456.789), '$123,456.79');
    assert.equal(formatUsd(0), '$0.00');
    assert.equal(formatUsd(-98.1), '−$98.10');
  });

  it('keeps two significant digits below a cent, so that no gain looks like zero', () => {
    assert.equal(formatUsd(0.00421), '$0.0042');
    assert.equal(formatUsd(-0.000031), '−$0.000031');
    assert.equal(formatUsd(1e-9), '<$0.000001');
    assert.equal(formatUsd(-1e-9), '−<$0.000001');
  });

  it('abbreviates millions and more', () => {
    assert.equal(formatUsd(3_440_000), '$3.44M');
    assert.equal(formatUsd(999_999.999), '$1.00M');
    assert.equal(formatUsd(2.5e9), '$2.50B');
    assert.equal(formatUsd(7e12), '$7.00T');
    assert.equal(formatUsd(1e300), '$1.000e+288T');
  });

  it('drops the cents from $10 in the short form', () => {
    assert.equal(formatUsdShort(9.99), '$9.99');
    assert.equal(formatUsdShort(0), '$0');
    assert.equal(formatUsdShort(-79.14), '−$79');
    assert.equal(formatUsdShort(1_234.5), '$1,235');
    assert.equal(formatUsdShort(3_440_000), '$3.44M');
    assert.equal(formatUsdShort(0.0042), '$0.0042');
    assert.equal(formatUsdShort(null), 'unknown');
    assert.equal(formatUsdShort(Number.NaN), 'unknown');
  });

  it('shows shares with one decimal, and rounds none to 0% or 100%', () => {
    assert.equal(formatPercent(0.40949), '40.9%');
    assert.equal(formatPercent(0.41), '41%');
    assert.equal(formatPercent(1), '100%');
    assert.equal(formatPercent(0), '0%');
    assert.equal(formatPercent(0.0001), '<0.1%');
    assert.equal(formatPercent(0.99999), '>99.9%');
    assert.equal(formatPercent(-0.125), '−12.5%');
    assert.equal(formatPercent(null), 'unknown');
  });

  it('shows the date with the time', () => {
    assert.equal(formatUtcDateTime(Date.UTC(2026, 0, 2, 14, 3, 59)), '2026-01-02 14:03:59 UTC');
  });

  it('shows "unknown" if a service sent no number', () => {
    assert.equal(formatUsd(Number.NaN), 'unknown');
    assert.equal(formatUsd(undefined), 'unknown');
    assert.equal(formatUsd(null), 'unknown');
    assert.equal(formatTransactionCount(Number.NaN), 'unknown tx');
    assert.equal(formatDuration(Number.NaN), 'unknown');
  });

  it('shows counts without losing a digit', () => {
    assert.equal(formatCount(18_446_744_073_709_551_615n), '18,446,744,073,709,551,615');
    assert.equal(formatCount(999), '999');
    assert.equal(formatLamports(12_345n), '12,345 lamports');
    assert.equal(formatLamports(1n), '1 lamport');
    assert.equal(formatLamportsAsSol(12_345n), '0.000012345 SOL');
    assert.equal(formatLamportsAsSol(-2_000_000_000_000n), '−2,000 SOL');
    assert.equal(formatLamportsAsSol(0n), '0 SOL');
  });

  it('shows a change with its sign, also a tiny one and one beyond all', () => {
    assert.deepEqual(
      [
        [112.1, 100],
        [93.9, 100],
        [100, 100],
        [9_997, 10_000],
        [199.97, 100],
        [0.01, 100],
      ].map(([value = 0, former]) => formatChange(value, former)),
      ['+12.1%', '−6.1%', '0%', '−<0.1%', '+100%', '−100%'],
    );
    assert.deepEqual(
      [formatChange(5, 0), formatChange(5, -3), formatChange(5, undefined)],
      [null, null, null],
    );
    assert.deepEqual([-0.0003, -0.125].map(formatPercent), ['−<0.1%', '−12.5%']);
  });

  it('shows windows and ages in the largest fitting unit', () => {
    assert.equal(formatDuration(3_600), '1 h');
    assert.equal(formatDuration(86_400), '24 h');
    assert.equal(formatDuration(259_200), '3 d');
    assert.equal(formatDuration(5_400), '90 min');
    assert.equal(formatDuration(45), '45 s');
    assert.equal(formatDuration(0), '0 s');
    assert.equal(formatDuration(59.6), '1 min');
    assert.equal(formatDuration(3_599), '59 min 59 s');
    assert.equal(formatShortDuration(0.64), '0.6 s');
    assert.equal(formatShortDuration(59.96), '1 min');
    assert.equal(formatShortDuration(Number.NaN), 'unknown');
    assert.equal(formatTimeAgo(0, 2_000), 'just now');
    assert.equal(formatTimeAgo(0, 40_000), '40 s ago');
    assert.equal(formatTimeAgo(0, 200_000), '3 min ago');
    assert.equal(formatTimeAgo(0, 5 * 3_600_000), '5 h ago');
    assert.equal(formatTimeAgo(0, 48 * 3_600_000), '2 d ago');
    assert.equal(formatTimeAgo(Date.UTC(2024, 2, 14, 23), Date.UTC(2026, 10, 28)), '14 Mar 2024');
  });
});
