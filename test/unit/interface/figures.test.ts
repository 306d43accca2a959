import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  count,
  lamports,
  lamportsAsSol,
  timeAgo,
  timeSpan,
  transactions,
  usd,
} from '../../../src/interface/figures.ts';

describe('Figures', () => {
  it('read as dollars and cents, grouped in threes', () => {
    assert.equal(usd(123.454), '$123.45');
    assert.equal(usd(123_456.789), '$123,456.79');
    assert.equal(usd(0), '$0.00');
    assert.equal(usd(-98.1), '-$98.10');
  });

  it('keep two digits of gains below a cent, so that none reads as nothing', () => {
    assert.equal(usd(0.00421), '$0.0042');
    assert.equal(usd(-0.000031), '-$0.000031');
    assert.equal(usd(1e-9), '$<0.000001');
  });

  it('shorten millions and more', () => {
    assert.equal(usd(3_440_000), '$3.44M');
    assert.equal(usd(999_999.999), '$1.00M');
    assert.equal(usd(2.5e9), '$2.50B');
    assert.equal(usd(7e12), '$7.00T');
  });

  it('say so where a service sent no number', () => {
    assert.equal(usd(Number.NaN), 'unknown');
    assert.equal(usd(undefined), 'unknown');
    assert.equal(usd(null), 'unknown');
    assert.equal(transactions(Number.NaN), 'unknown tx');
    assert.equal(timeSpan(Number.NaN), 'unknown');
  });

  it('count without losing a digit', () => {
    assert.equal(count(18_446_744_073_709_551_615n), '18,446,744,073,709,551,615');
    assert.equal(count(999), '999');
    assert.equal(lamports(12_345n), '12,345 lamports');
    assert.equal(lamports(1n), '1 lamport');
    assert.equal(lamportsAsSol(12_345n), '0.000012345 SOL');
    assert.equal(lamportsAsSol(-2_000_000_000_000n), '-2,000 SOL');
    assert.equal(lamportsAsSol(0n), '0 SOL');
  });

  it('name windows and ages in the largest fitting unit', () => {
    assert.equal(timeSpan(3_600), '1 h');
    assert.equal(timeSpan(86_400), '24 h');
    assert.equal(timeSpan(5_400), '90 min');
    assert.equal(timeSpan(45), '45 s');
    assert.equal(timeSpan(0), '0 s');
    assert.equal(timeAgo(0, 2_000), 'just now');
    assert.equal(timeAgo(0, 40_000), '40 s ago');
    assert.equal(timeAgo(0, 200_000), '3 min ago');
    assert.equal(timeAgo(0, 5 * 3_600_000), '5 h ago');
    assert.equal(timeAgo(0, 48 * 3_600_000), '2 d ago');
  });
});
