import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handleFinder } from '../../../../src/engine/operations/finder.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, block, leg, record, signatureOf, solAt, twoLegs } from '../syntheticBlocks.ts';

const solUsd = 100;
const sol = { mint: wrappedSolMint, amount: 1_000n };

test('tokens, AMMs and pools with equal revenues are sorted by address', async () => {
  const store = await DuckDbStore.open(':memory:');
  const [late, early] = [address('z'), address('b')];
  const through = [
    { from: wrappedSolMint, to: late, amm: 'y', pool: 'q' },
    { from: late, to: early, amm: 'y', pool: 'c' },
    { from: early, to: wrappedSolMint, amm: 'd', pool: 'e' },
  ];
  const legs = through.map(({ from, to, amm, pool }, order) =>
    leg(
      order,
      address(amm),
      address(pool),
      { mint: from, amount: sol.amount },
      { mint: to, amount: sol.amount },
    ),
  );
  const records = [record({ legs, grossGains: [{ mint: wrappedSolMint, amount: 1_000_000n }] })];
  await store.add(block({ observations: [solAt(solUsd)], records }));
  await store.flush();
  const { tokens } = await handleFinder(
    { store, source: { now: () => 1_000_000_000 }, tokens: new Map() },
    { tokensMint: [wrappedSolMint] },
  );
  assert.deepEqual(
    tokens.map(({ mint, AMMs }) => [
      mint,
      AMMs.map((amm) => [amm.address, amm.pools.map((pool) => pool.address)]),
    ]),
    [
      [
        early,
        [
          [address('d'), [address('e')]],
          [address('y'), [address('c')]],
        ],
      ],
      [late, [[address('y'), [address('c'), address('q')]]]],
    ],
  );
  await store.close();
});

test('hundreds of tokens are sorted by revenues and address, with any limit', async () => {
  const store = await DuckDbStore.open(':memory:');
  const expected = Array.from({ length: 900 }, (_, at) => ({
    mint: address(`token${at}`),
    // More ties than one batch of the ranking has.
    gain: BigInt(at % 7 < 4 ? 1_000_000 : 1_000_000 + (at % 97)),
  }));
  const records = expected.map(({ mint, gain }, at) =>
    record({
      signature: signatureOf(at),
      index: at,
      ...twoLegs(mint, [address('amm'), address('a')], [address('amm'), address('b')], gain),
    }),
  );
  await store.add(block({ observations: [solAt(solUsd)], records }));
  await store.flush();
  expected.sort((first, second) => (first.mint < second.mint ? -1 : 1));
  expected.sort((first, second) => Number(second.gain - first.gain));
  for (const tokensMax of [1, 50, 100, 101, 500, 1_000]) {
    const { tokens } = await handleFinder(
      { store, source: { now: () => 1_000_000_000 }, tokens: new Map() },
      { tokensMint: [wrappedSolMint], tokensMax },
    );
    assert.deepEqual(
      tokens.map(({ mint }) => mint),
      expected.slice(0, tokensMax).map(({ mint }) => mint),
    );
  }
  await store.close();
});
