import assert from 'node:assert/strict';
import { it } from 'node:test';
import { knownSums } from '../../../src/api/netGains.ts';

it('Gains of a Finder row are unknown if none of its arbitrages has a price', () => {
  const unknown = { revenues: null, profits: null };
  assert.deepEqual(knownSums({ revenues: 0, profits: 0, transactions: 3 }), unknown);
  const none = { revenues: 0, profits: 0 };
  assert.deepEqual(knownSums({ ...none, transactions: 0 }), none);
  const known = { revenues: 2, profits: -1 };
  assert.deepEqual(knownSums({ ...known, transactions: 3 }), known);
});
