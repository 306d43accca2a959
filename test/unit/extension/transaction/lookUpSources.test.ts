import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArbitrageSummary } from '../../../../src/api/arbscope/arbitrages.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { WalletTransaction } from '../../../../src/api/walletTransactions.ts';
import type { Connection } from '../../../../src/extension/base/connections.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { LookUpSources } from '../../../../src/extension/transaction/lookUpSources.ts';
import { signature, wallet } from '../addresses/marketDouble.ts';
import { signatureNumber } from './summaries.ts';

const arbitrage = {
  signature,
  outcome: 'gain',
  net_gains_sol: 0.1,
  mints: [
    { mint: 'So11111111111111111111111111111111111111112', symbol: 'SOL' },
    { mint: wallet, symbol: '' },
  ],
  timestamp: null,
  wallet,
  provider: 'JITO',
} as unknown as ArbitrageSummary;

const walletTransaction = (number: number, isSuccess = true): WalletTransaction => ({
  isSuccess,
  wallet,
  signature: signatureNumber(number),
  block_number: number,
  timestamp: '2026-09-27T10:00:00.000Z',
  mint: '',
  fees: 5_000n,
  net_gains_usd: 0,
  net_gains_sol: isSuccess ? 0.1 : -0.000005,
});

function sources(kind: Connection['kind'], answer: () => Promise<readonly ArbitrageSummary[]>) {
  const asked: object[] = [];
  const recentResponses = new RecentResponses();
  const made = new LookUpSources({
    active: {
      current: { kind, name: 'Mine' } as Connection,
      arbscope: {
        arbitrages: async (parameters) => {
          asked.push(parameters);
          return { arbitrages: [...(await answer())], next: null, newest: 'x' };
        },
      },
    },
    tracked: { addresses: [wallet] },
    recentResponses,
  });
  return { made, asked, recentResponses };
}

const { signal } = new AbortController();

describe('The sections of the Look Up Transaction list', () => {
  test('contain the newest arbitrages of the market and of the tracked wallets', async () => {
    const { made, asked } = sources('node', async () => [arbitrage]);
    const { summaries } = await made.market(signal);
    assert.deepEqual(summaries[0]?.route, ['SOL', 'AKnL…RSZ9']);
    assert.equal((await made.wallets(signal)).summaries.length, 1);
    assert.deepEqual(asked, [
      { outcomes: ['gain', 'loss', 'unknown'], limit: 5 },
      { wallets: [wallet], limit: 5 },
    ]);
  });

  test('reuse the wallet transactions of the Wallets view with a service, without a request', async () => {
    const { made, asked, recentResponses } = sources('service', async () => []);
    assert.deepEqual((await made.wallets(signal)).summaries, []);
    recentResponses.addWalletTransactions(
      [wallet],
      [walletTransaction(1), walletTransaction(2, false)],
    );
    const { summaries } = await made.wallets(signal);
    assert.deepEqual(
      summaries.map((each) => [each.signature, each.outcome]),
      [
        [signatureNumber(2), 'failed'],
        [signatureNumber(1), 'gain'],
      ],
    );
    // A switch of the connection clears them.
    recentResponses.clear();
    assert.deepEqual((await made.wallets(signal)).summaries, []);
    assert.deepEqual(asked, []);
  });

  test('are empty if the service does not offer them, and show any other failure', async () => {
    const fail = (error: MarketError) => () => Promise.reject<ArbitrageSummary[]>(error);
    const unoffered = sources('service', fail(new MarketError('not-offered', 'Not offered.')));
    assert.deepEqual(await unoffered.made.market(signal), { summaries: [], problem: '' });
    const failing = sources('node', fail(new MarketError('unreachable', 'No network.')));
    assert.equal((await failing.made.market(signal)).problem, 'No network.');
  });
});
