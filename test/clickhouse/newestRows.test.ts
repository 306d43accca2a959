import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ClickHouseReader } from '../../src/engine/store/clickhouse/clickHouseReader.ts';
import { checkQuery, newestRows, writeBlocks } from '../fuzz/newestRows.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { openConnection, skipWithoutChdb, TestServer } from './chdb.ts';

describe('Of random blocks, ClickHouse returns', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  it('pages of the newest arbitrages and wallets’ transactions as a plain sort does', async () => {
    for (const blocks of fc.sample(newestRows.blocks, { numRuns: 5, seed: 7 })) {
      const server = new TestServer();
      const writer = await server.openWriter();
      const rows = await writeBlocks(writer, blocks);
      await writer.close();
      const times = new Map(
        (await server.visible('transactions', 'signature, time')).map(([signature, time]) => [
          String(signature),
          Number(time),
        ]),
      );
      const reader = await ClickHouseReader.open(server.target, openConnection());
      await fc.assert(
        fc.asyncProperty(newestRows.queries, (query) => checkQuery(reader, { rows, times }, query)),
        { numRuns: 20 },
      );
      await reader.close();
    }
  });
});
