// Only in test:all: each fault lasts a minute of the node’s clock, and takes ten seconds.
// Alone in its process: its virtual clock stops while any request is in progress.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { keepAll } from '../../../../src/engine/store/duckdb/retention.ts';
import { checkRows, followFaultyNode, nodeFaults } from '../../../faultyNode.ts';

suite('An index loses and repeats nothing, and recovers without a restart, if its node', () => {
  for (const fault of nodeFaults) {
    test(`${fault.name} for a minute`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'faulty-node-'));
      const source = { kind: 'rpc', chain: '' } as const;
      const store = await DuckDbStore.open(join(folder, 'store.duckdb'), keepAll, source);
      const run = await followFaultyNode(store, fault);
      const [slots = [], blockhashes = []] = await store.query(
        'SELECT slot, blockhash FROM blocks',
      );
      const [signatures = []] = await store.query('SELECT signature FROM transactions');
      const [[missing] = []] = await store.query(
        'SELECT coalesce(sum(blocks), 0)::UINTEGER FROM left_out',
      );
      await store.close();
      await rm(folder, { recursive: true });
      const blocks = slots.map((slot, at) => [Number(slot), String(blockhashes[at])] as const);
      const found = { blocks, signatures: signatures.map(String), missing: Number(missing) };
      checkRows(run, found, fault);
    });
  }
});
