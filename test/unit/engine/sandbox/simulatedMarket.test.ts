import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  type SimulatedBlock,
  SimulatedMarket,
} from '../../../../src/engine/sandbox/simulatedMarket.ts';
import { assertSumsClose, readWellFormed } from '../sources/transactionInvariants.ts';

/** The first second of a minute, so that blocks of 60 seconds match those of the source. */
const start = 1_790_000_040;

suite('The simulated market', () => {
  test('generates the same blocks for the same seed, in any order', () => {
    const one = new SimulatedMarket(7);
    const other = new SimulatedMarket(7);
    other.block(start + 600, start + 900);
    assert.deepEqual(one.block(start, start + 119), other.block(start, start + 119));
  });

  test('repeats every day, except for slots, hashes and signature suffixes', () => {
    const market = new SimulatedMarket(4);
    const [today, tomorrow] = [start, start + 86_400].map((second) =>
      market.block(second, second + 119),
    );
    assert.ok(today && tomorrow && today.expectedRecords.length > 30);
    const timeless = ({ expectedRecords }: SimulatedBlock) =>
      expectedRecords.map(({ signature, ...intent }) => ({
        ...intent,
        head: signature.slice(0, 85),
      }));
    assert.deepEqual(timeless(tomorrow), timeless(today));
    const accounts = ({ block }: SimulatedBlock) =>
      block.transactions.map(({ meta }) => ({ ...meta }));
    assert.deepEqual(accounts(tomorrow), accounts(today));
    assert.equal(tomorrow.slot, today.slot + 86_400);
    assert.notEqual(tomorrow.block.blockhash, today.block.blockhash);
    const ofToday = new Set(today.expectedRecords.map(({ signature }) => signature));
    assert.ok(tomorrow.expectedRecords.every(({ signature }) => !ofToday.has(signature)));
  });

  test('generates other blocks for another seed', () => {
    const signatures = (seed: number) =>
      new SimulatedMarket(seed)
        .block(start, start + 299)
        .expectedRecords.map(({ signature }) => signature);
    const ours = new Set(signatures(1));
    assert.ok(signatures(2).every((signature) => !ours.has(signature)));
  });

  test('generates the same transactions in blocks of a minute and of a second', () => {
    const market = new SimulatedMarket(3);
    const minute = market.block(start, start + 59).block.transactions;
    const seconds = Array.from(
      { length: 60 },
      (_, second) => market.block(start + second, start + second).block.transactions,
    ).flat();
    assert.deepEqual(seconds, minute);
  });

  test('links its blocks: each names the slot and hash of the previous one', () => {
    const market = new SimulatedMarket(1);
    const before = market.block(start, start + 59);
    const after = market.block(start + 60, start + 60);
    assert.equal(after.block.parentSlot, before.slot);
    assert.equal(after.block.previousBlockhash, before.block.blockhash);
    assert.equal(after.slot, before.slot + 1);
    assert.equal(after.block.blockTime, start + 60);
  });

  test('generates only valid transactions with consistent balances, at any time and for any seed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1e9, max: 2e9 }), (seed, second) => {
        for (const entry of new SimulatedMarket(seed).block(second, second + 90).block
          .transactions) {
          assertSumsClose(readWellFormed(entry));
        }
      }),
      { numRuns: 12 },
    );
  });
});
