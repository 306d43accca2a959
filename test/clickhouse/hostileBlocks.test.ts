import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTimes, timesCases } from '../contradictingTimes.ts';
import { farBlocks, followFarSlots } from '../farSlots.ts';
import { followHostileBlocks } from '../hostileBlocks.ts';
import { followWithRestart, forkedSlot } from '../restartedFork.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { skipWithoutChdb, TestServer } from './chdb.ts';

describe('Blocks of a node in which any member is hostile', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  it('cost at most themselves in a team’s store, too', async () => {
    const server = new TestServer();
    const writer = await server.openWriter({ now: () => 1_000 });
    const run = await followHostileBlocks(writer);
    await writer.close();
    assert.deepEqual(run.problems, []);
    const rows = await server.visible('transactions', 'signature');
    const stored = new Set(rows.map(String));
    assert.equal(stored.size, rows.length);
    assert.deepEqual(
      [...run.expected].filter((signature) => !stored.has(signature)),
      [],
    );
  });
});

describe('A team’s store of blocks whose times contradict each other', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  for (const each of timesCases) {
    it(each.name, async () => {
      const writer = await new TestServer().openWriter({ now: () => 1_000 });
      await checkTimes(writer, each);
      await writer.close();
    });
  }
});

describe('A fork that was abandoned before a restart', {
  ...suiteLimit,
  skip: skipWithoutChdb,
}, () => {
  it('leaves a team’s store once it is final', async () => {
    const server = new TestServer();
    const source = { kind: 'rpc', chain: '' } as const;
    await followWithRestart(() => server.openWriter({ now: () => 1_000 }, source));
    const rows = await server.visible('blocks', 'slot, blockhash');
    const removed = rows.filter(([, blockhash]) => blockhash === 'none');
    assert.deepEqual([rows.length, removed.map(([slot]) => Number(slot))], [74, [forkedSlot]]);
  });
});

describe('Slots that no store can hold', { ...suiteLimit, skip: skipWithoutChdb }, () => {
  it('are named and counted in a team’s store, and reported once', async () => {
    const server = new TestServer();
    const source = { kind: 'rpc', chain: '' } as const;
    const writer = await server.openWriter({ now: () => 1_000 }, source);
    await followFarSlots(writer);
    await writer.close();
    const [[missing] = []] = await server.query(
      (database) => `SELECT sum(blocks) FROM ${database.table('left_out')}`,
    );
    assert.equal(Number(missing), farBlocks);
  });
});
