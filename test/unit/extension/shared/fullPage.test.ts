import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArbitragePage } from '../../../../src/api/arbscope/arbitrages.ts';
import { loadFullPage } from '../../../../src/extension/shared/fullPage.ts';
import { arbitragesFrom, pageOf } from '../live/arbitrages.ts';

test('a list of rare arbitrages continues each search that ended early, until it is full', async () => {
  const searched_from = '2026-01-02T03:00:00.000Z';
  const pages: ArbitragePage[] = [
    pageOf(arbitragesFrom(9, 10), 'a', { searched_from }),
    pageOf([], 'b', { searched_from }),
    pageOf(arbitragesFrom(6, 8), 'c'),
    pageOf(arbitragesFrom(1, 5), null),
  ];
  const requests: object[] = [];
  const service = {
    arbitrages: async (parameters: object) => {
      requests.push(parameters);
      return pages[requests.length - 1] ?? pageOf([], null);
    },
  };
  const { arbitrages, next } = await loadFullPage(service, { wallets: ['w'], limit: 5 }, {});
  assert.deepEqual(
    arbitrages.map(({ block_number }) => block_number),
    [10, 9, 8, 7, 6],
  );
  assert.equal(next, 'c');
  assert.deepEqual(requests, [
    { wallets: ['w'], limit: 5 },
    { wallets: ['w'], limit: 3, cursor: 'a' },
    { wallets: ['w'], limit: 3, cursor: 'b' },
  ]);
});
