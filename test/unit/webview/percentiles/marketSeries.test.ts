import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishedPercents } from '../../../../src/webview/charts/percentileAt.ts';
import { marketSeries, withMarket } from '../../../../src/webview/percentiles/marketSeries.ts';
import { otherMint, percentileResponse, series, steps } from './samples.ts';

const everyone = { providers: [], wallets: [] };

test('the market equals providers that all have the same percentiles', () => {
  const market = marketSeries([series({ sample: 40 }), series({ provider: 'FAST', sample: 7 })]);
  assert.equal(market?.sample, 47);
  assert.deepEqual(market?.values, steps);
});

test('the market weights providers by sample size', () => {
  const flat = (provider: string, amount: number, sample: number) =>
    series({ provider, sample, values: Array(12).fill(amount) });
  const market = marketSeries([flat('LOW', 10, 75), flat('HIGH', 90, 25)]);
  assert.deepEqual(
    market?.values,
    publishedPercents.map((percent) => (percent < 75 ? 10 : 90)),
  );
});

test('the market is estimated per mint from at least two providers with samples', () => {
  const lines = [
    series(),
    series({ provider: 'FAST' }),
    series({ provider: 'FAST', mint: otherMint, symbol: 'USDC', unit: 'smallest-unit' }),
  ];
  const [response] = withMarket(everyone, [percentileResponse(lines)]);
  assert.deepEqual(
    response?.series.map(({ provider, symbol }) => `${provider} ${symbol}`),
    ['* SOL', 'JITO SOL', 'FAST SOL', 'FAST USDC'],
  );
  assert.equal(marketSeries([series(), series({ provider: 'FAST', sample: 0 })]), null);
});

test('a query filtered by providers or wallets has no market', () => {
  const responses = [percentileResponse([series(), series({ provider: 'FAST' })])];
  assert.equal(withMarket({ ...everyone, providers: ['JITO'] }, responses), responses);
  assert.equal(withMarket({ ...everyone, wallets: [otherMint] }, responses), responses);
});
