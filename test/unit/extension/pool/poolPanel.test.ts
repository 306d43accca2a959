import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { PoolPanelOptions } from '../../../../src/extension/pool/poolPanel.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createPoolPanel } = await import('../../../../src/extension/pool/poolPanel.ts');
const { RecentResponses } = await import('../../../../src/extension/shared/recentResponses.ts');

const pool = '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2';
const mint = 'So11111111111111111111111111111111111111112';
const rival = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';
const none = { number: 0, p50: null, p75: null, p95: null };
const total = {
  ...{ transactions: 12, failures: 3, revenues_usd: 4, net_gains_usd: 2.5, volume_usd: 90 },
  ...{ tips: { ...none, number: 12, p50: 1_000.5 }, fees: none },
};
const row = {
  ...{ pool, program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', mintA: mint, mintB: rival },
  ...{ symbolA: 'SOL', symbolB: 'OTTER', lookupTable: '', isAggregator: true },
};

const ranked = {
  ...{ wallet: rival, net_gains_usd: 1.5, transactions: { success: 9, fail: 1, total: 10 } },
};

function panelOf({
  kind = 'sandbox',
  isLoaded = true,
  isOffered = true,
}: {
  readonly kind?: 'sandbox' | 'service';
  readonly isLoaded?: boolean;
  readonly isOffered?: boolean;
} = {}) {
  const asked: unknown[] = [];
  const warnings: string[] = [];
  let loads = 0;
  const panel = createPoolPanel({
    arbscope: {
      status: () =>
        isOffered
          ? Promise.resolve({ now: '2026-01-02T12:00:00.000Z', from: null })
          : Promise.reject(new MarketError('not-offered', 'not offered')),
      history: async (parameters: unknown) => {
        asked.push(parameters);
        const point = { ...total, time: '2026-01-01T12:00:00.000Z', coverage: 1 };
        return { interval: 3_600, points: [point], rows_from: null, total };
      },
      arbitrages: async () => ({ arbitrages: [], next: null, rows_from: null, newest: 'a' }),
      walletRanking: async () => ({ wallets: [ranked], wallets_total: 7 }),
    },
    pools: {
      stats: async () => ({ loadedAtMilliseconds: isLoaded || loads > 0 ? 1 : null }),
      load: async () => {
        loads += 1;
      },
      find: async () => row,
      detail: async () => ({ row, params: {}, accounts: [], accountsNote: null }),
    },
    recentResponses: new RecentResponses(),
    source: () => ({ kind, name: 'Here' }),
    walletLabel: () => 'Rival',
  } as unknown as PoolPanelOptions);
  const load = (request?: Parameters<typeof panel.load>[2]) =>
    panel.load(
      { pool, periodSeconds: 86_400 },
      {
        signal: AbortSignal.timeout(10_000),
        report: () => undefined,
        warn: ({ message }) => warnings.push(message),
      },
      request,
    );
  return { panel, load, asked, warnings, loads: () => loads };
}

describe('The pool panel', () => {
  test('shows the figures of exactly the last 24 hours, and who earned them', async () => {
    const { panel, load, asked } = panelOf();
    const content = await load();
    assert.deepEqual(asked, [
      { pools: [pool], from: 1_767_268_800, to: 1_767_355_200, interval: 3_600 },
    ]);
    assert.equal(content.pair, 'SOL / OTTER');
    const figures = content.period?.figures.map(({ name, value }) => `${name} ${value}`);
    assert.deepEqual(figures, [
      ...['Arbitrages 12', 'Failed 3', 'Gross gains $4.00', 'Net gains $2.50', 'Volume $90.00'],
      'Median tip 1,001 lamports',
    ]);
    assert.deepEqual(content.period?.wallets, [
      { wallet: rival, label: 'Rival', netGainsUsd: 1.5, success: 9, failed: 1 },
    ]);
    assert.equal(panel.titleOf({ pool, periodSeconds: 86_400 }, content), 'Pool SOL / OTTER');
  });

  test('loads the period that its page asks for, and keeps it for the next start', async () => {
    const { panel, asked } = panelOf();
    const states: unknown[] = [];
    const session = {
      state: { pool, periodSeconds: 86_400 } as const,
      setState: (state: unknown) => void states.push(state),
      reload: () => undefined,
    };
    await panel.handle({ type: 'period', periodSeconds: 2_592_000 }, session);
    assert.deepEqual(states, [{ pool, periodSeconds: 2_592_000 }]);
    const { signal } = new AbortController();
    const quiet = { signal, report: () => undefined, warn: () => undefined };
    await panel.load({ pool, periodSeconds: 2_592_000 }, quiet);
    assert.deepEqual(asked, [
      { pools: [pool], from: 1_764_763_200, to: 1_767_355_200, interval: 86_400 },
    ]);
  });

  test('loads the pools of a service only when its page asks for them', async () => {
    const { load, loads } = panelOf({ kind: 'service', isLoaded: false });
    const content = await load();
    assert.deepEqual([loads(), content.canLoadPools, content.pair], [0, true, null]);
    const loaded = await load({ type: 'load-pools' });
    assert.deepEqual([loads(), loaded.canLoadPools, loaded.pair], [1, false, 'SOL / OTTER']);
    const own = panelOf({ isLoaded: false });
    assert.equal((await own.load()).pair, 'SOL / OTTER');
  });

  test('shows what a service without history knows, without an error', async () => {
    const { load, warnings } = panelOf({ kind: 'service', isOffered: false });
    const content = await load();
    assert.deepEqual([content.period, content.isPeriodOffered, warnings], [null, false, []]);
    assert.equal(content.facts[0]?.value, 'Raydium AMM v4');
  });

  test('opens what its page names', async () => {
    const { panel } = panelOf();
    editor.executed.length = 0;
    const session = {
      state: { pool, periodSeconds: 86_400 } as const,
      setState: () => undefined,
      reload: () => undefined,
    };
    for (const type of ['show-arbitrages', 'open-market', 'reveal', 'copy-accounts'] as const)
      await panel.handle({ type }, session);
    assert.deepEqual(editor.executed, [
      ['arbscope.showArbitrages', { pools: [pool] }],
      ['arbscope.openMarket', { kind: 'pool', value: pool }],
      ['arbscope.revealPool', pool],
      ['arbscope.copyPoolAccounts', pool],
    ]);
  });
});
