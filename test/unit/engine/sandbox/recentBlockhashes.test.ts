import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecentBlockhashes } from '../../../../src/engine/sandbox/sandboxLedger.ts';

const hashOf = (second: number): string => `hash-${second}`;

function recent(): { hashes: RecentBlockhashes; asked: number[] } {
  const asked: number[] = [];
  const blockhashOf = (second: number): string => {
    asked.push(second);
    return hashOf(second);
  };
  return { hashes: new RecentBlockhashes({ blockhashOf, slotOf: (at) => at * 2 }), asked };
}

describe('A Sandbox blockhash', () => {
  test('is accepted for 150 blocks, but not before the clock is set', () => {
    const { hashes } = recent();
    assert.equal(hashes.blocksLeft(hashOf(1_000)), null);
    hashes.advanceTo(1_000);
    assert.equal(hashes.blocksLeft(hashOf(1_000)), 150);
    assert.equal(hashes.blocksLeft(hashOf(851)), 1);
    assert.equal(hashes.blocksLeft(hashOf(850)), null);
    assert.equal(hashes.blocksLeft(hashOf(1_001)), null);
    assert.equal(hashes.blocksLeft('of another chain'), null);
    hashes.advanceTo(1_149);
    assert.equal(hashes.blocksLeft(hashOf(1_000)), 1);
    hashes.advanceTo(1_150);
    assert.equal(hashes.blocksLeft(hashOf(1_000)), null);
  });

  test('is created once as the clock advances', () => {
    const { hashes, asked } = recent();
    hashes.advanceTo(1_000);
    asked.length = 0;
    hashes.advanceTo(1_000);
    hashes.advanceTo(1_002);
    assert.deepEqual(asked, [1_001, 1_002]);
    assert.equal(hashes.slotHashes().length, 150);
  });

  test('is correct after a clock jump in either direction', () => {
    const { hashes } = recent();
    for (const second of [1_000, 5_000, 2_000, 1_990, 2_141]) {
      hashes.advanceTo(second);
      assert.deepEqual(
        [second - 150, second - 149, second, second + 1].map((at) => hashes.blocksLeft(hashOf(at))),
        [null, 1, 150, null],
      );
      assert.equal(hashes.slotHashes().length, 150);
    }
  });

  test('is visible to programs in later blocks only, newest first', () => {
    const { hashes } = recent();
    hashes.advanceTo(1_000);
    const seen = hashes.slotHashes();
    assert.deepEqual(seen.slice(0, 2), [
      { slot: 1_998, hash: hashOf(999) },
      { slot: 1_996, hash: hashOf(998) },
    ]);
    assert.deepEqual(seen.at(-1), { slot: 1_700, hash: hashOf(850) });
  });
});
