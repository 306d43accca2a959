import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type PoolChunk, PoolIndex } from '../../../../src/engine/marketCache/poolIndex.ts';
import type { ImportedPool } from '../../../../src/engine/pools/parsePoolEntry.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';

const address = (seed: number): string => encodeBase58(new Uint8Array(32).fill(seed + 1));
const pool = (seed: number, members: Partial<ImportedPool> = {}): ImportedPool => ({
  pool: address(seed),
  program: address(200),
  mintA: wrappedSolMint,
  mintB: address(100 + seed),
  vaultA: '',
  vaultB: '',
  lookupTable: '',
  parameters: {},
  addresses: {},
  isAggregator: false,
  ...members,
});
const part = (pools: readonly ImportedPool[], isRepetition = false): PoolChunk => ({
  pools,
  invalidEntries: 0,
  isRepetition,
});
const everything = { offset: 0, limit: 100 };

async function* inParts(...parts: readonly PoolChunk[]): AsyncGenerator<PoolChunk> {
  yield* parts;
}

test('Pools are available before the list is complete, and unchanged afterwards', async () => {
  const index = await PoolIndex.open(':memory:');
  try {
    const hasCome = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const filled = index.fill(
      (async function* () {
        yield part([pool(0), pool(1)]);
        hasCome.resolve();
        await goesOn.promise;
        yield part([pool(2)]);
      })(),
      1,
    );
    await hasCome.promise;
    assert.deepEqual(
      index.arriving?.page({}, everything).rows.map((row) => row.pool),
      [address(0), address(1)],
    );
    goesOn.resolve();
    await filled;
    assert.equal(index.arriving, null);
    const { rows } = (await index.list()).page({}, everything);
    assert.deepEqual(
      rows.map((row) => row.pool),
      [address(0), address(1), address(2)],
    );
  } finally {
    await index.close();
  }
});

test('A list that fails midway leaves the pools of the former load unchanged', async () => {
  const index = await PoolIndex.open(':memory:');
  try {
    await index.fill(inParts(part([pool(0)])), 1);
    const before = (await index.list()).page({}, everything);
    await assert.rejects(
      index.fill(
        (async function* () {
          yield part([pool(1), pool(2)]);
          throw new Error('cut off');
        })(),
        2,
      ),
      /cut off/,
    );
    assert.equal(index.arriving, null);
    assert.equal(index.filling?.atMilliseconds, 1);
    assert.deepEqual((await index.list()).page({}, everything), before);
    assert.equal(await index.find(address(1)), null);
  } finally {
    await index.close();
  }
});

test('A repeated pool is in the list once, with the fields of both entries', async () => {
  const again = pool(0, { lookupTable: address(50) });
  const inAggregator = pool(0, { isAggregator: true });
  for (const [parts, expected] of [
    [
      [part([pool(0), pool(1)]), part([again])],
      [pool(1), again],
    ],
    [
      [part([pool(0), pool(1)]), part([inAggregator], true)],
      [pool(1), inAggregator],
    ],
  ] as const) {
    const index = await PoolIndex.open(':memory:');
    try {
      await index.fill(inParts(...parts), 1);
      const { rows } = (await index.list()).page({}, everything);
      assert.deepEqual(
        rows.map((row) => [row.pool, row.lookupTable, row.isAggregator]),
        expected.map((row) => [row.pool, row.lookupTable, row.isAggregator]),
      );
    } finally {
      await index.close();
    }
  }
});

test('A table of pools works in memory if its file cannot be created', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-pools-'));
  try {
    const inFolder = join(folder, 'pools.duckdb');
    await mkdir(join(inFolder, 'own'), { recursive: true });
    await writeFile(join(folder, 'file'), 'mine');
    for (const path of [inFolder, join(folder, 'file', 'pools.duckdb')]) {
      const index = await PoolIndex.open(path);
      assert.equal(index.filling, null);
      await index.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
