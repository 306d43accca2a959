import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { JsonArraySplitter } from '../../src/api/jsonArraySplitter.ts';
import { importPools } from '../../src/engine/marketCache/poolImport.ts';
import { handleMarketCache, marketCacheRows } from '../../src/engine/operations/marketCache.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { poolCount, poolEntry, poolMint } from './poolEntries.ts';

const rounds = 60;
const memoryMegabytes = 1_024;

/**
 * A market cache of real size: how long its import takes, and an answer for two tokens; and the
 * most memory that this process has had through both and through reading the whole cache once.
 */
export const bench: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-bench-'));
  try {
    const file = path.join(folder, 'cache.json');
    await writeCache(file);
    const { size } = await stat(file);
    const referenceSeconds = await seconds(() => parseEntries(file));
    const store = await DuckDbStore.open(path.join(folder, 'store.duckdb'));
    try {
      const importSeconds = await seconds(async () => {
        const { pools } = await importPools(store, file);
        if (pools !== poolCount) throw new Error(`${pools} pools were taken in`);
      });
      const pair = await measurePair(store);
      await readAll(store);
      const megabytes = process.resourceUsage().maxRSS / 1_024;
      return [
        {
          name: 'import.pools',
          value: importSeconds,
          unit: `s for ${poolCount} pools of ${Math.round(size / 1e6)} MB`,
          reference: { name: 'JSON.parse of each entry alone', value: referenceSeconds },
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

/** Reads every row once, as a client that takes the whole cache does. */
async function readAll(store: DuckDbStore): Promise<void> {
  let count = 0;
  const context = { store, source: { now: () => 0 }, tokens: new Map() };
  for await (const _ of marketCacheRows(context, {})) count++;
  if (count !== poolCount) throw new Error(`${count} pools were answered`);
}

async function writeCache(file: string): Promise<void> {
  const out = createWriteStream(file);
  for (let pool = 0; pool < poolCount; pool++) {
    const text = `${pool === 0 ? '[' : ','}${JSON.stringify(poolEntry(pool))}`;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end(']');
  await finished(out);
}

async function parseEntries(file: string): Promise<void> {
  const splitter = new JsonArraySplitter();
  let entries = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 512 * 1024 })) {
    for (const { bytes } of splitter.push(chunk as Buffer)) {
      JSON.parse(String(bytes));
      entries++;
    }
  }
  if (entries !== poolCount) throw new Error(`${entries} entries were read`);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

const median = (values: readonly number[]): number => percentile(values, 0.5);
