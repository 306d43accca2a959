import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, suite, test } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import type {
  DecodedBlock,
  OmissionCause,
  UnreadablePart,
} from '../../../../src/engine/decode/arbitrageRecord.ts';
import { BlockIndexer } from '../../../../src/engine/indexing/blockIndexer.ts';
import { EngineMetricsCollector } from '../../../../src/engine/indexing/engineMetrics.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { keepAll, retentionFor } from '../../../../src/engine/store/duckdb/retention.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { checkTimes, timesCases } from '../../../contradictingTimes.ts';
import { followHostileBlocks } from '../../../hostileBlocks.ts';
import { followWithRestart, forkedSlot } from '../../../restartedFork.ts';
import { TestClock } from '../sources/rpcSupport.ts';
import { block, record, signatureOf, solAt } from '../syntheticBlocks.ts';

const now = 1_800_000_000;

/** Follows one block for each time; returns the reasons of those that are not stored. */
function follow(
  store: DuckDbStore,
  times: readonly (number | null)[],
  transactions = 1,
  metrics?: EngineMetricsCollector,
  onOmitted?: (cause: OmissionCause | undefined) => void,
  clockSeconds?: () => number,
): Promise<string[]> {
  const blocks = times.map((blockTimeSeconds, at) => {
    const slot = 1_000 + at;
    const records = [record({ slot, signature: signatureOf(slot) })];
    return block({ slot, blockTimeSeconds, records, transactions });
  });
  return followBlocks(store, blocks, metrics, onOmitted, clockSeconds);
}

/** Returns the reasons of the blocks that are not stored. */
async function followBlocks(
  store: DuckDbStore,
  blocks: readonly DecodedBlock[],
  metrics = new EngineMetricsCollector(store),
  onOmitted: (cause: OmissionCause | undefined) => void = () => undefined,
  clockSeconds = () => now,
  report: (message: string) => void = () => undefined,
): Promise<string[]> {
  const reasons: string[] = [];
  const sourced = blocks.map((decoded) => ({
    slot: decoded.slot,
    get block(): never {
      throw new Error('decoded already');
    },
    decoded: () => decoded,
    onUnreadable: ({ reason, cause, isMost }: UnreadablePart) => {
      reasons.push(reason);
      if (isMost) onOmitted(cause);
    },
  }));
  const indexer = new BlockIndexer({
    writer: store,
    clock: new TestClock(),
    source: {
      kind: 'rpc',
      now: () => clockSeconds() * 1_000,
      tokens: () => [],
      async *history() {},
      async *follow() {
        yield* sourced;
      },
    },
    metrics,
    signal: new AbortController().signal,
    report: (_state, message) => report(message),
    now: () => now * 1_000,
    retention: retentionFor(1),
  });
  await indexer.follow();
  return reasons;
}

const rowCount = async (store: DuckDbStore) =>
  Number((await store.query('SELECT count(*)::UINTEGER FROM transactions'))[0]?.[0]);

