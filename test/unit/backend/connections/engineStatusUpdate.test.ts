import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStatusUpdate } from '../../../../src/backend/connections/engineConnection.ts';
import type { EngineStatus } from '../../../../src/engine/indexing/engineStatus.ts';

const status: EngineStatus = {
  state: 'ready',
  message: '',
  newestSlot: 1,
  newestBlockTimeSeconds: 1_900_000_000,
  arbitrages: 0,
  source: 'https://node.example',
  lagSlots: 0,
  lagMilliseconds: 0,
  isStalled: false,
  indexedFraction: 1,
  recentlyOmitted: null,
  solPrice: null,
  isProblem: false,
  transactionsPerSecond: 0,
  secondsSinceBlock: 12,
  unreadableTransactions: 0,
  rows: null,
  storeBytes: null,
};

test('Windows get the time of the last new block by this machine’s clock, not the node’s', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const { engine } = toStatusUpdate(status);
  assert.equal(engine?.newBlockAtMilliseconds, 1_799_999_988_000);
  const recorded = toStatusUpdate({ ...status, secondsSinceBlock: null });
  assert.equal(recorded.engine?.newBlockAtMilliseconds, undefined);
});
