import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulatedMarket } from '../../../../src/engine/sandbox/simulatedMarket.ts';
import { secondsPerDay } from '../../../../src/engine/sandbox/simulatedTime.ts';
import { type Compared, compareSeconds } from './simulatedTruth.ts';

const day = Math.ceil(1_790_000_000 / secondsPerDay) * secondsPerDay;
/** The first seconds of each hour: some are busy. */
const stretch = { every: 3_600, seconds: 60 } as const;

describe('In the blocks of the Sandbox, the competition is what the generator meant', () => {
  it('at all hours of a day, with the cause of each loss', () => {
    const compared: Compared = new Map();
    for (const seed of [1, 2026]) {
      const market = new SimulatedMarket(seed);
      for (let at = 0; at < secondsPerDay; at += stretch.every) {
        compareSeconds(market, day + at, stretch.seconds, compared);
      }
    }
    const causes = ['own-error', 'unknown-error', 'unprofitable', 'lost-anyway', 'latency'];
    const expected = ['trigger', 'rivals', 'ownCopies', 'laterTakers', 'cause outbid'];
    for (const what of [...expected, ...causes.map((cause) => `cause ${cause}`)]) {
      assert.ok((compared.get(what) ?? 0) > 0, `${what}: ${[...compared].join('; ')}`);
    }
  });
});
