import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PoolRow } from '../../../../src/backend/protocol/poolProtocol.ts';
import { PoolPairs } from '../../../../src/extension/finder/poolPairs.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { addressOf, bonk, raydiumV4, token, withTokens } from './exports/finderResponses.ts';

const [shared, own, other] = [addressOf(1), addressOf(2), addressOf(3)];
const { result } = withTokens([
  token(bonk, { [raydiumV4]: [{ address: shared }, { address: own }] }),
  token(usdcMint, { [raydiumV4]: [{ address: shared }, { address: other }] }),
]);
const row = (pool: string): PoolRow => ({
  ...{ pool, program: raydiumV4, lookupTable: '', isAggregator: false },
  ...{ mintA: wrappedSolMint, mintB: bonk, symbolA: 'SOL', symbolB: 'BONK' },
});

function pairsOver(rows: readonly PoolRow[], loadedAtMilliseconds: number | null = 1) {
  const requests: (readonly string[])[] = [];
  let loads = 0;
  const stats = {
    ...{ pools: 0, loadedAtMilliseconds, faults: 0, aggregatorPools: 0 },
    programs: [],
  };
  const pairs = new PoolPairs({
    stats: async () => stats,
    load: async () => {
      loads += 1;
      return stats;
    },
    page: async ({ filter }) => {
      requests.push(filter?.pools ?? []);
      return { rows, total: rows.length };
    },
  });
  return { pairs, requests, loads: () => loads };
}

describe('The pairs of the Finder’s pools', () => {
  it('need no request for pools of two ranked tokens, and one for all others', async () => {
    const { pairs, requests } = pairsOver([row(own), { ...row(other), mintB: '' }]);
    let changes = 0;
    pairs.onChange(() => {
      changes += 1;
    });
    await pairs.load(result, false);
    assert.deepEqual(pairs.get(shared), {
      ...{ mintA: bonk, mintB: usdcMint, symbolA: '', symbolB: '' },
    });
    assert.equal(pairs.get(own)?.symbolA, 'SOL');
    assert.equal(pairs.get(other), undefined);
    assert.deepEqual(requests, [[own, other]]);
    assert.equal(changes, 1);
    await pairs.load(result, false);
    assert.deepEqual(requests.at(-1), [other]);
    pairs.clear();
    assert.equal(pairs.get(own), undefined);
  });

  it('never load a service’s market cache', async () => {
    const service = pairsOver([row(own)], null);
    await service.pairs.load(result, false);
    assert.equal(service.loads(), 0);
    assert.deepEqual(service.requests, []);
    const sandbox = pairsOver([row(own)], null);
    await sandbox.pairs.load(result, true);
    assert.equal(sandbox.loads(), 1);
    assert.equal(sandbox.pairs.get(own)?.mintB, bonk);
  });

  it('stay unknown if the backend fails or the connection changes', async () => {
    const { pairs } = pairsOver([row(own)]);
    const loading = pairs.load(result, true);
    pairs.clear();
    await loading;
    assert.equal(pairs.get(own), undefined);
    const failing = new PoolPairs({
      ...{ load: assert.fail, page: assert.fail },
      stats: async () => {
        throw new Error('no backend');
      },
    });
    await failing.load(result, true);
    assert.equal(failing.get(own), undefined);
  });
});
