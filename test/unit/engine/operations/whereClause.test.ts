import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WhereClause } from '../../../../src/engine/store/duckdb/database/whereClause.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { address, block, record, signatureOf } from '../syntheticBlocks.ts';

test('a filter list of any length matches only its wallets', async () => {
  const store = await DuckDbStore.open(':memory:');
  const wallets = Array.from({ length: 40 }, (_, number) => address(`wallet${number}`));
  await store.add(
    block({
      records: wallets.map((wallet, number) =>
        record({ wallet, signature: signatureOf(number), index: number }),
      ),
    }),
  );
  await store.flush();
  for (const length of [1, 2, 16, 17, 40]) {
    const listed = wallets.slice(0, length);
    const conditions = new WhereClause(store.names)
      .atLeast('time', 1_000_000)
      .isAnyOf('wallet', [...listed, ...listed, address('stranger')])
      .atMost('compute_units', 100_000);
    const [found = []] = await store.query(
      `SELECT wallet FROM transactions WHERE ${conditions.sql} ORDER BY position`,
      conditions.values,
    );
    assert.deepEqual(
      found.map((id) => store.names.nameOf(Number(id))),
      listed,
    );
  }
  await store.close();
});
