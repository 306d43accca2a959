import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { importPools } from '../../src/engine/marketCache/poolImport.ts';
import { handleMarketCache, marketCacheRows } from '../../src/engine/operations/marketCache.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { median, percentile } from './percentile.ts';
import { poolCount, poolMint, writePoolEntries } from './poolEntries.ts';

const rounds = 60;
const memoryMegabytes = 1_024;

/**
 * A market cache of real size: the time of its import and of a response for two tokens, and the
 * peak memory of this process during both and during one read of the whole cache.
 */
export const bench: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-bench-'));
  try {
    const file = path.join(folder, 'cache.json');
    await writePoolEntries(file);
    const { size } = await stat(file);
    const store = await DuckDbStore.open(path.join(folder, 'store.duckdb'));
    try {
      const importSeconds = await seconds(async () => {
        const { pools } = await importPools(store, file);
        if (pools !== poolCount) throw new Error(`${pools} pools were taken in`);
      });
      const pair = await measurePair(store);
      await readAll(store);
      const megabytes = process.resourceUsage().maxRSS / 1_024;
      // After the memory measurement, because it uses much memory.
      const referenceSeconds = await seconds(() => readByDuckDb(file, folder));
      return [
        {
          name: 'import.pools',
          value: importSeconds,
          unit: `s for ${poolCount} pools of ${Math.round(size / 1e6)} MB`,
          reference: { name: 'DuckDB’s own JSON reader into a table', value: referenceSeconds },
          ratio: referenceSeconds / importSeconds,
        },
        pair,
        {
          name: 'cache.memory',
          value: Math.round(megabytes),
          unit: 'MB at most, through import and answers',
          reference: { name: 'what is allowed', value: memoryMegabytes },
          ratio: memoryMegabytes / megabytes,
        },
      ];
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function measurePair(store: DuckDbStore): Promise<BenchResult> {
  const context = { store, source: { now: () => 0 }, tokens: new Map() };
  const times: number[] = [];
  const bareTimes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const tokens = [poolMint(round * 6), poolMint('sol')];
    let found = 0;
    times.push(
      await seconds(async () => {
        found = (await handleMarketCache(context, { tokens, accounts: true })).length;
      }),
    );
    if (found === 0) throw new Error('the pair has no pools');
    bareTimes.push(
      await seconds(() =>
        store.query(
          `SELECT * FROM imported_pools
           WHERE list_contains($tokens, mint_a) AND list_contains($tokens, mint_b)`,
          { tokens },
        ),
      ),
    );
  }
  const value = median(times) * 1_000;
  const reference = median(bareTimes) * 1_000;
  return {
    name: 'cache.pair',
    value,
    unit: `ms, median; 95th percentile ${(percentile(times, 0.95) * 1_000).toFixed(1)}`,
    reference: { name: 'bare DuckDB query', value: reference },
    ratio: reference / value,
  };
}

/** Reads every row once, like a client that requests the whole cache. */
async function readAll(store: DuckDbStore): Promise<void> {
  let count = 0;
  const context = { store, source: { now: () => 0 }, tokens: new Map() };
  for await (const _ of marketCacheRows(context, {})) count++;
  if (count !== poolCount) throw new Error(`${count} pools were answered`);
}

/** Imports the same file with DuckDB's own reader into a table on disk, a column per member. */
async function readByDuckDb(file: string, folder: string): Promise<void> {
  const instance = await DuckDBInstance.create(path.join(folder, 'reference.duckdb'));
  const connection = await instance.connect();
  try {
    await connection.run('CREATE TABLE entries AS SELECT * FROM read_json($file)', { file });
    const [[count] = []] = (
      await connection.runAndReadAll('SELECT count(*) FROM entries')
    ).getRows();
    if (Number(count) !== poolCount) throw new Error(`${String(count)} entries were read`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}
