import { describe, it } from 'node:test';
import { SimulatedMarket } from '../../../../src/engine/sandbox/simulatedMarket.ts';
import { secondsPerDay } from '../../../../src/engine/sandbox/simulatedTime.ts';
import { assertCompared, type Compared, compareSeconds } from './simulatedTruth.ts';

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
    assertCompared(compared, ['own-error', 'unknown-error', 'unprofitable', 'outbid', 'latency']);
  });
});
