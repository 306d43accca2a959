import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    const found = await store.walletTransactions({
      wallets: [...listed, ...listed, address('stranger')],
      limit: 100,
    });
    assert.deepEqual(
      found.map(({ wallet }) => wallet),
      listed.toReversed(),
    );
  }
  await store.close();
});
