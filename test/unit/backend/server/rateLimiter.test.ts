import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { serviceTiers } from '../../../../src/api/limits.ts';
import { parseTier, tierRates } from '../../../../src/api/tiers.ts';
import { RateLimiter } from '../../../../src/backend/server/rateLimiter.ts';

describe('A rate limit', () => {
  const rate = { requests: 3, perSeconds: 60 };

  it('allows its number of requests, then says how long to wait', () => {
    let now = 0;
    const limiter = new RateLimiter(new Map([['finder', rate]]), () => now);
    for (const at of [0, 10_000, 20_000]) {
      now = at;
      assert.equal(limiter.tryAcquire('finder'), null);
    }
    now = 30_000;
    assert.equal(limiter.tryAcquire('finder'), 30);
    now = 59_999;
    assert.equal(limiter.tryAcquire('finder'), 0.001);
    now = 60_000;
    assert.equal(limiter.tryAcquire('finder'), null);
    assert.equal(limiter.tryAcquire('finder'), 10);
  });

  it('counts each operation separately, and does not restrict those without a limit', () => {
    const once = { requests: 1, perSeconds: 60 };
    const rates = new Map([
      ['transaction', once],
      ['tokenInfo', once],
    ]);
    const limiter = new RateLimiter(rates, () => 0);
    assert.equal(limiter.tryAcquire('transaction'), null);
    assert.equal(limiter.tryAcquire('transaction'), 60);
    assert.equal(limiter.tryAcquire('tokenInfo'), null);
    for (let time = 0; time < 100; time += 1) assert.equal(limiter.tryAcquire('finder'), null);
  });

  it('is never exceeded in any sliding window, and the reported wait is always enough', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 60 }),
        (pauses) => {
          let now = 0;
          const limiter = new RateLimiter(new Map([['finder', rate]]), () => now);
          const passed: number[] = [];
          for (const pause of pauses) {
            now += pause;
            const wait = limiter.tryAcquire('finder');
            if (wait !== null) {
              assert.ok(wait > 0 && wait <= rate.perSeconds);
              now += Math.ceil(wait * 1_000);
              assert.equal(limiter.tryAcquire('finder'), null);
            }
            passed.push(now);
          }
          for (const [index, at] of passed.entries()) {
            const later = passed[index + rate.requests];
            assert.ok(later === undefined || later - at >= 60_000);
          }
        },
      ),
    );
  });
});

describe('Tiers', () => {
  it('have a number and a name', () => {
    assert.deepEqual(['1', '2', '3'].map(parseTier), serviceTiers);
    assert.deepEqual(serviceTiers.map(parseTier), serviceTiers);
    for (const text of ['', '0', '4', '01', 'LOW', '__proto__'])
      assert.equal(parseTier(text), null);
  });

  it('use the published figures in rising order, and the last one if there are fewer', () => {
    const figures = (operation: string) =>
      serviceTiers.map((tier) => tierRates(tier).get(operation)?.requests);
    assert.deepEqual(figures('landTransaction'), [25, 50, 100]);
    assert.deepEqual(figures('walletOverview'), [1, 3, 3]);
    assert.deepEqual(figures('tipsByGains'), [10, 10, 10]);
    assert.deepEqual(figures('finder'), [12, 12, 12]);
    assert.equal(tierRates('low').get('landTransaction')?.perSeconds, 1);
    assert.equal(tierRates('low').get('finder')?.perSeconds, 60);
  });
});
