// Only in test:all: the competition of each arbitrage of a day takes minutes; a unit test takes some.

import { suite, test } from 'node:test';
import { SimulatedMarket } from '../../src/engine/sandbox/simulatedMarket.ts';
import { secondsPerDay } from '../../src/engine/sandbox/simulatedTime.ts';
import {
  assertCompared,
  type Compared,
  compareSeconds,
} from '../unit/engine/competition/simulatedTruth.ts';

const day = Math.ceil(1_790_000_000 / secondsPerDay) * secondsPerDay;
const stretchSeconds = 3_600;

suite('A day of competition in the Sandbox', () => {
  test('is what the generator meant, with the cause of each loss', () => {
    const market = new SimulatedMarket(1);
    const compared: Compared = new Map();
    for (let at = 0; at < secondsPerDay; at += stretchSeconds) {
      compareSeconds(market, day + at, stretchSeconds, compared);
    }
    const alike = ['unprofitable', 'lost-anyway', 'outbid', 'latency'];
    assertCompared(compared, ['own-error', 'unknown-error', ...alike]);
  });
});
