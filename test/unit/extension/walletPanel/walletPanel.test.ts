import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { percentileKeys } from '../../../../src/api/enumerations.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import {
  loadWalletContent,
  type WalletContentOptions,
} from '../../../../src/extension/walletPanel/loadWalletContent.ts';
import { parseWallets } from '../../../../src/extension/walletPanel/parseWallets.ts';
import { toRollups, toTransaction } from '../../../../src/extension/walletPanel/walletContent.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { arbitrageOf, arbscopeSample } from '../../../arbscopeDouble.ts';
import { rankedWallet } from '../wallets/rankedWallet.ts';

const one = '7Yq2DfJwZxS1nKcVb5TtRr8uHhGgFfEeDdCcBbAam1Ke';
const two = 'Fs4kWqLmNnPpRrSsTtUuVvWwXxYyZzAaBbCcDdEe9TnB';
const now = '2026-11-22T14:20:30.000Z';

const percentiles = Object.fromEntries(percentileKeys.map((key, at) => [key, (at + 1) * 1_000]));
const split = { success: 1, fail: -0.5, total: 0.5 };
const overview = {
  gains: { SOL: split, USD: split },
  volume: { SOL: split, USD: split },
  transactions: { success: 3, fail: 1, total: 4 },
};
const load = {
  signal: new AbortController().signal,
  report: () => undefined,
  warn: () => undefined,
};

function connection(change: Partial<Record<string, () => unknown>> = {}) {
  const asked: (readonly [operation: string, parameters: unknown])[] = [];
  const responses: Partial<Record<string, () => unknown>> = {
    status: () => ({ ...arbscopeSample('status'), now, coverage: 0.9 }),
    walletRanking: () => ({
      ...arbscopeSample('walletRanking'),
      wallets_total: 412,
      wallets: [rankedWallet({ wallet: one })],
    }),
    arbitrages: () => ({
      ...arbscopeSample('arbitrages'),
      arbitrages: [{ ...arbitrageOf('5sig'), wallet: one }],
    }),
    history: () => ({
      ...arbscopeSample('history'),
      points: [
        {
          ...arbscopeSample('history').points[0],
          time: '2026-11-21T15:00:00.000Z',
          coverage: null,
        },
      ],
    }),
    tipsByComputeUnit: () => ({ JITO: { [wrappedSolMint]: { number: 40, percentiles } } }),
    finder: () => ({ tokens: [] }),
    walletOverview: () => ({ [one]: overview }),
    walletTransactions: () => [],
    ...change,
  };
  const service = new Proxy(
    {},
    {
      get: (_, operation: string) => async (parameters: unknown) => {
        asked.push([operation, parameters]);
        return responses[operation]?.();
      },
    },
  );
  const options = {
    service,
    arbscope: service,
    tracked: { labelOf: (address: string) => address.slice(0, 4), find: () => undefined },
    source: () => sandboxConnection,
    symbolOf: () => null,
  } as unknown as WalletContentOptions;
  const parametersOf = (operation: string) =>
    asked.flatMap(([name, parameters]) => (name === operation ? [parameters] : []));
  return { asked, options, parametersOf };
}

const throwing = (error: MarketError) => () => {
  throw error;
};
const state = { wallets: [one, two], windowSeconds: 86_400 };

