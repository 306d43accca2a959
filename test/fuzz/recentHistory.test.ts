import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import type { FinderParameters } from '../../src/api/finder.ts';
import { Engine } from '../../src/engine/engine.ts';
import {
  SimulatedMarket,
  secondsBetweenOrdinarySwaps,
} from '../../src/engine/sandbox/simulatedMarket.ts';
import { recentHistorySeconds, SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';

const tokensMint = [wrappedSolMint, usdcMint];
const nowMilliseconds = 1_790_018_123_456;

/** Rounds numbers: prices are floating-point averages, which depend on the order of the swaps. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, part: unknown) => {
      if (typeof part === 'bigint') return String(part);
      return typeof part === 'number' ? part.toPrecision(9) : part;
    }),
  );

suite('The last hours of the Sandbox', () => {
  test('give the finder the same figures for an hour, and simulations the same prices, as a day', async () => {
    mock.timers.enable({ apis: ['Date'], now: nowMilliseconds });
    const source = new SimulatedSource({ seed: 7 });
    const recent = await Engine.open({ source: source.recentHistory(), store: ':memory:' });
    const whole = await Engine.open({ source, store: ':memory:' });
    const ofSimulations = await Engine.open({
      source: new SimulatedSource({ seed: 7, historySeconds: recentHistorySeconds }),
      store: ':memory:',
    });
    try {
      assert.ok(recent.blocks < whole.blocks / 5);
      // Only arbitrages in the hour of the window.
      assert.ok(recent.status().arbitrages < whole.status().arbitrages / 10);
      const requests: readonly FinderParameters[] = [
        { tokensMint },
        { tokensMint, tokensTimeRange: 300, thresholdMaxTimeRange: 60 },
        { tokensMint, tokensMinLiquidity: 100_000, percentilesTimeRange: 600 },
      ];
      for (const request of requests) {
        const [early, complete] = [
          await recent.service.finder(request),
          await whole.service.finder(request),
        ];
        assert.ok(complete.tokens.length > 10);
        assert.deepEqual(rounded(early), rounded(complete));
      }
      const pricesOf = ({ mints }: Engine) =>
        source.tokens().map(({ mint }) => mints.prices.priceOf(mint));
      assert.deepEqual(rounded(pricesOf(ofSimulations)), rounded(pricesOf(whole)));
      assert.ok(ofSimulations.status().arbitrages < whole.status().arbitrages / 5);
    } finally {
      await recent.close();
      await whole.close();
      await ofSimulations.close();
      mock.timers.reset();
    }
  });

  test('contain a swap on every pool in each hour', () => {
    const market = new SimulatedMarket(7);
    const first = 1_790_000_040;
    const last = first + secondsBetweenOrdinarySwaps - 1;
    const { observations } = market.generateRecords(first, last, () => false);
    const traded = new Set(observations.map(({ pool }) => pool));
    assert.deepEqual(
      market.pools.all.filter(({ address }) => !traded.has(address)),
      [],
    );
  });
});
