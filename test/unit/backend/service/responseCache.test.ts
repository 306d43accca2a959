import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { ResponseCache } from '../../../../src/backend/service/responseCache.ts';

describe('A token that was looked up', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1_000_000 }));
  afterEach(() => mock.timers.reset());

  it('is asked again for its price after ten minutes, and for its metadata after a day', () => {
    const cache = new ResponseCache(null);
    cache.set('tokenInfo', 'priced', { result: { price: 0.5 } }, '{}');
    cache.set('tokenInfo', 'unpriced', { result: { price: null } }, '{}');
    mock.timers.tick(599_000);
    assert.notEqual(cache.get('tokenInfo', 'priced'), null);
    mock.timers.tick(2_000);
    assert.equal(cache.get('tokenInfo', 'priced'), null);
    assert.notEqual(cache.get('tokenInfo', 'unpriced'), null);
  });
});
