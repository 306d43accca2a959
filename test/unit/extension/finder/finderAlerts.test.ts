import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFinderAlerts } from '../../../../src/extension/finder/finderAlerts.ts';

test('the hidden Finder refreshes for alerts on it, and bears any other value of the setting', () => {
  assert.ok(hasFinderAlerts([{ when: 'gain' }, { when: 'topToken', top: 3 }]));
  assert.ok(hasFinderAlerts([{ when: 'recommendation' }]));
  for (const value of [{ when: 'topToken' }, 'topToken', null, undefined, [null], [{}], ['x'], 7])
    assert.equal(hasFinderAlerts(value), false);
});
