import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FinderParameters } from '../../../../src/api/finder.ts';
import { loadProviderTips } from '../../../../src/backend/landing/providerTips.ts';

const { signal } = new AbortController();

describe('Market tips', () => {
  test('are fetched for each tipped provider, exact to the lamport', async () => {
    const asked: FinderParameters[] = [];
    const amounts: Readonly<Record<string, unknown>> = {
      p25: 1_000,
      p50: 2_000,
      p75: 3_000,
      p95: 2n ** 60n,
    };
    const { markets, unknown } = await loadProviderTips({
      queryFinder: async (parameters) => {
        asked.push(parameters);
        return {
          tips: { amount: amounts[parameters.percentilesTips ?? ''], transactions: 12 },
        };
      },
      providers: ['JITO'],
      signal,
    });
    assert.deepEqual(unknown, []);
    assert.deepEqual(markets, [
      {
        provider: 'JITO',
        windowSeconds: 3_600,
        transactions: 12,
        p25: 1_000n,
        p50: 2_000n,
        p75: 3_000n,
        p95: 2n ** 60n,
      },
    ]);
    assert.ok(asked.every(({ percentilesProvider }) => percentilesProvider === 'JITO'));
  });

  test('list providers with unknown tips, with the reason', async () => {
    const answer = (parameters: FinderParameters): unknown => {
      if (parameters.percentilesProvider === 'JITO') return { tips: { transactions: 0 } };
      if (parameters.percentilesProvider === 'BLOX') return {};
      throw new Error('gone');
    };
    const told = await loadProviderTips({
      queryFinder: async (parameters) => answer(parameters),
      providers: ['JITO', 'BLOX', 'FAST', 'SOMEONE_ELSE'],
      signal,
    });
    assert.deepEqual(told, {
      markets: [],
      unknown: [
        { provider: 'JITO', reason: 'no-tips' },
        { provider: 'BLOX', reason: 'no-tips' },
        { provider: 'FAST', reason: 'no-answer' },
        { provider: 'SOMEONE_ELSE', reason: 'provider-not-told' },
      ],
    });
  });
});
