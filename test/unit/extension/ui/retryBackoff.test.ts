import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { BranchRetries } from '../../../../src/extension/ui/retryBackoff.ts';
import type { TreeRow } from '../../../../src/extension/ui/treeRow.ts';

const row = (id: string): TreeRow => ({
  ...{ id, label: id, description: '', icon: 'history', context: 'group' },
  accessibilityLabel: id,
  heading: id,
  facts: () => [],
});

describe('A row whose children could not be loaded', () => {
  let loaded: string[];
  let retries: BranchRetries;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    loaded = [];
    retries = new BranchRetries(({ id }) => loaded.push(id));
  });
  afterEach(() => mock.timers.reset());

  it('loads them again after a minute, once per failure', () => {
    const failure = new MarketError('unreachable', 'No way there');
    retries.schedule(row('one'), failure);
    retries.schedule(row('one'), failure);
    retries.schedule(row('other'), failure);
    mock.timers.tick(59_999);
    assert.deepEqual(loaded, []);
    mock.timers.tick(1);
    assert.deepEqual(loaded, ['one', 'other']);
    mock.timers.tick(600_000);
    assert.equal(loaded.length, 2);
  });

  it('waits as long as the service requires', () => {
    retries.schedule(row('one'), new MarketError('rate-limited', '', { retryAfterSeconds: 90 }));
    mock.timers.tick(89_999);
    assert.deepEqual(loaded, []);
    mock.timers.tick(1);
    assert.deepEqual(loaded, ['one']);
  });

  it('does not retry if only the user can fix the failure, or after a refresh of the view', () => {
    retries.schedule(row('one'), new MarketError('unauthorized', 'API key refused'));
    retries.schedule(row('other'), new MarketError('unreachable', 'No way there'));
    retries.stop();
    mock.timers.tick(600_000);
    assert.deepEqual(loaded, []);
  });
});
