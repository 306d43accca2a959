// Only in test:all: each fault lasts a minute of the node’s clock, and takes ten seconds.
// Alone in its process: its virtual clock stops while any request is in progress.

import { describe, it } from 'node:test';
import { checkRows, followFaultyNode, nodeFaults } from '../faultyNode.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { skipWithoutChdb, TestServer } from './chdb.ts';

describe('A team’s store loses and repeats nothing, and recovers without a restart, if its node', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  for (const fault of nodeFaults) {
    it(`${fault.name} for a minute`, async () => {
      const server = new TestServer();
      const source = { kind: 'rpc', chain: '' } as const;
      const writer = await server.openWriter({ writeIntervalMilliseconds: 2_000 }, source);
      const run = await followFaultyNode(writer, fault);
      await writer.close();
      const rows = await server.visible('blocks', 'slot, blockhash');
      const blocks = rows
        .map(([slot, blockhash]) => [Number(slot), String(blockhash)] as const)
        .filter(([, blockhash]) => blockhash !== 'none');
      const signatures = (await server.visible('transactions', 'signature')).map(String);
      const [[missing] = []] = await server.query(
        (database) => `SELECT sum(blocks) FROM ${database.table('left_out')}`,
      );
      checkRows(run, { blocks, signatures, missing: Number(missing) }, fault);
    });
  }
});