suite('A block with a time that cannot be', () => {
  const open = () => DuckDbStore.open(':memory:', retentionFor(1));

  test('in the future is left out with the reason, and deletes no earlier block', async () => {
    const store = await open();
    assert.deepEqual(await follow(store, [now - 2, now + 86_400, now - 1, now]), [
      'their time is 86400 s ahead of this machine’s clock. Check the clock',
    ]);
    assert.equal(await rowCount(store), 3);
    assert.equal(store.newestTimeSeconds, now);
    await store.close();
  });

  test('ahead of the clock, unlike the block before, is left out unless a minute of blocks agrees', async () => {
    const store = await open();
    assert.deepEqual(await follow(store, [now - 2, now + 400, now - 1, now]), [
      'their time is 400 s ahead of this machine’s clock. Check the clock',
    ]);
    assert.equal(store.newestTimeSeconds, now);
    await store.close();

    const slow = await open();
    assert.deepEqual(await follow(slow, [now + 400, now + 401, now + 403]), []);
    await slow.close();

    // The clock is set back while blocks arrive.
    const setBack = await open();
    const clock = () => (setBack.newestTimeSeconds === now ? now - 300 : now);
    const times = [now - 1, now, now + 1];
    assert.deepEqual(await follow(setBack, times, 1, undefined, undefined, clock), []);
    await setBack.close();

    const corrected = await open();
    const later = Array.from({ length: 152 }, () => now + 500);
    assert.equal((await follow(corrected, [now - 1, ...later])).length, 150);
    assert.equal(corrected.newestTimeSeconds, now + 500);
    await corrected.close();
  });

  test('long before that of earlier blocks is left out with the reason', async () => {
    const store = await open();
    const causes: unknown[] = [];
    const times = [now - 1, now - 86_400, now];
    const reasons = await follow(store, times, 1, undefined, (cause) => causes.push(cause));
    assert.deepEqual(reasons, ['their time is 86399 s before that of earlier blocks']);
    assert.deepEqual(causes, ['implausible']);
    assert.equal(await rowCount(store), 2);
    await store.close();
  });

  test('unknown to the node counts at the time of the block before, and the status says so', async () => {
    const store = await open();
    assert.deepEqual(await follow(store, [now - 2, null, now]), [
      'Some blocks have no time, so they count at the time of the block before.',
    ]);
    const [times = []] = await store.query('SELECT time FROM transactions ORDER BY slot');
    assert.deepEqual(times.map(Number), [now - 2, now - 2, now]);
    await store.close();
  });

  test('unknown to the node is left out if no block close to it has one', async () => {
    const store = await open();
    assert.deepEqual(await follow(store, [null, null]), [
      'the node does not know their time',
      'the node does not know their time',
    ]);
    assert.equal(await rowCount(store), 0);
    const untimed = Array.from({ length: 152 }, () => null);
    const reasons = await follow(store, [now - 60, ...untimed]);
    assert.deepEqual(reasons.slice(-3), [
      'Some blocks have no time, so they count at the time of the block before.',
      'the node does not know their time',
      'the node does not know their time',
    ]);
    await store.close();
  });

  test('from an earlier release deletes no other block', async () => {
    const store = await open();
    for (const [at, blockTimeSeconds] of [now - 60, now + 86_400].entries()) {
      const slot = 900 + at;
      const records = [record({ slot, signature: signatureOf(slot) })];
      await store.add(block({ slot, blockTimeSeconds, records }));
    }
    assert.deepEqual(await follow(store, [now - 1, now]), []);
    assert.equal(await rowCount(store), 4);
    await store.close();
  });
});

suite('A store of blocks whose times contradict each other', () => {
  for (const each of timesCases) {
    test(each.name, async () => {
      const store = await DuckDbStore.open(':memory:', keepAll);
      await checkTimes(store, each);
      await store.close();
    });
  }
});

test('A fork that was abandoned before a restart leaves the store once it is final', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restarted-fork-'));
  const open = () =>
    DuckDbStore.open(join(folder, 'store'), keepAll, { kind: 'rpc', chain: 'genesis' });
  await followWithRestart(open);
  const store = await open();
  const [slots = []] = await store.query('SELECT slot FROM blocks ORDER BY slot');
  assert.equal(slots.length, 73);
  assert.equal(slots.map(Number).includes(forkedSlot), false);
  await store.close();
  await rm(folder, { recursive: true });
});

suite('Blocks without a transaction', () => {
  test('are named if there are many in a row, which no cluster has', async () => {
    const store = await DuckDbStore.open(':memory:', retentionFor(1));
    const times = (count: number) => Array.from({ length: count }, () => now);
    assert.deepEqual(await follow(store, times(99), 0), []);
    const [reason] = await follow(store, times(100), 0);
    assert.equal(
      reason,
      'The last 100 blocks have no transactions. Check whether the node leaves them out.',
    );
    await store.close();
  });
});

test('A price from the future, stored by an earlier release, keeps no later price out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'future-price-'));
  const open = () =>
    DuckDbStore.open(join(folder, 'store'), keepAll, { kind: 'rpc', chain: 'genesis' });
  const seconds = Math.floor(Date.now() / 1_000);
  const priced = (slot: number, blockTimeSeconds: number, usd: number) =>
    block({ slot, blockTimeSeconds, observations: [solAt(usd)] });
  const former = await open();
  await former.add(priced(100, seconds - 60, 90));
  await former.add(priced(101, seconds + 86_400, 500));
  await former.close();
  const store = await open();
  const { prices } = store;
  assert.deepEqual(prices.priceOf(wrappedSolMint), { priceUsd: 90, timeSeconds: seconds - 60 });
  await store.add(priced(102, seconds, 90));
  assert.deepEqual(prices.priceOf(wrappedSolMint), { priceUsd: 90, timeSeconds: seconds });
  await store.close();
  await rm(folder, { recursive: true });
});

test('The time since the last new block counts until a block is stored, whatever its time', async () => {
  const store = await DuckDbStore.open(':memory:', retentionFor(1));
  let milliseconds = 0;
  const metrics = new EngineMetricsCollector(store, () => milliseconds);
  milliseconds = 150_000;
  await follow(store, [now + 86_400], 1, metrics);
  assert.equal(metrics.current().secondsSinceBlock, 150);
  await follow(store, [now - 600], 1, metrics);
  assert.equal(metrics.current().secondsSinceBlock, 0);
  await store.close();
});

