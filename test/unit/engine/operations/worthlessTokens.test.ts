import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { handleFinder } from '../../../../src/engine/operations/finder.ts';
import { handleTransaction } from '../../../../src/engine/operations/transaction.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import {
  address,
  block,
  deepVaults,
  record,
  signatureOf,
  solAt,
  twoLegs,
} from '../syntheticBlocks.ts';

/**
 * SOL costs 100 USD. A swap of 0.01 SOL for one unit of `own` values a unit at one dollar; the token
 * has no decimals. Two routes through `middle` leave more of it.
 */
const own = address('own');
const honest = address('honest');
const middle = address('middle');
const ownAmm = address('own amm');
const amm = address('amm');
const rich = signatureOf(1);
const payable = signatureOf(2);
const real = signatureOf(3);

const gaining = (signature: string, index: number, amount: bigint) =>
  record({
    ...{ signature, index },
    ...twoLegs(middle, [ownAmm, address('first')], [ownAmm, address('second')]),
    ...{ baseMint: wrappedSolMint, grossGains: [{ mint: own, amount }] },
  });

async function storeWith(reserveLamports: bigint): Promise<DuckDbStore> {
  const observation = {
    ...{ inputMint: wrappedSolMint, inputAmount: 10_000_000n, outputMint: own, outputAmount: 1n },
    ...{ program: ownAmm, pool: address('own pool') },
  };
  const { program, pool } = observation;
  const vault = { program, pool, mint: wrappedSolMint, vault: address('own vault') };
  const sol = solAt(100);
  const store = await DuckDbStore.open(':memory:');
  await store.add(
    block({
      records: [
        gaining(rich, 0, 1_700_000_000_000n),
        gaining(payable, 1, 150n),
        record({
          ...{ signature: real, index: 2 },
          ...twoLegs(honest, [amm, address('a')], [amm, address('b')], 20_000_000n),
        }),
      ],
      observations: [sol, observation],
      vaults: [
        ...deepVaults([sol]),
        { ...vault, amount: reserveLamports },
        { ...vault, vault: address('other'), mint: own, amount: 1_000_000_000_000n },
      ],
      decimals: new Map([
        [own, 0],
        [wrappedSolMint, 9],
      ]),
    }),
  );
  await store.flush();
  return store;
}

const contextOf = (store: DuckDbStore) => ({
  ...{ store, source: { now: () => 1_000_000_000 }, tokens: new Map() },
});

describe('A token that its own pool prices at a dollar', () => {
  let store: DuckDbStore;
  before(async () => {
    store = await storeWith(2_000_000_000n);
  });
  after(() => store.close());

  const ranked = async () => {
    const { tokens } = await handleFinder(contextOf(store), { tokensMint: [wrappedSolMint] });
    return tokens.map(({ mint, revenues }) => [mint, revenues]);
  };
  const detail = (signature: string) => handleTransaction(contextOf(store), { signature });

  it('counts with at most what the pool could pay', async () => {
    assert.deepEqual(await ranked(), [
      [middle, 150],
      [honest, 2],
    ]);
  });

  it('has no price in a transaction that gains more, whose gain is unknown', async () => {
    const answer = await detail(rich);
    assert.equal(answer.gains_details[0]?.price, null);
    assert.equal(answer.net_gains_usd, 0);
    assert.equal((await detail(payable)).gains_details[0]?.price, 1);
  });

  it('has no more liquidity than twice the SOL of its pool', () => {
    assert.equal(store.pools.liquidityUsd(own, store.prices), 400);
  });
});

describe('A token that a pool with less than 100 dollars prices', () => {
  it('has no price, and gains in it no value', async () => {
    const store = await storeWith(900_000_000n);
    assert.equal(store.prices.priceOf(own), null);
    const { tokens } = await handleFinder(contextOf(store), { tokensMint: [wrappedSolMint] });
    assert.deepEqual(
      tokens.map(({ mint, revenues }) => [mint, revenues]),
      [
        [honest, 2],
        [middle, 0],
      ],
    );
    await store.close();
  });
});
