import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ArbitrageRecord } from '../../src/engine/decode/arbitrageRecord.ts';
import { handleFinder } from '../../src/engine/operations/finder.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { address, block, leg, record, signatureOf, solAt } from '../unit/engine/syntheticBlocks.ts';

const solUsd = 100;
const sol = { mint: wrappedSolMint, amount: 1_000n };

/** Routes through few tokens, AMMs and pools, so that they often share them. */
const arbitrary = fc.record({
  stops: fc.array(fc.record({ token: fc.nat(3), amm: fc.nat(2), pool: fc.option(fc.nat(3)) }), {
    minLength: 2,
    maxLength: 5,
  }),
  gain: fc.integer({ min: 1, max: 1_000_000_000 }),
  wallet: fc.nat(2),
  secondsAgo: fc.nat(100),
});

function recordOf(route: typeof arbitrary extends fc.Arbitrary<infer R> ? R : never, at: number) {
  const mints = [
    wrappedSolMint,
    ...route.stops.slice(1).map(({ token }) => address(`token${token}`)),
    wrappedSolMint,
  ];
  return record({
    signature: signatureOf(at),
    slot: 1_000 + at,
    wallet: address(`wallet${route.wallet}`),
    legs: route.stops.map(({ amm, pool }, order) =>
      leg(
        order,
        address(`amm${amm}`),
        pool === null ? null : address(`pool${amm}_${pool}`),
        { mint: mints[order] ?? '', amount: sol.amount },
        { mint: mints[order + 1] ?? '', amount: sol.amount },
      ),
    ),
    grossGains: [{ mint: wrappedSolMint, amount: BigInt(route.gain) }],
  });
}

interface Sum {
  revenues: number;
  transactions: number;
}

/** Reference implementation of the rollups, straight from their rules. */
function expectedRollups(records: readonly ArbitrageRecord[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { legs, grossGains } of records) {
    const revenues = (Number(grossGains[0]?.amount) / 1e9) * solUsd;
    const keys = new Set<string>();
    for (const { inputMint, outputMint, program, pool } of legs) {
      for (const mint of [inputMint, outputMint]) {
        if (mint === wrappedSolMint) continue;
        keys.add(mint).add(`${mint} ${program}`);
        if (pool !== null) keys.add(`${mint} ${program} ${pool}`);
      }
    }
    for (const key of keys) {
      const sum = sums.get(key) ?? { revenues: 0, transactions: 0 };
      sums.set(key, {
        revenues: sum.revenues + revenues,
        transactions: sum.transactions + 1,
      });
    }
  }
  return sums;
}

test('rollups of random routes equal a plain count for any window and wallets', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitrary, { maxLength: 40 }),
      fc.nat(100),
      fc.subarray([0, 1, 2]),
      async (routes, range, wallets) => {
        const now = 1_000_000;
        const store = await DuckDbStore.open(':memory:');
        const records = routes.map(recordOf);
        for (const [at, member] of records.entries()) {
          await store.add(
            block({
              slot: member.slot,
              blockTimeSeconds: now - (routes[at]?.secondsAgo ?? 0),
              records: [member],
              observations: [solAt(solUsd)],
            }),
          );
        }
        await store.flush();
        const names = wallets.map((wallet) => address(`wallet${wallet}`));
        const { tokens } = await handleFinder(
          { store, source: { now: () => now * 1_000 }, tokens: new Map() },
          { tokensMint: [wrappedSolMint], tokensTimeRange: range, wallets: names },
        );
        await store.close();
        const chosen = records.filter(
          ({ wallet }, at) =>
            (routes[at]?.secondsAgo ?? 0) <= range &&
            (names.length === 0 || names.includes(wallet)),
        );
        const found = new Map<string, Sum>();
        const note = (key: string, { revenues, transactions }: Sum): void => {
          found.set(key, { revenues, transactions });
        };
        for (const token of tokens) {
          note(token.mint, token);
          for (const amm of token.AMMs) {
            note(`${token.mint} ${amm.address}`, amm);
            for (const pool of amm.pools)
              note(`${token.mint} ${amm.address} ${pool.address}`, pool);
          }
        }
        const expected = expectedRollups(chosen);
        assert.deepEqual([...found.keys()].sort(), [...expected.keys()].sort());
        for (const [key, sum] of expected) {
          assert.equal(found.get(key)?.transactions, sum.transactions, key);
          assert.ok(Math.abs((found.get(key)?.revenues ?? 0) - sum.revenues) < 1e-6, key);
        }
        for (let at = 1; at < tokens.length; at++) {
          assert.ok((tokens[at - 1]?.revenues ?? 0) >= (tokens[at]?.revenues ?? 0));
        }
      },
    ),
    { numRuns: 40 },
  );
});
