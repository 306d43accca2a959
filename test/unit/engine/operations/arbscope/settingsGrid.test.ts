import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { SettingsOutcome } from '../../../../../src/api/arbscope/replay.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { toExportedRoutes } from '../../../../../src/engine/operations/arbscope/exportedRoutes.ts';
import { inSlices } from '../../../../../src/engine/operations/arbscope/inSlices.ts';
import {
  coverSettings,
  type SettingsGrid,
} from '../../../../../src/engine/operations/arbscope/settingsGrid.ts';
import { type NaiveArbitrage, naiveOutcomes } from './naiveExport.ts';

async function outcomesOf(
  arbitrages: readonly NaiveArbitrage[],
  grid: SettingsGrid,
  from: number,
  to: number,
): Promise<SettingsOutcome[]> {
  const routes = arbitrages.map(({ route }) => route);
  const rows = {
    timeSeconds: Uint32Array.from(arbitrages, ({ timeSeconds }) => timeSeconds),
    route: Uint32Array.from(arbitrages.keys()),
    revenuesUsd: Float64Array.from(arbitrages, ({ revenuesUsd }) => revenuesUsd),
    netGainsUsd: Float64Array.from(arbitrages, ({ netGainUsd }) => netGainUsd),
  };
  const exported = await inSlices(toExportedRoutes(routes), undefined);
  const window = { fromSeconds: from, toSeconds: to };
  return await inSlices(coverSettings(rows, exported, grid, window), undefined);
}

const settingsOf = (outcome: SettingsOutcome): string =>
  [
    outcome.tokens_max,
    outcome.min_transactions,
    outcome.refresh_seconds,
    outcome.tokens_time_range,
  ].join(' ');

function assertSame(found: readonly SettingsOutcome[], expected: readonly SettingsOutcome[]): void {
  assert.equal(found.length, expected.length);
  const bySettings = new Map(found.map((outcome) => [settingsOf(outcome), outcome]));
  for (const outcome of expected) {
    const own = bySettings.get(settingsOf(outcome));
    assert.equal(own?.transactions, outcome.transactions, settingsOf(outcome));
    for (const member of ['revenues_usd', 'net_gains_usd'] as const) {
      assert.ok(Math.abs((own?.[member] ?? 0) - outcome[member]) < 1e-6, settingsOf(outcome));
    }
  }
}

/** SOL, some tokens and their pools by number; 0 is an unknown pool. */
const routeOf = (stops: readonly { token: number; pool: number }[]) => {
  const places = stops.flatMap(({ token, pool }, at) => {
    // A pool trades its stop's token and, except the first pool, the token before.
    const before = stops[at - 1]?.token ?? token;
    return [...new Set([token, before])].map((name) => ({ id: 0, token: name, amm: 900, pool }));
  });
  return { pools: [...new Set(places.map(({ pool }) => pool))], places };
};

const arbitrary = fc.record({
  stops: fc.array(
    fc.record({ token: fc.integer({ min: 1, max: 5 }), pool: fc.integer({ min: 0, max: 5 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  time: fc.integer({ min: 0, max: 120 }),
  // In 64ths of a USD, whose sums are exact. Some are equal, some close, some far apart.
  gain: fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.constantFrom(1_600, 3_200, 3_201, 6_400, 6_401),
    fc.integer({ min: 0, max: 1_000_000 }),
  ),
  isGain: fc.boolean(),
});

const valuesOf = (arb: fc.Arbitrary<number>) => fc.uniqueArray(arb, { minLength: 1, maxLength: 4 });

const gridArbitrary = fc.record({
  tokens_max: valuesOf(fc.integer({ min: 1, max: 6 })),
  min_transactions: valuesOf(fc.integer({ min: 1, max: 5 })),
  refresh_seconds: valuesOf(fc.integer({ min: 5, max: 50 })),
  tokens_time_range: valuesOf(fc.integer({ min: 0, max: 70 })),
});

describe('The coverage of exports with other settings', () => {
  test('equals that of exports computed from scratch, for random markets and settings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitrary, { maxLength: 60, size: 'max' }),
        gridArbitrary,
        fc.nat(60),
        fc.nat(60),
        async (rows, grid, from, length) => {
          const arbitrages = rows
            .toSorted((one, other) => one.time - other.time)
            .map(
              ({ stops, time, gain, isGain }): NaiveArbitrage => ({
                timeSeconds: time,
                route: routeOf(stops),
                revenuesUsd: gain / 64,
                netGainUsd: isGain ? gain / 128 : -1,
              }),
            );
          const to = from + length;
          assertSame(
            await outcomesOf(arbitrages, grid, from, to),
            naiveOutcomes(arbitrages, grid, from, to),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test('counts a token that follows one with similar gains and too few transactions', async () => {
    const at = (timeSeconds: number, token: number, revenuesUsd: number): NaiveArbitrage => ({
      timeSeconds,
      route: routeOf([{ token, pool: token }]),
      revenuesUsd,
      netGainUsd: revenuesUsd,
    });
    const ranked = [at(1, 1, 6_401), at(2, 2, 3_200), at(3, 2, 3_200), at(4, 3, 1), at(5, 3, 1)];
    const grid = {
      tokens_max: [1],
      min_transactions: [2],
      refresh_seconds: [10],
      tokens_time_range: [10],
    };
    const [outcome] = await outcomesOf([...ranked, at(12, 1, 5), at(13, 2, 7)], grid, 10, 19);
    assert.deepEqual([outcome?.transactions, outcome?.net_gains_usd], [1, 7]);
  });

  test('yields to other work and stops soon after it is cancelled', async () => {
    const aborter = new AbortController();
    let steps = 0;
    let stepsWhenAborted = 0;
    function* endless(): Generator<void, never> {
      for (;;) {
        steps++;
        if (steps > 1e9) throw new Error('was not stopped');
        yield;
      }
    }
    setImmediate(() => {
      stepsWhenAborted = steps;
      aborter.abort();
    });
    await assert.rejects(inSlices(endless(), aborter.signal), (error) =>
      MarketError.is(error, 'cancelled'),
    );
    assert.ok(stepsWhenAborted > 0);
    assert.equal(steps, stepsWhenAborted);
  });
});