test('New blocks are stored while an hour cannot be summed, which is told and tried again', async () => {
  const store = await DuckDbStore.open(':memory:', retentionFor(1));
  const { run } = DuckDBConnection.prototype;
  let left = 1;
  const mocked = mock.method(
    DuckDBConnection.prototype,
    'run',
    async function (this: DuckDBConnection, ...statement: Parameters<typeof run>) {
      const isSum = statement[0].startsWith('INSERT INTO hour_totals');
      if (isSum && left-- > 0) throw new Error('out of memory');
      return await run.apply(this, statement);
    },
  );
  const due = now - 3_600 + 200;
  const blocks = [now - 7_190, due, due + 1, due + 300].map((blockTimeSeconds, at) => {
    const slot = 1_000 + at;
    return block({
      slot,
      blockTimeSeconds,
      records: [record({ slot, signature: signatureOf(slot) })],
    });
  });
  const told: string[] = [];
  await followBlocks(store, blocks, undefined, undefined, undefined, (each) => told.push(each));
  mocked.mock.restore();
  const problem =
    'Old transactions are not deleted, and the store grows: The store failed: out of memory';
  assert.deepEqual(told, ['', problem, problem, '']);
  assert.equal(await rowCount(store), 4);
  assert.deepEqual(await store.query('SELECT hour FROM summed_hours'), [[now - 7_200]]);
  await store.close();
});

suite('A store that fails while a block is added', () => {
  const another = block({
    ...{ slot: 1_000, blockhash: 'another', blockTimeSeconds: now },
    records: [record({ slot: 1_000, signature: signatureOf(2_000) })],
  });
  const signaturesOf = async (store: DuckDbStore) =>
    (await store.query('SELECT signature FROM transactions'))[0];

  test('keeps the block that the other one replaces until it works again', async () => {
    const store = await DuckDbStore.open(':memory:', retentionFor(1));
    await follow(store, [now]);
    let left = 2;
    const { run } = DuckDBConnection.prototype;
    const mocked = mock.method(
      DuckDBConnection.prototype,
      'run',
      async function (this: DuckDBConnection, ...statement: Parameters<typeof run>) {
        const isRead = statement[0].startsWith('SELECT signature, number FROM transactions');
        if (isRead && left-- > 0) throw new Error('IO Error: read failed');
        return await run.apply(this, statement);
      },
    );
    await assert.rejects(store.add(another), /The store failed: IO Error: read failed/);
    await store.flush();
    assert.deepEqual(await signaturesOf(store), [signatureOf(1_000)]);
    assert.deepEqual(await followBlocks(store, [another]), []);
    mocked.mock.restore();
    assert.deepEqual(await signaturesOf(store), [signatureOf(2_000)]);
    await store.close();
  });

  for (const [failures, reasons] of [
    [2, []],
    [3, ['the store failed: cannot append']],
  ] as const) {
    test(`gets the block three times before it counts as missing (${failures} failures)`, async () => {
      const store = await DuckDbStore.open(':memory:', retentionFor(1));
      const add = store.add.bind(store);
      let left: number = failures;
      store.add = async (decoded) => {
        if (left-- > 0) throw new Error('cannot append');
        await add(decoded);
      };
      const causes: unknown[] = [];
      const of = [now, now + 1];
      assert.deepEqual(
        await follow(store, of, 1, undefined, (cause) => causes.push(cause)),
        reasons,
      );
      assert.deepEqual(
        causes,
        reasons.map(() => 'not-stored'),
      );
      assert.equal(await rowCount(store), 2 - reasons.length);
      await store.close();
    });
  }
});

suite('Blocks of a node in which any member is hostile', () => {
  test('cost at most themselves: every other transaction is stored once', async () => {
    const store = await DuckDbStore.open(':memory:');
    const run = await followHostileBlocks(store);
    assert.deepEqual(run.problems, []);
    for (const [change, reason] of [...run.refused, ...run.unreadable]) {
      const text = `${change}: ${reason}`;
      assert.doesNotMatch(reason, /unexpected JSON|undefined|Cannot|\{\d\}/, text);
    }
    assert.ok(run.refused.size > 50 && run.unreadable.size > 300, `${run.blocks}`);
    const ofTransactions = [...run.refused.keys()].filter((change) =>
      /^transactions\./.test(change),
    );
    assert.deepEqual(ofTransactions, []);
    const [signatures = []] = await store.query('SELECT signature FROM transactions');
    assert.equal(new Set(signatures).size, signatures.length);
    const stored = new Set(signatures.map(String));
    assert.deepEqual(
      [...run.expected].filter((signature) => !stored.has(signature)),
      [],
    );
    await store.close();
  });
});