describe('The wallet panel loads', () => {
  test('ranks, a history of the same window, tips with and without the wallets, and the newest', async () => {
    const { options, parametersOf } = connection();
    const content = await loadWalletContent(options, state, load);
    assert.deepEqual(parametersOf('walletRanking'), [
      { wallets: [one, two], timeRange: 86_400, order: 'gains', limit: 2 },
    ]);
    const to = Date.parse(now) / 1_000;
    const from = to - 86_400;
    assert.deepEqual(
      parametersOf('history'),
      [one, two].map((wallet) => ({ wallets: [wallet], from, to, interval: 3_600 })),
    );
    assert.deepEqual(parametersOf('tipsByComputeUnit'), [
      { maxTimeRange: 86_400 },
      { maxTimeRange: 86_400, wallets: [one] },
      { maxTimeRange: 86_400, wallets: [two] },
    ]);
    assert.equal(content.wallets[0]?.figures?.rank, 3);
    assert.equal(content.walletsTotal, 412);
    assert.equal(content.marketTips[0]?.sample, 40);
    assert.ok(content.isSimulated && content.isOffered);
    assert.equal(content.nowMilliseconds, Date.parse(now));
  });

  test('no figures for a wallet without transactions, and marks unknown intervals', async () => {
    const content = await loadWalletContent(connection().options, state, load);
    assert.equal(content.wallets[1]?.figures, null);
    assert.equal(content.wallets[0]?.history[0]?.isKnown, false);
  });

  for (const [windowSeconds, interval] of [
    [3_600, 60],
    [21_600, 300],
    [604_800, 3_600],
    [2_592_000, 86_400],
  ] as const) {
    test(`one history point per ${interval} seconds for a window of ${windowSeconds} seconds`, async () => {
      const { options, parametersOf } = connection();
      await loadWalletContent(options, { wallets: [one], windowSeconds }, load);
      assert.equal((parametersOf('history')[0] as { interval: number }).interval, interval);
    });
  }

  test('ranks and a history of 30 days, with tips, tokens and AMMs of the last day', async () => {
    const { options, parametersOf } = connection();
    await loadWalletContent(options, { wallets: [one], windowSeconds: 2_592_000 }, load);
    const windows = (operation: string, member: string) =>
      parametersOf(operation).map((each) => (each as Record<string, unknown>)[member]);
    assert.deepEqual(windows('walletRanking', 'timeRange'), [2_592_000]);
    assert.deepEqual(windows('tipsByComputeUnit', 'maxTimeRange'), [86_400, 86_400]);
    assert.deepEqual(windows('finder', 'tokensTimeRange'), [86_400]);
  });

  test('basic figures from a service without a ranking, and reports the limitation', async () => {
    const { options, asked } = connection({
      status: throwing(new MarketError('not-offered', 'Not here.')),
    });
    const content = await loadWalletContent(options, state, load);
    assert.equal(content.isOffered, false);
    assert.equal(content.wallets[0]?.figures?.success, 3);
    assert.equal(content.wallets[0].figures.rank, null);
    assert.equal(content.wallets[0].figures.tips, null, 'unknown, not 0');
    assert.equal(content.marketTips.length, 1);
    assert.ok(!asked.some(([operation]) => operation === 'history'));
  });

  test('the other parts if one fails, with the reason', async () => {
    const { options } = connection({
      finder: throwing(new MarketError('service-failing', 'The finder is away.')),
    });
    const content = await loadWalletContent(options, state, load);
    assert.deepEqual(content.faults, ['The finder is away.']);
    assert.equal(content.wallets[0]?.figures?.rank, 3);
  });

  test('nothing if the connection is unreachable', async () => {
    const { options } = connection({ status: throwing(new MarketError('unreachable', 'Away.')) });
    await assert.rejects(loadWalletContent(options, state, load), { kind: 'unreachable' });
  });
});

describe('Open Wallet accepts', () => {
  test('a row, an address, or the wallets of a comparison with the panel’s own first', () => {
    assert.deepEqual(parseWallets(one), [one]);
    assert.deepEqual(parseWallets({ context: 'leader', address: one }), [one]);
    assert.deepEqual(parseWallets({ wallets: [two, one, two] }), [two, one]);
  });

  test('no more wallets than a panel compares, and only valid addresses', () => {
    const many = Array.from({ length: 6 }, (_, at) => `${one.slice(0, -1)}${at + 1}`);
    assert.deepEqual(parseWallets({ wallets: many }), many.slice(0, 4));
    assert.deepEqual(parseWallets({ wallets: ['javascript:alert(1)', 7, one] }), [one]);
    for (const other of [undefined, null, '', 'x', 7, { wallets: 'x' }, { wallets: [] }]) {
      assert.deepEqual(parseWallets(other), []);
    }
  });
});

describe('The rows of the wallet panel', () => {
  test('sum an AMM over its tokens, and name unknown tokens by address', () => {
    const amm = { address: two, profits: 2, revenues: 3, transactions: 4, pools: [] };
    const token = {
      ...{ profits: 1, revenues: 2, transactions: 3, volume: 1, marketCap: 1, liquidity: 1 },
      AMMs: [amm],
    };
    const { tokens, amms } = toRollups(
      {
        tokens: [
          { ...token, mint: one },
          { ...token, mint: two, profits: 5 },
        ],
      },
      (mint) => (mint === one ? 'ONE\u200b' : null),
    );
    assert.deepEqual(
      tokens.map(({ name, netGainsUsd }) => [name, netGainsUsd]),
      [
        ['Fs4k…9TnB', 5],
        ['ONE\\u{200B}', 1],
      ],
    );
    assert.deepEqual(
      amms.map(({ transactions, netGainsUsd }) => [transactions, netGainsUsd]),
      [[8, 4]],
    );
  });

  test('have an unknown tip and route if the service’s response lacks them', () => {
    const { tips, route, outcome, atMilliseconds } = toTransaction({
      ...{ isSuccess: false, wallet: one, signature: 'x', block_number: 1, timestamp: null },
      ...{ mint: '', fees: 5_000n, net_gains_usd: -1, net_gains_sol: -0.1 },
    });
    assert.deepEqual([tips, route, outcome, atMilliseconds], [null, '', 'failed', null]);
  });
});
