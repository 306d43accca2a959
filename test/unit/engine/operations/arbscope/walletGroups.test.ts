import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TriedPool } from '../../../../../src/engine/decode/arbitrageRecord.ts';
import { address } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, openMarket, serviceOf } from './market.ts';

const wallet = address('wallet');
const tried = (name: string, group: number): TriedPool => ({
  pool: address(name),
  program: address('amm'),
  mints: [address('dog'), address('sol')],
  group,
});

const used = (...names: string[]) => names.map((name) => [address('amm'), address(name)] as const);

test('a group that two instructions of a transaction list is tried and won once', async () => {
  const market = await openMarket();
  const pools = [tried('a', 0), tried('b', 0), tried('b', 1), tried('a', 1), tried('c', 2)];
  const won = arbitrage(1, {
    wallet,
    gainLamports: 4_000_000n,
    stops: used('a', 'b'),
    attempt: { pools, unknownPools: 0, parameters: null },
  });
  await addBlock(market, 100, [won]);
  await market.flush();
  const { groups } = await serviceOf(market).walletGroups({ wallet });
  assert.deepEqual(
    groups.map(({ tried, won, net_gains_sol, pools }) => [
      ...[tried, won, net_gains_sol],
      pools.map(({ used }) => used),
    ]),
    [
      [1, 1, 0.003995, [1, 1]],
      [1, 0, 0, [0]],
    ],
  );
});

test('a win belongs to the group with the whole route, and its gain is counted once', async () => {
  const market = await openMarket();
  const pools = [tried('a', 0), tried('c', 0), tried('a', 1), tried('b', 1)];
  const won = arbitrage(1, {
    wallet,
    gainLamports: 4_000_000n,
    stops: used('a', 'b'),
    attempt: { pools, unknownPools: 0, parameters: null },
  });
  await addBlock(market, 100, [won]);
  await market.flush();
  const { groups } = await serviceOf(market).walletGroups({ wallet });
  assert.deepEqual(
    groups.map(({ won, net_gains_sol }) => [won, net_gains_sol]),
    [
      [0, 0],
      [1, 0.003995],
    ],
  );
});
