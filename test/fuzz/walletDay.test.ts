// Only in test:all: a whole day takes half a minute; test/unit/ compares half an hour.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWallet } from '../../src/backend/commands/compareWallet.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { SimulatedPeriod, shownBy } from '../unit/engine/operations/arbscope/simulatedPeriod.ts';

const start = 1_790_000_040;
const daySeconds = 86_400;

test('the competition of wallets over a day of the Sandbox is what the generator meant', async () => {
  const period = new SimulatedPeriod(2026, start, daySeconds);
  // The Sandbox keeps a day of blocks, and its clock runs on meanwhile.
  const window = { from: start + 900, to: start + daySeconds - 10 };
  const users = period.market.wallets.searchers.filter(
    ({ executor }) => executor.kind === 'jupiter',
  );
  const store = await DuckDbStore.open(':memory:');
  const service = period.service(store);
  try {
    for (const { address: wallet } of users.slice(-2)) {
      const asked = { wallet, ...window, limit: 10_000 };
      const found = await compareWallet(asked, service, new AbortController().signal);
      assert.deepEqual(shownBy(found), period.truthOf(wallet, window), wallet);
      assert.ok(found.attempts > 100);
    }
  } finally {
    await store.close();
  }
});
